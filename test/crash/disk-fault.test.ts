/**
 * Faults of the disk, injected into the system calls of a child by strace: a failed fsync or
 * fdatasync, a disk gone read-only, a full one, a failed write; at several moments. Each time every
 * waiter is told, the store is dead and stays dead (fsync is not tried again), and the next opening
 * holds what was acknowledged.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { DiskReport } from './disk-child.ts';
import { diskChild } from './disk-child.ts';

const base = mkdtempSync(join(tmpdir(), 'chemmy-fault-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Calls to fail, the error, the numbers of the first call that fails; all later ones fail too. */
const FAULTS: readonly (readonly [calls: string, error: string, from: readonly number[]])[] = [
  ['fsync,fdatasync', 'EIO', [30, 45, 61]],
  ['pwrite64', 'EROFS', [200, 333, 700]],
  ['pwrite64', 'ENOSPC', [200, 333, 700]],
  ['pwrite64', 'EIO', [201, 500]],
];

describe.each(FAULTS)('%s fails with %s', (calls, error, froms) => {
  it.each([...froms])('from call %i on', async (from) => {
    const name = `${calls}-${error}-${from}`;
    const folder = join(base, name);
    mkdirSync(folder);
    const script = join(base, `${name}.mjs`);
    writeFileSync(script, diskChild(folder, 4000));
    const inject = `inject=${calls}:error=${error}:when=${from}+`;
    const args = ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject];
    const { stdout, stderr } = spawnSync('strace', [...args, process.execPath, script], {
      encoding: 'utf8',
    });
    const report = JSON.parse(stdout.trim().split('\n').at(-1) || stderr) as DiskReport;
    expect(report).toMatchObject({
      refusals: ['StoreDeadError'],
      deaths: 1,
      ready: false,
      after: 'StoreDeadError',
      unanswered: 0,
    });
    expect(report.acknowledged.length).toBeGreaterThan(0);
    const store = await openSqlite(folder, () => {});
    expect(report.acknowledged.filter((key) => !store.idempotency('dev', key))).toEqual([]);
    expect(store.check()).toEqual([]);
    await store.close();
  });
});
