/**
 * Requests of one player at the same time, on the embedded store: limits, funds and turns are those of
 * some order of the requests, never of two that both read the same state.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import type { Inside } from './in-process.ts';
import { houseOf, serveInside } from './in-process.ts';
import { TABLES } from './play.ts';
import { list, object } from './service.ts';

/** Milliseconds before each commit. */
const SLOW_MS = 20;
const folder = mkdtempSync(join(tmpdir(), 'chemmy-parallel-'));
let store: Store;
let one: Inside;
let many: Inside;
beforeAll(async () => {
  const sqlite = await openSqlite(folder, () => {});
  // A commit takes its time, so that all who come together have read the same state.
  store = {
    ...sqlite,
    commit: async (transaction) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return sqlite.commit(transaction);
    },
  };
  one = await serveInside(await houseOf({ store, openRoundsMax: 1 }));
  many = await serveInside(await houseOf({ store, openRoundsMax: 10_000 }));
});
afterAll(async () => {
  await one.close();
  await many.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const EUR = TABLES.filter((table) => !table.startsWith('oasis-stud'));
const deposit = (player: string, amount: number, currency = 'EUR') =>
  one.post(`/v1/accounts/${player}/deposits`, { amount, currency });
const dealAt = (at: Inside, player: string, table = 'caribbean-stud') =>
  at.post('/v1/rounds', { table, player, boxes: [{ box: 1, ante: 100 }] });
const balanceOf = (player: string): number =>
  store.balance('dev', `player:${player}`, 'EUR') ?? Number.NaN;

describe('OPEN_ROUNDS_MAX', () => {
  it('twenty deals of one player at one table with different keys: one round, 19 times 409', async () => {
    for (const player of ['a1', 'a2', 'a3']) {
      await deposit(player, 100_000);
      const replies = await Promise.all(Array.from({ length: 20 }, () => dealAt(one, player)));
      expect(replies.map((r) => r.status).sort()).toEqual([201, ...Array(19).fill(409)]);
      for (const { status, json } of replies)
        if (status === 409) expect(json['code']).toBe('round-open');
      expect(store.openRoundsOf('dev', 'caribbean-stud', player)).toHaveLength(1);
      expect(balanceOf(player)).toBe(99_900);
    }
  });

  it('counts a player wherever he has a box, and names nobody', async () => {
    const players = ['zoe-1', 'zoe-2', 'zoe-3', 'zoe-4'];
    for (const player of players) await deposit(player, 100_000, 'CZK');
    // Each opens with himself and a neighbour: no two of the four can both stand.
    const replies = await Promise.all(
      players.flatMap((opener, i) =>
        [1, 2, 3, 4, 5].map((n) =>
          one.post('/v1/rounds', {
            table: 'oasis-stud',
            player: opener,
            boxes: [
              { box: n, ante: 100, player: opener },
              { box: 6, ante: 100, player: players[i === 0 ? 3 : 0] },
            ],
          }),
        ),
      ),
    );
    expect(replies.filter((r) => r.status === 201)).toHaveLength(1);
    for (const { status, json, text } of replies.filter((r) => r.status !== 201)) {
      expect([status, json['code']]).toEqual([409, 'round-open']);
      expect(text).not.toContain('zoe');
    }
    for (const player of players) {
      expect(store.openRoundsOf('dev', 'oasis-stud', player).length).toBeLessThanOrEqual(1);
    }
  });
});

describe('funds', () => {
  it('C14: of parallel deals only so many stand as leave every reserve covered', async () => {
    // Tables that keep 200 a box behind the 100 of the deal; each table has its own sequence, so that
    // nothing but the funds can tell the deals apart: 499 is one deal short of three.
    const tables = ['caribbean-stud', 'russian-poker', 'russian-poker-classic'];
    await deposit('b1', 499);
    const replies = await Promise.all(tables.map((table) => dealAt(many, 'b1', table)));
    expect(replies.map((r) => r.status).sort()).toEqual([201, 201, 409]);
    expect(replies.find((r) => r.status === 409)?.json['code']).toBe('insufficient-funds');
    expect(balanceOf('b1')).toBe(299);
  });

  it('C14: each turn names what the player can pay right after that very deal', async () => {
    // Tables that offer an exchange: 100 of fee and 200 of bet must be there for it to be listed.
    const tables = EUR.filter((table) => table !== 'caribbean-stud');
    await deposit('b2', 1_000);
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, i) => dealAt(many, 'b2', tables[i % tables.length])),
    );
    const dealt = replies.filter((r) => r.status === 201);
    expect(dealt.length).toBeGreaterThan(3);
    const { items } = store.entries({
      tenant: 'dev',
      account: 'player:b2',
      currency: 'EUR',
      limit: 200,
      cursor: null,
    });
    for (const { json } of dealt) {
      const left = items.find((entry) => entry.round === json['id'])?.balance ?? 0;
      const actions = list<string>(object(json, 'turn'), 'actions');
      expect(actions.includes('exchange'), `${left} ${json['table']}`).toBe(left >= 300);
      expect(actions.includes('bet')).toBe(left >= 200);
    }
  });

  it('C14: of parallel exchanges none leaves a bet uncovered that another had counted on', async () => {
    await deposit('b3', 3_000);
    const rounds = await Promise.all(
      Array.from({ length: 8 }, () => dealAt(many, 'b3', 'russian-poker')),
    );
    const take = balanceOf('b3') - 500;
    await one.post('/v1/accounts/b3/withdrawals', { amount: take, currency: 'EUR' });
    // 500 left: an exchange takes 100 and wants 200 more behind it: three of eight, in any order.
    const replies = await Promise.all(
      rounds.map(({ json }) => {
        const action = { player: 'b3', box: 1, action: 'buy' };
        return many.post(`/v1/rounds/${json['id']}/actions`, action);
      }),
    );
    expect(replies.map((r) => r.status).sort()).toEqual([200, 200, 200, ...Array(5).fill(409)]);
    expect(balanceOf('b3')).toBe(200);
  });

  it('the ledger holds after all of it', () => expect(store.check()).toEqual([]));
});
