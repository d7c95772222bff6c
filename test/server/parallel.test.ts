/**
 * Many at once and once too often (issue 4; field log C9, F7): twenty requests with one key have one
 * effect and one answer, twenty with keys of their own one winner; a key binds its round; what failed
 * on the way to the disk is done once; nobody sees another's cards.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../server/store/memory.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { StoreBusyError, StoreDeadError } from '../../server/store/store.ts';
import type { Inside } from './in-process.ts';
import { houseOf, serveInside } from './in-process.ts';
import { fund } from './play.ts';
import type { Json, Reply } from './service.ts';
import { freshKey, list, object } from './service.ts';

let store: Store;
let service: Inside;
const folder = mkdtempSync(join(tmpdir(), 'chemmy-parallel-'));
beforeAll(async () => {
  store = await openSqlite(folder, () => {});
  service = await serveInside(await houseOf({ store }));
  await fund(service, ['p1', 'p2', 'p3']);
});
afterAll(async () => {
  expect(store.check()).toEqual([]);
  await service.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const TWENTY = Array.from({ length: 20 }, (_, i) => i);
const deal = (player = 'p1') => ({ table: 'oasis-poker', player, boxes: [{ box: 1, ante: 100 }] });
const BET = { player: 'p1', box: 1, action: 'bet' };
const entriesOf = (player: string, round: unknown) =>
  store
    .entries({
      tenant: 'dev',
      account: `player:${player}`,
      currency: 'EUR',
      limit: 200,
      cursor: null,
    })
    .items.filter((entry) => entry.round === round)
    .map((entry) => entry.kind);

/** Twenty at once; those told `in-flight` ask again, as a client does. */
async function together(send: () => Promise<Reply>): Promise<Reply[]> {
  const asked = async (): Promise<Reply> => {
    for (let left = 100; left > 0; left--) {
      const reply = await send();
      if (reply.json['code'] !== 'in-flight') return reply;
    }
    throw new Error('in flight for ever');
  };
  return Promise.all(TWENTY.map(asked));
}

describe('F7: twenty requests with one key', () => {
  const same = (replies: readonly Reply[], status: number) => {
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([status]));
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    const first = replies.filter((reply) => reply.headers.get('Idempotent-Replayed') === null);
    expect(first).toHaveLength(1);
    return first[0]?.json as Json;
  };

  it('a deal: one round, one ante', async () => {
    const key = freshKey();
    const before = store.rounds({ tenant: 'dev', limit: 200, cursor: null }).items.length;
    const round = same(await together(() => service.post('/v1/rounds', deal(), key)), 201);
    const after = store.rounds({ tenant: 'dev', limit: 200, cursor: null }).items.length;
    expect(after).toBe(before + 1);
    expect(entriesOf('p1', round['id'])).toEqual(['ante']);
  });

  it('a bet that settles: one debit, at most one payout', async () => {
    const { json } = await service.post('/v1/rounds', deal());
    const key = freshKey();
    const path = `/v1/rounds/${json['id']}/actions`;
    const round = same(await together(() => service.post(path, BET, key)), 200);
    const returned = Number(list(round, 'boxes')[0]?.['returned']);
    const payout = returned > 0 ? ['payout'] : [];
    expect(entriesOf('p1', json['id'])).toEqual([...payout, 'bet', 'ante']);
  });

  it('a commitment: one seed; with keys of their own all get the open one', async () => {
    const asked = { table: 'russian-poker', player: 'p2' };
    const key = freshKey();
    const made = same(await together(() => service.post('/v1/commitments', asked, key)), 201);
    const others = await Promise.all(TWENTY.map(() => service.post('/v1/commitments', asked)));
    expect(new Set(others.map((reply) => reply.json['id']))).toEqual(new Set([made['id']]));
    expect(store.lastSequence('dev', 'russian-poker', 'p2')).toBe(1);
  });
});

describe('twenty requests with keys of their own', () => {
  it('one bet wins, nineteen find the round closed', async () => {
    const { json } = await service.post('/v1/rounds', deal());
    const path = `/v1/rounds/${json['id']}/actions`;
    const replies = await Promise.all(TWENTY.map(() => service.post(path, BET)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const codes = replies.filter((r) => r.status !== 200).map((r) => r.json['code']);
    expect(new Set(codes)).toEqual(new Set(['round-closed']));
    expect(entriesOf('p1', json['id']).filter((kind) => kind !== 'payout')).toEqual([
      'bet',
      'ante',
    ]);
  });

  it('one deal has the commitment, nineteen find it used', async () => {
    const asked = { table: 'oasis-poker', player: 'p3' };
    const receipt = await service.post('/v1/commitments', asked);
    const replies = await Promise.all(
      TWENTY.map((i) =>
        service.post('/v1/rounds', {
          ...asked,
          commitment: receipt.json['id'],
          boxes: [{ box: 1, ante: 100, clientSeed: `seed ${i}` }],
        }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    const codes = replies.filter((r) => r.status !== 201).map((r) => r.json['code']);
    expect(new Set(codes)).toEqual(new Set(['commitment-used']));
    expect(entriesOf('p3', receipt.json['id'])).toEqual(['ante']);
  });
});

describe('a key binds its request', () => {
  it('the same key and body on two rounds: 422, the second one unchanged', async () => {
    const [one, two] = [
      await service.post('/v1/rounds', deal()),
      await service.post('/v1/rounds', deal()),
    ];
    const key = freshKey();
    const send = (id: unknown) => service.post(`/v1/rounds/${id}/actions`, BET, key);
    const bet = await send(one.json['id']);
    expect(bet.status).toBe(200);
    const row = store.round('dev', String(two.json['id']));
    const reused = await send(two.json['id']);
    expect([reused.status, reused.json['code']]).toEqual([422, 'key-reused']);
    expect(reused.text).not.toMatch(/"[2-9TJQKA][cdhs]"/);
    expect(store.round('dev', String(two.json['id']))).toEqual(row);
    expect((await send(one.json['id'])).text).toBe(bet.text);
  });
});

describe('Z1, C13: another player’s box', () => {
  it('is 403 without a card, to act and to replay; to look at, it has no card and no stake', async () => {
    const boxes = ['p1', 'p2'].map((player, i) => ({ box: i + 1, ante: 500, player }));
    const body = { table: 'oasis-stud-exchange', player: 'p1', boxes };
    const { json } = await service.post('/v1/rounds', body);
    const path = `/v1/rounds/${json['id']}`;
    const mine = list<string>(list(json, 'boxes')[0], 'cards');
    for (const action of ['bet', 'fold', 'exchange']) {
      const cards = action === 'exchange' ? { cards: mine.slice(0, 1) } : {};
      const reply = await service.post(`${path}/actions`, {
        player: 'p2',
        box: 1,
        action,
        ...cards,
      });
      expect([reply.status, reply.json['code']]).toEqual([403, 'not-your-box']);
      expect(reply.text).not.toMatch(/"[2-9TJQKA][cdhs]"/);
    }
    const seen = await service.get(`${path}?player=p2`);
    expect(seen.text).not.toContain('p1');
    const other = list(seen.json, 'boxes').find((box) => box['box'] === 1);
    expect(other).toEqual({ box: 1, cards: [null, null, null, null, null] });
    expect(object(seen.json, 'turn')).toEqual({ box: 1 });
    for (const card of mine) expect(seen.text).not.toContain(`"${card}"`);
  });
});

describe('C9: what failed on the way, tried again with the same key', () => {
  it('a full queue: nothing was done, then it is done once; after it the key replays', async () => {
    const disk = createMemoryStore();
    let full = false;
    const busy: Store = {
      ...disk,
      commit: (transaction) =>
        full ? Promise.reject(new StoreBusyError('full')) : disk.commit(transaction),
    };
    const house = await serveInside(await houseOf({ store: busy }));
    await fund(house, ['p1']);
    const { json } = await house.post('/v1/rounds', deal());
    const path = `/v1/rounds/${json['id']}/actions`;
    const balance = () => disk.balance('dev', 'player:p1', 'EUR');
    const before = balance();
    full = true;
    const refused = await house.post(path, BET, 'C9');
    expect([refused.status, refused.json['code']]).toEqual([503, 'busy']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(balance()).toBe(before);
    full = false;
    const done = await house.post(path, BET, 'C9');
    expect(done.status).toBe(200);
    const after = balance();
    const again = await house.post(path, BET, 'C9');
    expect([again.text, balance()]).toEqual([done.text, after]);
    expect(disk.check()).toEqual([]);
    await house.close();
  });

  it.each([
    ['before', false],
    ['after', true],
  ])('a store that dies %s COMMIT: 503, and the next life does it once', async (_, kept) => {
    const disk = createMemoryStore();
    let dies = false;
    const dying: Store = {
      ...disk,
      ready: () => !dies,
      commit: async (transaction) => {
        if (!dies) return disk.commit(transaction);
        if (kept) await disk.commit(transaction);
        throw new StoreDeadError('fsync failed');
      },
    };
    let house = await serveInside(await houseOf({ store: dying }));
    await fund(house, ['p1']);
    const { json } = await house.post('/v1/rounds', deal());
    const path = `/v1/rounds/${json['id']}/actions`;
    dies = true;
    const failed = await house.post(path, BET, 'C9');
    expect([failed.status, failed.json['code']]).toEqual([503, 'not-ready']);
    expect((await house.get('/readyz')).status).toBe(503);
    await house.close();
    house = await serveInside(await houseOf({ store: disk }));
    const done = await house.post(path, BET, 'C9');
    expect([done.status, done.headers.get('Idempotent-Replayed')]).toEqual([
      200,
      kept ? 'true' : null,
    ]);
    const account = { tenant: 'dev', account: 'player:p1', currency: 'EUR' };
    const kinds = disk.entries({ ...account, limit: 200, cursor: null }).items.map((e) => e.kind);
    expect(kinds.filter((kind) => kind === 'bet')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'payout').length).toBeLessThanOrEqual(1);
    expect(disk.check()).toEqual([]);
    await house.close();
  });

  it('a bet, its compensation by a void, the bet’s key again: the old answer, no money', async () => {
    const { json } = await service.post('/v1/rounds', { ...deal(), table: 'russian-poker' });
    const path = `/v1/rounds/${json['id']}`;
    const cards = list<string>(list(json, 'boxes')[0], 'cards').slice(0, 1);
    const exchange = { player: 'p1', box: 1, action: 'exchange', cards };
    const done = await service.post(`${path}/actions`, exchange, 'C9-void');
    const why = { reason: 'downstream failure', reference: 'C9' };
    expect((await service.post(`${path}/void`, why)).json['state']).toBe('void');
    const kinds = entriesOf('p1', json['id']);
    expect(kinds).toEqual(['void-refund', 'exchange-fee', 'ante']);
    const again = await service.post(`${path}/actions`, exchange, 'C9-void');
    expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([done.text, 'true']);
    expect(entriesOf('p1', json['id'])).toEqual(kinds);
    const fresh = await service.post(`${path}/actions`, exchange);
    expect(fresh.json['code']).toBe('round-closed');
  });
});
