/**
 * The store that costs nothing, for the bench: what durability is measured against. It keeps what the
 * next request reads and nothing else: no check, no conflict, no chain, no history, no disk. It
 * answers from the next turn of the event loop, as every store does. The store that forgets
 * (server/store/memory.ts) was rejected here: its checks and its audit chain would make the peer
 * slower and the ratio kinder.
 */
import { memoryReads } from '../server/store/memory-reads.ts';
import type { MemoryTables } from '../server/store/memory-tables.ts';
import { accountKey, placeKey } from '../server/store/memory-tables.ts';
import type { Outcome, Store, Transaction } from '../server/store/store.ts';

const COMMITTED: Outcome = { outcome: 'committed' };

export function createBareStore(): Store {
  const tables: MemoryTables = {
    documents: new Map(),
    settings: new Map(),
    commitments: new Map(),
    sequences: new Map(),
    openCommitments: new Map(),
    rounds: new Map(),
    openRounds: new Map(),
    events: new Map(),
    balances: new Map(),
    entries: [],
    idempotency: new Map(),
    audit: [],
  };
  const seats = new Map<string, Set<string>>();
  let transactions = 0;

  const move = (tenant: string, account: string, currency: string, amount: number): void => {
    const key = accountKey(tenant, account, currency);
    const balance = (tables.balances.get(key)?.balance ?? 0) + amount;
    tables.balances.set(key, { tenant, account, currency, balance });
  };

  const seat = (row: NonNullable<Transaction['round']>): void => {
    for (const { player } of row.boxes) {
      const place = placeKey(row.tenant, row.table, player);
      const taken = seats.get(place) ?? new Set();
      seats.set(place, taken);
      if (row.state === 'open') taken.add(row.id);
      else taken.delete(row.id);
    }
  };

  const apply = (tx: Transaction): void => {
    const { tenant } = tx;
    for (const { id, to, reveal } of tx.commitments ?? []) {
      const row = tables.commitments.get(id);
      if (row === undefined) continue;
      const shown = reveal === null ? {} : { seed: reveal, sealed: null };
      tables.commitments.set(id, { ...row, ...shown, state: to });
    }
    for (const row of tx.newCommitments ?? []) {
      tables.sequences.set(placeKey(tenant, row.table, row.player), row.sequence);
      tables.commitments.set(row.id, row);
    }
    for (const row of [tx.newRound, tx.round]) {
      if (row === undefined) continue;
      seat(row);
      if (row.state === 'open') tables.rounds.set(row.id, row);
      else {
        tables.rounds.delete(row.id);
        tables.commitments.delete(row.id);
      }
    }
    for (const { from, to, currency, amount } of tx.postings ?? []) {
      move(tenant, from, currency, -amount);
      move(tenant, to, currency, amount);
    }
    for (const { name, value } of tx.settings ?? []) tables.settings.set(name, value);
  };

  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  return {
    ...memoryReads(tables),
    openRoundsOf: (tenant, table, player) => [
      ...(seats.get(placeKey(tenant, table, player)) ?? []),
    ],
    description: { driver: 'bare', synchronous: 'none' },
    commit: async (tx) => {
      apply(tx);
      transactions += 1;
      await turn();
      return COMMITTED;
    },
    putDocuments: async (documents) => {
      for (const { hash, json } of documents) tables.documents.set(hash, json);
    },
    putSetting: async (name, value) => {
      tables.settings.set(name, value);
    },
    check: () => [],
    ready: () => true,
    watchCommits: () => {},
    load: () => ({ waiting: 0, capacity: 1, transactions, commits: transactions }),
    close: async () => {},
  };
}
