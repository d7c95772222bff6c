/**
 * One instance of math.wasm bound to a ruleset: exact sums, one upcard rank at a time. The ABI is
 * assembly/math/index.ts; everything that leaves here is a copy.
 */
import { instantiateSync } from '@assemblyscript/loader';
import { FINAL_ASK, FINAL_ROW } from '../engine/batch-play.ts';
import { categoryCode } from '../engine/category.ts';
import { rulesRecord } from '../engine/record.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import { GAINS_EXACT } from './term.ts';

/** Hands up to suits, cards, and sizes of the areas that the module adds up in. */
export const CANONICAL_HANDS = 134_459;
export const NET_ZERO = 8_192;
export const NETS_EACH = 16_384;
/** C(46, 4): dealer hands behind an upcard while no card was exchanged. */
export const DEALERS = 163_185;
const OUTCOMES = 256;
export const TOTALS_EACH = 8;
const ACTIONS = 8;
const RANKS = 13;
/** Number of a bought card among the fees and the areas by action. */
export const BOUGHT = 6;
/** Category code that stands for "no insurance". */
const NO_INSURANCE = 255;

/** Sums over the upcard ranks solved so far; they add up over ranks and workers. */
export interface Sums {
  /**
   * By action (0 without exchange, else its size, 6 a bought card), in dealer hands × draws × deals
   * of that action: net results of ante, bet, fees and insurance, index action · NETS_EACH + net +
   * NET_ZERO.
   */
  readonly nets: Float64Array;
  /** By action · 16, in the same unit: fold, lose, push, no game, wins by category. */
  readonly outcomes: Float64Array;
  /** By action · 8: bets; antes of insurance; insurances; their net; dealer exchanges; their gain. */
  readonly totals: Float64Array;
  /** Deals whose best first action is fold, bet, buy, exchange of 1…5, of C(52,5) × 47. */
  readonly deals: Float64Array;
  /**
   * Σ of nets over deals, draws and dealer hands by that action, fees of exchanges apart: exact
   * integers without dealer exchange, which divides; `values` holds the same as numbers.
   */
  readonly numerators: BigInt64Array;
  readonly values: Float64Array;
  /**
   * Whether every hand that the dealer exchange helps bets anyway. The sums rest on it; where it is
   * false they are an estimate.
   */
  readonly settled: boolean;
}

/** Value of every action of one hand and upcard, in antes; null where the rules do not have it. */
export interface Judged {
  readonly best: number;
  readonly fold: number;
  readonly bet: number;
  readonly buy: number | null;
  /** By set of places (bit i = i-th of the sorted cards). */
  readonly exchanges: ReadonlyMap<number, number>;
}

export interface Kernel {
  /** Most cards that one exchange takes. */
  readonly sizes: number;
  solve(rank: number): void;
  /** Makes the sums of an upcard rank for `judge`. */
  prepare(rank: number): void;
  judge(cards: readonly number[], up: number): Judged;
  /**
   * The same without `prepare`: makes the sums of this hand alone, seconds instead of minutes, and
   * weighs suits behind every exchange, so that the values are exact; `best` does not weigh them.
   */
  advise(cards: readonly number[], up: number): Judged;
  /**
   * Sum of nets of a bet now over the C(46, 4) dealer hands, after `prepare`; five sorted cards. An
   * integer without dealer exchange, which divides, and insurance, whose stake may be a part.
   */
  betSum(cards: Uint8Array, up: number): number;
  /** Sets an upcard rank up for `finalBet` and `finalInsurance`, which need no sums. */
  prepareUpcard(rank: number): void;
  /** Whether to bet after an exchange or a buy: five or six final cards, the discards, the upcard. */
  finalBet(cards: readonly number[], gone: readonly number[], up: number): boolean;
  /** Antes of insurance with a bet on final cards. */
  finalInsurance(cards: readonly number[], gone: readonly number[], up: number): number;
  /**
   * Mean net of a bet on final cards, fees apart, insurance and dealer exchange at their best. `gone` may hold cards seen
   * in another box too, ten in all; a fee that a push returns is then not known.
   */
  finalValue(cards: readonly number[], gone: readonly number[], up: number): number;
  /** What suits add to the dealer exchange's worth for a bet on final cards, antes (redraw.ts). */
  suitPart(cards: readonly number[], gone: readonly number[], up: number): number;
  sums(): Sums;
  /** Forgets the sums, not the policy. */
  clear(): void;
  /** See `Sums.settled`. */
  isSettled(): boolean;
  /** Best first action by canonical hand · 52 + upcard. */
  policy(): Uint8Array;
  /**
   * Last decisions after an exchange, as `Decisions.final` of engine/batch-play.ts has them: upcard
   * rank · 8,192 + place of the final hand; 0 fold, 1 bet, 2 where it depends on the cards given away
   * or the rank was not solved.
   */
  final(): Uint8Array;
  /** Canonical hands, five ascending cards each, and how many hands each stands for. */
  hands(): { readonly cards: Uint8Array; readonly weights: Uint8Array };
}

interface RawExports {
  readonly [name: string]: unknown;
}

/** Whether a box must bet behind an exchange of `size` cards: from `forcedBetAt` on. */
export function forcesBet({ exchange }: Ruleset, size: number): boolean {
  const from = exchange?.forcedBetAt ?? null;
  return from !== null && size >= from;
}

function popcount(set: number): number {
  return set === 0 ? 0 : (set & 1) + popcount(set >> 1);
}

/** All thirteen ranks: the deck of 52 cards. */
const ALL_RANKS = 8191;

/**
 * Binds `wasm` to a ruleset; `sizes` may leave larger exchanges out. `ranks`, as a set of bits, makes
 * a reduced deck (all four suits of each), for checks that count everything; the game is 8191.
 */
export function createKernel(
  wasm: Uint8Array<ArrayBuffer>,
  ruleset: Ruleset,
  sizes = ruleset.exchange?.fees.length ?? 0,
  ranks = ALL_RANKS,
): Kernel {
  const raw = instantiateSync(wasm).instance.exports as RawExports;
  const memory = raw['memory'] as { readonly buffer: ArrayBuffer };
  const at = (name: string): number => {
    const cell = raw[name] as { readonly value?: unknown } | undefined;
    if (typeof cell?.value !== 'number') throw new Error(`math: no area ${name}`);
    return cell.value >>> 0;
  };
  const call = (name: string, ...values: number[]): number => {
    const found = raw[name];
    if (typeof found !== 'function') throw new Error(`math: no export ${name}`);
    return Number(found(...values));
  };
  const floats = (name: string, length: number) =>
    new Float64Array(memory.buffer, at(name), length);
  const bytes = (name: string, length: number) => new Uint8Array(memory.buffer, at(name), length);

  const record = rulesRecord(ruleset);
  new Int32Array(memory.buffer, at('RULES_AT'), record.length).set(record);
  const { insurance, exchange, buy, dealerExchange } = ruleset;
  call(
    'prepare',
    sizes,
    insurance === null ? NO_INSURANCE : categoryCode(insurance.from),
    insurance?.leastInAntes ?? 0,
    insurance?.mostPercent ?? 0,
    Number(buy !== null),
    Number(dealerExchange?.repeatSameRank === true),
    ranks,
  );
  call('setExchange', BOUGHT, buy?.fee ?? 0, 0);
  // All of them: a state behind any exchange may be asked for.
  for (let size = 1; size <= (exchange?.fees.length ?? 0); size++) {
    const fee = exchange?.fees[size - 1] ?? 0;
    call('setExchange', size, fee, Number(forcesBet(ruleset, size)));
  }
  const whole = ruleset.dealerExchange === null && insurance === null;
  let prepared = -1;
  const finalValue = (cards: readonly number[], gone: readonly number[], up: number): number => {
    bytes('CARDS', 16).set([...cards, ...gone]);
    const dead = cards.length - 5 + gone.length;
    return call('finalSum', cards.length, gone.length, up) / call('finalHands', dead);
  };
  const judged = (cards: readonly number[], up: number): Judged => {
    bytes('CARDS', 5).set([...cards].sort((a, b) => a - b));
    const best = call('advise', up);
    const values = floats('VALUES_AT', 64);
    const exchanges = new Map<number, number>();
    for (let set = 1; set < 32; set++) {
      const value = values[32 + set] ?? 0;
      if (value > -1e8) exchanges.set(set, value);
    }
    const bought = buy === null ? null : (values[2] ?? 0);
    return { best, fold: values[0] ?? 0, bet: values[1] ?? 0, buy: bought, exchanges };
  };
  return {
    sizes,
    solve(rank) {
      call('solve', rank);
      prepared = rank;
    },
    prepare(rank) {
      if (prepared !== rank) call('sums', rank);
      prepared = rank;
    },
    advise(cards, up) {
      if (new Set([...cards, up]).size !== 6) throw new RangeError('math: six different cards');
      if (prepared !== up >> 2) {
        bytes('CARDS', 5).set([...cards].sort((a, b) => a - b));
        call('sumsOf', up);
        prepared = -1;
      }
      const found = judged(cards, up);
      if (dealerExchange === null) return found;
      // Every draw is made for what the sums leave out: exact for one hand.
      const exchanges = new Map(found.exchanges);
      for (const [set, value] of found.exchanges) {
        if (popcount(set) > GAINS_EXACT) exchanges.set(set, value + call('suitsOf', set, up));
      }
      return { ...found, exchanges };
    },
    judge(cards, up) {
      if (up >> 2 !== prepared) throw new RangeError('math: this upcard rank is not prepared');
      if (new Set([...cards, up]).size !== 6) throw new RangeError('math: six different cards');
      return judged(cards, up);
    },
    betSum(cards, up) {
      if (up >> 2 !== prepared) throw new RangeError('math: this upcard rank is not prepared');
      if (cards.length !== 5) throw new RangeError('math: five cards');
      bytes('CARDS', 5).set(cards);
      call('advise', up);
      const sum = (floats('VALUES_AT', 2)[1] ?? 0) * DEALERS;
      return whole ? Math.round(sum) : sum;
    },
    prepareUpcard(rank) {
      if (prepared === rank) return;
      call('upcard', rank);
      prepared = -1;
    },
    finalValue,
    finalBet(cards, gone, up) {
      return forcesBet(ruleset, gone.length) || finalValue(cards, gone, up) > -1;
    },
    finalInsurance(cards, gone, up) {
      if (insurance === null) return 0;
      finalValue(cards, gone, up);
      return call('insuredStake');
    },
    suitPart(cards, gone, up) {
      finalValue(cards, gone, up);
      return call('suitSum') / call('finalHands', cards.length - 5 + gone.length);
    },
    sums: () => ({
      nets: floats('NETS_AT', 7 * NETS_EACH).slice(),
      outcomes: floats('OUTCOMES_AT', OUTCOMES).slice(),
      totals: floats('TOTALS_AT', 7 * TOTALS_EACH).slice(),
      deals: floats('ACTIONS_AT', ACTIONS).slice(),
      numerators: new BigInt64Array(memory.buffer, at('SUMS_AT'), ACTIONS).slice(),
      values: floats('ACTION_VALUES_AT', ACTIONS).slice(),
      settled: call('isSettled') !== 0,
    }),
    clear() {
      call('clear');
    },
    isSettled: () => call('isSettled') !== 0,
    policy: () => bytes('POLICY_AT', CANONICAL_HANDS * 52).slice(),
    final() {
      const found = new Uint8Array(RANKS * FINAL_ROW).fill(FINAL_ASK);
      // Where hands bet for the dealer exchange alone, counts do not decide.
      if (call('isSettled') === 0) return found;
      bytes('FINAL_AT', RANKS * FINAL_ROW).forEach((may, at) => {
        // Classes count from 0, places from 1.
        if (may === 1 || may === 2) found[at + 1] = may - 1;
      });
      return found;
    },
    hands: () => ({
      cards: bytes('HANDS_AT', CANONICAL_HANDS * 5).slice(),
      weights: bytes('WEIGHTS_AT', CANONICAL_HANDS).slice(),
    }),
  };
}
