/**
 * The audit chain (design §5): significant events, append-only, each link the SHA-256 over the
 * previous link and the record's canonical JSON (RFC 8785). An edited, deleted or reordered record
 * breaks it. A chain that was computed anew from some point on, or that lost its tail together with
 * the store's own note of the head, is found only beside a head that somebody wrote down before
 * (`chemmy audit verify --head`); a signature in the same database would prove no more.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../engine/canonical.ts';
import type { AuditEntry, AuditHead, AuditRow } from './store/store.ts';

/** Hash that the first record follows. */
export const AUDIT_GENESIS = '0'.repeat(64);

export const EMPTY_HEAD: AuditHead = { sequence: 0, hash: AUDIT_GENESIS };

export type AuditRecord = AuditEntry & {
  readonly sequence: number;
  readonly at: number;
  readonly tenant: string;
};

/** Link of the chain: SHA-256 over the previous hash (as hex text) and the canonical record, hex. */
export function auditHash(previous: string, record: AuditRecord): string {
  const { sequence, at, tenant, actor, kind, subject, data } = record;
  const text = canonicalJson({ sequence, at, tenant, actor, kind, subject, data });
  return createHash('sha256').update(previous).update(text).digest('hex');
}

/** Follows the chain record by record; gives in words the first thing that does not fit, or null. */
export interface AuditWalk {
  step(row: AuditRow): string | null;
  head(): AuditHead;
}

export function walkAudit(): AuditWalk {
  let head = EMPTY_HEAD;
  return {
    step(row) {
      const wanted = head.sequence + 1;
      if (row.sequence !== wanted) {
        return `audit record ${wanted} is missing: ${row.sequence} follows ${head.sequence}`;
      }
      if (auditHash(head.hash, row) !== row.hash) {
        return `audit record ${row.sequence} is not what was written: its hash does not follow`;
      }
      head = { sequence: row.sequence, hash: row.hash };
      return null;
    },
    head: () => head,
  };
}

/** What a verification needs of a store. */
export interface AuditSource {
  auditAfter(sequence: number, limit: number): readonly AuditRow[];
  auditHead(): AuditHead;
}

/** Records read at a time. */
const PAGE = 1000;

export interface AuditVerdict {
  readonly head: AuditHead;
  /** Null when the whole chain holds. */
  readonly fault: string | null;
}

/** Walks the whole chain and compares its end with the store's note and with a head noted before. */
export function verifyAudit(source: AuditSource, noted?: AuditHead): AuditVerdict {
  const walk = walkAudit();
  const fail = (fault: string): AuditVerdict => ({ head: walk.head(), fault });
  let seen = noted === undefined || noted.sequence === 0;
  for (;;) {
    const rows = source.auditAfter(walk.head().sequence, PAGE);
    for (const row of rows) {
      const fault = walk.step(row);
      if (fault !== null) return fail(fault);
      if (row.sequence !== noted?.sequence) continue;
      if (row.hash !== noted.hash) {
        return fail(`audit record ${row.sequence} has another hash than the head noted before`);
      }
      seen = true;
    }
    if (rows.length === 0) break;
  }
  const last = walk.head();
  if (!seen) return fail(`the chain ends at ${last.sequence}, before the head noted before`);
  const own = source.auditHead();
  if (own.sequence !== last.sequence || own.hash !== last.hash) {
    return fail(`the chain ends at ${last.sequence}; the store noted its head at ${own.sequence}`);
  }
  return { head: last, fault: null };
}
