/**
 * What may happen to the house's money, as commands for fast-check: each asks the app and says
 * beforehand, by the plain model, how it must answer.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ProofRecord } from '../../engine/proof.ts';
import { closeDue } from '../../server/closing.ts';
import { Problem } from '../../server/problem.ts';
import { planVoid } from '../../server/void.ts';
import { seeded } from '../games.ts';
import { recompute } from '../reference/record.ts';
import type { Real, Step } from './money-app.ts';
import { Command, PLAYERS } from './money-app.ts';
import type { ModelBox, ModelCommitment, ModelRound } from './money-model.ts';
import { type MoneyModel, rulesOf } from './money-model.ts';
import { currencyOf, seats, TABLES } from './play.ts';
import type { Json, Reply } from './service.ts';
import { list, object } from './service.ts';

/** Most of a deposit: small enough that funds often do not cover. */
export const DEPOSIT_MAX = 12_000;

const nth = <Of>(items: readonly Of[], n: number): Of | undefined => items[n % items.length];
const told = (reply: Reply) => [reply.status, reply.json['code']];

export const money =
  (kind: 'deposits' | 'withdrawals', player: string, amount: number): Step =>
  async (model, real) => {
    for (const currency of ['EUR', 'CZK']) {
      const reply = await real.post(`/v1/accounts/${player}/${kind}`, { amount, currency });
      const covered = kind === 'deposits' || model.balance(player, currency) >= amount;
      if (!covered) expect(told(reply)).toEqual([409, 'insufficient-funds']);
      else {
        expect(reply.status, reply.text).toBe(200);
        model.move(player, currency, kind === 'deposits' ? amount : -amount);
      }
    }
  };

const commit =
  (player: string, table: string): Step =>
  async (model, real) => {
    const reply = await real.post('/v1/commitments', { table, player });
    const open = model.commitments.find(
      (c) => c.state === 'open' && c.player === player && c.table === table,
    );
    if (open !== undefined && model.now < open.expiresAt) {
      expect([reply.status, reply.json['id']]).toEqual([200, open.id]);
      return;
    }
    if (open !== undefined) open.state = 'expired';
    expect(reply.status, reply.text).toBe(201);
    const id = String(reply.json['id']);
    const expiresAt = Date.parse(String(reply.json['expiresAt']));
    expect(expiresAt).toBe(model.now + 600_000);
    model.commitments.push({ id, table, player, expiresAt, state: 'open' });
  };

const deal =
  (table: string, seed: number, which: number | null, clientSeed: string): Step =>
  async (model, real) => {
    const { opener, boxes } = seats(table, seeded(seed), PLAYERS);
    const commitment: ModelCommitment | undefined =
      which === null ? undefined : nth(model.commitments, which);
    const [first] = boxes;
    if (commitment !== undefined && first !== undefined) first.clientSeed = clientSeed;
    const plain: ModelBox[] = boxes.map(({ box, ante, bonus = 0, player = opener }) => ({
      box,
      ante,
      bonus,
      player,
    }));
    const refusal = model.refusal(table, plain, commitment, opener);
    const named = commitment === undefined ? {} : { commitment: commitment.id };
    const reply = await real.post('/v1/rounds', { table, player: opener, boxes, ...named });
    if (refusal !== null) {
      expect(reply.json['code'], reply.text).toBe(refusal);
      return;
    }
    expect(reply.status, reply.text).toBe(201);
    model.deal(String(reply.json['id']), table, plain);
    if (commitment !== undefined) {
      expect([reply.json['id'], reply.json['fairness']]).toEqual([commitment.id, 'player-seeded']);
      commitment.state = 'used';
    }
  };

/** What a decision costs by the ruleset's own numbers. */
function costOf(round: ModelRound, body: Json): number {
  const rules = rulesOf(round.table);
  const ante = round.boxes.find((b) => b.box === body['box'])?.ante ?? 0;
  const fees = rules.exchange?.fees ?? [];
  switch (body['action']) {
    case 'bet':
      return 2 * ante + Number(body['insurance'] ?? 0);
    case 'exchange':
      return (fees[list(body, 'cards').length - 1] ?? 0) * ante;
    case 'buy':
      return (rules.buy?.fee ?? 0) * ante;
    case 'exchange-dealer':
      return rules.dealerExchange?.fee === 'extra-ante' ? ante : 0;
    default:
      return 0;
  }
}

const act =
  (which: number, seed: number): Step =>
  async (model, real) => {
    const next = seeded(seed);
    const round = nth(model.rounds, which);
    if (round === undefined) return;
    const path = `/v1/rounds/${round.id}`;
    if (round.state !== 'open') {
      const { box, player } = round.boxes[0] as ModelBox;
      const late = await real.post(`${path}/actions`, { player, box, action: 'fold' });
      expect(told(late)).toEqual([409, 'round-closed']);
      return;
    }
    const turnBox = Number(object((await real.service.get(path)).json, 'turn')['box']);
    const player = round.boxes.find((b) => b.box === turnBox)?.player ?? '';
    const stranger = PLAYERS.find((other) => other !== player);
    const foreign = { player: stranger, box: turnBox, action: 'fold' };
    const refused = await real.post(`${path}/actions`, foreign);
    expect(told(refused)).toEqual([403, 'not-your-box']);
    expect(refused.text).not.toMatch(/"[2-9TJQKA][cdhs]"/);
    const { json } = await real.service.get(`${path}?player=${player}`);
    const turn = object(json, 'turn');
    const action = nth(list<string>(turn, 'actions'), seed);
    if (action === undefined) return;
    const held = list(json, 'boxes').find((b) => b['box'] === turnBox);
    const cards = [...list<string>(held, 'cards')];
    const sizes = action === 'exchange' ? list<number>(object(turn, 'exchange'), 'sizes') : [];
    const size = nth(sizes, seed) ?? 0;
    const range = turn['insurance'] as { min: number } | undefined;
    const insured = action === 'bet' && range !== undefined && next(2) === 0;
    const body: Json = {
      player,
      box: turnBox,
      action,
      ...(action === 'exchange' ? { cards: cards.slice(0, size) } : {}),
      ...(insured ? { insurance: range.min } : {}),
    };
    const reply = await real.post(`${path}/actions`, body);
    expect(reply.status, reply.text).toBe(200);
    model.charge(round, player, costOf(round, body));
    if (reply.json['state'] !== 'settled') return;
    const record = (await real.service.get(`${path}/proof`)).json as unknown as ProofRecord;
    const slow = recompute(record);
    expect(record.result).toEqual(slow.result);
    expect(record.deck).toEqual(slow.deck);
    const boxes = list(slow.result as Json, 'boxes');
    model.settle(round, new Map(boxes.map((b) => [Number(b['box']), Number(b['returned'])])));
  };

/** Decides until the round has ended. */
const playOut =
  (which: number, seed: number): Step =>
  async (model, real) => {
    for (let left = 12; left > 0 && nth(model.rounds, which)?.state === 'open'; left--) {
      await act(which, seed + left)(model, real);
    }
  };

/** Mostly one in these states: a command that is always refused proves little. */
function inState(model: MoneyModel, which: number, ...states: ModelRound['state'][]) {
  const fit = model.rounds.filter((round) => states.includes(round.state));
  return (which % 4 === 0 ? undefined : nth(fit, which)) ?? nth(model.rounds, which);
}

const WHY = { reason: 'drill', reference: 'INC-1' };

/** One operator, or both in turn: only that makes an ended round void. */
const voided =
  (which: number, second: boolean, forfeits: boolean, both: boolean): Step =>
  async (model, real) => {
    const round = inState(model, which, 'settled', 'held');
    if (round === undefined) return;
    await voidBy(second, round, forfeits, model, real);
    if (both) await voidBy(!second, round, forfeits, model, real);
  };

async function voidBy(
  second: boolean,
  round: ModelRound,
  forfeits: boolean,
  model: MoneyModel,
  real: Real,
): Promise<void> {
  const forfeit = forfeits ? [round.boxes[0]?.box ?? 0] : [];
  const body = { ...WHY, ...(forfeits ? { forfeit } : {}) };
  const by = second ? 'key:op-2' : 'dev';
  const { house } = real.service;
  const code = second
    ? await (async () => {
        try {
          const plan = planVoid(house, 'dev', by, round.id, body, () => {});
          const done = await house.store.commit({ ...plan.change, tenant: 'dev', at: real.now });
          expect(done.outcome).toBe('committed');
          return undefined;
        } catch (error) {
          if (error instanceof Problem) return error.code;
          throw error;
        }
      })()
    : (await real.post(`/v1/rounds/${round.id}/void`, body)).json['code'];
  const asked = round.requested;
  if (round.state === 'void') expect(code).toBe('round-closed');
  else if (round.state !== 'open' && (asked === undefined || asked.by === by)) {
    expect(code).toBeUndefined();
    round.requested ??= { by, forfeit: forfeit.join() };
  } else if (round.state !== 'open' && asked?.forfeit !== forfeit.join()) {
    expect(code).toBe('wrong-void');
  } else {
    expect(code).toBeUndefined();
    model.void(round, forfeit);
  }
}

/** The players of a round take out all they have, so that a payout is spent before it is taken back. */
async function spend(round: ModelRound, model: MoneyModel, real: Real): Promise<void> {
  const currency = currencyOf(round.table);
  for (const player of round.spent.keys()) {
    const amount = model.balance(player, currency);
    if (amount === 0) continue;
    const reply = await real.post(`/v1/accounts/${player}/withdrawals`, { amount, currency });
    expect(reply.status, reply.text).toBe(200);
    model.move(player, currency, -amount);
  }
}

const hold =
  (which: number, broke: boolean): Step =>
  async (model, real) => {
    const round = inState(model, which, 'settled');
    if (round === undefined) return;
    if (broke) await spend(round, model, real);
    const reply = await real.post(`/v1/rounds/${round.id}/hold`, WHY);
    if (round.state === 'settled') {
      expect(reply.status, reply.text).toBe(200);
      model.hold(round);
    } else {
      expect(told(reply)).toEqual([409, round.state === 'open' ? 'round-open' : 'round-closed']);
    }
  };

const release =
  (which: number): Step =>
  async (model, real) => {
    const round = inState(model, which, 'held');
    if (round === undefined) return;
    const reply = await real.post(`/v1/rounds/${round.id}/release`, WHY);
    if (round.state === 'held') {
      expect(reply.status, reply.text).toBe(200);
      model.release(round);
    } else expect(told(reply)).toEqual([409, 'round-closed']);
  };

const retry =
  (which: number): Step =>
  async (_, real) => {
    const one = nth(real.sent, which);
    if (one === undefined) return;
    const again = await real.service.post(one.path, one.body, one.key);
    expect([again.status, again.text]).toEqual([one.reply.status, one.reply.text]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  };

/** The same key with another body, and with the same body on another round or account. */
const reuse =
  (which: number, elsewhere: boolean): Step =>
  async (model, real) => {
    const one = nth(real.sent, which);
    if (one === undefined) return;
    const { path, body, key } = one;
    const there = nth(model.rounds, which + 1)?.id ?? 'p9';
    const other = path.replace(/[0-9a-f-]{36}|(?<=accounts\/)p[0-9]/, there);
    const moved = elsewhere && other !== path;
    const reply = await real.service.post(
      moved ? other : path,
      moved ? body : `${JSON.stringify(body)} `,
      key,
    );
    // An account's name is never a round's: a path that is none is told as such.
    if (reply.status === 404) return;
    expect(told(reply)).toEqual([422, 'key-reused']);
  };

const tick =
  (ms: number): Step =>
  async (model, real) => {
    real.now += ms;
    model.now += ms;
  };

const upkeep: Step = async (model, real) => {
  await closeDue(real.service.house);
  for (const one of model.commitments) {
    if (one.state === 'open' && model.now >= one.expiresAt) one.state = 'expired';
  }
};

const restart: Step = (_, real) => real.start();

const player = fc.constantFrom(...PLAYERS);
const table = fc.constantFrom(...TABLES);
const which = fc.nat(1_000);
const command = (name: string, step: Step) => new Command(name, step);
/** Weights by repetition: rounds are dealt and played far more often than voided. */
export const COMMANDS = [
  fc
    .record({ player, amount: fc.integer({ min: 1, max: DEPOSIT_MAX }) })
    .map((c) => command(`deposit ${c.player} ${c.amount}`, money('deposits', c.player, c.amount))),
  fc
    .record({ player, amount: fc.integer({ min: 1, max: DEPOSIT_MAX }) })
    .map((c) =>
      command(`withdraw ${c.player} ${c.amount}`, money('withdrawals', c.player, c.amount)),
    ),
  fc
    .record({ player, table })
    .map((c) => command(`commit ${c.player} ${c.table}`, commit(c.player, c.table))),
  ...[null, fc.nat(1_000)].map((chosen) =>
    fc
      .record({ table, seed: fc.integer({ min: 1 }), which: chosen ?? fc.constant(null) })
      .map((c) =>
        command(
          `deal ${c.table} ${c.seed} ${c.which}`,
          deal(c.table, c.seed, c.which, `own words ${c.seed}`),
        ),
      ),
  ),
  ...Array.from({ length: 4 }, () =>
    fc
      .record({ which, seed: fc.integer({ min: 1 }) })
      .map((c) => command(`act ${c.which} ${c.seed}`, act(c.which, c.seed))),
  ),
  fc
    .record({ which, second: fc.boolean(), forfeits: fc.boolean(), both: fc.boolean() })
    .map((c) =>
      command(
        `void ${c.which} ${c.second} ${c.forfeits} ${c.both}`,
        voided(c.which, c.second, c.forfeits, c.both),
      ),
    ),
  fc
    .record({ which, seed: fc.integer({ min: 1 }) })
    .map((c) => command(`play out ${c.which} ${c.seed}`, playOut(c.which, c.seed))),
  fc
    .record({ which, broke: fc.boolean() })
    .map((c) => command(`hold ${c.which} ${c.broke}`, hold(c.which, c.broke))),
  which.map((n) =>
    command(`hold ${n}, release`, async (model, real) => {
      await hold(n, true)(model, real);
      await release(n)(model, real);
    }),
  ),
  which.map((n) => command(`release ${n}`, release(n))),
  which.map((n) => command(`retry ${n}`, retry(n))),
  fc
    .record({ which, elsewhere: fc.boolean() })
    .map((c) => command(`reuse ${c.which} ${c.elsewhere}`, reuse(c.which, c.elsewhere))),
  fc
    .constantFrom(1, 60_000, 599_999, 86_400_000, -60_000, -3_600_000)
    .map((ms) => command(`tick ${ms}`, tick(ms))),
  fc.constant(command('upkeep', upkeep)),
  fc.constant(command('restart', restart)),
];
