/**
 * The dealer hands without game behind an upcard, which the dealer exchange (R9, Z10) can make better:
 * a dealer without game has five different ranks, so a pattern is a set of four hidden ranks (at most
 * 495). For each: which four stay, which one goes, and the classes that a new card makes. Patterns
 * whose highest card is the upcard come first.
 */
import { firstGame, OFFSUIT, SUITED } from './classes.ts';
import { upRank } from './dealers.ts';
import { multisetNumber } from './multiset.ts';

const PATTERNS: i32 = 495;
/** Most ranks that complete a straight with four given ones is two; asserted. */
export const FILLS: i32 = 2;
export const RANKS: i32 = 13;
export const ALL: u32 = 8191;

/** By pattern: hidden ranks, the four that stay, the one that goes, classes by what can come. */
export const HIDDEN = new StaticArray<u16>(495);
export const LOWS = new StaticArray<u16>(495);
export const HIGH = new StaticArray<u8>(495);
export const LOW_RANK = new StaticArray<u8>(1980);
export const PAIR_CLASS = new StaticArray<u16>(1980);
export const FILL_RANK = new StaticArray<u8>(990);
export const FILL_CLASS = new StaticArray<u16>(990);
export const FLUSH_CLASS = new StaticArray<u16>(6435);
/** By pattern: ranks that complete a straight, as a set. */
export const FILL_SET = new StaticArray<u16>(495);
const FIVE: usize = memory.data(8);

/** Patterns of the upcard rank in work, and those whose highest card is the upcard. */
export let patterns: i32 = 0;
export let underUpcard: i32 = 0;

/** Class of the sorted ranks of a set with one rank more. */
function classWith(set: u32, rank: u32, suited: bool): u16 {
  let at: u32 = 0;
  for (let r: u32 = 0; r < <u32>RANKS; r++) {
    if ((set >> r) & 1) store<u8>(FIVE + at++, <u8>r);
    if (r === rank) store<u8>(FIVE + at++, <u8>r);
  }
  assert(at === 5);
  const number = multisetNumber(FIVE, 5);
  return suited ? SUITED[number] : OFFSUIT[number];
}

/** Lists the dealer hands without game behind the upcard rank in work; `present`: ranks in the deck. */
export function listPatterns(present: u32): void {
  patterns = 0;
  underUpcard = 0;
  const up: u32 = (<u32>1) << upRank;
  for (let above = 0; above < 2; above++) {
    for (let hidden: u32 = 0; hidden <= ALL; hidden++) {
      if (popcnt(hidden) !== 4 || (hidden & up) !== 0 || (hidden & ~present) !== 0) continue;
      const all = hidden | up;
      const high: u32 = 31 - clz(all);
      if ((high === upRank) !== (above === 0)) continue;
      const lows = all & ~((<u32>1) << high);
      if (<u32>classWith(lows, high, false) >= firstGame) continue;
      list(hidden, lows, high);
    }
    if (above === 0) underUpcard = patterns;
  }
}

function list(hidden: u32, lows: u32, high: u32): void {
  const t = patterns++;
  assert(t < PATTERNS);
  HIDDEN[t] = <u16>hidden;
  LOWS[t] = <u16>lows;
  HIGH[t] = <u8>high;
  let at = 0;
  let fills = 0;
  FILL_SET[t] = 0;
  FILL_CLASS[FILLS * t] = 0;
  FILL_CLASS[FILLS * t + 1] = 0;
  for (let r: u32 = 0; r < <u32>RANKS; r++) {
    const own = classWith(lows, r, false);
    if ((lows >> r) & 1) {
      LOW_RANK[4 * t + at] = <u8>r;
      PAIR_CLASS[4 * t + at++] = own;
      continue;
    }
    FLUSH_CLASS[RANKS * t + r] = classWith(lows, r, true);
    if (<u32>own < firstGame) continue;
    assert(fills < FILLS && r !== high);
    FILL_RANK[FILLS * t + fills] = <u8>r;
    FILL_SET[t] |= <u16>((<u32>1) << r);
    FILL_CLASS[FILLS * t + fills++] = own;
  }
  assert(at === 4);
}
