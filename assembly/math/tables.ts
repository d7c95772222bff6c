/**
 * The areas of the exchanges, by size (number of cards): what they hold, how many places they have,
 * and the numbers of hands and draws behind them. Taken once, for the sizes that a ruleset offers.
 *
 * A set of discards D and kept cards K is numbered by types: rank · 2, plus 1 when the card is of the
 * suit that is looked at. That suit is the upcard's in SUMS and CHOSEN; in OTHER and OTHER_CHOSEN it
 * is one of the three others, which only the dealer exchange asks for.
 */
import { CLASS_COUNT } from './classes.ts';
import { binomial } from './multiset.ts';
import { typeSets } from './states.ts';

const SIZES: u32 = 6;
/** Counts by (dead ranks, class); sums by (D, K); weight that chose them; differences of flushes. */
const COUNTS = new StaticArray<usize>(6);
export const SUMS = new StaticArray<usize>(6);
export const CHOSEN = new StaticArray<usize>(6);
export const MEMO = new StaticArray<usize>(6);
export const MEMO_CHOSEN = new StaticArray<usize>(6);
export const OTHER = new StaticArray<usize>(6);
export const OTHER_CHOSEN = new StaticArray<usize>(6);
export const OTHER_MEMO = new StaticArray<usize>(6);
export const OTHER_MEMO_CHOSEN = new StaticArray<usize>(6);
/** Fee in antes and whether the bet is forced, by size; the fee of a bought card. */
export const FEES = new StaticArray<i32>(7);
export const FORCED = new StaticArray<u8>(7);
/** Ranks in the deck, as a set; all four suits of each. Ranks that are not are dead everywhere. */
export let present: u32 = 8191;
export let absent: u32 = 0;

/** Names the ranks of a reduced deck; before anything else. */
export function setDeck(ranks: u32): void {
  assert(ranks <= 8191 && popcnt(ranks) >= 4);
  present = ranks;
  absent = 8191 & ~ranks;
}
/** Cards that a player does not see before he acts: 46 of 52. */
export function unseen(): u32 {
  return 4 * <u32>popcnt(present) - 6;
}
export function rankSets(size: u32): u32 {
  return size === 0 ? 1 : binomial(12 + size, size);
}
export function flushSets(size: u32): u32 {
  return (size === 5 ? 1 : binomial(13, 5 - size)) * binomial(38 + size, size);
}
/** Places of (D, K). */
export function sumPlaces(size: u32): u32 {
  return typeSets(size) * typeSets(5 - size);
}
/** Dealer hands with `size` more cards dead: C(46 − size, 4). */
export function dealerHands(size: u32): f64 {
  return <f64>binomial(unseen() - size, 4);
}
/** Draws of `size` cards from 46. */
export function draws(size: u32): f64 {
  return <f64>binomial(unseen(), size);
}

/** Takes the memory for exchanges of a size; `others`: the dealer exchange's areas too. */
export function reserve(size: u32, others: bool): void {
  assert(size < SIZES && COUNTS[size] === 0);
  COUNTS[size] = heap.alloc((<usize>(rankSets(size) * CLASS_COUNT)) << 3);
  if (size === 0) return;
  SUMS[size] = heap.alloc((<usize>sumPlaces(size)) << 3);
  CHOSEN[size] = heap.alloc((<usize>sumPlaces(size)) << 3);
  MEMO[size] = heap.alloc((<usize>flushSets(size)) << 3);
  MEMO_CHOSEN[size] = heap.alloc((<usize>flushSets(size)) << 3);
  if (!others) return;
  OTHER[size] = heap.alloc((<usize>sumPlaces(size)) << 3);
  OTHER_CHOSEN[size] = heap.alloc((<usize>sumPlaces(size)) << 3);
  OTHER_MEMO[size] = heap.alloc((<usize>flushSets(size)) << 4);
  OTHER_MEMO_CHOSEN[size] = heap.alloc((<usize>flushSets(size)) << 4);
}

/** Address of the dealer counts for a set of discarded ranks, eight bytes a class. */
export function countsRow(size: u32, rankSet: u32): usize {
  return COUNTS[size] + ((<usize>(rankSet * CLASS_COUNT)) << 3);
}

/** Clears what the choices of one upcard rank are added up in. */
export function clearChosen(size: u32, others: bool): void {
  memory.fill(CHOSEN[size], 0, (<usize>sumPlaces(size)) << 3);
  memory.fill(MEMO_CHOSEN[size], 0, (<usize>flushSets(size)) << 3);
  if (!others) return;
  memory.fill(OTHER_CHOSEN[size], 0, (<usize>sumPlaces(size)) << 3);
  memory.fill(OTHER_MEMO_CHOSEN[size], 0, (<usize>flushSets(size)) << 4);
}

/** Marks the other suits' flush differences as not asked for yet: all bits set. */
export function clearMemo(size: u32): void {
  memory.fill(OTHER_MEMO[size], 0xff, (<usize>flushSets(size)) << 4);
}
