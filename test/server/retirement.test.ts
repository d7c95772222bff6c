/**
 * What ends unused commitments besides their life: a latched generator (design §2.1) and a new deck
 * after a winning royal flush (Z7). Each reveals its seed; open rounds go on with their deck. And the
 * room that an account must have for what it may win. The service's own parts, with chance in the
 * test's hands (test/server/in-process.ts).
 */
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { commitmentOf } from '../../engine/chance.ts';
import type { Core } from '../../engine/core.ts';
import { fromHex, toHex, uuidOctets } from '../../engine/octets.ts';
import { planCommitment } from '../../server/commitment.ts';
import type { House } from '../../server/house.ts';
import { createMemoryStore } from '../../server/store/memory.ts';
import { createTables } from '../../server/tables.ts';
import type { Upkeep } from '../../server/upkeep.ts';
import { startUpkeep } from '../../server/upkeep.ts';
import { core, deckFrom, library } from '../games.ts';
import type { Inside } from './in-process.ts';
import { houseOf, replayEntropy, serveInside } from './in-process.ts';
import { handsOf } from './rigged.ts';
import type { Json } from './service.ts';
import { list } from './service.ts';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});
async function serve(house: House, upkeep = true): Promise<Inside> {
  const inside = await serveInside(house);
  const work: Upkeep | null = upkeep
    ? startUpkeep(house, 0, () => {}, pino({ level: 'silent' }), house.now)
    : null;
  closing.push(async () => {
    await work?.stop();
    await inside.close();
  });
  return inside;
}

const deposit = (at: Inside, player: string, amount = 1_000_000) =>
  at.post(`/v1/accounts/${player}/deposits`, { amount, currency: 'EUR' });
const commit = (at: Inside, player: string, table = 'caribbean-stud') =>
  at.post('/v1/commitments', { table, player });
const deal = (at: Inside, player: string, ante = 100, table = 'caribbean-stud') =>
  at.post('/v1/rounds', { table, player, boxes: [{ box: 1, ante }] });
const bet = (at: Inside, id: unknown, player: string) =>
  at.post(`/v1/rounds/${id}/actions`, { player, box: 1, action: 'bet' });
const stateOf = async (at: Inside, id: unknown): Promise<Json> =>
  (await at.get(`/v1/commitments/${id}`)).json;

/** Design §2.3: the revealed seed is the one that was committed to. */
function opens(row: Json): boolean {
  const bytes = (member: string) => fromHex(String(row[member])) ?? new Uint8Array(0);
  const made = commitmentOf(core, {
    roundId: uuidOctets(String(row['id'])) ?? new Uint8Array(0),
    rulesetHash: bytes('rulesetHash'),
    termsHash: bytes('termsHash'),
    seed: bytes('seed'),
  });
  return toHex(made) === row['commitment'];
}

describe('design §2.1: a latched generator', () => {
  it('retires unused commitments with reveal, deals nothing; open rounds end; cleared, it deals again', async () => {
    const sound = replayEntropy('latch');
    let broken = false;
    const entropy = (count: number) => (broken ? new Uint8Array(count) : sound(count));
    const at = await serve(await houseOf({ entropy }));
    for (const player of ['p1', 'p2']) await deposit(at, player);
    const open = await deal(at, 'p1');
    const unused = [await commit(at, 'p1'), await commit(at, 'p2', 'oasis-poker')];
    expect(unused.map((r) => r.status)).toEqual([201, 201]);

    broken = true;
    const reseed = await at.post('/v1/rng/reseed', { reason: 'drill' });
    expect([reseed.json['ok'], reseed.json['ready']]).toEqual([false, false]);
    expect((await at.get('/readyz')).status).toBe(503);
    for (const refused of [await deal(at, 'p1'), await commit(at, 'p1')]) {
      expect([refused.status, refused.json['code']]).toEqual([503, 'not-ready']);
    }
    await vi.waitFor(async () => {
      for (const { json } of unused) {
        const row = await stateOf(at, json['id']);
        expect([row['state'], opens(row)]).toEqual(['retired', true]);
      }
    }, 10_000);
    const ended = await bet(at, open.json['id'], 'p1');
    expect(ended.json['state']).toBe('settled');
    const proof = await at.get(`/v1/rounds/${open.json['id']}/proof`);
    expect((await at.post('/v1/verify', proof.text, null)).json['ok']).toBe(true);

    broken = false;
    expect((await at.post('/v1/rng/clear', { reason: 'repaired' })).json['ready']).toBe(true);
    const boxes = [{ box: 1, ante: 100, clientSeed: 'mine' }];
    const body = {
      table: 'caribbean-stud',
      player: 'p1',
      commitment: unused[0]?.json['id'],
      boxes,
    };
    const late = await at.post('/v1/rounds', body);
    expect([late.status, late.json['code']]).toEqual([409, 'commitment-closed']);
    // Sequence 1 was the dealt round's, 2 the retired one: no gap.
    expect((await commit(at, 'p1')).json['sequence']).toBe(3);
  });
});

describe('Z7: a winning royal flush', () => {
  const ROYAL = deckFrom(handsOf(['As Ks Qs Js Ts', '2c 2d 8h Td Jc']));

  it('is in the record, reseeds and retires every unused commitment of the round’s table and tenant, no other', async () => {
    let rigged = false;
    const watchCore = (bare: Core): Core => ({
      ...bare,
      shuffle: (key, count) => (rigged ? Uint8Array.from(ROYAL) : bare.shuffle(key, count)),
    });
    const house = await houseOf({ watchCore });
    const at = await serve(house, false);
    await deposit(at, 'p1');
    const { store } = house;
    // More than one batch holds, of this table; one of another table; one of another tenant.
    for (let i = 0; i < 450; i++) {
      const plan = planCommitment(house, 'dev', { table: 'caribbean-stud', player: `q${i}` });
      await store.commit({ ...plan.change, tenant: 'dev', at: house.now() });
    }
    const foreign = planCommitment(house, 'rival', { table: 'caribbean-stud', player: 'p1' });
    await store.commit({ ...foreign.change, tenant: 'rival', at: house.now() });
    const other = await commit(at, 'p1', 'oasis-poker');
    const waiting = () => store.openCommitments(1_000, { tenant: 'dev', table: 'caribbean-stud' });
    expect(waiting()).toHaveLength(450);
    const [first] = waiting();

    rigged = true;
    const { json } = await deal(at, 'p1');
    expect(waiting()).toHaveLength(450);
    const ended = await bet(at, json['id'], 'p1');
    rigged = false;
    expect(list(ended.json, 'boxes')[0]).toMatchObject({ category: 'royal-flush', outcome: 'win' });
    const recall = await at.get(`/v1/rounds/${json['id']}/history`);
    const told = { phase: 'settlement', deck: { counted: 52 }, reseed: 'royal-flush' };
    expect(list(recall.json, 'items').at(-1)).toMatchObject(told);
    // The first batch ends in the settlement's own transaction, the rest right after it.
    await vi.waitFor(() => expect(waiting()).toHaveLength(0), 10_000);
    const retired = await stateOf(at, first?.id);
    expect([retired['state'], opens(retired)]).toEqual(['retired', true]);
    expect((await stateOf(at, other.json['id']))['state']).toBe('open');
    expect(store.openCommitment('rival', 'caribbean-stud', 'p1')).toBeDefined();
    expect(house.generator.reseeds.get('royal-flush')).toBe(1);
    const record = store.auditAfter(0, 10_000).find((item) => item.kind === 'deck-changed');
    expect(JSON.parse(record?.data ?? '{}')).toEqual({ round: json['id'], reseeded: true });
  });

  it('ends them in the transaction of the settlement: a crash right after it leaves none', async () => {
    let rigged = true;
    const watchCore = (bare: Core): Core => ({
      ...bare,
      shuffle: (key, count) => (rigged ? Uint8Array.from(ROYAL) : bare.shuffle(key, count)),
    });
    const memory = createMemoryStore();
    let last: 'settled' | null = null;
    const store = {
      ...memory,
      commit: async (tx: Parameters<typeof memory.commit>[0]) => {
        // Nothing is written any more once the round is settled.
        if (last === 'settled') return new Promise<never>(() => {});
        const done = await memory.commit(tx);
        if (tx.round?.state === 'settled') last = 'settled';
        return done;
      },
    };
    const at = await serve(await houseOf({ store, watchCore }), false);
    await deposit(at, 'p1');
    const unused = await commit(at, 'p2');
    const { json } = await deal(at, 'p1');
    await bet(at, json['id'], 'p1');
    rigged = false;
    expect(opens(await stateOf(at, unused.json['id']))).toBe(true);
  });
});

describe('room for what may be won', () => {
  const tables = createTables(
    library,
    {
      tables: ['big', 'bigger'].map((id) => ({
        id,
        ruleset: 'caribbean-stud',
        currency: 'EUR',
        limits: { ante: { min: 100, max: 1_000_000_000_000 } },
      })),
    },
    (text) => toHex(core.sha256(new TextEncoder().encode(text))),
  );

  it('a deal whose most does not fit below 2^53 is refused before anything moves', async () => {
    const store = createMemoryStore();
    const bare = await houseOf({ store });
    await store.putDocuments(
      [...tables.values()].map((t) => ({ hash: t.termsHash, json: t.termsJson })),
    );
    const at = await serve({ ...bare, tables }, false);
    const ante = 1_000_000_000_000;
    // A round of it returns at most some 205 antes: it fits beside 10^15, forty do not.
    await deposit(at, 'rich', 1_000_000_000_000_000);
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++) {
      const before = store.load().transactions;
      const reply = await deal(at, 'rich', ante, i % 2 === 0 ? 'big' : 'bigger');
      statuses.push(reply.status);
      if (reply.status === 201) continue;
      expect([reply.status, reply.json['code']], reply.text).toEqual([422, 'outside-limits']);
      expect(reply.text).not.toContain('rich');
      expect(store.load().transactions).toBe(before);
      break;
    }
    expect(statuses.at(-1)).toBe(422);
    const dealt = statuses.length - 1;
    expect(dealt).toBeGreaterThan(20);
    // All that stand together cannot bring the account beyond the end, whatever the cards are.
    const balance = store.balance('dev', 'player:rich', 'EUR') ?? 0;
    expect(balance + dealt * 202 * ante).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
    // Nor can a deposit on top of them, once smaller rounds have taken what was left.
    for (let i = 0; i < 20; i++) await deal(at, 'rich', ante / 10, 'big');
    const more = await deposit(at, 'rich', dealt * ante);
    expect([more.status, more.json['code']]).toEqual([422, 'outside-limits']);
    expect((await deal(at, 'rich', 100, 'big')).status).toBe(201);
  });
});
