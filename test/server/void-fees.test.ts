/**
 * Z6: a void gives back every fee, the dealer exchange's and the insurance too; and a held round whose
 * winnings are spent already settles what is owed from the refund. On rigged decks, so that each fee
 * is really paid; by two operators, with signed calls.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../engine/core.ts';
import type { ApiKey, Role } from '../../server/keys.ts';
import { createMemoryStore } from '../../server/store/memory.ts';
import { deckFrom } from '../games.ts';
import type { Inside } from './in-process.ts';
import { houseOf, serveInside } from './in-process.ts';
import { handsOf } from './rigged.ts';
import type { Json, Service } from './service.ts';
import { list, object } from './service.ts';
import { signed } from './signed.ts';

const secret = 'ab'.repeat(32);
const role = (id: string, role: Role): [string, ApiKey] => [
  id,
  {
    id,
    secret: Buffer.from(secret, 'hex'),
    principal: { tenant: 'acme', role, actor: `key:${id}` },
    expiresAt: null,
  },
];
const store = createMemoryStore();
let deck: number[] | null = null;
const watchCore = (bare: Core): Core => ({
  ...bare,
  shuffle: (key, count) => (deck === null ? bare.shuffle(key, count) : Uint8Array.from(deck)),
});
let at: Inside;
beforeAll(async () => {
  const house = await houseOf({ store, watchCore, now: Date.now });
  const keys = new Map([
    role('play', 'studio'),
    role('op-1', 'operator'),
    role('op-2', 'operator'),
  ]);
  at = await serveInside(house, keys);
});
afterEach(() => {
  deck = null;
});
afterAll(() => at.close());

const WHY = { reason: 'the wheel stood still', reference: 'INC-1' };
async function ask(id: string, path: string, body: object, status = 200): Promise<Json> {
  const service = at as unknown as Service;
  const reply = await signed(service, { id, secret }, 'POST', path, body);
  expect(reply.status, reply.text).toBe(status);
  return reply.json;
}
const deposit = (player: string, amount: number, currency: string) =>
  ask('play', `/v1/accounts/${player}/deposits`, { amount, currency });
const deal = async (table: string, boxes: { box: number; ante: number; player: string }[]) => {
  const player = boxes[0]?.player ?? '';
  return String((await ask('play', '/v1/rounds', { table, player, boxes }, 201))['id']);
};
const act = (id: string, player: string, box: number, action: string, more = {}) =>
  ask('play', `/v1/rounds/${id}/actions`, { player, box, action, ...more });
const balance = (account: string, currency: string): number =>
  store.balance('acme', account, currency) ?? 0;
const kinds = (player: string, currency: string, round: string): [string, number][] =>
  store
    .entries({ tenant: 'acme', account: `player:${player}`, currency, limit: 200, cursor: null })
    .items.filter((entry) => entry.round === round)
    .map((entry) => [entry.kind, entry.amount]);

describe('fees that come back', () => {
  it('Z10: the extra ante of a dealer exchange, paid by one box while another was still to be asked', async () => {
    for (const player of ['z1', 'z2']) await deposit(player, 10_000, 'CZK');
    // Two pairs against a dealer without game: both bet, the last box is asked first and pays.
    deck = deckFrom(handsOf(['Ks Kd 9c 5h 3c', 'Qs Qd 8c 4h 2c', 'Jd 9h 7s 6d 2h']));
    const id = await deal('oasis-stud-exchange', [
      { box: 1, ante: 100, player: 'z1' },
      { box: 2, ante: 200, player: 'z2' },
    ]);
    await act(id, 'z1', 1, 'bet');
    await act(id, 'z2', 2, 'bet');
    const asked = await act(id, 'z2', 2, 'exchange-dealer');
    expect([asked['state'], object(asked, 'turn')['box']]).toEqual(['open', 1]);
    expect(kinds('z2', 'CZK', id)[0]).toEqual(['dealer-exchange-fee', -200]);
    expect([balance('player:z1', 'CZK'), balance('player:z2', 'CZK')]).toEqual([9_700, 9_200]);
    expect((await ask('op-1', `/v1/rounds/${id}/void`, WHY))['state']).toBe('void');
    expect([balance('player:z1', 'CZK'), balance('player:z2', 'CZK')]).toEqual([10_000, 10_000]);
    expect(kinds('z2', 'CZK', id)[0]).toEqual(['void-refund', 800]);
    expect(balance('house', 'CZK')).toBe(0);
  });

  it('Z6: a forfeited ante stays, the offender’s fees and the others’ stakes do not', async () => {
    for (const player of ['y1', 'y2']) await deposit(player, 10_000, 'CZK');
    deck = deckFrom(handsOf(['Ks Kd 9c 5h 3c', 'Qs Qd 8c 4h 2c', 'Jd 9h 7s 6d 2h']));
    const id = await deal('oasis-stud-exchange', [
      { box: 1, ante: 100, player: 'y1' },
      { box: 2, ante: 200, player: 'y2' },
    ]);
    await act(id, 'y1', 1, 'bet');
    await act(id, 'y2', 2, 'bet');
    await act(id, 'y2', 2, 'exchange-dealer');
    await ask('op-1', `/v1/rounds/${id}/void`, { ...WHY, forfeit: [2] });
    expect([balance('player:y1', 'CZK'), balance('player:y2', 'CZK')]).toEqual([10_000, 9_800]);
  });

  it('R8: the insurance of a box that has bet, and the bought card', async () => {
    await deposit('r1', 10_000, 'EUR');
    deck = deckFrom(handsOf(['9s 9d 9c 5h 3c', 'Qs Qd 8c 4h 2c', 'Jd Th 7s 6d 2h']));
    const id = await deal('russian-poker', [
      { box: 1, ante: 100, player: 'r1' },
      { box: 2, ante: 200, player: 'r1' },
    ]);
    await act(id, 'r1', 1, 'bet', { insurance: 150 });
    await act(id, 'r1', 2, 'buy');
    expect(
      kinds('r1', 'EUR', id)
        .map(([kind]) => kind)
        .sort(),
    ).toEqual(['ante', 'ante', 'bet', 'buy-fee', 'insurance'].sort());
    expect(balance('player:r1', 'EUR')).toBe(10_000 - 300 - 200 - 150 - 200);
    await ask('op-1', `/v1/rounds/${id}/void`, WHY);
    expect(balance('player:r1', 'EUR')).toBe(10_000);
  });

  it('the same after the end: the extra ante of russian-poker-classic, by two operators', async () => {
    await deposit('r2', 10_000, 'EUR');
    // The dealer changes his jack for a ten: still no game, ante and bet back, the fee gone.
    deck = deckFrom(handsOf(['9s 9d 8c 5h 3c', 'Jd 8h 7s 6d 2h'], 'Ts'));
    const id = await deal('russian-poker-classic', [{ box: 1, ante: 100, player: 'r2' }]);
    await act(id, 'r2', 1, 'bet');
    const ended = await act(id, 'r2', 1, 'exchange-dealer');
    expect(ended['state']).toBe('settled');
    const lines = list(list(ended, 'boxes')[0], 'lines').map(({ bet, stake }) => [bet, stake]);
    expect(lines.reduce((sum, [, stake]) => sum + Number(stake), 0)).toBe(400);
    await ask('op-1', `/v1/rounds/${id}/void`, WHY);
    await ask('op-2', `/v1/rounds/${id}/void`, WHY);
    expect(balance('player:r2', 'EUR')).toBe(10_000);
  });
});

describe('a held round', () => {
  /** A flush against a pair: 100 of ante, 200 of bet; 200 + 200 + 5 × 200 come back. */
  const FLUSH = () => deckFrom(handsOf(['As Js 9s 5s 3s', 'Qd Qh 8c 4h 2c']));
  const play = async (player: string): Promise<string> => {
    await deposit(player, 300, 'EUR');
    deck = FLUSH();
    const id = await deal('caribbean-stud', [{ box: 1, ante: 100, player }]);
    const ended = await act(id, player, 1, 'bet');
    expect(list(ended, 'boxes')[0]).toMatchObject({ category: 'flush', returned: 1_400 });
    return id;
  };
  const voided = async (id: string) => {
    await ask('op-1', `/v1/rounds/${id}/void`, WHY);
    return ask('op-2', `/v1/rounds/${id}/void`, WHY);
  };
  const others = () => ({
    house: balance('house', 'EUR'),
    uncollected: balance('uncollected', 'EUR'),
  });

  it.each([
    // Spent, taken by the hold, owed; after the void: what the player has, what stays uncollected.
    ['nothing was spent', 0, 1_400, 0, 300, 0],
    ['a part was spent, the refund covers it', 200, 1_200, 200, 100, 0],
    ['as much was spent as the refund is', 300, 1_100, 300, 0, 0],
    ['more was spent than comes back', 1_000, 400, 1_000, 0, -700],
    ['everything was spent', 1_400, 0, 1_400, 0, -1_100],
  ])('is void and %s', async (name, spent, taken, owed, left, uncollected) => {
    const player = name.replaceAll(/[^a-z]/g, '-');
    const before = others();
    const id = await play(player);
    if (spent > 0) {
      const body = { amount: spent, currency: 'EUR' };
      await ask('play', `/v1/accounts/${player}/withdrawals`, body);
    }
    await ask('op-1', `/v1/rounds/${id}/hold`, WHY);
    expect(balance(`player:${player}`, 'EUR')).toBe(1_400 - spent - taken);
    expect(others().uncollected).toBe(before.uncollected - owed);
    expect((await voided(id))['state']).toBe('void');
    expect(balance(`player:${player}`, 'EUR')).toBe(left);
    expect(others()).toEqual({
      house: before.house,
      uncollected: before.uncollected + uncollected,
    });
  });

  it('released with something owed, then void: as if it had never been held', async () => {
    const before = others();
    const id = await play('released');
    const body = { amount: 1_000, currency: 'EUR' };
    await ask('play', '/v1/accounts/released/withdrawals', body);
    await ask('op-1', `/v1/rounds/${id}/hold`, WHY);
    await ask('op-2', `/v1/rounds/${id}/release`, WHY);
    expect(balance('player:released', 'EUR')).toBe(400);
    expect(others().uncollected).toBe(before.uncollected);
    await voided(id);
    expect(balance('player:released', 'EUR')).toBe(0);
    expect(others()).toEqual({ house: before.house, uncollected: before.uncollected - 700 });
  });

  it('the ledger holds after all of it', () => expect(store.check()).toEqual([]));
});
