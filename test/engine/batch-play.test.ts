/**
 * simulation.wasm against rounds played one by one: decks and payouts of the core, decisions looked
 * up in a map of hands. The policies are arbitrary, so that every action,
 * folds after an exchange among them, meets every ruleset.
 */
import { describe, expect, it } from 'vitest';
import { CATEGORY_SHIFT, FINAL_ROW, PLACE_COUNT } from '../../assembly/layout.ts';
import type { WaitingRound } from '../../engine/batch-play.ts';
import { createBatchPlayer } from '../../engine/batch-play.ts';
import { categoryCode } from '../../engine/category.ts';
import { createCore } from '../../engine/core.ts';
import type { Game } from '../../engine/game.ts';
import type { Ruleset } from '../../engine/ruleset.ts';
import { createKernel } from '../../math/kernel.ts';
import { builtModule, rawModule } from '../core-build.ts';
import { rulesetNamed } from '../rulesets.ts';

const core = createCore(builtModule());
const simulation = builtModule('simulation');
const hands = createKernel(builtModule('math'), rulesetNamed('caribbean-stud')).hands().cards;
const canonical = new Map(
  Array.from({ length: hands.length / 5 }, (_, i) => [hands.slice(5 * i, 5 * i + 5).join(), i]),
);
const ROUNDS = 1024;
const keys = core.chacha20(new Uint8Array(32).fill(3), 0, ROUNDS / 2);

/** Values of the core by place. */
const values = (() => {
  const batch = rawModule(builtModule('batch'));
  batch.call['rank5Batch']!(0);
  return new Uint32Array(batch.memory.buffer, batch.value['VALUES']!, PLACE_COUNT + 1);
})();

/**
 * Cards as the policy knows them: of suits with larger sets of ranks first, of equal ones the lower
 * first. Its number, the upcard renamed alike, and the cards in order.
 */
function canonicalView(box: readonly number[], up: number) {
  const set = (suit: number) =>
    box.reduce((ranks, card) => ((card & 3) === suit ? ranks | (1 << (card >> 2)) : ranks), 0);
  const order = [0, 1, 2, 3].sort((a, b) => set(b) - set(a) || a - b);
  const rename = (card: number) => (card & ~3) | order.indexOf(card & 3);
  const sorted = [...box].sort((a, b) => rename(a) - rename(b));
  const hand = canonical.get(sorted.map(rename).join());
  if (hand === undefined) throw new Error(`no canonical hand of ${box}`);
  return { hand, upcard: rename(up), sorted };
}

/** An action for every place of a policy, among those that a ruleset has. */
function policyFor(rules: Ruleset): Uint8Array {
  const sizes = rules.exchange?.fees.length ?? 0;
  const actions = [0, 1, 1, ...(rules.buy === null ? [] : [2])];
  for (let set = 1; set < 32; set++) {
    const size = [0, 1, 2, 3, 4].filter((i) => (set >> i) & 1).length;
    if (size <= sizes) actions.push(32 + set);
  }
  const policy = new Uint8Array((hands.length / 5) * 52);
  for (let i = 0; i < policy.length; i++) {
    policy[i] = actions[(Math.imul(i + 1, 2_654_435_761) >>> 8) % actions.length]!;
  }
  return policy;
}

/** After an exchange: ask with a pair or no game and odd upcards, else fold below a pair, else bet. */
function lastDecision(value: number, upRank: number): 0 | 1 | 2 {
  const category = value >>> CATEGORY_SHIFT;
  if (upRank % 2 === 1 && category <= categoryCode('pair')) return 2;
  return category < categoryCode('pair') ? 0 : 1;
}
const final = new Uint8Array(13 * FINAL_ROW).map((_, i) => {
  const place = i % FINAL_ROW;
  return place > PLACE_COUNT ? 2 : lastDecision(values[place]!, Math.floor(i / FINAL_ROW));
});

/** One round the long way: a net result, or why it waits. */
function played(game: Game, policy: Uint8Array, key: Uint8Array) {
  const rules = game.ruleset;
  const deck = core.shuffle(key);
  const box = [0, 2, 4, 6, 8].map((i) => deck[i]!);
  const dealer = [1, 3, 5, 7, 9].map((i) => deck[i]!);
  const up = deck[9]!;
  const { hand, upcard, sorted } = canonicalView(box, up);
  const action = policy[hand * 52 + upcard]!;
  if (action === 2) return { reason: 'buy', action };
  const gone = action < 32 ? [] : sorted.filter((_, i) => ((action >> i) & 1) === 1);
  const burn = rules.exchange?.burn ?? 0;
  const cards = box.filter((card) => !gone.includes(card));
  gone.forEach((_, i) => {
    cards.push(deck[10 + burn + i * (1 + burn)]!);
  });
  const value = core.rank(cards);
  const from = gone.length > 0 ? (rules.exchange?.forcedBetAt ?? null) : null;
  const forced = from !== null && gone.length >= from;
  const choice = action < 32 ? action : forced ? 1 : lastDecision(value, up >> 2);
  if (choice === 2) return { reason: 'decide', action };
  const folded = choice === 0;
  if (!folded && rules.insurance !== null) {
    if (value >>> CATEGORY_SHIFT >= categoryCode(rules.insurance.from)) {
      return { reason: 'insure', action };
    }
  }
  const noGame = core.rank(dealer) >>> CATEGORY_SHIFT < categoryCode('ace-king');
  const { pay } = game.combinations(cards);
  const even = rules.dealerExchange?.compare && value >>> CATEGORY_SHIFT <= categoryCode('pair');
  const pays = pay > 1 || (pay === 1 && !even);
  if (!folded && rules.dealerExchange !== null && noGame && pays) {
    return { reason: 'dealer-exchange', action };
  }
  const { outcome, stakes, returns } = game.settle({
    ante: 1,
    bonus: 0,
    insurance: 0,
    maxPayout: null,
    folded,
    blind: false,
    exchanged: gone.length,
    bought: false,
    dealerExchange: false,
    initial: box,
    cards,
    dealerFirst: dealer,
    dealerFinal: dealer,
  });
  const net = returns.reduce((sum, back, i) => sum + back - stakes[i]!, 0);
  return { outcome, net };
}

function tally(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of [...items].sort()) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

const RULES = [
  'caribbean-stud',
  'oasis-poker',
  'oasis-poker-classic',
  'oasis-stud-buy',
  'oasis-stud-exchange',
  'russian-poker',
  'russian-poker-classic',
];

describe('rounds by the thousand', () => {
  const shipped = RULES.map((id) => [id, rulesetNamed(id)] as const);
  const czech = rulesetNamed('oasis-stud-exchange');
  // Even odds may gain where the box need not beat the dealer's new hand.
  const loose = { ...czech, dealerExchange: { ...czech.dealerExchange!, compare: false } };
  it.each([...shipped, ['oasis-stud-exchange without compare', loose] as const])(
    'C5 O4–O7 R2–R9 Z2–Z10 %s: as played one by one',
    (_, rules) => {
      const policy = policyFor(rules);
      const game = core.game(rules);
      const player = createBatchPlayer(simulation, rules, { hands, policy, final });
      const waiting: WaitingRound[] = player.play(keys);
      const counted = player.take().flatMap(({ outcome, net, rounds }) => {
        return new Array<string>(rounds).fill(`${outcome} ${net}`);
      });
      const one = Array.from({ length: ROUNDS }, (_, i) =>
        played(game, policy, keys.subarray(32 * i, 32 * i + 32)),
      );
      expect(tally(counted)).toEqual(
        tally(one.flatMap((end) => ('net' in end ? [`${end.outcome} ${end.net}`] : []))),
      );
      expect(waiting.map(({ reason, action }) => ({ reason, action }))).toEqual(
        one.filter((end) => 'reason' in end),
      );
      const decks = one.flatMap((end, i) =>
        'reason' in end
          ? [core.shuffle(keys.subarray(32 * i, 32 * i + 32), player.size).join()]
          : [],
      );
      expect(waiting.map(({ cards }) => cards.join())).toEqual(decks);
      expect(player.take()).toEqual([]);
    },
  );

  it('refuses tables of another size and rulesets whose ace is only high', () => {
    const rules = rulesetNamed('caribbean-stud');
    const policy = policyFor(rules);
    const make = (change: object, ruleset = rules) =>
      createBatchPlayer(simulation, ruleset, { hands, policy, ...change });
    expect(() => make({ policy: policy.subarray(1) })).toThrow(RangeError);
    expect(() => make({ hands: hands.subarray(5) })).toThrow(RangeError);
    expect(() => make({ final: new Uint8Array(1) })).toThrow(RangeError);
    expect(() => make({}, { ...rules, aceLowStraight: false })).toThrow(/ace/);
    expect(() => make({}).play(new Uint8Array(33))).toThrow(RangeError);
    expect(() => make({}).play(new Uint8Array(32 * 1025))).toThrow(RangeError);
    expect(() => createBatchPlayer(builtModule(), rules, { hands, policy })).toThrow(/module/);
  });
});
