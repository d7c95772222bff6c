/**
 * Applies transactions to SQLite: the body of a group commit. Each runs in a savepoint of its own, so
 * that a conflict takes back one request and not its sixty-three neighbours.
 */
import { createHash } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import { canonicalJson } from '../../engine/canonical.ts';
import type {
  AuditEntry,
  IdempotencyRow,
  Outcome,
  Posting,
  RoundRow,
  Transaction,
} from './store.ts';

/** Hash that the first audit record follows. */
export const AUDIT_GENESIS = '0'.repeat(64);

/** Link of the audit chain: SHA-256 over the previous hash and the canonical record, hex. */
export function auditHash(
  previous: string,
  record: { readonly sequence: number; readonly at: number; readonly tenant: string } & AuditEntry,
): string {
  const { sequence, at, tenant, actor, kind, subject, data } = record;
  const text = canonicalJson({ sequence, at, tenant, actor, kind, subject, data });
  return createHash('sha256').update(previous).update(text).digest('hex');
}

class Conflict extends Error {}
class Insufficient extends Error {}

export interface Applier {
  /** Applies all in one COMMIT; one outcome each, in order. Throws when the commit itself fails. */
  apply(batch: readonly Transaction[]): Outcome[];
}

export function createApplier(db: Database): Applier {
  const sql = statements(db);
  let last = (sql.lastAudit.get() as { sequence: number; hash: string } | undefined) ?? {
    sequence: 0,
    hash: AUDIT_GENESIS,
  };

  function one(tx: Transaction): Outcome {
    const before = last;
    db.exec('SAVEPOINT one');
    try {
      write(tx);
      db.exec('RELEASE one');
      return { outcome: 'committed' };
    } catch (error) {
      db.exec('ROLLBACK TO one; RELEASE one');
      last = before;
      const outcome = lawful(tx, error);
      if (outcome === undefined) throw error;
      return outcome;
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
    const code = (error as { code?: string }).code ?? '';
    if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
      return { outcome: 'conflict', what: (error as Error).message };
    }
    return undefined;
  }

  function write(tx: Transaction): void {
    const { tenant, at } = tx;
    if (tx.idempotency !== undefined) {
      const { key, digest, status, location, bytes } = tx.idempotency;
      sql.newIdempotency.run(tenant, key, digest, status, location, bytes);
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
    if (tx.newRound !== undefined) insertRound(tx.newRound);
    for (const c of tx.commitments ?? []) {
      const { changes } = sql.changeCommitment.run(c.to, c.reveal, c.reveal, c.id, tenant, c.from);
      if (changes !== 1) throw new Conflict('commitment state');
    }
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
    }
    for (const e of tx.events ?? []) sql.newEvent.run(e.round, e.sequence, e.at, e.kind, e.data);
    for (const posting of tx.postings ?? []) post(tenant, at, posting);
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

  function insertRound(r: RoundRow): void {
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
  }

  function post(tenant: string, at: number, p: Posting): void {
    const from = move(tenant, p.from, p.currency, -p.amount);
    const to = move(tenant, p.to, p.currency, p.amount);
    sql.newEntry.run(tenant, at, p.from, p.to, p.currency, p.amount, p.kind, p.round, from, to);
  }

  function move(tenant: string, account: string, currency: string, amount: number): number {
    try {
      sql.openAccount.run(tenant, account, currency);
      return (sql.move.get(amount, tenant, account, currency) as { balance: number }).balance;
    } catch (error) {
      if ((error as { code?: string }).code === 'SQLITE_CONSTRAINT_CHECK') {
        throw new Insufficient(account);
      }
      throw error;
    }
  }

  const apply = db.transaction((batch: readonly Transaction[]) => batch.map(one));
  return {
    apply: (batch) => {
      const before = last;
      try {
        return apply.immediate(batch);
      } catch (error) {
        last = before;
        throw error;
      }
    },
  };
}

function statements(db: Database): { [name in keyof typeof SQL]: Statement } {
  const prepared = Object.entries(SQL).map(([name, text]) => [name, db.prepare(text)]);
  return Object.fromEntries(prepared) as { [name in keyof typeof SQL]: Statement };
}

const SQL = {
  lastAudit: 'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1',
  newAudit: 'INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  idempotency:
    'SELECT key, digest, status, location, bytes FROM idempotency WHERE tenant = ? AND key = ?',
  newIdempotency: 'INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?)',
  lastSequence:
    'SELECT coalesce(max(sequence), 0) AS last FROM commitment WHERE tenant = ? AND "table" = ? AND player = ?',
  newCommitment: 'INSERT INTO commitment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  changeCommitment: `UPDATE commitment SET state = ?, seed = coalesce(?, seed),
    sealed = CASE WHEN ? IS NULL THEN sealed ELSE NULL END WHERE id = ? AND tenant = ? AND state = ?`,
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
