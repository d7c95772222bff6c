/** `chemmy audit verify`: whole, edited, deleted, moved, cut off, computed anew. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_GENESIS, auditHash } from '../../server/audit.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { AuditRow } from '../../server/store/store.ts';
import { ROOT } from '../games.ts';

const base = mkdtempSync(join(tmpdir(), 'chemmy-audit-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const bin = join(ROOT, 'bin/chemmy.js');
const RECORDS = 1500;
let whole: string;
let copies = 0;

beforeAll(async () => {
  whole = join(base, 'whole');
  execFileSync('mkdir', [whole]);
  const store = await openSqlite(whole, () => {});
  for (let at = 0; at < RECORDS; at += 100) {
    const audit = Array.from({ length: 100 }, (_, i) => ({
      actor: 'operator:é–1',
      kind: 'round-void',
      subject: `round ${at + i}`,
      data: JSON.stringify({ reason: 'misdeal', before: at }),
    }));
    await store.commit({ tenant: 'dev', at, audit });
  }
  await store.close();
});

function verify(folder: string, ...rest: string[]) {
  const args = [bin, 'audit', 'verify', '--data-dir', folder, ...rest];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const verdict = stdout === '' ? {} : (JSON.parse(stdout) as { [member: string]: unknown });
  return { status, verdict, stderr };
}

/** A copy in which somebody who owns the file has done something. */
function tampered(doing: (db: Sqlite.Database) => void): string {
  const folder = join(base, `copy-${copies++}`);
  execFileSync('cp', ['-r', whole, folder]);
  const db = new Sqlite(join(folder, 'chemmy.sqlite'));
  db.exec('DROP TRIGGER audit_kept; DROP TRIGGER audit_stays');
  doing(db);
  db.close();
  return folder;
}

/** Computes every link from `from` on anew, and the noted head with them. */
function rechain(db: Sqlite.Database, from: number): void {
  const rows = db.prepare('SELECT * FROM audit ORDER BY sequence').all() as AuditRow[];
  let hash = AUDIT_GENESIS;
  for (const row of rows) {
    if (row.sequence >= from) {
      hash = auditHash(hash, row);
      db.prepare('UPDATE audit SET hash = ? WHERE sequence = ?').run(hash, row.sequence);
    } else hash = row.hash;
  }
  const last = rows.at(-1);
  db.prepare('UPDATE audit_head SET sequence = ?, hash = ?').run(last?.sequence, hash);
}

describe('chemmy audit verify', () => {
  it('says that a whole chain holds, and its head', () => {
    const { status, verdict } = verify(whole, '--ledger');
    expect(verdict).toMatchObject({ ok: true, records: RECORDS, fault: null, faults: [] });
    expect(status).toBe(0);
    expect(verify(whole, '--head', String(verdict['head'])).status).toBe(0);
  });

  it.each([
    ['data', `'{}'`],
    ['at', '999'],
    ['tenant', `'other'`],
    ['actor', `'nobody'`],
    ['kind', `'x'`],
    ['subject', `'x'`],
    ['hash', `'${'ab'.repeat(32)}'`],
  ])('finds an edited %s in the first, a middle and the last record', (column, value) => {
    for (const sequence of [1, 700, RECORDS]) {
      const folder = tampered((db) => {
        db.exec(`UPDATE audit SET ${column} = ${value} WHERE sequence = ${sequence}`);
      });
      const { status, verdict } = verify(folder);
      expect(status).toBe(1);
      expect(String(verdict['fault'])).toContain(`record ${sequence} `);
    }
  });

  it.each([1, 1000, RECORDS])('finds a deleted record %i', (sequence) => {
    const folder = tampered((db) => {
      db.exec(`DELETE FROM audit WHERE sequence = ${sequence}`);
    });
    expect(verify(folder)).toMatchObject({ status: 1, verdict: { ok: false } });
  });

  it('finds a deleted record with the rest moved up, and two that changed places', () => {
    const moved = tampered((db) => {
      db.exec('DELETE FROM audit WHERE sequence = 5');
      for (let n = 6; n <= RECORDS; n++) {
        db.exec(`UPDATE audit SET sequence = ${n - 1} WHERE sequence = ${n}`);
      }
    });
    expect(verify(moved).verdict['fault']).toMatch(/record 5 /);
    const swapped = tampered((db) => {
      db.exec(`UPDATE audit SET sequence = 0 WHERE sequence = 7;
        UPDATE audit SET sequence = 7 WHERE sequence = 8;
        UPDATE audit SET sequence = 8 WHERE sequence = 0`);
    });
    expect(verify(swapped).verdict['fault']).toMatch(/record 7 /);
  });

  it('finds a chain computed anew or cut off with its head, beside a head noted before', () => {
    const head = String(verify(whole).verdict['head']);
    const anew = tampered((db) => {
      db.exec(`UPDATE audit SET data = '{}' WHERE sequence = 3`);
      rechain(db, 3);
    });
    expect(verify(anew).status).toBe(0);
    expect(verify(anew, '--head', head).verdict['fault']).toMatch(/another hash/);
    const cut = tampered((db) => {
      db.exec('DELETE FROM audit WHERE sequence > 1400');
      rechain(db, 1400);
    });
    expect(verify(cut).status).toBe(0);
    expect(verify(cut, '--head', head).verdict['fault']).toMatch(/before the head noted before/);
  });

  it.each([
    [['audit']],
    [['audit', 'verify', '--head', '5']],
    [['audit', 'verify', '--data-dir']],
    [['audit', 'verify', '--data-dir', '/absent']],
    [['audit', 'verify', 'more']],
  ])('refuses %j with one line and exit 2', (args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
