/** Receipts of commitments (design §4): what a player holds before he gives his seed. */

import { toHex, uuidOctets } from '../engine/octets.ts';
import type { House } from './house.ts';
import type { CommitmentChange, CommitmentRow } from './store/store.ts';

export interface Receipt {
  readonly id: string;
  readonly commitment: string;
  readonly rulesetHash: string;
  readonly termsHash: string;
  readonly table: string;
  readonly player: string;
  readonly sequence: number;
  readonly issuedAt: string;
  readonly expiresAt: string;
  /** Ed25519 over the canonical JSON of the other members, hex; absent only before it was made. */
  readonly signature?: string;
}

export function receiptOf(row: CommitmentRow): Receipt {
  return {
    id: row.id,
    commitment: row.commitment,
    rulesetHash: row.rulesetHash,
    termsHash: row.termsHash,
    table: row.table,
    player: row.player,
    sequence: row.sequence,
    issuedAt: new Date(row.issuedAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
    ...(row.signature === null ? {} : { signature: row.signature }),
  };
}

/** The seed of a commitment, opened; the caller wipes it. */
export function openSeed(house: House, row: CommitmentRow): Uint8Array {
  if (row.sealed === null) throw new Error(`assertion: the seed of ${row.id} is already revealed`);
  return house.seal.open(row.sealed, octetsOf(row.id), row.tenant);
}

export function revealOf(house: House, row: CommitmentRow): string {
  const seed = openSeed(house, row);
  const hex = toHex(seed);
  seed.fill(0);
  return hex;
}

export function octetsOf(id: string): Uint8Array {
  const octets = uuidOctets(id);
  if (octets === undefined) throw new Error(`assertion: ${id} is no UUID`);
  return octets;
}

/** How an open commitment ends by itself: after its life, or when its table has changed. */
export function closing(house: House, row: CommitmentRow, now: number): CommitmentChange | null {
  if (row.state !== 'open') return null;
  const table = house.tables.get(row.table);
  const stale =
    table === undefined ||
    table.entry.hash !== row.rulesetHash ||
    table.termsHash !== row.termsHash;
  if (!stale && now < row.expiresAt) return null;
  const to = stale ? 'retired' : 'expired';
  return { id: row.id, from: 'open', to, reveal: revealOf(house, row) };
}
