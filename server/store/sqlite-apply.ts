/**
 * Applies transactions to SQLite: the body of a group commit. First all together; where one of them
 * cannot be, everything is taken back and each runs in a savepoint of its own, so that a conflict costs
 * one request and not its sixty-three neighbours. Savepoints from the start were rejected: SQLite keeps
 * a copy of every page that changes in one, and conflicts are rare.
 */
import type { Database, Statement } from 'better-sqlite3';
import { auditHash, EMPTY_HEAD } from '../audit.ts';
import type {
  AuditHead,
  IdempotencyRow,
  Outcome,
  Posting,
  RoundRow,
  Transaction,
} from './store.ts';

class Conflict extends Error {}
class Insufficient extends Error {}

/** What the writer is asked to do. */
export type Work =
  | { readonly transaction: Transaction }
  | { readonly documents: readonly { readonly hash: string; readonly json: string }[] }
  | { readonly setting: { readonly name: string; readonly value: string } };

/** The outcome, or the invariant that this work alone has broken. */
export type WorkDone = Outcome | { readonly outcome: 'fault'; readonly message: string };

export interface Applier {
  /** Applies all in one COMMIT; one answer each, in order. Throws when the commit itself fails. */
  apply(batch: readonly Work[]): WorkDone[];
}

const COMMITTED: Outcome = { outcome: 'committed' };

export function createApplier(db: Database): Applier {
  const sql = statements(db);
  let last = (sql.lastAudit.get() as AuditHead | undefined) ?? EMPTY_HEAD;

  function perform(work: Work): void {
    if ('transaction' in work) write(work.transaction);
    else if ('documents' in work) {
      for (const { hash, json } of work.documents) sql.newDocument.run(hash, json);
    } else sql.setting.run(work.setting.name, work.setting.value);
  }

  /** Everything at once; throws at the first that cannot be. */
  function together(batch: readonly Work[]): WorkDone[] {
    return batch.map((work) => {
      perform(work);
      return COMMITTED;
    });
  }

  /** One in a savepoint of its own: taken back alone where it cannot be. */
  function one(work: Work): WorkDone {
    const before = last;
    sql.savepoint.run();
    try {
      perform(work);
      sql.release.run();
      return COMMITTED;
    } catch (error) {
      // After a full disk or a failed write SQLite may have taken back the whole batch already.
      if (!db.inTransaction) throw error;
      sql.rollback.run();
      sql.release.run();
      last = before;
      const outcome = 'transaction' in work ? lawful(work.transaction, error) : undefined;
      if (outcome !== undefined) return outcome;
      if (!ours(error)) throw error;
      return { outcome: 'fault', message: (error as Error).message };
    }
  }

  function lawful(tx: Transaction, error: unknown): Outcome | undefined {
    if (tx.idempotency !== undefined) {
      const record = sql.idempotency.get(tx.tenant, tx.idempotency.key) as
        | IdempotencyRow
        | undefined;
      if (record !== undefined) return { outcome: 'duplicate-key', record };
    }
    if (error instanceof Conflict) return { outcome: 'conflict', what: error.message };
    if (error instanceof Insufficient) {
      return { outcome: 'insufficient-funds', account: error.message };
    }
    const code = codeOf(error);
    if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
      return { outcome: 'conflict', what: (error as Error).message };
    }
    return undefined;
  }

  function write(tx: Transaction): void {
    const { tenant, at } = tx;
    for (const { account, currency, balance } of tx.balances ?? []) {
      const now = sql.balance.get(tenant, account, currency) as { balance: number } | undefined;
      if ((now?.balance ?? 0) !== balance) throw new Conflict('balance');
    }
    if (tx.idempotency !== undefined) {
      const { key, digest, status, location, bytes } = tx.idempotency;
      sql.newIdempotency.run(tenant, key, digest, status, location, bytes);
    }
    for (const c of tx.commitments ?? []) {
      const { to, reveal, id, from } = c;
      const { changes } = sql.changeCommitment.run(to, reveal, reveal, id, tenant, from, reveal);
      if (changes !== 1) throw new Conflict('commitment state');
    }
    for (const c of tx.newCommitments ?? []) {
      const latest = sql.lastSequence.get(tenant, c.table, c.player) as { last: number };
      if (c.sequence !== latest.last + 1) throw new Conflict('commitment sequence');
      sql.newCommitment.run(
        c.id,
        tenant,
        c.table,
        c.player,
        c.sequence,
        c.rulesetHash,
        c.termsHash,
        c.commitment,
        c.issuedAt,
        c.expiresAt,
        c.state,
        c.sealed,
        c.seed,
        c.signature,
      );
    }
    if (tx.newRound !== undefined) insertRound(tx.newRound, tx.openRoundsMax);
    if (tx.round !== undefined) {
      const { id, state, version, endedAt, decisions } = tx.round;
      const { changes } = sql.changeRound.run(
        state,
        version,
        endedAt,
        JSON.stringify(decisions),
        id,
        tenant,
        version - 1,
      );
      if (changes !== 1) throw new Conflict('round version');
      if (state !== 'open') {
        for (const { table, player } of seatsOf(tx.round)) {
          sql.leaveSeat.run(tenant, table, player, id);
        }
      }
    }
    for (const e of tx.events ?? []) sql.newEvent.run(e.round, e.sequence, e.at, e.kind, e.data);
    for (const posting of tx.postings ?? []) post(tenant, at, posting);
    for (const { name, value } of tx.settings ?? []) sql.setting.run(name, value);
    for (const entry of tx.audit ?? []) {
      const record = { ...entry, sequence: last.sequence + 1, at, tenant };
      const hash = auditHash(last.hash, record);
      sql.newAudit.run(
        record.sequence,
        at,
        tenant,
        entry.actor,
        entry.kind,
        entry.subject,
        entry.data,
        hash,
      );
      last = { sequence: record.sequence, hash };
    }
  }

  function insertRound(r: RoundRow, openRoundsMax: number | undefined): void {
    sql.newRound.run(
      r.id,
      r.tenant,
      r.table,
      r.player,
      r.rulesetHash,
      r.termsHash,
      r.state,
      r.version,
      r.openedAt,
      r.endedAt,
      JSON.stringify(r.boxes),
      JSON.stringify(r.decisions),
    );
    for (const player of new Set([r.player, ...r.boxes.map((b) => b.player)])) {
      sql.newSeat.run(r.tenant, player, r.id);
    }
    if (r.state !== 'open') return;
    for (const { table, player } of seatsOf(r)) {
      sql.takeSeat.run(r.tenant, table, player, r.id);
      if (openRoundsMax === undefined) continue;
      const { open } = sql.openSeats.get(r.tenant, table, player) as { open: number };
      if (open > openRoundsMax) throw new Conflict('open rounds');
    }
  }

  function post(tenant: string, at: number, p: Posting): void {
    const from = move(tenant, p.from, p.currency, -p.amount);
    const to = move(tenant, p.to, p.currency, p.amount);
    sql.newEntry.run(tenant, at, p.from, p.to, p.currency, p.amount, p.kind, p.round, from, to);
  }

  function move(tenant: string, account: string, currency: string, amount: number): number {
    try {
      sql.openAccount.run(tenant, account, currency);
      const { balance } = sql.move.get(amount, tenant, account, currency) as { balance: number };
      if (!Number.isSafeInteger(balance)) throw new RangeError(`${account} holds beyond 2^53-1`);
      return balance;
    } catch (error) {
      // The same check keeps a player's balance below 2^53: only what leaves can be too much here.
      if (codeOf(error) === 'SQLITE_CONSTRAINT_CHECK' && amount < 0) {
        throw new Insufficient(account);
      }
      throw error;
    }
  }

  const commit = db.transaction((batch: readonly Work[], each: typeof together): WorkDone[] => {
    const before = last;
    const done = each(batch);
    if (last !== before) sql.head.run(last.sequence, last.hash);
    return done;
  });

  function attempt(batch: readonly Work[], each: typeof together): WorkDone[] {
    const before = last;
    try {
      return commit.immediate(batch, each);
    } catch (error) {
      last = before;
      throw error;
    }
  }

  const apart = (batch: readonly Work[]) => batch.map(one);
  return {
    apply(batch) {
      try {
        return attempt(batch, together);
      } catch (error) {
        // Nothing of it was kept. Only what one of them may have done alone is tried apart.
        if (!ofOne(error)) throw error;
        return attempt(batch, apart);
      }
    },
  };
}

/** What a single transaction can have caused; anything else is the disk's. */
function ofOne(error: unknown): boolean {
  return error instanceof Conflict || error instanceof Insufficient || ours(error);
}

function codeOf(error: unknown): string {
  return (error as { readonly code?: string }).code ?? '';
}

/** A broken invariant or a value that no column takes: a bug of ours, not of the disk. */
function ours(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof RangeError ||
    codeOf(error).startsWith('SQLITE_CONSTRAINT')
  );
}

/** The table and each player who has a box, once. */
function seatsOf(r: RoundRow): { table: string; player: string }[] {
  return [...new Set(r.boxes.map((b) => b.player))].map((player) => ({ table: r.table, player }));
}

function statements(db: Database): { [name in keyof typeof SQL]: Statement } {
  const prepared = Object.entries(SQL).map(([name, text]) => [name, db.prepare(text)]);
  return Object.fromEntries(prepared) as { [name in keyof typeof SQL]: Statement };
}

const SQL = {
  savepoint: 'SAVEPOINT one',
  release: 'RELEASE one',
  rollback: 'ROLLBACK TO one',
  newDocument: 'INSERT INTO document VALUES (?, ?) ON CONFLICT DO NOTHING',
  setting:
    'INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  head: `INSERT INTO audit_head VALUES (1, ?, ?)
    ON CONFLICT (one) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash`,
  balance: 'SELECT balance FROM account WHERE tenant = ? AND account = ? AND currency = ?',
  takeSeat: 'INSERT INTO open_seat VALUES (?, ?, ?, ?)',
  leaveSeat: 'DELETE FROM open_seat WHERE tenant = ? AND "table" = ? AND player = ? AND round = ?',
  openSeats:
    'SELECT count(*) AS open FROM open_seat WHERE tenant = ? AND "table" = ? AND player = ?',
  lastAudit: 'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1',
  newAudit: 'INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  idempotency:
    'SELECT key, digest, status, location, bytes FROM idempotency WHERE tenant = ? AND key = ?',
  newIdempotency: 'INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?)',
  lastSequence:
    'SELECT coalesce(max(sequence), 0) AS last FROM commitment WHERE tenant = ? AND "table" = ? AND player = ?',
  newCommitment: 'INSERT INTO commitment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  changeCommitment: `UPDATE commitment SET state = ?, seed = coalesce(?, seed),
    sealed = CASE WHEN ? IS NULL THEN sealed ELSE NULL END
    WHERE id = ? AND tenant = ? AND state = ? AND (state <> 'used' OR seed IS NULL OR ? IS NULL)`,
  newRound: 'INSERT INTO round VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  newSeat: 'INSERT INTO seat VALUES (?, ?, ?)',
  changeRound:
    'UPDATE round SET state = ?, version = ?, ended_at = ?, decisions = ? WHERE id = ? AND tenant = ? AND version = ?',
  newEvent: 'INSERT INTO event VALUES (?, ?, ?, ?, ?)',
  openAccount:
    'INSERT INTO account (tenant, account, currency) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  move: 'UPDATE account SET balance = balance + ? WHERE tenant = ? AND account = ? AND currency = ? RETURNING balance',
  newEntry: `INSERT INTO entry (tenant, at, "from", "to", currency, amount, kind, round, from_balance, to_balance)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
} as const;
