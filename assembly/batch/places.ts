/**
 * Places: the 7,462 classes of hands, numbered from 1 (7-5-4-3-2) to 7,462 (royal flush), so that a
 * hand fits sixteen bits and eight of them a vector. The order is the core's: every place is made
 * by asking assembly/rank.ts once for each class, so that a table cannot have an opinion of its own.
 *
 * The tables are built by the first call (a few ms). Shipping them as data was rejected: half a
 * megabyte that nobody can read. The ace counts low (C2), as in every paytable that is published.
 */
import { PLACE_COUNT } from '../layout.ts';
import { rank } from '../rank.ts';

const RANKS: u32 = 13;

/** The core's value of every place, u32 each; place 0 is no hand. */
export const VALUES: usize = memory.data(4 * 7463, 16);
/** Place of a flush by its set of ranks (five or six bits; straights included), u16 each. */
export const FLUSHES: usize = memory.data(2 * 8192, 16);

const HAND: usize = memory.data(6);

/** Classes known so far while VALUES is being filled. */
let classes: u32 = 0;
let built: bool = false;

/** Index of two, three and four ranks in ascending order, repeats allowed: 91, 455 and 1,820. */
export function twoIndex(a: u32, b: u32): u32 {
  return a + ((b * (b + 1)) >> 1);
}
export function threeIndex(a: u32, b: u32, c: u32): u32 {
  return twoIndex(a, b) + (c * (c + 1) * (c + 2)) / 6;
}
export function fourIndex(a: u32, b: u32, c: u32, d: u32): u32 {
  return threeIndex(a, b, c) + fourStep(d);
}
/** What the highest of four ranks adds. */
export function fourStep(d: u32): u32 {
  return (d * (d + 1) * (d + 2) * (d + 3)) / 24;
}

/**
 * Place of `count` (5 or 6) ascending ranks at `ranks`, one byte each, in suits that make no flush;
 * 0 where a rank stands there more than four times.
 */
export function unsuitedPlace(ranks: usize, count: u32): u32 {
  return isHand(ranks, count) ? placeOf(unsuitedValue(ranks, count)) : 0;
}

/** Ranks of a hand in ascending order, one byte each, as the builders of tables put it together. */
export const SORTED: usize = memory.data(6);

/** Calls `fill` with the index of every four ascending ranks, which then stand in SORTED. */
export function everyFour(fill: (state: u32) => void): void {
  for (let a: u32 = 0; a < RANKS; a++)
    for (let b = a; b < RANKS; b++)
      for (let c = b; c < RANKS; c++)
        for (let d = c; d < RANKS; d++) {
          store<u32>(SORTED, a | (b << 8) | (c << 16) | (d << 24));
          fill(fourIndex(a, b, c, d));
        }
}

/** Puts a rank among the first `count` of SORTED. */
export function insert(rank: u32, count: u32): void {
  let at = SORTED + count;
  for (; at > SORTED; at--) {
    const before = <u32>load<u8>(at - 1);
    if (before <= rank) break;
    store<u8>(at, before);
  }
  store<u8>(at, rank);
}

/** Fills VALUES and FLUSHES; the second call does nothing. */
export function buildPlaces(): void {
  if (built) return;
  built = true;
  const ranks = memory.data(5);
  for (let a: u32 = 0; a < RANKS; a++)
    for (let b = a; b < RANKS; b++)
      for (let c = b; c < RANKS; c++)
        for (let d = c; d < RANKS; d++)
          for (let e = d; e < RANKS; e++) {
            store<u8>(ranks, a);
            store<u8>(ranks, b, 1);
            store<u8>(ranks, c, 2);
            store<u8>(ranks, d, 3);
            store<u8>(ranks, e, 4);
            if (isHand(ranks, 5)) add(unsuitedValue(ranks, 5));
          }
  for (let set: u32 = 0; set < 8192; set++) if (popcnt(set) === 5) add(flushValue(set));
  assert(classes === <u32>PLACE_COUNT);
  sort();
  for (let set: u32 = 0; set < 8192; set++) {
    const size = popcnt(set);
    if (size === 5 || size === 6) store<u16>(FLUSHES + (set << 1), <u16>placeOf(flushValue(set)));
  }
}

function isHand(ranks: usize, count: u32): bool {
  for (let i: u32 = 4; i < count; i++) {
    if (load<u8>(ranks + i) === load<u8>(ranks + i - 4)) return false;
  }
  return true;
}

/** Suits in turn: equal ranks stand side by side and so differ, and no suit comes five times. */
function unsuitedValue(ranks: usize, count: u32): u32 {
  for (let i: u32 = 0; i < count; i++) {
    store<u8>(HAND + i, ((<u32>load<u8>(ranks + i)) << 2) | (i & 3));
  }
  return rank(HAND, count, true);
}

/** Value of five or six cards of one suit. */
function flushValue(set: u32): u32 {
  let count: u32 = 0;
  for (let r: u32 = 0; r < RANKS; r++) {
    if ((set & ((<u32>1) << r)) === 0) continue;
    store<u8>(HAND + count, r << 2);
    count++;
  }
  return rank(HAND, count, true);
}

/** Unsuited ranks and flushes never share a value, and no class is met twice. */
function add(value: u32): void {
  classes++;
  store<u32>(VALUES + (classes << 2), value);
}

/** Shell sort of places 1 … PLACE_COUNT, ascending (Ciura's gaps are not needed for 7,462). */
function sort(): void {
  for (let gap: u32 = 3280; gap > 0; gap /= 3) {
    for (let i: u32 = gap + 1; i <= classes; i++) {
      const value = load<u32>(VALUES + (i << 2));
      let j = i;
      while (j > gap && load<u32>(VALUES + ((j - gap) << 2)) > value) {
        store<u32>(VALUES + (j << 2), load<u32>(VALUES + ((j - gap) << 2)));
        j -= gap;
      }
      store<u32>(VALUES + (j << 2), value);
    }
  }
}

/** Place of a value that is some hand's. */
function placeOf(value: u32): u32 {
  let low: u32 = 1;
  let high: u32 = PLACE_COUNT;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(VALUES + (middle << 2)) < value) low = middle + 1;
    else high = middle;
  }
  assert(load<u32>(VALUES + (low << 2)) === value);
  return low;
}
