/**
 * The exact law of a hand that always bets and never exchanges, against the dealer's: every pair of
 * disjoint five-card hands, C(52,5) · C(47,5) = 3,986,646,103,440, by what the player holds. Whatever a
 * ruleset pays, its net result follows from these counts and its own table. Counted hand by hand
 * (test/slow/duel-law.test.ts counts again; test/certification/games.test.ts compares the solver).
 */
import type { Category } from '../../engine/category.ts';
import type { Ruleset } from '../../engine/ruleset.ts';

export interface Duels {
  readonly first: Category;
  /** Holds ace and king, one of them at least outside the first combination (R4*: a second one). */
  readonly aceKing: boolean;
  /** Dealer without game; dealer with game and lower; equal; higher. */
  readonly none: number;
  readonly below: number;
  readonly equal: number;
  readonly above: number;
}

const row = (
  first: Category,
  aceKing: boolean,
  none: number,
  below: number,
  equal: number,
  all: number,
): Duels => ({ first, aceKing, none, below, equal, above: all - none - below - equal });

export const DUELS: readonly Duels[] = [
  row('no-game', false, 761_821_787_844, 0, 0, 1_741_419_589_140),
  row('ace-king', false, 116_672_241_648, 6_319_761_672, 40_491_600, 256_597_315_920),
  row('pair', false, 673_474_873_680, 420_128_081_280, 27_371_520, 1_555_046_000_640),
  row('pair', true, 59_108_404_320, 44_820_383_040, 2_280_960, 129_587_166_720),
  row('two-pair', false, 79_290_542_520, 95_132_310_048, 361_152, 184_661_712_576),
  row('two-pair', true, 2_223_396_000, 2_470_117_824, 9_504, 4_859_518_752),
  row('three-of-a-kind', false, 34_281_153_480, 45_131_809_200, 0, 80_991_979_200),
  row('three-of-a-kind', true, 1_481_807_040, 1_716_772_464, 0, 3_239_679_168),
  row('straight', false, 6_795_675_528, 8_761_103_220, 2_469_000, 15_646_177_800),
  row('flush', false, 3_441_266_448, 4_371_398_056, 15_324, 7_835_360_412),
  row('full-house', false, 2_411_292_240, 3_324_895_056, 0, 5_743_067_616),
  row('four-of-a-kind', false, 384_803_160, 559_942_176, 0, 944_906_424),
  row('four-of-a-kind', true, 5_726_280, 6_544_984, 0, 12_271_512),
  row('straight-flush', false, 23_835_156, 31_385_944, 108, 55_221_804),
  row('royal-flush', false, 2_783_796, 3_351_948, 12, 6_135_756),
];

/** Net results in antes, ascending, each with its exact probability. */
export interface PlayLaw {
  readonly nets: readonly number[];
  readonly probabilities: Float64Array;
  readonly mean: number;
  readonly deviation: number;
}

/** Odds on the bet, which is two antes: ace and king are a second combination where doubles pay it. */
function oddsOf(ruleset: Ruleset, { first, aceKing }: Duels): number {
  const of = (category: Category): number => (category === 'no-game' ? 0 : ruleset.pay[category]);
  const second = aceKing && ruleset.double?.second.includes('ace-king') === true;
  return of(first) + (second ? of('ace-king') : 0);
}

/** The law of the net result of one open box that bets on every hand, in antes. */
export function playLaw(ruleset: Ruleset): PlayLaw {
  const mass = new Map<number, number>();
  const add = (net: number, count: number): void => {
    if (count > 0) mass.set(net, (mass.get(net) ?? 0) + count);
  };
  const ante = ruleset.ante.onWin === 'pays' ? 1 : 0;
  for (const duels of DUELS) {
    add(1, duels.none);
    add(ante + 2 * oddsOf(ruleset, duels), duels.below);
    add(0, duels.equal);
    add(-3, duels.above);
  }
  const sorted = [...mass].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  const mean = sorted.reduce((sum, [net, count]) => sum + net * count, 0) / total;
  const square = sorted.reduce((sum, [net, count]) => sum + net * net * count, 0) / total;
  return {
    nets: sorted.map(([net]) => net),
    probabilities: Float64Array.from(sorted, ([, count]) => count / total),
    mean,
    deviation: Math.sqrt(square - mean * mean),
  };
}
