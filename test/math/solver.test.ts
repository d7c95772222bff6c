/**
 * The exact solver against published figures, digit for digit, and against counting hand by hand
 * (test/reference/enumeration.ts).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createBatchDealer } from '../../engine/batch-deal.ts';
import { createBatchPlayer } from '../../engine/batch-play.ts';
import { parseCard } from '../../engine/card.ts';
import { categoryCode } from '../../engine/category.ts';
import { createCore } from '../../engine/core.ts';
import { readRuleset } from '../../engine/library.ts';
import { bonusSheet } from '../../math/bonus.ts';
import { handPlaces } from '../../math/dealt-place.ts';
import { createKernel } from '../../math/kernel.ts';
import { numbers } from '../../math/sheet.ts';
import { simulate } from '../../math/simulation.ts';
import { betByCounting, exchangeByCounting, rankEveryHand } from '../reference/enumeration.ts';

const require = createRequire(import.meta.url);
const core = createCore(readFileSync(require.resolve('#build/core.wasm')));
const built = (name: string) => new Uint8Array(readFileSync(require.resolve(`#build/${name}`)));
const wasm = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));
const ruleset = (id: string) =>
  readRuleset(id, readFileSync(require.resolve(`#rulesets/${id}.json`), 'utf8'));

function solved(id: string, sizes: number) {
  const kernel = createKernel(wasm, ruleset(id), sizes);
  for (let rank = 0; rank < 13; rank++) kernel.solve(rank);
  const solution = { sums: kernel.sums(), policy: kernel.policy(), final: kernel.final() };
  const identity = { rulesetHash: '', coreHash: '', mathHash: '' };
  const sheet = numbers({ ruleset: ruleset(id), solution, sizes, bonus: null, ...identity });
  return { kernel, solution, sheet };
}

/** Plays by the thousand and one by one: both near the exact mean, and the same money from the same decks. */
function agreesWithPlay(id: string, { kernel, solution, sheet }: ReturnType<typeof solved>): void {
  const rules = ruleset(id);
  const { policy, final } = solution;
  const plain = {
    core,
    game: core.game(rules),
    kernel,
    dealer: createBatchDealer(built('batch.wasm')),
    batch: null,
    policy,
    places: handPlaces(kernel),
  };
  const decisions = { hands: kernel.hands().cards, policy, final };
  const batch = createBatchPlayer(built('simulation.wasm'), rules, decisions);
  const run = simulate({ ...plain, batch }, 60_000, 'test', -sheet.houseEdge);
  expect(run.rounds).toBe(60_000);
  expect(Math.abs(run.z)).toBeLessThan(4);
  expect(simulate(plain, 60_000, 'test', -sheet.houseEdge)).toEqual(run);
}

const cards = (text: string) => text.split(' ').map((t) => parseCard(t) ?? -1);

describe('without exchange: game-math.md §4.2, digit for digit', () => {
  const whole = solved('caribbean-stud', 0);
  const { solution, sheet } = whole;
  const { outcomes, numerators } = solution.sums;

  it('loses 1,041,372,912,372 of 19,933,230,517,200', () => {
    expect(numerators.reduce((a, b) => a + b, 0n)).toBe(-1_041_372_912_372n);
    expect(sheet.houseEdge).toBeCloseTo(1_041_372_912_372 / 19_933_230_517_200, 15);
    expect(sheet.method).toBe('exact');
  });

  it('has every published weight', () => {
    const won = (name: Parameters<typeof categoryCode>[0]) => outcomes[4 + categoryCode(name)];
    expect(won('royal-flush')).toBe(16_759_740);
    expect(won('straight-flush')).toBe(156_929_720);
    expect(won('four-of-a-kind')).toBe(2_832_435_800);
    expect(won('full-house')).toBe(16_624_475_280);
    expect(won('flush')).toBe(21_856_990_280);
    expect(won('straight')).toBe(43_805_516_100);
    expect(won('three-of-a-kind')).toBe(234_242_908_320);
    expect(won('two-pair')).toBe(488_012_139_360);
    expect(won('pair')).toBe(2_324_742_321_600);
    expect(won('ace-king')).toBe(18_505_682_208);
    expect([...outcomes.slice(0, 4)]).toEqual([
      9_523_005_974_460, 2_726_592_727_512, 321_623_100, 4_532_514_033_720,
    ]);
  });

  it('has the published spread', () => {
    expect(sheet.stdDev).toBeCloseTo(2.24295, 6);
    expect(sheet.averageStake).toBeCloseTo(2.0445095, 7);
    expect(sheet.elementOfRisk).toBeCloseTo(0.0255529, 7);
    const total = sheet.netDistribution.reduce((sum, d) => sum + d.probability, 0);
    expect(total).toBeCloseTo(1, 13);
  });

  it('agrees with rounds through the core', () => {
    agreesWithPlay('caribbean-stud', whole);
  });
});

describe('one card exchanged: game-math.md §4.3', () => {
  const whole = solved('oasis-poker', 1);
  const { sheet } = whole;

  it('has the published figures', () => {
    expect(sheet.houseEdge).toBeCloseTo(0.010371534, 9);
    expect(sheet.elementOfRisk).toBeCloseTo(0.004749371, 9);
    expect(sheet.averageStake).toBeCloseTo(2.183769859, 8);
    expect(sheet.stdDev).toBeCloseTo(2.497463, 6);
    expect(sheet.hitFrequency.netAboveZero).toBeCloseTo(0.393343, 6);
    expect(sheet.decisions['fold']).toBeCloseTo(0.40563, 6);
    expect(sheet.decisions['bet']).toBeCloseTo(0.510396, 6);
    expect(sheet.decisions['exchange-1']).toBeCloseTo(0.083974, 6);
  });

  it('has a distribution whose mean is the house edge', () => {
    const mean = sheet.netDistribution.reduce((sum, d) => sum + d.net * d.probability, 0);
    expect(mean).toBeCloseTo(-sheet.houseEdge, 12);
  });

  it('agrees with rounds through the core', () => {
    agreesWithPlay('oasis-poker', whole);
  });
});

describe('counting hand by hand', () => {
  const values = rankEveryHand({ rank: (hand) => core.rank(hand), pay: () => 0 });
  const judgeOf = (id: string) => {
    const game = core.game(ruleset(id));
    return {
      rank: (hand: readonly number[]) => game.best(hand).rank,
      pay: (hand: readonly number[]) => game.combinations(hand).pay,
    };
  };
  const spots = [
    { hand: '2c 7c 9c Jc Kd', up: '9h', gone: 'Kd', why: 'a flush draw in another suit' },
    { hand: '4h 5h 6h 7h Ac', up: 'Th', gone: 'Ac', why: 'a straight flush draw in its suit' },
    { hand: '3c 6d Jh Ks Ad', up: 'Ac', gone: '3c', why: 'ace-king' },
    { hand: '8c 8d 8h 8s 3c', up: '3d', gone: '3c', why: 'four of a kind' },
  ];
  for (const { hand, up, gone, why } of spots) {
    it(`equals the solver: ${why}`, () => {
      const rules = ruleset('oasis-poker');
      const kernel = createKernel(wasm, rules, 1);
      const [open = -1] = cards(up);
      kernel.prepare(open >> 2);
      const own = cards(hand).sort((a, b) => a - b);
      const judged = kernel.judge(own, open);
      const judge = judgeOf('oasis-poker');
      const bet = betByCounting(rules, judge, values, own, [], open);
      expect(judged.bet).toBeCloseTo(bet.sum / bet.hands, 13);
      const set = 1 << own.indexOf(cards(gone)[0] ?? -1);
      const exact = exchangeByCounting(rules, judge, values, own, cards(gone), open);
      expect(judged.exchanges.get(set)).toBeCloseTo(exact, 12);
      const after = betByCounting(rules, judge, values, own, [], open);
      expect(kernel.finalValue(own, [], open)).toBeCloseTo(after.sum / after.hands, 13);
    });
  }

  it('equals the count behind a second decision, discards dead', () => {
    const rules = { ...ruleset('oasis-stud-exchange'), dealerExchange: null };
    const plain = createKernel(wasm, rules, 0);
    const [open = -1] = cards('Qs');
    plain.prepareUpcard(open >> 2);
    for (const [hand, gone] of [
      ['2s 5s 8s Ts Ks', 'Ah Js'],
      ['9c 9d Qc Qd 4h', '2s 3s'],
    ] as const) {
      const judge = judgeOf('oasis-stud-exchange');
      const counted = betByCounting(rules, judge, values, cards(hand), cards(gone), open);
      const value = plain.finalValue(cards(hand), cards(gone), open);
      expect(value).toBeCloseTo(counted.sum / counted.hands, 13);
    }
  });
});

describe('bonus bets: game-math.md §4.6', () => {
  const hands = createKernel(wasm, ruleset('caribbean-stud'), 0).hands();

  it('three aces and better', () => {
    const sheet = bonusSheet(core, ruleset('oasis-poker'), hands);
    expect(sheet?.return).toBeCloseTo((1_334_280 + 23_940) / 2_598_960, 14);
    expect(sheet?.hitFrequency).toBeCloseTo(23_940 / 2_598_960, 15);
    expect(sheet?.stdDev).toBeCloseTo(9.7132, 4);
  });

  it('three of a kind and better, as the bet pays', () => {
    const sheet = bonusSheet(core, ruleset('russian-poker'), hands);
    expect(sheet?.return).toBeCloseTo((271_964 + 74_628) / 2_598_960, 14);
  });

  it('fixed sums', () => {
    const sheet = bonusSheet(core, ruleset('oasis-stud'), hands, 2_000);
    expect(sheet?.breakEven).toBeCloseTo(1_057.777, 3);
    expect(sheet?.return).toBeCloseTo(0.5288885, 6);
  });
});
