/** Reads of the store that forgets. Cursors are the last row's key, base64url, as everywhere. */
import { EMPTY_HEAD } from '../audit.ts';
import type { MemoryTables } from './memory-tables.ts';
import { accountKey, openSeats, placeKey, playersOf } from './memory-tables.ts';
import type { EntryRow, Page, Store } from './store.ts';

type Reads = Omit<
  Store,
  | 'description'
  | 'commit'
  | 'putDocuments'
  | 'putSetting'
  | 'check'
  | 'ready'
  | 'load'
  | 'watchCommits'
  | 'close'
>;

export function memoryReads(tables: MemoryTables): Reads {
  const byIdDown = <Row extends { readonly id: string }>(rows: Iterable<Row>): Row[] =>
    [...rows].sort((a, b) => (a.id < b.id ? 1 : -1));

  return {
    document: (hash) => tables.documents.get(hash),
    commitment: (tenant, id) => {
      const row = tables.commitments.get(id);
      return row?.tenant === tenant ? row : undefined;
    },
    openCommitment: (tenant, table, player) => {
      const id = tables.openCommitments.get(placeKey(tenant, table, player));
      return id === undefined ? undefined : tables.commitments.get(id);
    },
    lastSequence: (tenant, table, player) =>
      tables.sequences.get(placeKey(tenant, table, player)) ?? 0,
    commitments: ({ tenant, table, player, limit, cursor }) =>
      page(
        byIdDown(tables.commitments.values()).filter(
          (row) =>
            row.tenant === tenant &&
            (table === undefined || row.table === table) &&
            (player === undefined || row.player === player) &&
            below(row.id, cursor),
        ),
        limit,
        (row) => row.id,
      ),
    openCommitments: (limit, of) =>
      [...tables.openCommitments.values()]
        .flatMap((id) => tables.commitments.get(id) ?? [])
        .filter((row) => !of || (row.tenant === of.tenant && row.table === of.table))
        .sort((a, b) => a.issuedAt - b.issuedAt)
        .slice(0, limit),
    round: (tenant, id) => {
      const row = tables.rounds.get(id);
      return row?.tenant === tenant ? row : undefined;
    },
    rounds: ({ tenant, player, state, limit, cursor }) =>
      page(
        byIdDown(tables.rounds.values()).filter(
          (row) =>
            row.tenant === tenant &&
            (player === undefined || row.player === player || playersOf(row).includes(player)) &&
            (state === undefined || row.state === state) &&
            below(row.id, cursor),
        ),
        limit,
        (row) => row.id,
      ),
    openRounds: ({ limit, cursor }) => {
      const after = decode(cursor) ?? '';
      const rows = byIdDown(tables.openRounds.values()).reverse();
      return page(
        rows.filter((row) => row.id > after),
        limit,
        (row) => row.id,
      );
    },
    openRoundsOf: (tenant, table, player) => openSeats(tables, tenant, table, player),
    events: (round) =>
      [...(tables.events.get(round) ?? [])].sort((a, b) => a.sequence - b.sequence),
    balance: (tenant, account, currency) =>
      tables.balances.get(accountKey(tenant, account, currency))?.balance,
    balances: (tenant, account) =>
      [...tables.balances.values()]
        .filter((a) => a.tenant === tenant && a.account === account)
        .map(({ currency, balance }) => ({ currency, balance }))
        .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    entries: ({ tenant, account, currency, limit, cursor }) => {
      const top = Number(decode(cursor) ?? Number.MAX_SAFE_INTEGER);
      const rows = tables.entries
        .filter((e) => e.tenant === tenant && e.currency === currency && e.id < top)
        .filter((e) => e.from === account || e.to === account)
        .map(({ id, at, kind, round, amount, from, fromBalance, toBalance }): EntryRow => {
          const out = from === account;
          const signed = out ? -amount : amount;
          const balance = out ? fromBalance : toBalance;
          return { id, at, kind, round, currency, amount: signed, balance };
        })
        .reverse();
      return page(rows, limit, (row) => String(row.id));
    },
    idempotency: (tenant, key) => tables.idempotency.get(placeKey(tenant, key)),
    audit: ({ tenant, limit, cursor }) => {
      const top = Number(decode(cursor) ?? Number.MAX_SAFE_INTEGER);
      const rows = tables.audit.filter((row) => row.tenant === tenant && row.sequence < top);
      return page(rows.reverse(), limit, (row) => String(row.sequence));
    },
    auditAfter: (sequence, limit) => tables.audit.slice(sequence, sequence + limit),
    auditHead: () => {
      const last = tables.audit.at(-1);
      return last === undefined ? EMPTY_HEAD : { sequence: last.sequence, hash: last.hash };
    },
    setting: (name) => tables.settings.get(name),
    sealedSeeds: () => sealed(tables).length,
    sealKeyIds: () => [
      ...new Set(sealed(tables).map((bytes) => Buffer.from(bytes.subarray(0, 4)).toString('hex'))),
    ],
  };
}

function sealed(tables: MemoryTables): Uint8Array[] {
  return [...tables.commitments.values()].flatMap((row) => row.sealed ?? []);
}

function page<Row>(rows: Row[], limit: number, key: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next: more ? Buffer.from(key(last)).toString('base64url') : null };
}

function decode(cursor: string | null): string | null {
  return cursor === null ? null : Buffer.from(cursor, 'base64url').toString();
}

function below(id: string, cursor: string | null): boolean {
  const top = decode(cursor);
  return top === null || id < top;
}
