/**
 * Flushes that types do not show. Kept cards of one suit t, other than the suit looked at, can become
 * a flush of t: the difference (flush instead of the plain hand) is summed over new cards of t, worked
 * out when first asked for and remembered. Types of discards have three suits here: other, looked at, t.
 *
 * Looked at is the upcard's suit; with a dealer exchange also each of the three others, for the part
 * of its gain that lies in that suit, and then t may be the upcard's suit.
 */
import { OFFSUIT, SUITED } from './classes.ts';
import { suitedPart, upRank } from './dealers.ts';
import {
  DISCARDS,
  discardFlags,
  discardMask,
  discardRanks,
  discardRow,
  joined,
  readDiscards,
  thirdMask,
  UP_LOOKED,
  UP_OTHER,
  UP_THIRD,
} from './discards.ts';
import { beginSize, handValue } from './exchange.ts';
import { addFlushGain, addRankGain, flushGain, GAINS_EXACT, rankGain } from './gains.ts';
import { binomial, nextMultiset } from './multiset.ts';
import { redraws } from './redraw.ts';
import {
  FEES,
  FORCED,
  flushSets,
  MEMO,
  MEMO_CHOSEN,
  OTHER_MEMO,
  OTHER_MEMO_CHOSEN,
  present,
} from './tables.ts';
import { spreadState } from './worth.ts';

/** Sum of the differences for kept ranks `kept` of one suit, discards' types at `types`. */
function difference(size: u32, kept: u32, types: usize): f64 {
  memory.copy(DISCARDS, types, size);
  if (!readDiscards(size, 3, UP_LOOKED)) return 0;
  const forced = FORCED[size] !== 0;
  beginSize(size);
  let sum: f64 = 0;
  const live = present & ~kept & ~thirdMask;
  for (let fresh: u32 = live; fresh !== 0; fresh = (fresh - 1) & live) {
    if (popcnt(fresh) !== size) continue;
    const number = joined(kept, fresh);
    const suited = <u32>SUITED[number];
    const offsuit = <u32>OFFSUIT[number];
    sum += handValue(suited, discardMask, forced) - handValue(offsuit, discardMask, forced);
    if (!redraws) continue;
    if (size <= GAINS_EXACT) sum += flushGain(size, number, discardRanks, discardFlags, true);
    else sum += rankGain(size, discardRanks, suited) - rankGain(size, discardRanks, offsuit);
  }
  return sum;
}

/** The same for the dealer exchange's part in a suit that is not the upcard's. */
function otherDifference(size: u32, kept: u32, types: usize, upcard: u32): f64 {
  memory.copy(DISCARDS, types, size);
  if (!readDiscards(size, 3, upcard)) return 0;
  let sum: f64 = 0;
  const live = freshRanks(kept, upcard);
  for (let fresh: u32 = live; fresh !== 0; fresh = (fresh - 1) & live) {
    if (popcnt(fresh) !== size) continue;
    sum += flushGain(size, joined(kept, fresh), discardRanks, discardFlags, false);
  }
  return sum;
}

function freshRanks(kept: u32, upcard: u32): u32 {
  const up: u32 = upcard === UP_THIRD ? (<u32>1) << upRank : 0;
  return present & ~kept & ~thirdMask & ~up;
}

function otherPlace(size: u32, place: u32, upcard: u32): usize {
  return (<usize>(place + (upcard === UP_THIRD ? flushSets(size) : 0))) << 3;
}

/** Difference at a place of the memo (number of kept ranks and discards' types). */
export function flushSum(size: u32, place: u32, kept: u32, types: usize): f64 {
  const at = MEMO[size] + ((<usize>place) << 3);
  let sum = load<f64>(at);
  // All bits set: not asked for yet.
  if (reinterpret<u64>(sum) === u64.MAX_VALUE) {
    sum = difference(size, kept, types);
    store<f64>(at, sum);
  }
  return sum;
}

export function otherFlushSum(size: u32, place: u32, kept: u32, types: usize, upcard: u32): f64 {
  const at = OTHER_MEMO[size] + otherPlace(size, place, upcard);
  let sum = load<f64>(at);
  if (reinterpret<u64>(sum) === u64.MAX_VALUE) {
    sum = otherDifference(size, kept, types, upcard);
    store<f64>(at, sum);
  }
  return sum;
}

export function chooseFlush(size: u32, place: u32, weight: f64): void {
  const at = MEMO_CHOSEN[size] + ((<usize>place) << 3);
  store<f64>(at, load<f64>(at) + weight);
}

export function chooseOtherFlush(size: u32, place: u32, upcard: u32, weight: f64): void {
  const at = OTHER_MEMO_CHOSEN[size] + otherPlace(size, place, upcard);
  store<f64>(at, load<f64>(at) + weight);
}

/** Spreads the chosen differences of a size. */
export function spreadFlushes(size: u32): void {
  const keep = 5 - size;
  const sets: u32 = size === 5 ? 1 : binomial(13, keep);
  const exact = redraws && size <= GAINS_EXACT;
  beginSize(size);
  let kept: u32 = ((<u32>1) << keep) - 1;
  const many: u32 = binomial(38 + size, size);
  for (let k: u32 = 0; k < sets; k++) {
    memory.fill(DISCARDS, 0, size);
    for (let d: u32 = 0; d < many; d++) {
      const place = k * many + d;
      spreadPlace(size, kept, load<f64>(MEMO_CHOSEN[size] + ((<usize>place) << 3)));
      if (exact) {
        spreadOther(size, kept, place, UP_OTHER);
        spreadOther(size, kept, place, UP_THIRD);
      }
      nextMultiset(DISCARDS, size, 39);
    }
    // The next set of `keep` ranks in the order of numbers (Gosper).
    if (keep > 0) {
      const low = kept & (0 - kept);
      const ripple = kept + low;
      kept = ripple | (((kept ^ ripple) >> 2) / low);
    }
  }
}

function spreadPlace(size: u32, kept: u32, weight: f64): void {
  if (weight === 0 || !readDiscards(size, 3, UP_LOOKED)) return;
  const forced = FORCED[size] !== 0;
  const live = present & ~kept & ~thirdMask;
  for (let fresh: u32 = live; fresh !== 0; fresh = (fresh - 1) & live) {
    if (popcnt(fresh) !== size) continue;
    const number = joined(kept, fresh);
    const suited = <u32>SUITED[number];
    const offsuit = <u32>OFFSUIT[number];
    const row = discardRow;
    const first = load<u64>(row + ((<usize>suited) << 3)) + suitedPart(suited, discardMask);
    const second = load<u64>(row + ((<usize>offsuit) << 3)) + suitedPart(offsuit, discardMask);
    spreadState(first, suited, weight, FEES[size], size, forced);
    spreadState(second, offsuit, -weight, FEES[size], size, forced);
    if (!redraws) continue;
    if (size <= GAINS_EXACT) addFlushGain(size, number, discardRanks, discardFlags, true, weight);
    else {
      addRankGain(size, discardRanks, suited, weight);
      addRankGain(size, discardRanks, offsuit, -weight);
    }
  }
}

function spreadOther(size: u32, kept: u32, place: u32, upcard: u32): void {
  const weight = load<f64>(OTHER_MEMO_CHOSEN[size] + otherPlace(size, place, upcard));
  if (weight === 0 || !readDiscards(size, 3, upcard)) return;
  const live = freshRanks(kept, upcard);
  for (let fresh: u32 = live; fresh !== 0; fresh = (fresh - 1) & live) {
    if (popcnt(fresh) !== size) continue;
    const number = joined(kept, fresh);
    addFlushGain(size, number, discardRanks, discardFlags, false, weight);
  }
}
