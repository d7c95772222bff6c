/** The store's metrics tell what was written; the whole of /metrics is clean where promtool is here. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fund } from './play.ts';
import type { Service } from './service.ts';
import { removeFolder, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  removeFolder(service.dataDir);
});
const scrape = async () => (await fetch(service.metricsUrl)).text();
const sample = (text: string, name: string): number =>
  Number(new RegExp(`^${name} ([0-9.e-]+)$`, 'm').exec(text)?.[1]);

it('tell how many requests each COMMIT held, how long it took, and how many wait', async () => {
  const before = await scrape();
  const players = Array.from({ length: 20 }, (_, i) => `p${i}`);
  await Promise.all(players.map((player) => fund(service, [player])));
  const after = await scrape();
  const grown = (name: string) => sample(after, name) - sample(before, name);
  // Two currencies a player; the daily check of integrity may have come in between.
  expect(grown('chemmy_store_commit_transactions_sum')).toBeGreaterThanOrEqual(40);
  const commits = grown('chemmy_store_commit_transactions_count');
  expect(commits).toBeGreaterThan(0);
  expect(grown('chemmy_store_commit_seconds_count')).toBe(commits);
  expect(grown('chemmy_store_commit_seconds_sum')).toBeGreaterThan(0);
  expect(sample(after, 'chemmy_store_waiting')).toBe(0);
  expect(sample(after, 'chemmy_store_waiting_max')).toBe(4096);
});

it('have help and type each, and names that promtool takes where it is installed', async () => {
  const text = await scrape();
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  expect(names.length).toBeGreaterThan(20);
  for (const [, name = '', type] of names) {
    expect(text, name).toContain(`# HELP ${name} `);
    expect(name.endsWith('_total'), `${name} ${type}`).toBe(type === 'counter');
  }
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  if (checked.error === undefined) expect(checked.stdout + checked.stderr).toBe('');
});
