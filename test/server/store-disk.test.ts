/**
 * A full disk (a limit on the size of files, which needs no rights): the store fails closed, tells
 * every waiter, and has lost nothing when there is room again; the service ends with code 1. Failed
 * syncs and a read-only disk, for which faults are injected: test/crash/disk-fault.test.ts.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { DiskReport } from '../crash/disk-child.ts';
import { diskChild } from '../crash/disk-child.ts';
import { ROOT } from '../games.ts';
import { freshKey, startService } from './service.ts';

const base = mkdtempSync(join(tmpdir(), 'chemmy-disk-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** bash counts in KiB; an ignored SIGXFSZ makes the write fail instead of killing the process. */
const limited = (kib: number) => `trap '' XFSZ; ulimit -f ${kib}; exec "$@"`;

it('fails closed when the disk is full, and has lost nothing when there is room again', async () => {
  const folder = join(base, 'store');
  mkdirSync(folder);
  const script = join(base, 'child.mjs');
  writeFileSync(script, diskChild(folder, 4000));
  const args = ['-c', limited(1024), 'bash', process.execPath, script];
  const { stdout, stderr } = spawnSync('bash', args, { encoding: 'utf8' });
  const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? stderr) as DiskReport;
  expect(report.acknowledged.length).toBeGreaterThan(50);
  expect(report).toMatchObject({
    refusals: ['StoreDeadError'],
    deaths: 1,
    ready: false,
    after: 'StoreDeadError',
    unanswered: 0,
  });
  const store = await openSqlite(folder, () => {});
  const missing = report.acknowledged.filter((key) => store.idempotency('dev', key) === undefined);
  expect(missing).toEqual([]);
  expect(store.check()).toEqual([]);
  await store.close();
});

it('ends the service with code 1 on a full disk, answers 503 until then, and replays after it', async () => {
  const dataDir = join(base, 'service');
  const args = [
    '-c',
    limited(2048),
    'bash',
    process.execPath,
    join(ROOT, 'bin/chemmy.js'),
    'serve',
  ];
  const child = spawn('bash', args, {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', METRICS_PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const first = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  const { listening } = JSON.parse(first) as { listening: string };
  const answers: { key: string; text: string }[] = [];
  const refused = new Set<number>();
  const body = JSON.stringify({ amount: 5, currency: 'EUR' });
  const send = async (): Promise<boolean> => {
    const key = freshKey();
    try {
      const response = await fetch(`${listening}/v1/accounts/ann/deposits`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      });
      const text = await response.text();
      if (response.status === 200) answers.push({ key, text });
      else refused.add(response.status);
      return response.status === 200;
    } catch {
      return false;
    }
  };
  for (let more = true; more && answers.length < 5000; ) {
    more = (await Promise.all(Array.from({ length: 4 }, send))).every(Boolean);
  }
  expect(await exited).toBe(1);
  expect([...refused].filter((status) => status !== 503)).toEqual([]);
  expect(answers.length).toBeGreaterThan(20);

  const service = await startService(dataDir);
  for (const { key, text } of answers.slice(-100)) {
    const reply = await service.post('/v1/accounts/ann/deposits', body, key);
    expect(reply.text).toBe(text);
    expect(reply.headers.get('Idempotent-Replayed')).toBe('true');
  }
  expect(await service.stop()).toBe(0);
});
