/**
 * Two encrypted seeds swapped in the database (design §2): both rounds fail closed, no card and no
 * money moves by them; both commitments close nothing and deal nothing; everybody else plays on.
 */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fund } from './play.ts';
import type { Json, Service } from './service.ts';
import { list, removeFolder, startService } from './service.ts';

let service: Service;
let rounds: Json[] = [];
let receipts: Json[] = [];
const PLAYERS = ['swapped-a', 'swapped-b', 'other'] as const;
const TABLE = 'oasis-poker';

function swap(dataDir: string, a: unknown, b: unknown): void {
  const db = new Sqlite(join(dataDir, 'chemmy.sqlite'));
  const read = db.prepare('SELECT sealed FROM commitment WHERE id = ?').pluck();
  const [one, two] = [read.get(a), read.get(b)];
  expect(one).toBeInstanceOf(Buffer);
  const write = db.prepare('UPDATE commitment SET sealed = ? WHERE id = ?');
  write.run(two, a);
  write.run(one, b);
  db.close();
}

beforeAll(async () => {
  service = await startService(undefined, { COMMITMENT_LIFE: '1' });
  await fund(service, PLAYERS);
  for (const player of PLAYERS) {
    const dealt = await service.post('/v1/rounds', {
      table: TABLE,
      player,
      boxes: [{ box: 1, ante: 100 }],
    });
    const receipt = await service.post('/v1/commitments', { table: TABLE, player });
    rounds = [...rounds, dealt.json];
    receipts = [...receipts, receipt.json];
  }
  await service.kill();
  swap(service.dataDir, rounds[0]?.['id'], rounds[1]?.['id']);
  swap(service.dataDir, receipts[0]?.['id'], receipts[1]?.['id']);
  // Commitments are due and rounds abandoned at once in the second life.
  service = await startService(service.dataDir, { ABANDONED_AFTER: '1' });
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  removeFolder(service.dataDir);
});

const CARDS = /"[2-9TJQKA][cdhs]"/;

describe('two encrypted seeds swapped', () => {
  it.each([0, 1])('round %i: no card, no decision, no proof; nothing changes', async (i) => {
    const id = String(rounds[i]?.['id']);
    const player = PLAYERS[i] ?? '';
    const calls = [
      () => service.get(`/v1/rounds/${id}`),
      () => service.get(`/v1/rounds/${id}?player=${player}`),
      () => service.get(`/v1/rounds?player=${player}`),
      () => service.post(`/v1/rounds/${id}/actions`, { player, box: 1, action: 'bet' }),
      () => service.post(`/v1/rounds/${id}/actions`, { player, box: 1, action: 'fold' }),
      () => service.post(`/v1/rounds/${id}/void`, { reason: 'r', reference: 'x' }),
      () => service.get(`/v1/rounds/${id}/proof`),
    ];
    for (const call of calls) {
      const reply = await call();
      expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
      expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(reply.text).not.toMatch(CARDS);
      expect(reply.text).not.toContain('"seed"');
    }
    const money = await service.get(`/v1/accounts/${player}/entries?currency=EUR`);
    const own = list(money.json, 'items').filter((entry) => entry['round'] === id);
    expect(own.map((entry) => entry['kind'])).toEqual(['ante']);
  });

  it.each([0, 1])('commitment %i: deals nothing and reveals nothing', async (i) => {
    const id = String(receipts[i]?.['id']);
    const reply = await service.post('/v1/rounds', {
      table: TABLE,
      player: PLAYERS[i],
      boxes: [{ box: 1, ante: 100, clientSeed: 'mine' }],
      commitment: id,
    });
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
    expect(reply.text).not.toMatch(CARDS);
    const { json } = await service.get(`/v1/commitments/${id}`);
    expect([json['state'], json['seed']]).toEqual(['open', undefined]);
  });

  it('another player’s commitment expires, his rounds are dealt and finished', async () => {
    const player = 'other';
    const becomes = async (path: string, state: string) => {
      for (let left = 200; left > 0; left--) {
        if ((await service.get(path)).json['state'] === state) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`${path} is not ${state}`);
    };
    // The house's own upkeep: two seeds that do not open stop it for nobody else.
    await becomes(`/v1/commitments/${receipts[2]?.['id']}`, 'expired');
    await becomes(`/v1/rounds/${rounds[2]?.['id']}`, 'settled');
    const made = await service.post('/v1/commitments', { table: TABLE, player });
    expect(made.status).toBe(201);
    const dealt = await service.post('/v1/rounds', {
      table: TABLE,
      player,
      boxes: [{ box: 1, ante: 100, clientSeed: 'mine' }],
      commitment: made.json['id'],
    });
    expect(dealt.status, dealt.text).toBe(201);
    await becomes(`/v1/rounds/${dealt.json['id']}`, 'settled');
    const proof = await service.get(`/v1/rounds/${dealt.json['id']}/proof`);
    expect((await service.post('/v1/verify', proof.text, null)).json['ok']).toBe(true);
  });

  it('says in its log what does not fit, and no seed', () => {
    expect(service.log()).toContain('an encrypted seed does not belong to its round');
  });
});
