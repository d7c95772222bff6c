/**
 * The end of unused commitments (design §2.1, §2.2, §4): expired after their life, retired when the
 * generator has failed or a new deck comes to a table. Each reveals its seed in the transaction that
 * closes it, so that no receipt is ever left without an answer.
 */
import type { House } from './house.ts';
import { HOUSE_TENANT } from './house.ts';
import { closing, revealOf } from './receipt.ts';
import type { CommitmentChange, CommitmentRow } from './store/store.ts';

/** Closed at a time; they share COMMITs. */
const PAGE = 200;
/** Time between two looks for expired ones; they are refused from their second on in any case. */
export const SWEEP_MS = 30_000;

async function close(
  house: House,
  row: CommitmentRow,
  change: CommitmentChange,
  reason: string,
): Promise<boolean> {
  const data = JSON.stringify({ before: row.state, after: change.to, reason });
  const { outcome } = await house.store.commit({
    tenant: row.tenant,
    at: house.now(),
    commitments: [change],
    audit: [{ actor: HOUSE_TENANT, kind: `commitment-${change.to}`, subject: row.id, data }],
  });
  // A conflict: a round has used it, or another request has closed it, in between.
  return outcome === 'committed';
}

/** Retires every unused commitment, or those of one table; gives how many. */
export async function retireUnused(
  house: House,
  reason: string,
  of?: { readonly tenant: string; readonly table: string },
): Promise<number> {
  let retired = 0;
  for (;;) {
    const rows = house.store.openCommitments(PAGE, of);
    if (rows.length === 0) return retired;
    const done = await Promise.all(
      rows.map((row) => {
        const reveal = revealOf(house, row);
        return close(house, row, { id: row.id, from: 'open', to: 'retired', reveal }, reason);
      }),
    );
    retired += done.filter(Boolean).length;
  }
}

/** Closes what has outlived its time, or whose table has changed, oldest first; gives how many. */
export async function closeExpired(house: House): Promise<number> {
  let closed = 0;
  for (;;) {
    const now = house.now();
    const due = house.store.openCommitments(PAGE).flatMap((row) => {
      const change = closing(house, row, now);
      return change === null ? [] : [{ row, change }];
    });
    if (due.length === 0) return closed;
    const done = await Promise.all(
      due.map(({ row, change }) =>
        close(house, row, change, change.to === 'expired' ? 'life' : 'table'),
      ),
    );
    closed += done.filter(Boolean).length;
  }
}
