/**
 * Flushes that types do not show. Kept cards of one suit t, other than the suit looked at, can become
 * a flush of t: the difference (flush instead of the plain hand) is summed over new cards of t. Types
 * of discards have three suits here: other, looked at, t. Summing hand by hand when asked took half of
 * the whole solution; by sets of five ranks it takes a tenth.
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
  setDiscards,
  thirdMask,
  UP_OTHER,
  UP_THIRD,
} from './discards.ts';
import { beginSize, handValue } from './exchange.ts';
import { addFlushGain, addRankGain, flushGain, GAINS_EXACT, rankGain } from './gains.ts';
import { binomial, multisetNumber, nextMultiset } from './multiset.ts';
import { redraws } from './redraw.ts';
import {
  absent,
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

/** Sets of five ranks: their ranks, number as a multiset; by kept set, those that hold it. */
const FLUSHES: u32 = 1287;
const SETS = new StaticArray<u16>(1287);
const NUMBERS = new StaticArray<u16>(1287);
const HOLDING = new StaticArray<u16>(12870);
const FIRST = new StaticArray<u32>(716);
const KEPT_SETS = new StaticArray<u16>(715);
let keptSets: u32 = 0;
/** By set of five: difference of the discards in work, or the weight that chose it. */
const ROW = new StaticArray<f64>(1287);
const GONE: usize = memory.data(8);
const TYPES: usize = memory.data(8);
const GONE_RANK = new StaticArray<u32>(5);
const GONE_TIMES = new StaticArray<u32>(5);
let different: u32 = 0;

/** Lists the sets of five by the kept sets that they hold, in the order of kept sets' numbers. */
function listSets(size: u32): void {
  let many: u32 = 0;
  for (let set: u32 = 0; set < 8192; set++) {
    if (popcnt(set) !== 5) continue;
    SETS[many] = <u16>set;
    NUMBERS[many++] = <u16>joined(set, 0);
  }
  assert(many === FLUSHES);
  const keep = 5 - <i32>size;
  keptSets = 0;
  let filled: u32 = 0;
  // Ascending sets of equal size ascend in the combinatorial number system too.
  for (let kept: u32 = 0; kept < 8192; kept++) {
    if (popcnt(kept) !== keep) continue;
    FIRST[keptSets] = filled;
    KEPT_SETS[keptSets++] = <u16>kept;
    for (let q: u32 = 0; q < FLUSHES; q++) {
      if ((<u32>SETS[q] & kept) === kept) HOLDING[filled++] = <u16>q;
    }
  }
  FIRST[keptSets] = filled;
}

/**
 * All differences of a size, discards by ranks and by the looked-at suit outermost, because a final
 * hand's difference depends on nothing else; backward gathers what was chosen and spreads it.
 */
export function eachFlush(size: u32, backward: bool): void {
  beginFlushes(size);
  memory.fill(GONE, 0, size);
  const sets: u32 = binomial(12 + size, size);
  for (let gone: u32 = 0; gone < sets; gone++) {
    flushesBehind(size, GONE, gone, backward);
    nextMultiset(GONE, size, 13);
  }
}

/** Names the size whose differences are made. */
export function beginFlushes(size: u32): void {
  listSets(size);
  beginSize(size);
}

/** The differences behind one set of discarded ranks, sorted at `ranks`, number `gone`. */
export function flushesBehind(size: u32, ranks: usize, gone: u32, backward: bool): void {
  if (!readRanks(ranks, size)) return;
  for (let own: u32 = 0; own < (<u32>1) << different; own++) {
    if (!setFlags(size, gone, own)) continue;
    if (backward) {
      ROW.fill(0);
      eachThird(size, own, true);
      for (let q: u32 = 0; q < FLUSHES; q++) if (ROW[q] !== 0) spreadRow(size, q, ROW[q]);
    } else {
      for (let q: u32 = 0; q < FLUSHES; q++) ROW[q] = rowValue(size, q);
      eachThird(size, own, false);
    }
  }
}

/** Reads the sorted ranks at `ranks`: false where no cards but the upcard can make them. */
function readRanks(ranks: usize, size: u32): bool {
  different = 0;
  for (let i: u32 = 0; i < size; i++) {
    const rank = <u32>load<u8>(ranks + i);
    if (!((present >> rank) & 1)) return false;
    if (i > 0 && <u32>load<u8>(ranks + i - 1) === rank) GONE_TIMES[different - 1] += 1;
    else {
      GONE_RANK[different] = rank;
      GONE_TIMES[different++] = 1;
    }
    if (GONE_TIMES[different - 1] > (rank === upRank ? 3 : 4)) return false;
  }
  return true;
}

/** Takes the different ranks flagged in `own` as cards of the upcard's suit. */
function setFlags(size: u32, gone: u32, own: u32): bool {
  let mask: u32 = 0;
  for (let j: u32 = 0; j < different; j++) {
    if (!((own >> j) & 1)) continue;
    if (GONE_RANK[j] === upRank) return false;
    mask |= (<u32>1) << GONE_RANK[j];
  }
  setDiscards(size, gone, mask, own);
  return true;
}

/** For every way that discards lie in the flush's suit: sums over ROW, or adds to it. */
function eachThird(size: u32, own: u32, backward: bool): void {
  const many: u32 = binomial(38 + size, size);
  for (let third: u32 = 0; third < (<u32>1) << different; third++) {
    let at: u32 = 0;
    let mask: u32 = absent;
    let possible = true;
    for (let j: u32 = 0; j < different; j++) {
      const rank = GONE_RANK[j];
      const ownFlag = (own >> j) & 1;
      const flag = (third >> j) & 1;
      const others = <i32>GONE_TIMES[j] - <i32>ownFlag - <i32>flag;
      if (others < 0 || others > 2) possible = false;
      for (let i = 0; i < others; i++) store<u8>(TYPES + at++, <u8>(rank * 3));
      if (ownFlag) store<u8>(TYPES + at++, <u8>(rank * 3 + 1));
      if (flag) {
        store<u8>(TYPES + at++, <u8>(rank * 3 + 2));
        mask |= (<u32>1) << rank;
      }
      if (!possible) break;
    }
    if (!possible) continue;
    const number = multisetNumber(TYPES, size);
    for (let k: u32 = 0; k < keptSets; k++) {
      if ((<u32>unchecked(KEPT_SETS[k]) & mask) !== 0) continue;
      const place = (<usize>(k * many + number)) << 3;
      if (backward) chooseRow(k, mask, load<f64>(MEMO_CHOSEN[size] + place));
      else store<f64>(MEMO[size] + place, sumRow(k, mask));
    }
  }
}

function sumRow(k: u32, mask: u32): f64 {
  let sum: f64 = 0;
  const end = unchecked(FIRST[k + 1]);
  for (let i = unchecked(FIRST[k]); i < end; i++) {
    const q = <u32>unchecked(HOLDING[i]);
    if ((<u32>unchecked(SETS[q]) & mask) === 0) sum += unchecked(ROW[q]);
  }
  return sum;
}

function chooseRow(k: u32, mask: u32, weight: f64): void {
  if (weight === 0) return;
  const end = unchecked(FIRST[k + 1]);
  for (let i = unchecked(FIRST[k]); i < end; i++) {
    const q = <u32>unchecked(HOLDING[i]);
    if ((<u32>unchecked(SETS[q]) & mask) === 0) ROW[q] += weight;
  }
}

/** Difference of a set of five behind the discards in work. */
function rowValue(size: u32, q: u32): f64 {
  const set = <u32>unchecked(SETS[q]);
  if ((set & ~present) !== 0) return 0;
  const forced = FORCED[size] !== 0;
  const number = <u32>unchecked(NUMBERS[q]);
  const suited = <u32>SUITED[number];
  const offsuit = <u32>OFFSUIT[number];
  const sum = handValue(suited, discardMask, forced) - handValue(offsuit, discardMask, forced);
  if (!redraws) return sum;
  if (size <= GAINS_EXACT) return sum + flushGain(size, number, discardRanks, discardFlags, true);
  return sum + rankGain(size, discardRanks, suited) - rankGain(size, discardRanks, offsuit);
}

function spreadRow(size: u32, q: u32, weight: f64): void {
  const forced = FORCED[size] !== 0;
  const number = <u32>NUMBERS[q];
  const suited = <u32>SUITED[number];
  const offsuit = <u32>OFFSUIT[number];
  const row = discardRow;
  const first = load<u64>(row + ((<usize>suited) << 3)) + suitedPart(suited, discardMask);
  const second = load<u64>(row + ((<usize>offsuit) << 3)) + suitedPart(offsuit, discardMask);
  spreadState(first, suited, weight, FEES[size], size, forced);
  spreadState(second, offsuit, -weight, FEES[size], size, forced);
  if (!redraws) return;
  if (size <= GAINS_EXACT) addFlushGain(size, number, discardRanks, discardFlags, true, weight);
  else {
    addRankGain(size, discardRanks, suited, weight);
    addRankGain(size, discardRanks, offsuit, -weight);
  }
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
export function flushSum(size: u32, place: u32): f64 {
  return load<f64>(MEMO[size] + ((<usize>place) << 3));
}

/** The same in another suit, worked out when first asked for. */
export function otherFlushSum(size: u32, place: u32, kept: u32, types: usize, upcard: u32): f64 {
  const at = OTHER_MEMO[size] + otherPlace(size, place, upcard);
  let sum = load<f64>(at);
  // All bits set: not asked for yet.
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
  eachFlush(size, true);
  if (!redraws || size > GAINS_EXACT) return;
  const many: u32 = binomial(38 + size, size);
  for (let k: u32 = 0; k < keptSets; k++) {
    const kept = <u32>KEPT_SETS[k];
    memory.fill(DISCARDS, 0, size);
    for (let d: u32 = 0; d < many; d++) {
      spreadOther(size, kept, k * many + d, UP_OTHER);
      spreadOther(size, kept, k * many + d, UP_THIRD);
      nextMultiset(DISCARDS, size, 39);
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
