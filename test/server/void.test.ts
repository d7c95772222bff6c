/**
 * Z6 over HTTP: what operators do with rounds, open and ended, one box and several, with fees and
 * without, with a ledger that sums to zero after all of it.
 */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Keyed } from './keyed.ts';
import { KEYS, startKeyed } from './keyed.ts';
import type { Json, Service } from './service.ts';
import { list, object, removeFolder } from './service.ts';
import type { Key } from './signed.ts';

let service: Service;
let call: Keyed['call'];
const WHY = { reason: 'exposed card', reference: 'INC-7' };

beforeAll(async () => {
  ({ service, call } = await startKeyed());
  const body = { amount: 1_000_000, currency: 'EUR' };
  expect((await call(KEYS.studio, 'POST', '/v1/accounts/p1/deposits', body)).status).toBe(200);
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  removeFolder(service.dataDir);
});

const deal = async (key: Key = KEYS.studio, player = 'p1'): Promise<Json> => {
  const body = { table: 'oasis-poker', player, boxes: [{ box: 1, ante: 1000 }] };
  const reply = await call(key, 'POST', '/v1/rounds', body);
  expect(reply.status, reply.text).toBe(201);
  return reply.json;
};
const act = (id: unknown, action: string) =>
  call(KEYS.studio, 'POST', `/v1/rounds/${id}/actions`, { player: 'p1', box: 1, action });
const balance = async (player = 'p1'): Promise<number> => {
  const { json } = await call(KEYS.studio, 'GET', `/v1/accounts/${player}`);
  return Number(list(json, 'accounts')[0]?.['balance']);
};
const intervene = (key: Key, id: unknown, what: string, body: object = WHY) =>
  call(key, 'POST', `/v1/rounds/${id}/${what}`, body);

describe('Z6: void, hold, release', () => {
  it('an open round: every stake and fee back, the seed revealed, the would-be result kept', async () => {
    const before = await balance();
    const round = await deal();
    const id = String(round['id']);
    const held = list<string>(list(round, 'boxes')[0], 'cards');
    await call(KEYS.studio, 'POST', `/v1/rounds/${id}/actions`, {
      player: 'p1',
      box: 1,
      action: 'exchange',
      cards: held.slice(0, 1),
    });
    expect(await balance()).toBe(before - 2000);
    const reply = await intervene(KEYS.operator, id, 'void');
    expect([reply.status, reply.json['state']], reply.text).toEqual([200, 'void']);
    expect(await balance()).toBe(before);
    const after = await call(KEYS.studio, 'GET', `/v1/rounds/${id}?player=p1`);
    expect(after.json['seed']).toMatch(/^[0-9a-f]{64}$/);
    expect(object(after.json, 'void')).toEqual(WHY);
    expect((await act(id, 'bet')).json['code']).toBe('round-closed');
    const proof = await call(KEYS.studio, 'GET', `/v1/rounds/${id}/proof`);
    expect((await call(KEYS.lab, 'POST', '/v1/verify', proof.json)).json['ok'], proof.text).toBe(
      true,
    );
    const audit = await call(KEYS.auditor, 'GET', '/v1/audit?limit=5');
    const record = list(audit.json, 'items').find((r) => r['kind'] === 'round-void');
    expect(record?.['subject']).toBe(id);
    expect(object(object(record, 'data'), 'wouldBe')['status']).toBe('settled');
    expect((await intervene(KEYS.operator, id, 'void')).json['code']).toBe('round-closed');
  });

  it('a forfeited ante stays with the house', async () => {
    const before = await balance();
    const { id } = await deal();
    expect((await intervene(KEYS.operator, id, 'void', { ...WHY, forfeit: [9] })).status).toBe(422);
    await intervene(KEYS.operator, id, 'void', { ...WHY, forfeit: [1] });
    expect(await balance()).toBe(before - 1000);
  });

  it('a settled round takes two operators, the first changes no money', async () => {
    const before = await balance();
    const { id } = await deal();
    await act(id, 'bet');
    const settled = await balance();
    const first = await intervene(KEYS.operator, id, 'void');
    expect([first.status, first.json['state']]).toEqual([200, 'settled']);
    expect(object(first.json, 'voidRequested')).toEqual(WHY);
    const same = await intervene(KEYS.operator, id, 'void');
    expect(same.json['state']).toBe('settled');
    expect(await balance()).toBe(settled);
    const other = await intervene(KEYS.second, id, 'void', { ...WHY, forfeit: [1] });
    expect(other.json['code']).toBe('wrong-void');
    expect((await intervene(KEYS.second, id, 'void')).json['state']).toBe('void');
    expect(await balance()).toBe(before);
    const recall = async (key: Key) => {
      const { json } = await call(key, 'GET', `/v1/rounds/${id}/history`);
      return list(json, 'items').map(({ phase, by }) => [phase, by]);
    };
    expect((await recall(KEYS.auditor)).slice(-2)).toEqual([
      ['void-request', 'key:op-1'],
      ['void', 'key:op-2'],
    ]);
    expect((await recall(KEYS.studio)).slice(-2)).toEqual([
      ['settlement', undefined],
      ['void', undefined],
    ]);
  });

  it('what is spent already is booked as uncollected, no player falls below zero', async () => {
    // Played until a round pays; then the winnings are gone before the operators come.
    for (let i = 0; i < 40; i++) {
      await call(KEYS.studio, 'POST', '/v1/accounts/p4/deposits', {
        amount: 4000,
        currency: 'EUR',
      });
      const round = await deal(KEYS.studio, 'p4');
      const id = String(round['id']);
      const body = { player: 'p4', box: 1, action: 'bet' };
      const reply = await call(KEYS.studio, 'POST', `/v1/rounds/${id}/actions`, body);
      const paid = Number(list(reply.json, 'boxes')[0]?.['returned']);
      const all = { amount: await balance('p4'), currency: 'EUR' };
      if (all.amount > 0) await call(KEYS.studio, 'POST', '/v1/accounts/p4/withdrawals', all);
      if (paid <= 3000) continue;
      await intervene(KEYS.operator, id, 'hold');
      expect(await balance('p4')).toBe(0);
      expect((await intervene(KEYS.operator, id, 'hold')).json['code']).toBe('round-closed');
      await intervene(KEYS.operator, id, 'release');
      expect(await balance('p4')).toBe(0);
      await intervene(KEYS.operator, id, 'void');
      await intervene(KEYS.second, id, 'void');
      // Stakes of 3,000 back, the payout of more than that owed: nothing left, the rest uncollected.
      expect(await balance('p4')).toBe(0);
      const db = new Sqlite(join(service.dataDir, 'chemmy.sqlite'), { readonly: true });
      const owed = db
        .prepare("SELECT balance FROM account WHERE account = 'uncollected' AND tenant = 'acme'")
        .pluck()
        .get();
      db.close();
      expect(owed).toBe(3000 - paid);
      return;
    }
    throw new Error('no round paid in 40');
  });

  it('hold and release give back what was taken; an open round is not held', async () => {
    const { id } = await deal();
    expect((await intervene(KEYS.operator, id, 'hold')).json['code']).toBe('round-open');
    await act(id, 'bet');
    const settled = await balance();
    expect((await intervene(KEYS.operator, id, 'hold')).json['state']).toBe('held');
    expect((await intervene(KEYS.operator, id, 'release')).json['state']).toBe('settled');
    expect(await balance()).toBe(settled);
  });

  it('the ledger sums to zero after all of it', () => {
    const db = new Sqlite(join(service.dataDir, 'chemmy.sqlite'), { readonly: true });
    const sums = db.prepare('SELECT sum(balance) FROM account GROUP BY tenant, currency').pluck();
    expect(new Set(sums.all())).toEqual(new Set([0]));
    db.close();
  });
});
