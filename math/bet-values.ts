/**
 * The value of a bet on the dealt cards, for every hand up to suits and every upcard: what fixed
 * strategies, blind boxes and a game without exchange are added up from. A bet depends on the class
 * of the hand and on its ranks in the upcard's suit alone, so that 1.3 million counts serve all
 * 7 million pairs.
 */
import type { Core } from '../engine/core.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import { CANONICAL_HANDS, createKernel } from './kernel.ts';

/** A dealt hand as a fixed strategy sees it. */
export interface DealtHand {
  /** Category code (engine/category.ts). */
  readonly category: number;
  /** Strict rank, bigger is better. */
  readonly value: number;
  /** Ranks 0…12 from the top, repeated where the hand repeats them. */
  readonly ranks: readonly number[];
}

/** One hand against the upcards of one suit and rank: how many deals it stands for, and its sum. */
export type Visit = (hand: DealtHand, upRank: number, deals: number, betSum: number) => void;

/** Subsets of at most five different ranks. */
const FLAGS = 32;

/**
 * Calls `visit` for every canonical hand and upcard. The sums are those of a bet without an exchange
 * or a bought card, insurance at its best, over 163,185 dealer hands.
 */
export function visitBets(
  wasm: Uint8Array<ArrayBuffer>,
  core: Core,
  ruleset: Ruleset,
  visit: Visit,
): void {
  const kernel = createKernel(wasm, { ...ruleset, exchange: null, buy: null }, 0);
  const { cards, weights } = kernel.hands();
  const classes = new Map<number, number>();
  const hands: DealtHand[] = [];
  const classOf = new Uint16Array(CANONICAL_HANDS);
  /** By hand and suit: which of its different ranks, from the bottom, are of that suit. */
  const flags = new Uint8Array(CANONICAL_HANDS * 4);
  for (let i = 0; i < CANONICAL_HANDS; i++) {
    const own = cards.subarray(5 * i, 5 * i + 5);
    const value = core.rank([...own], ruleset.aceLowStraight);
    const ranks = [...own].map((card) => card >> 2).sort((a, b) => b - a);
    hands.push({ category: value >>> 20, value, ranks });
    const known = classes.get(value) ?? classes.size;
    classes.set(value, known);
    classOf[i] = known;
    let different = -1;
    own.forEach((card, j) => {
      if (j === 0 || card >> 2 !== (own[j - 1] ?? 0) >> 2) different++;
      const at = 4 * i + (card & 3);
      flags[at] = (flags[at] ?? 0) | (1 << different);
    });
  }
  const sums = new Float64Array(classes.size * FLAGS);
  for (let rank = 0; rank < 13; rank++) {
    kernel.prepare(rank);
    sums.fill(Number.NaN);
    for (let i = 0; i < CANONICAL_HANDS; i++) {
      const own = cards.subarray(5 * i, 5 * i + 5);
      for (let suit = 0; suit < 4; suit++) {
        const up = (rank << 2) | suit;
        if (own.includes(up)) continue;
        const place = (classOf[i] ?? 0) * FLAGS + (flags[4 * i + suit] ?? 0);
        let sum = sums[place] ?? Number.NaN;
        if (Number.isNaN(sum)) {
          sum = kernel.betSum(own, up);
          sums[place] = sum;
        }
        visit(hands[i] as DealtHand, rank, weights[i] ?? 0, sum);
      }
    }
  }
}
