/** Tables of the store that forgets, and the keys that they are looked up by. */
import type {
  AuditRow,
  CommitmentRow,
  EventRow,
  IdempotencyRow,
  Posting,
  RoundRow,
} from './store.ts';

export interface MemoryEntry extends Posting {
  readonly id: number;
  readonly tenant: string;
  readonly at: number;
  readonly fromBalance: number;
  readonly toBalance: number;
}

export interface MemoryAccount {
  readonly tenant: string;
  readonly account: string;
  readonly currency: string;
  readonly balance: number;
}

export interface MemoryTables {
  readonly documents: Map<string, string>;
  readonly settings: Map<string, string>;
  readonly commitments: Map<string, CommitmentRow>;
  /** Last sequence by tenant, table, player. */
  readonly sequences: Map<string, number>;
  /** Id of the open commitment by tenant, table, player. */
  readonly openCommitments: Map<string, string>;
  readonly rounds: Map<string, RoundRow>;
  readonly openRounds: Map<string, RoundRow>;
  readonly events: Map<string, readonly EventRow[]>;
  readonly balances: Map<string, MemoryAccount>;
  readonly entries: MemoryEntry[];
  readonly idempotency: Map<string, IdempotencyRow>;
  readonly audit: AuditRow[];
}

/** One text for several: no part can be mistaken for two. */
export function placeKey(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

export function accountKey(tenant: string, account: string, currency: string): string {
  return placeKey(tenant, account, currency);
}

/** Players with a box, each once. */
export function playersOf(row: RoundRow): string[] {
  return [...new Set(row.boxes.map((box) => box.player))];
}

/** Ids of the open rounds at a table in which the player has a box. */
export function openSeats(
  tables: MemoryTables,
  tenant: string,
  table: string,
  player: string,
): string[] {
  return [...tables.openRounds.values()]
    .filter((r) => r.tenant === tenant && r.table === table && playersOf(r).includes(player))
    .map((r) => r.id)
    .sort();
}
