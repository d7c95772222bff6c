/**
 * Rounds that nobody finishes (issue of interrupted games): whoever stalls, at any decision of any
 * ruleset, gets exactly what the published default action gives him: `fold` on a box still to act,
 * the forced bet where only that is left, `accept` at the dealer exchange. Never a void, never a new
 * deal, never another player's time.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Decision } from '../../engine/action.ts';
import { turnOf } from '../../engine/action.ts';
import { isRefusal } from '../../engine/refusal.ts';
import { replay } from '../../engine/replay.ts';
import { resultOf } from '../../engine/result.ts';
import type { Round } from '../../engine/round.ts';
import { act } from '../../engine/round.ts';
import { defaultAction, finishAbandoned } from '../../server/abandoned.ts';
import type { Settled } from '../../server/act.ts';
import type { House } from '../../server/house.ts';
import { createLog } from '../../server/log.ts';
import { startUpkeep, UPKEEP_MS } from '../../server/upkeep.ts';
import { played } from '../engine/played.ts';
import { library, seeded } from '../games.ts';
import { playPlainly } from '../reference/round.ts';
import { EPOCH, houseOf, replayEntropy, serveInside } from './in-process.ts';
import { currencyOf, decisionFor, fund, seats, TABLES } from './play.ts';
import type { Client } from './service.ts';
import { list, object } from './service.ts';

const AFTER = 60_000;
/** What the page of the studio publishes, written anew: by what a box may still do. */
function published(round: Round): Decision {
  const turn = turnOf(round);
  if (turn === null) throw new Error('ended');
  const { box, actions } = turn;
  if (actions.includes('accept')) return { box, action: 'accept' };
  if (actions.length === 1 && actions[0] === 'bet') return { box, action: 'bet' };
  return { box, action: 'fold' };
}

/** The round with the house deciding from now on. */
function stalled(round: Round): Round {
  let now = round;
  for (let next = defaultAction(now); next !== null; next = defaultAction(now)) {
    expect(next).toEqual(published(now));
    const moved = act(now, next);
    if (isRefusal(moved)) throw new Error(moved.detail);
    now = moved;
  }
  return now;
}

const settled = (round: Round) => {
  const result = resultOf(round);
  if (result.status !== 'settled') throw new Error('open');
  return result;
};

describe('stalling at every decision of random rounds', () => {
  for (const [id, { game, ruleset }] of library) {
    it(`C7, C8, O4, R9, Z10: ${id}: the published default, by the plain model, to the unit`, () => {
      let points = 0;
      const outcomes = new Set<string>();
      for (let seed = 1; seed <= 150; seed++) {
        const limits = { maxPayout: seed % 3 === 0 ? 137 : null };
        const { round, stakes, deck } = played(game, seeded(seed), limits);
        for (let k = 0; k < round.decisions.length; k++) {
          const kept = round.decisions.slice(0, k);
          const open = replay(game, limits, deck, stakes, kept);
          if (isRefusal(open)) throw new Error(open.detail);
          const end = stalled(open);
          const plain = playPlainly(ruleset, limits.maxPayout, deck, stakes, end.decisions);
          const result = settled(end);
          points += 1;
          for (const [i, box] of result.boxes.entries()) {
            const model = plain.boxes[i];
            expect([box.outcome, BigInt(box.staked), BigInt(box.returned)]).toEqual([
              model?.outcome,
              model?.staked,
              model?.returned,
            ]);
            const before = open.boxes[i];
            const stalls = before?.state === 'acting' || before?.state === 'waiting';
            if (!stalls) continue;
            outcomes.add(box.outcome);
            const forced = ruleset.exchange?.forcedBetAt ?? null;
            if (forced !== null && before.exchanged >= forced) continue;
            // No free look: ante and fees are gone, whatever the cards; only a bonus that was won at
            // the deal (O8, R10, Z5) may come back.
            expect(box.outcome).toBe('fold');
            const bonus = box.lines.find((line) => line.bet === 'bonus')?.returned ?? 0;
            expect(box.returned).toBe(ruleset.bonus?.survivesFold === true ? bonus : 0);
          }
        }
      }
      expect(points).toBeGreaterThanOrEqual(150);
      expect(outcomes.has('fold')).toBe(true);
      const forced = ruleset.exchange?.forcedBetAt != null;
      expect(outcomes.size > 1, 'the forced bet was met').toBe(forced);
    });
  }
});

describe('in the service, its clock in the test’s hands', () => {
  let now = EPOCH;
  let house: House;
  let service: Client & { close(): Promise<void> };
  const seen: Settled[] = [];
  const finish = () => finishAbandoned(house, AFTER, (one) => seen.push(one));
  beforeEach(async () => {
    now = EPOCH;
    seen.length = 0;
    house = await houseOf({ now: () => now, entropy: replayEntropy('abandoned') });
    service = await serveInside(house);
    await fund(service, ['p1', 'p2', 'p3']);
    return () => service.close();
  });
  const roundAt = async (id: string, player: string) =>
    (await service.get(`/v1/rounds/${id}?player=${player}`)).json;
  const balance = (player: string, currency: string) =>
    house.store.balance('dev', `player:${player}`, currency) ?? 0;

  it.each(TABLES)(
    '%s: nothing before the time, the default after it, one entry a bet',
    async (t) => {
      const next = seeded(TABLES.indexOf(t) + 5);
      for (let i = 0; i < 12; i++) {
        const { opener, boxes } = seats(t, next);
        const dealt = await service.post('/v1/rounds', { table: t, player: opener, boxes });
        const id = String(dealt.json['id']);
        const owners = new Map(boxes.map((b) => [b.box, b.player ?? opener]));
        for (let steps = next(5); steps > 0; steps--) {
          const decision = await decisionFor(service, id, owners, next);
          if (decision === null) break;
          await service.post(`/v1/rounds/${id}/actions`, decision.body);
        }
        const row = house.store.round('dev', id);
        if (row?.state !== 'open') continue;
        now += AFTER - 1;
        expect(await finish()).toBe(0);
        expect(house.store.round('dev', id)).toEqual(row);
        now += 1;
        // Each player who is absent in turn has his own time.
        for (let left = boxes.length + 3; left > 0; left--) {
          await finish();
          now += AFTER;
        }
        const after = house.store.round('dev', id);
        expect(after?.state).toBe('settled');
        const byHouse = house.store
          .events(id)
          .filter((e) => e.kind === 'decision')
          .map((e) => JSON.parse(e.data) as { by?: string; action: string });
        expect(byHouse.slice(0, row.decisions.length).every((e) => e.by === undefined)).toBe(true);
        const decided = byHouse.slice(row.decisions.length);
        expect(decided.length).toBeGreaterThan(0);
        expect(decided.every((e) => e.by === 'house:abandoned')).toBe(true);
        // Never a new deal: the record is of the same seed, and fits.
        const proof = await service.get(`/v1/rounds/${id}/proof`);
        expect((await service.post('/v1/verify', proof.text, null)).json['ok'], proof.text).toBe(
          true,
        );
        expect(JSON.parse(proof.text).result.status).toBe('settled');
      }
      expect(seen.length).toBeGreaterThan(0);
      expect(house.store.check()).toEqual([]);
    },
  );

  it('Z1: one player’s absence takes no time from the next one', async () => {
    const boxes = ['p1', 'p2'].map((player, i) => ({ box: i + 1, ante: 500, player }));
    const dealt = await service.post('/v1/rounds', { table: 'oasis-stud', player: 'p1', boxes });
    const id = String(dealt.json['id']);
    now += AFTER;
    await finish();
    expect(object(await roundAt(id, 'p2'), 'turn')['actions']).toEqual(['fold', 'bet']);
    now += AFTER - 1;
    expect(await finish()).toBe(0);
    const body = { player: 'p2', box: 2, action: 'bet' };
    const bet = await service.post(`/v1/rounds/${id}/actions`, body);
    expect([bet.status, bet.json['state']], bet.text).toEqual([200, 'settled']);
    expect(list(bet.json, 'boxes').map((box) => box['outcome'])[0]).toBe('fold');
  });

  it('C14: a forced bet without funds stays open, returns nothing and bars no one else', async () => {
    const table = 'oasis-poker-classic';
    const ask = { table, player: 'p1', boxes: [{ box: 1, ante: 1000 }] };
    const dealt = await service.post('/v1/rounds', ask);
    const id = String(dealt.json['id']);
    const cards = list<string>(list(dealt.json, 'boxes')[0], 'cards');
    const all = { player: 'p1', box: 1, action: 'exchange', cards };
    expect((await service.post(`/v1/rounds/${id}/actions`, all)).status).toBe(200);
    const rest = balance('p1', 'EUR');
    await service.post('/v1/accounts/p1/withdrawals', { amount: rest, currency: 'EUR' });
    const other = await service.post('/v1/rounds', { ...ask, player: 'p2' });
    now += AFTER;
    expect(await finish()).toBe(1);
    expect((await roundAt(String(other.json['id']), 'p2'))['state']).toBe('settled');
    expect((await roundAt(id, 'p1'))['state']).toBe('open');
    expect(balance('p1', 'EUR')).toBe(0);
    await service.post('/v1/accounts/p1/deposits', { amount: rest, currency: 'EUR' });
    expect(await finish()).toBe(1);
    const end = await roundAt(id, 'p1');
    const lines = list(list(end, 'boxes')[0], 'lines').map((line) => line['bet']);
    expect(lines).toContain('bet');
  });

  it('an answer in the last moment is the player’s; a late one finds the round closed', async () => {
    const deal = { table: 'caribbean-stud', player: 'p1', boxes: [{ box: 1, ante: 100 }] };
    const bet = { player: 'p1', box: 1, action: 'bet' };
    for (const late of [false, true]) {
      const { json } = await service.post('/v1/rounds', deal);
      now += AFTER;
      const answer = service.post(`/v1/rounds/${json['id']}/actions`, bet);
      if (late) expect(await finish()).toBe(1);
      else await answer;
      if (!late) expect(await finish()).toBe(0);
      const reply = await (late ? service.post(`/v1/rounds/${json['id']}/actions`, bet) : answer);
      expect(reply.json['code']).toBe(late ? 'round-closed' : undefined);
    }
    expect(house.store.check()).toEqual([]);
  });

  it('the service’s own upkeep does it; neither its downtime nor a clock’s jump is a player’s', async () => {
    const ids: string[] = [];
    for (const table of TABLES) {
      const boxes = [{ box: 1, ante: 100 }];
      const { json } = await service.post('/v1/rounds', { table, player: 'p1', boxes });
      ids.push(String(json['id']));
    }
    const states = () => new Set(ids.map((id) => house.store.round('dev', id)?.state));
    const log = createLog('silent', process.stderr);
    let passed = 0;
    const start = () =>
      startUpkeep(
        house,
        AFTER,
        (one) => seen.push(one),
        log,
        () => passed,
      );
    const run = () => new Promise((resolve) => setTimeout(resolve, UPKEEP_MS + 200));
    // Down for a day: nobody could decide.
    now += 86_400_000;
    const upkeep = start();
    await run();
    expect(states()).toEqual(new Set(['open']));
    // The wall clock jumps a day ahead, and back.
    for (const jump of [86_400_000, -86_400_000]) {
      now += jump;
      await run();
      expect(states()).toEqual(new Set(['open']));
    }
    now += AFTER - 1;
    passed += AFTER - 1;
    await run();
    expect(states()).toEqual(new Set(['open']));
    now += 1;
    passed += 1;
    await run();
    await upkeep.stop();
    expect(states()).toEqual(new Set(['settled']));
    expect(seen.map((one) => [one.ruleset, one.currency, one.staked, one.returned])).toEqual(
      TABLES.map((table) => [table, currencyOf(table), 100, 0]),
    );
  });
});
