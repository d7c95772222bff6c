/**
 * A store that forgets: the same interface over plain maps, without disk, thread or SQL. It is the
 * baseline of the service bench (what durability costs), the model that the embedded driver is
 * tested against, and the store of unit tests. The service never opens it by itself.
 */
import { auditHash, EMPTY_HEAD, verifyAudit } from '../audit.ts';
import { memoryReads } from './memory-reads.ts';
import type { MemoryTables } from './memory-tables.ts';
import { accountKey, openSeats, placeKey, playersOf } from './memory-tables.ts';
import type { AuditHead, CommitmentRow, Outcome, RoundRow, Store, Transaction } from './store.ts';
import { StoreDeadError, StoreFaultError } from './store.ts';

class Conflict extends Error {}
class Insufficient extends Error {}

export function createMemoryStore(): Store {
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
  const reads = memoryReads(tables);
  let ready = true;
  let transactions = 0;
  /** What takes the current transaction back, newest last. */
  let undo: (() => void)[] = [];

  function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
    const before = map.get(key);
    undo.push(() => {
      if (before === undefined) map.delete(key);
      else map.set(key, before);
    });
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }

  function push<Value>(list: Value[], value: Value): void {
    list.push(value);
    undo.push(() => list.pop());
  }

  function commit(tx: Transaction): Outcome {
    undo = [];
    try {
      write(tx);
      return { outcome: 'committed' };
    } catch (error) {
      for (const step of undo.reverse()) step();
      const key = tx.idempotency?.key;
      const record = key === undefined ? undefined : reads.idempotency(tx.tenant, key);
      if (record !== undefined) return { outcome: 'duplicate-key', record };
      if (error instanceof Conflict) return { outcome: 'conflict', what: error.message };
      if (error instanceof Insufficient) {
        return { outcome: 'insufficient-funds', account: error.message };
      }
      throw error;
    }
  }

  function write(tx: Transaction): void {
    const { tenant, at } = tx;
    for (const { account, currency, balance } of tx.balances ?? []) {
      if ((reads.balance(tenant, account, currency) ?? 0) !== balance)
        throw new Conflict('balance');
    }
    if (tx.idempotency !== undefined) {
      if (reads.idempotency(tenant, tx.idempotency.key) !== undefined) throw new Conflict('key');
      put(tables.idempotency, placeKey(tenant, tx.idempotency.key), tx.idempotency);
    }
    for (const { id, from, to, reveal } of tx.commitments ?? []) {
      const row = reads.commitment(tenant, id);
      if (row?.state !== from) throw new Conflict('commitment state');
      // Two settlements at once: the later one decides anew, and finds the round closed.
      if (from === 'used' && row.seed !== null && reveal !== null) throw new Conflict('revealed');
      const shown = reveal === null ? {} : { seed: reveal, sealed: null };
      commitment({ ...row, ...shown, state: to }, row);
    }
    for (const row of tx.newCommitments ?? []) {
      const place = placeKey(tenant, row.table, row.player);
      if (row.sequence !== (tables.sequences.get(place) ?? 0) + 1) {
        throw new Conflict('commitment sequence');
      }
      if (tables.commitments.has(row.id)) throw new Conflict('commitment id');
      if (row.state === 'open' && tables.openCommitments.has(place)) {
        throw new Conflict('open commitment');
      }
      put(tables.sequences, place, row.sequence);
      commitment(row, undefined);
    }
    if (tx.newRound !== undefined) newRound(tx.newRound, tx.openRoundsMax);
    if (tx.round !== undefined) {
      const row = reads.round(tenant, tx.round.id);
      if (row?.version !== tx.round.version - 1) throw new Conflict('round version');
      const { state, version, endedAt, decisions } = tx.round;
      round({ ...row, state, version, endedAt, decisions });
    }
    for (const event of tx.events ?? []) {
      const before = tables.events.get(event.round) ?? [];
      if (before.some((e) => e.sequence === event.sequence)) throw new Conflict('event sequence');
      put(tables.events, event.round, [...before, event]);
    }
    for (const p of tx.postings ?? []) {
      fault(Number.isSafeInteger(p.amount) && p.amount >= 1 && p.from !== p.to, 'posting');
      const fromBalance = move(tenant, p.from, p.currency, -p.amount);
      const toBalance = move(tenant, p.to, p.currency, p.amount);
      const id = tables.entries.length + 1;
      push(tables.entries, { ...p, tenant, at, id, fromBalance, toBalance });
    }
    for (const { name, value } of tx.settings ?? []) put(tables.settings, name, value);
    for (const entry of tx.audit ?? []) {
      const head: AuditHead = tables.audit.at(-1) ?? EMPTY_HEAD;
      const record = { ...entry, sequence: head.sequence + 1, at, tenant };
      push(tables.audit, { ...record, hash: auditHash(head.hash, record) });
    }
  }

  function commitment(row: CommitmentRow, before: CommitmentRow | undefined): void {
    const closed = row.state === 'expired' || row.state === 'retired';
    fault((row.sealed === null) !== (row.seed === null), 'a seed is sealed or revealed');
    fault(!(closed && row.seed === null), 'a closed commitment reveals its seed');
    fault(!(row.state === 'open' && row.seed !== null), 'an open commitment keeps its seed');
    fault(before?.state !== 'expired' && before?.state !== 'retired', 'closed is final');
    const used = before?.state === 'used';
    fault(!used || (row.state === 'used' && before.seed === null), 'used only reveals');
    put(tables.commitments, row.id, row);
    const place = placeKey(row.tenant, row.table, row.player);
    if (row.state === 'open') put(tables.openCommitments, place, row.id);
    else if (before?.state === 'open') put(tables.openCommitments, place, undefined);
  }

  function newRound(row: RoundRow, openRoundsMax: number | undefined): void {
    if (tables.rounds.has(row.id)) throw new Conflict('round id');
    fault(tables.commitments.has(row.id), 'a round has a commitment');
    round(row);
    if (openRoundsMax === undefined) return;
    for (const player of playersOf(row)) {
      if (openSeats(tables, row.tenant, row.table, player).length > openRoundsMax) {
        throw new Conflict('open rounds');
      }
    }
  }

  function round(row: RoundRow): void {
    fault((row.state === 'open') === (row.endedAt === null), 'an ended round has a time');
    const before = tables.rounds.get(row.id);
    fault(!(before !== undefined && before.state !== 'open' && row.state === 'open'), 'reopened');
    put(tables.rounds, row.id, row);
    put(tables.openRounds, row.id, row.state === 'open' ? row : undefined);
  }

  function move(tenant: string, account: string, currency: string, amount: number): number {
    const key = accountKey(tenant, account, currency);
    const balance = (tables.balances.get(key)?.balance ?? 0) + amount;
    if (account.startsWith('player:') && balance < 0) throw new Insufficient(account);
    fault(Number.isSafeInteger(balance), `${account} holds beyond 2^53-1`);
    put(tables.balances, key, { tenant, account, currency, balance });
    return balance;
  }

  const alive = (): void => {
    if (!ready) throw new StoreDeadError('the store is closed');
  };
  return {
    ...reads,
    description: { driver: 'memory', synchronous: 'none' },
    commit: async (transaction) => {
      alive();
      transactions += 1;
      return commit(transaction);
    },
    putDocuments: async (documents) => {
      alive();
      for (const { hash, json } of documents) {
        if (!tables.documents.has(hash)) tables.documents.set(hash, json);
      }
    },
    putSetting: async (name, value) => {
      alive();
      tables.settings.set(name, value);
    },
    check: () => [...ledgerFaults(tables), ...[verifyAudit(reads).fault].filter((f) => f !== null)],
    ready: () => ready,
    watchCommits: () => {},
    load: () => ({ waiting: 0, capacity: 1, transactions, commits: transactions }),
    close: async () => {
      ready = false;
    },
  };
}

function fault(condition: boolean, message: string): asserts condition {
  if (!condition) throw new StoreFaultError(message);
}

function ledgerFaults(tables: MemoryTables): string[] {
  const sums = new Map<string, number>();
  for (const { tenant, currency, balance } of tables.balances.values()) {
    const key = placeKey(tenant, currency);
    sums.set(key, (sums.get(key) ?? 0) + balance);
  }
  return [...sums].filter(([, sum]) => sum !== 0).map(([key]) => `ledger: ${key} is not zero`);
}
