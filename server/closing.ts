/**
 * Commitments that end without a round (design §4): expired after their life, retired when ruleset or
 * terms are no longer the table's, when the generator latches (design §2.1) or when a new deck comes
 * in (Z7). Each reveals its seed in the transaction that ends it; that was never a deck of anyone's.
 */
import type { House } from './house.ts';
import { closing, revealOf } from './receipt.ts';
import { SeedKeyError } from './seal.ts';
import type { AuditEntry, CommitmentChange, CommitmentRow, Transaction } from './store/store.ts';

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

/** A tenant's table. */
export interface Place {
  readonly tenant: string;
  readonly table: string;
}

/** Retires all unused commitments, or those of one table; gives how many. */
export async function retire(house: House, reason: string, of?: Place): Promise<number> {
  let retired = 0;
  for (;;) {
    const closed = await closeEach(house, (row) => retirement(house, row), reason, of);
    retired += closed;
    // What is left over then does not open, or was used meanwhile.
    if (closed < BATCH_MAX) return retired;
  }
}

/** The same as a part of another transaction: at most a batch, and only seeds that open. */
export function retirements(
  house: House,
  reason: string,
  of: Place,
): Pick<Transaction, 'commitments' | 'audit'> {
  const { due } = dueOf(house, (row) => retirement(house, row), of);
  return {
    commitments: due.map(({ close }) => close),
    audit: due.map(({ row, close }) => auditOf(row, close, reason)),
  };
}

/** Z7: a new deck comes to a table: what was queued before the reseed is retired with the rest. */
export async function changeDeck(house: House, round: string, of: Place): Promise<void> {
  const reseeded = house.generator.reseed('royal-flush');
  const data = JSON.stringify({ round, reseeded });
  const audit = [{ actor: 'house', kind: 'deck-changed', subject: of.table, data }];
  // Writes commit in order: behind this one lies every commitment that an older seed was drawn for.
  await house.store.commit({ tenant: of.tenant, at: house.now(), audit });
  await retire(house, 'royal-flush', of);
}

function retirement(house: House, row: CommitmentRow): CommitmentChange {
  return { id: row.id, from: 'open', to: 'retired', reveal: revealOf(house, row) };
}

type Due = readonly { readonly row: CommitmentRow; readonly close: CommitmentChange }[];

/** A batch of what `change` closes; one seed that does not open keeps no other from its end. */
function dueOf(
  house: House,
  change: (row: CommitmentRow) => CommitmentChange | null,
  of: Place | undefined,
): { readonly due: Due; readonly unreadable: SeedKeyError | null } {
  const due: { row: CommitmentRow; close: CommitmentChange }[] = [];
  let unreadable: SeedKeyError | null = null;
  for (const row of house.store.openCommitments(BATCH_MAX, of)) {
    try {
      const close = change(row);
      if (close !== null) due.push({ row, close });
    } catch (error) {
      if (!(error instanceof SeedKeyError)) throw error;
      unreadable = error;
    }
  }
  return { due, unreadable };
}

async function closeEach(
  house: House,
  change: (row: CommitmentRow) => CommitmentChange | null,
  reason: string,
  of?: Place,
): Promise<number> {
  const { due, unreadable } = dueOf(house, change, of);
  const outcomes = await Promise.all(
    due.map(({ row, close }) =>
      house.store.commit({
        tenant: row.tenant,
        at: house.now(),
        commitments: [close],
        audit: [auditOf(row, close, reason)],
      }),
    ),
  );
  if (unreadable !== null) throw unreadable;
  return outcomes.filter((o) => o.outcome === 'committed').length;
}

function auditOf(row: CommitmentRow, close: CommitmentChange, reason: string): AuditEntry {
  const data = JSON.stringify({ reason, commitment: row.commitment });
  return { actor: 'house', kind: `commitment-${close.to}`, subject: row.id, data };
}
