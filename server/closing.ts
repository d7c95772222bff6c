/**
 * Commitments that end without a round (design §4): expired after their life, retired when ruleset or
 * terms are no longer the table's, when the generator latches (design §2.1) or when a new deck comes
 * in (Z7). Each reveals its seed in the transaction that ends it; that was never a deck of anyone's.
 */
import type { House } from './house.ts';
import { closing, revealOf } from './receipt.ts';
import { SeedKeyError } from './seal.ts';
import type { CommitmentChange, CommitmentRow } from './store/store.ts';

/** Most commitments closed in one transaction: bounds its size and the pause of the loop. */
const BATCH_MAX = 200;

/**
 * Closes what is due; gives how many. Another request may have used one meanwhile: then it is left.
 * Throws SeedKeyError, once the others are closed, where a seed does not open.
 */
export async function closeDue(house: House): Promise<number> {
  const now = house.now();
  return closeEach(house, (row) => closing(house, row, now), 'life or table');
}

/** Retires unused commitments that `which` names. */
export async function retire(
  house: House,
  which: (row: CommitmentRow) => boolean,
  reason: string,
  of?: { readonly tenant: string; readonly table: string },
): Promise<number> {
  return closeEach(
    house,
    (row) =>
      which(row) ? { id: row.id, from: 'open', to: 'retired', reveal: revealOf(house, row) } : null,
    reason,
    of,
  );
}

async function closeEach(
  house: House,
  change: (row: CommitmentRow) => CommitmentChange | null,
  reason: string,
  of?: { readonly tenant: string; readonly table: string },
): Promise<number> {
  const due: { row: CommitmentRow; close: CommitmentChange }[] = [];
  let unreadable: SeedKeyError | null = null;
  for (const row of house.store.openCommitments(BATCH_MAX, of)) {
    try {
      const close = change(row);
      if (close !== null) due.push({ row, close });
    } catch (error) {
      // One seed that does not open keeps no other commitment from its end.
      if (!(error instanceof SeedKeyError)) throw error;
      unreadable = error;
    }
  }
  const outcomes = await Promise.all(
    due.map(({ row, close }) =>
      house.store.commit({
        tenant: row.tenant,
        at: house.now(),
        commitments: [close],
        audit: [
          {
            actor: 'house',
            kind: `commitment-${close.to}`,
            subject: row.id,
            data: JSON.stringify({ reason, commitment: row.commitment }),
          },
        ],
      }),
    ),
  );
  if (unreadable !== null) throw unreadable;
  return outcomes.filter((o) => o.outcome === 'committed').length;
}
