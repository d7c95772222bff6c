/**
 * Family B, scaled integers: what below(n) gave at every step of every shuffle, n = 52…2. The
 * shuffle is a bijection between its draws and the deck, so the draws are read back from the deck by
 * running the swaps again (design §2.7). Counts are integers and merge by addition; sequences of one
 * n run over the rounds of a shard and are not joined across shards.
 */

export const CARDS = 52;
export const STEPS = CARDS - 1;
/** Draws in a group for the poker, permutation and maximum tests. */
export const GROUP = 5;
/** Gap lengths of value 0 are counted up to 4n; longer ones share the last cell. */
export const GAP_CELLS = 4 * CARDS + 1;
/** Values of n whose complete sets are collected; a set of 10n draws or more shares the last cell. */
export const COUPON_N = [5, 13, 26, 52] as const;
export const COUPON_CELLS = 10 * CARDS + 1;

/** Cells of the pair table of n start here: Σ k² for k = n+1…52. */
export const PAIR_OFFSET = offsets();

function offsets(): Uint32Array {
  const table = new Uint32Array(CARDS + 1);
  let at = 0;
  for (let n = CARDS; n >= 2; n--) {
    table[n] = at;
    at += n * n;
  }
  table[0] = at;
  return table;
}

export interface DrawCounts {
  /** Decks read. */
  total: number;
  /** n × value. */
  readonly values: Uint32Array;
  /** The same over every second round (subsequences). */
  readonly everySecond: Uint32Array;
  /** Overlapping pairs of consecutive values of one n, on a circle per shard. */
  readonly overlapping: Uint32Array;
  /** Pairs without overlap. */
  readonly pairs: Uint32Array;
  /** n × gap length of value 0. */
  readonly gaps: Uint32Array;
  /** n × number of different values among five. */
  readonly poker: Uint32Array;
  /** n × maximum of five. */
  readonly maximum: Uint32Array;
  /** COUPON_N × length of a complete set. */
  readonly coupons: Uint32Array;
  /** n: changes between the lower and the upper half (even n only). */
  readonly changes: Uint32Array;
  /** Changes possible: Σ over shards of (rounds − 1). */
  transitions: number;
  /** n: Σ (2x − n + 1)(2y − n + 1) over consecutive values. */
  readonly serial: Float64Array;
  /** n: the same over neighbours n, n−1 within a deck. */
  readonly neighbours: Float64Array;
}

export function drawCounts(): DrawCounts {
  const cells = PAIR_OFFSET[0]!;
  return {
    total: 0,
    values: new Uint32Array((CARDS + 1) * CARDS),
    everySecond: new Uint32Array((CARDS + 1) * CARDS),
    overlapping: new Uint32Array(cells),
    pairs: new Uint32Array(cells),
    gaps: new Uint32Array((CARDS + 1) * GAP_CELLS),
    poker: new Uint32Array((CARDS + 1) * (GROUP + 1)),
    maximum: new Uint32Array((CARDS + 1) * CARDS),
    coupons: new Uint32Array(COUPON_N.length * COUPON_CELLS),
    changes: new Uint32Array(CARDS + 1),
    transitions: 0,
    serial: new Float64Array(CARDS + 1),
    neighbours: new Float64Array(CARDS + 1),
  };
}

/** Reads the 51 draws of a deck back: digit i of `out` is below(52 − i). */
export function drawsOf(deck: Uint8Array, out: Uint8Array): void {
  for (let i = 0; i < CARDS; i++) {
    ORDER[i] = i;
    PLACE[i] = i;
  }
  for (let i = 0; i < STEPS; i++) {
    const card = deck[i]!;
    const at = PLACE[card]!;
    out[i] = at - i;
    const other = ORDER[i]!;
    ORDER[at] = other;
    PLACE[other] = at;
  }
}
const ORDER = new Uint8Array(CARDS);
const PLACE = new Uint8Array(CARDS);

export interface DrawCounter {
  readonly counts: DrawCounts;
  /** Adds the draws of one deck. */
  add(deck: Uint8Array): void;
  /** Closes the circle of the shard. */
  close(): void;
}

/**
 * Counts the draws of consecutive decks of one shard of `size` decks. Gaps and collections begin
 * only where their longest cell still fits, so that the end of a shard favours no length.
 */
export function createDrawCounter(size: number): DrawCounter {
  const counts = drawCounts();
  const draws = new Uint8Array(STEPS);
  const first = new Uint8Array(STEPS);
  const before = new Uint8Array(STEPS);
  const group = new Uint8Array(STEPS * GROUP);
  const sinceZero = new Int32Array(CARDS + 1).fill(-1);
  const collected = COUPON_N.map(() => ({ low: 0, high: 0, length: 0, count: 0 }));
  let total = 0;

  const collect = (index: number, value: number): void => {
    const set = collected[index]!;
    const most = 10 * COUPON_N[index]!;
    if (set.length === 0 && total + most > size) return;
    set.length++;
    const isLow = value < 26;
    const bit = 1 << (isLow ? value : value - 26);
    if (((isLow ? set.low : set.high) & bit) === 0) {
      if (isLow) set.low |= bit;
      else set.high |= bit;
      set.count++;
    }
    if (set.count < COUPON_N[index]! && set.length < most) return;
    counts.coupons[index * COUPON_CELLS + set.length]!++;
    collected[index] = { low: 0, high: 0, length: 0, count: 0 };
  };

  const closeGroup = (): void => {
    for (let i = 0; i < STEPS; i++) {
      const n = CARDS - i;
      let most = 0;
      let low = 0;
      let high = 0;
      let different = 0;
      for (let k = 0; k < GROUP; k++) {
        const value = group[i * GROUP + k]!;
        if (value > most) most = value;
        const bit = 1 << (value < 26 ? value : value - 26);
        if (value < 26) {
          if ((low & bit) === 0) different++;
          low |= bit;
        } else {
          if ((high & bit) === 0) different++;
          high |= bit;
        }
      }
      counts.maximum[n * CARDS + most]!++;
      counts.poker[n * (GROUP + 1) + different]!++;
    }
  };

  return {
    counts,
    add(deck) {
      drawsOf(deck, draws);
      const inGroup = total % GROUP;
      const second = total % 2 === 1;
      for (let i = 0; i < STEPS; i++) {
        const n = CARDS - i;
        const value = draws[i]!;
        counts.values[n * CARDS + value]!++;
        if (second) counts.everySecond[n * CARDS + value]!++;
        group[i * GROUP + inGroup] = value;
        if (i > 0) {
          counts.neighbours[n]! += (2 * draws[i - 1]! - n) * (2 * value - n + 1);
        }
        if (total > 0) {
          const last = before[i]!;
          const cell = PAIR_OFFSET[n]! + last * n + value;
          counts.overlapping[cell]!++;
          if (second) counts.pairs[cell]!++;
          counts.serial[n]! += (2 * last - n + 1) * (2 * value - n + 1);
          if ((n & 1) === 0 && 2 * last < n !== 2 * value < n) counts.changes[n]!++;
        }
        const gap = sinceZero[n]!;
        if (gap >= 0) {
          if (value === 0) counts.gaps[n * GAP_CELLS + gap]!++;
          else if (gap + 1 === 4 * n) counts.gaps[n * GAP_CELLS + 4 * n]!++;
        }
        if (value === 0) sinceZero[n] = total + 4 * n < size ? 0 : -1;
        else if (gap >= 0) sinceZero[n] = gap + 1 === 4 * n ? -1 : gap + 1;
      }
      COUPON_N.forEach((n, index) => {
        collect(index, draws[CARDS - n]!);
      });
      if (inGroup === GROUP - 1) closeGroup();
      if (total === 0) first.set(draws);
      before.set(draws);
      total++;
    },
    close() {
      counts.total = total;
      counts.transitions = Math.max(0, total - 1);
      if (total < 2) return;
      for (let i = 0; i < STEPS; i++) {
        const n = CARDS - i;
        counts.overlapping[PAIR_OFFSET[n]! + before[i]! * n + first[i]!]!++;
      }
    },
  };
}
