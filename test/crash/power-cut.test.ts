/**
 * Power cuts (issue 4; reference/service.md §3): the store runs under strace, and the disk is made as
 * it would be had the power gone at any moment, with nothing, everything or any part of what was not
 * yet synced. Each such disk must open, hold every transaction acknowledged before the cut, and check.
 * The same with synchronous = NORMAL must lose some: the simulator can tell. Needs strace, and a
 * system that lets it trace its own child.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { createReads } from '../../server/store/sqlite-reads.ts';
import { migrate } from '../../server/store/sqlite-schema.ts';
import { chanceOf } from './cycle.ts';
import { Disk, readTrace, STRACE } from './write-trace.ts';

const require = createRequire(import.meta.url);
const base = mkdtempSync(join(tmpdir(), 'chemmy-cut-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const module = (name: string) => JSON.stringify(require.resolve(name));

/** Deposits in waves of one to eight; says each key once its COMMIT was answered. */
const STORE = (folder: string, writes: number) => `
  const { openSqlite } = await import(${module('#build/server/store/sqlite.js')});
  const { writeSync } = await import('node:fs');
  const store = await openSqlite(${JSON.stringify(folder)}, () => process.exit(9));
  const write = async (n) => {
    const posting = { from: 'cashier', to: 'player:p' + n % 5, currency: 'EUR', amount: 1 + n,
      kind: 'deposit', round: null };
    const { outcome } = await store.commit({ tenant: 'dev', at: n, postings: [posting],
      idempotency: { key: 'k' + n, digest: 'd', status: 200, location: null,
        bytes: Buffer.alloc(3000, n) },
      audit: [{ actor: 'a', kind: 'deposit', subject: 's' + n, data: '{}' }] });
    if (outcome === 'committed') writeSync(1, 'k' + n + ';');
  };
  for (let n = 0; n < ${writes}; ) {
    const wave = [];
    for (let i = 0; i <= n % 8 && n < ${writes}; i++) wave.push(write(n++));
    await Promise.all(wave);
  }
  await store.close();`;

/** The same promise without the sync: SQLite's NORMAL, which loses the last commits. */
const NORMAL = (folder: string, writes: number) => `
  const { default: Sqlite } = await import(${module('better-sqlite3')});
  const { migrate } = await import(${module('#build/server/store/sqlite-schema.js')});
  const { syncFolder } = await import(${module('#build/server/store/sqlite-file.js')});
  const { writeSync } = await import('node:fs');
  const db = new Sqlite(${JSON.stringify(join(folder, 'chemmy.sqlite'))});
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  migrate(db);
  syncFolder(${JSON.stringify(folder)});
  for (let n = 0; n < ${writes}; n++) {
    db.prepare('INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?)')
      .run('dev', 'k' + n, 'd', 200, null, Buffer.alloc(3000));
    writeSync(1, 'k' + n + ';');
  }`;

function traced(name: string, script: (folder: string, writes: number) => string, writes: number) {
  const folder = join(base, name);
  mkdirSync(folder);
  const file = join(base, `${name}.mjs`);
  const trace = join(base, `${name}.trace`);
  writeFileSync(file, script(folder, writes));
  const args = [...STRACE, '-o', trace, process.execPath, file];
  const { status, stderr, error } = spawnSync('strace', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`strace is wanted, and must be allowed: ${error} ${stderr}`);
  return { folder, steps: readTrace(readFileSync(trace, 'latin1'), folder) };
}

/** Acknowledged keys that a disk has lost; throws where it does not open or check. */
function lost(folder: string, acknowledged: readonly string[], where: string): string[] {
  const db = new Sqlite(join(folder, 'chemmy.sqlite'));
  migrate(db);
  const reads = createReads(db);
  const faults = reads.check();
  if (faults.length > 0) throw new Error(`${where}: ${faults.join('; ')}`);
  const missing = acknowledged.filter((key) => reads.idempotency('dev', key) === undefined);
  db.close();
  return missing;
}

/** Cuts at every acknowledgement and at `more` other steps after the first one. */
function cuts(name: string, steps: ReturnType<typeof readTrace>, more: number): string[] {
  const chance = chanceOf(`power cut ${name}`);
  const first = steps.findIndex((step) => step.kind === 'says');
  expect(first).toBeGreaterThan(0);
  const extra = new Set(Array.from({ length: more }, () => first + chance(steps.length - first)));
  const disk = new Disk();
  const acknowledged: string[] = [];
  const missing: string[] = [];
  let done = 0;
  steps.forEach((step, i) => {
    disk.step(step);
    if (step.kind === 'says') acknowledged.push(...step.text.split(';').filter((k) => k !== ''));
    if (i < first || (step.kind !== 'says' && !extra.has(i))) return;
    const lucks = { none: () => false, all: () => true, some: () => chance(2) === 0 };
    for (const [luck, of] of Object.entries(lucks)) {
      const folder = join(base, `${name}-${done++}`);
      disk.cut(folder, of);
      const where = `cut at step ${i}, ${luck} of the unsynced kept`;
      missing.push(...lost(folder, acknowledged, where).map((key) => `${where}: ${key}`));
      rmSync(folder, { recursive: true });
    }
  });
  process.stderr.write(`power cut, ${name}: ${done} disks, ${acknowledged.length} acknowledged\n`);
  return missing;
}

it('keeps every acknowledged transaction through a power cut at any moment', () => {
  const { steps } = traced('full', STORE, 400);
  expect(steps.filter((step) => step.kind === 'says')).toHaveLength(400);
  // The WAL was copied back at least once: cuts fall into a checkpoint too.
  const checkpoints = steps.filter((s) => s.kind === 'write' && s.path.endsWith('chemmy.sqlite'));
  expect(checkpoints.length).toBeGreaterThan(100);
  expect(cuts('full', steps, 300)).toEqual([]);
});

it('tells a store that does not sync: NORMAL loses acknowledged transactions', () => {
  const { steps } = traced('normal', NORMAL, 40);
  expect(cuts('normal', steps, 10).length).toBeGreaterThan(30);
});
