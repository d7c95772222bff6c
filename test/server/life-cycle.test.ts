/**
 * Commitments from issue to end: used, expired after their life, retired when their table's terms are
 * no longer the same; each end is final and reveals the seed that the commitment was made of. And
 * histories as files.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Json } from './service.ts';
import { freshFolder, list, removeFolder, startService } from './service.ts';

/** Design §2.3, written anew. */
function opens(receipt: Json, seed: unknown): boolean {
  const hash = createHash('sha256').update('chemmy/commit/v1');
  for (const hex of [
    String(receipt['id']).replaceAll('-', ''),
    String(receipt['rulesetHash']),
    String(receipt['termsHash']),
    String(seed),
  ]) {
    hash.update(Buffer.from(hex, 'hex'));
  }
  return hash.digest('hex') === receipt['commitment'];
}

const table = (max: number) => ({
  tables: [
    {
      id: 'oasis-poker',
      ruleset: 'oasis-poker',
      currency: 'EUR',
      limits: { ante: { min: 100, max }, bonus: { min: 100, max: 1000 }, maxPayout: 10_000_000 },
    },
  ],
});

it('expires, retires, reveals; a closed commitment deals nothing', async () => {
  const folder = freshFolder();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, '..', 'tables.json');
  writeFileSync(file, JSON.stringify(table(1000)));
  let service = await startService(folder, { TABLES: file, COMMITMENT_LIFE: '2' });
  await service.post('/v1/accounts/p1/deposits', { amount: 100_000, currency: 'EUR' });
  const ask = { table: 'oasis-poker', player: 'p1' };
  const first = await service.post('/v1/commitments', ask);
  expect(first.status).toBe(201);
  const same = await service.post('/v1/commitments', ask);
  expect([same.status, same.text]).toEqual([200, first.text]);
  await new Promise((resolve) => setTimeout(resolve, 3_300));
  const path = `/v1/commitments/${first.json['id']}`;
  const expired = (await service.get(path)).json;
  expect(expired['state']).toBe('expired');
  expect(opens(first.json, expired['seed'])).toBe(true);
  const boxes = [{ box: 1, ante: 100, clientSeed: 'mine' }];
  const late = await service.post('/v1/rounds', { ...ask, boxes, commitment: first.json['id'] });
  expect([late.status, late.json['code']]).toEqual([409, 'commitment-closed']);
  await service.stop();

  // The life is long now; the terms change over a restart.
  service = await startService(folder, { TABLES: file });
  const second = await service.post('/v1/commitments', ask);
  expect([second.status, second.json['sequence']]).toEqual([201, 2]);
  await service.stop();
  writeFileSync(file, JSON.stringify(table(2000)));
  service = await startService(folder, { TABLES: file });
  const third = await service.post('/v1/commitments', ask);
  expect([third.status, third.json['sequence']]).toEqual([201, 3]);
  const retired = (await service.get(`/v1/commitments/${second.json['id']}`)).json;
  expect(retired['state']).toBe('retired');
  expect(opens(second.json, retired['seed'])).toBe(true);
  const used = await service.post('/v1/rounds', { ...ask, boxes, commitment: third.json['id'] });
  expect([used.status, used.json['fairness']]).toEqual([201, 'player-seeded']);
  const again = await service.post('/v1/rounds', { ...ask, boxes, commitment: third.json['id'] });
  expect([again.status, again.json['code']]).toEqual([409, 'commitment-used']);

  // Histories as files.
  const entries = '/v1/accounts/p1/entries?currency=EUR';
  const items = list((await service.get(`${entries}&limit=1`)).json, 'items');
  const lines = await service.get(`${entries}&limit=1&format=jsonl`);
  expect(JSON.parse(lines.text)).toEqual(items[0]);
  expect(lines.headers.get('link')).toMatch(
    /^<\/v1\/accounts\/p1\/entries\?.*cursor=.*rel="next"$/,
  );
  const sheet = await service.get(`${entries}&format=csv`);
  expect(sheet.headers.get('content-type')).toMatch(/^text\/csv/);
  const [head, ...rows] = sheet.text.split('\r\n');
  expect(head?.split(',').sort()).toEqual(Object.keys(items[0] ?? {}).sort());
  expect(rows.filter((row) => row !== '')).toHaveLength(2);
  expect((await service.get(`${entries}&format=xml`)).status).toBe(400);
  const rounds = await service.get('/v1/rounds?player=p1&format=jsonl');
  expect((JSON.parse(rounds.text) as Json)['id']).toBe(third.json['id']);
  expect(await service.stop()).toBe(0);
  removeFolder(folder);
});
