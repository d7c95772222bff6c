/**
 * Exchanges of one to five cards, exact. For every set D of discards the sum over all final hands H
 * of max(fold, bet) is shared out to the parts K that were kept: the states (K, D) then hold
 * Σ over the new cards. One visit of a state serves all ten ways to keep a part of it.
 *
 * A final hand in a suit other than the upcard's is a flush that its types do not show. Kept cards
 * of one such suit s get the difference (flush instead of the plain hand) summed over new cards of s,
 * worked out when first asked for; there, types of discards have three suits: other, upcard's, s.
 */
import { CLASS_COUNT, OFFSUIT, SUITED } from './classes.ts';
import { countPatterns, LIVE, rankPart, suitedPart, suitedRow, upRank } from './dealers.ts';
import { binomial, multisetNumber, nextMultiset } from './multiset.ts';
import {
  DISTINCT,
  HAND_CLASS,
  HAND_RANKS,
  HAND_START,
  HAND_SUITED,
  HAND_TIMES,
  HANDS,
  PART_NUMBER,
  PART_START,
  PART_WAYS,
  prepareParts,
  typeSets,
} from './states.ts';
import { betSum, setState, spreadState } from './worth.ts';

const SIZES: u32 = 6;
/** By exchange size: counts by (dead ranks, class); sums by (D, K); chosen weight; flush memo. */
const COUNTS = new StaticArray<usize>(6);
export const SUMS = new StaticArray<usize>(6);
export const CHOSEN = new StaticArray<usize>(6);
export const MEMO = new StaticArray<usize>(6);
export const MEMO_CHOSEN = new StaticArray<usize>(6);
/** Fee in antes and whether the bet is forced, by size. */
export const FEES = new StaticArray<i32>(7);
export const FORCED = new StaticArray<u8>(7);

const DISCARDS: usize = memory.data(8);
const RANKED: usize = memory.data(16);
const KEPT: usize = memory.data(8);
const DEAD = new StaticArray<u32>(13);
const WEIGHTS = new StaticArray<f64>(32);
const SUIT_MASKS = new StaticArray<u32>(32);

export function rankSets(size: u32): u32 {
  return size === 0 ? 1 : binomial(12 + size, size);
}
export function flushSets(size: u32): u32 {
  return (size === 5 ? 1 : binomial(13, 5 - size)) * binomial(38 + size, size);
}
/** Dealer hands with `size` discards dead: C(46 − size, 4). */
export function dealerHands(size: u32): f64 {
  return <f64>binomial(46 - size, 4);
}
/** Draws of `size` cards from 46. */
export function draws(size: u32): f64 {
  return <f64>binomial(46, size);
}

/** Takes the memory for exchanges of a size; once. */
export function reserve(size: u32): void {
  assert(size < SIZES && COUNTS[size] === 0);
  COUNTS[size] = heap.alloc((<usize>(rankSets(size) * CLASS_COUNT)) << 3);
  if (size === 0) return;
  SUMS[size] = heap.alloc((<usize>(typeSets(size) * typeSets(5 - size))) << 3);
  CHOSEN[size] = heap.alloc((<usize>(typeSets(size) * typeSets(5 - size))) << 3);
  MEMO[size] = heap.alloc((<usize>flushSets(size)) << 3);
  MEMO_CHOSEN[size] = heap.alloc((<usize>flushSets(size)) << 3);
}

export function countsRow(size: u32, rankSet: u32): usize {
  return COUNTS[size] + ((<usize>(rankSet * CLASS_COUNT)) << 3);
}

const HELD = new StaticArray<u32>(13);
const ALL = new StaticArray<u32>(13);

/** Fills the dealer counts of a size for the upcard's rank: every set of 5 + size dead ranks. */
export function fillCounts(size: u32): void {
  choose(0, 5 + size, size);
}

function choose(rank: u32, left: u32, size: u32): void {
  if (rank === 13) {
    if (left > 0) return;
    for (let r: u32 = 0; r < 13; r++) LIVE[r] = 4 - ALL[r] - (r === upRank ? 1 : 0);
    countPatterns();
    split(0, 5, size);
    return;
  }
  const most: u32 = min(left, rank === upRank ? 3 : 4);
  for (let n: u32 = 0; n <= most; n++) {
    ALL[rank] = n;
    choose(rank + 1, left - n, size);
  }
  ALL[rank] = 0;
}

/** Splits the dead ranks into a hand of five and discards, each way once. */
function split(rank: u32, left: u32, size: u32): void {
  if (rank === 13) {
    if (left > 0) return;
    let hand: u32 = 0;
    let gone: u32 = 0;
    for (let r: u32 = 0; r < 13; r++) {
      const held = unchecked(HELD[r]);
      for (let i: u32 = 0; i < held; i++) store<u8>(RANKED + hand++, <u8>r);
      const rest = unchecked(ALL[r]) - held;
      for (let i: u32 = 0; i < rest; i++) store<u8>(RANKED + 5 + gone++, <u8>r);
    }
    const number = multisetNumber(RANKED, 5);
    const row = countsRow(size, multisetNumber(RANKED + 5, size));
    const offsuit = <u32>OFFSUIT[number];
    store<u64>(row + ((<usize>offsuit) << 3), rankPart(offsuit));
    const suited = <u32>SUITED[number];
    if (suited < CLASS_COUNT) store<u64>(row + ((<usize>suited) << 3), rankPart(suited));
    return;
  }
  const most: u32 = min(left, unchecked(ALL[rank]));
  for (let n: u32 = 0; n <= most; n++) {
    HELD[rank] = n;
    split(rank + 1, left - n, size);
  }
  HELD[rank] = 0;
}

let discardMask: u32 = 0;
let discardRow: usize = 0;

/** Reads the discards' types (`suits` of them): false where no cards can make them. */
function readDiscards(size: u32, suits: u32): bool {
  DEAD.fill(0);
  discardMask = 0;
  let third: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const type = <u32>load<u8>(DISCARDS + i);
    const rank = type / suits;
    const suit = type % suits;
    store<u8>(RANKED + i, <u8>rank);
    const bit = (<u32>1) << rank;
    if (suit === 0) {
      DEAD[rank] += 1;
      if (DEAD[rank] > 5 - suits) return false;
    } else if (suit === 1) {
      if (rank === upRank || (discardMask & bit) !== 0) return false;
      discardMask |= bit;
    } else {
      if ((third & bit) !== 0) return false;
      third |= bit;
    }
  }
  thirdMask = third;
  discardRow = countsRow(size, multisetNumber(RANKED, size));
  return true;
}
let thirdMask: u32 = 0;

/** Value of a variant: max(fold, bet) times its number of hands. */
function variantValue(variant: u32, own: u32, forced: bool): f64 {
  const packed =
    load<u64>(discardRow + ((<usize>own) << 3)) +
    suitedPart(own, discardMask | unchecked(SUIT_MASKS[variant]));
  const sum = betSum(packed, own);
  return forced ? sum : max(sum, 0 - floor);
}
let floor: f64 = 0;

/** Weights and masks of a hand's variants, the discards and the upcard gone; false where all are 0. */
function weigh(hand: u32): bool {
  const different = <u32>unchecked(DISTINCT[hand]);
  let size: u32 = 1;
  WEIGHTS[0] = 1;
  SUIT_MASKS[0] = 0;
  for (let j: u32 = 0; j < different; j++) {
    const rank = <u32>unchecked(HAND_RANKS[hand * 5 + j]);
    const times = <u32>unchecked(HAND_TIMES[hand * 5 + j]);
    const live: u32 = 3 - unchecked(DEAD[rank]);
    const bit = (<u32>1) << rank;
    const plain = <f64>binomial(live, times);
    const open = rank !== upRank && (discardMask & bit) === 0;
    const flagged = open ? <f64>binomial(live, times - 1) : 0;
    if (plain === 0 && flagged === 0) return false;
    for (let i: u32 = 0; i < size; i++) {
      WEIGHTS[i + size] = WEIGHTS[i] * flagged;
      SUIT_MASKS[i + size] = SUIT_MASKS[i] | bit;
      WEIGHTS[i] *= plain;
    }
    size <<= 1;
  }
  return true;
}

/** Ways to hold the kept types with the discards and the upcard gone. */
function keptWays(size: u32): f64 {
  let ways: f64 = 1;
  let run: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const type = <u32>load<u8>(KEPT + i);
    const rank = type >> 1;
    if (type & 1) {
      if (rank === upRank || (discardMask >> rank) & 1) return 0;
      if (i > 0 && <u32>load<u8>(KEPT + i - 1) === type) return 0;
      continue;
    }
    run = i > 0 && <u32>load<u8>(KEPT + i - 1) === type ? run + 1 : 1;
    const live = <i32>3 - <i32>DEAD[rank] - <i32>run + 1;
    if (live <= 0) return 0;
    ways *= <f64>live / <f64>run;
  }
  return ways;
}

/** Sums of a size for every (D, K), or, backward, the spread of what was chosen. */
export function sumExchanges(size: u32, backward: bool): void {
  const keep = 5 - size;
  const parts = typeSets(keep);
  prepareParts(keep);
  const forced = FORCED[size] !== 0;
  floor = dealerHands(size);
  setState(floor, <f64>FEES[size]);
  if (!backward) memory.fill(SUMS[size], 0, (<usize>(typeSets(size) * parts)) << 3);
  memory.fill(DISCARDS, 0, size);
  for (let d: u32 = 0; d < typeSets(size); d++) {
    if (readDiscards(size, 2)) {
      const at = (<usize>(d * parts)) << 3;
      if (backward) {
        if (shareOut(CHOSEN[size] + at, keep, parts)) gather(size, CHOSEN[size] + at, forced);
      } else {
        scatter(SUMS[size] + at, forced);
        finish(SUMS[size] + at, keep, parts);
      }
    }
    nextMultiset(DISCARDS, size, 26);
  }
  memory.fill(MEMO[size], 0xff, (<usize>flushSets(size)) << 3);
}

function scatter(row: usize, forced: bool): void {
  for (let hand: u32 = 0; hand < HANDS; hand++) {
    if (!weigh(hand)) continue;
    const own = <u32>unchecked(HAND_CLASS[hand]);
    const variants: u32 = (<u32>1) << (<u32>unchecked(DISTINCT[hand]));
    const start = unchecked(HAND_START[hand]);
    const counts = load<u64>(discardRow + ((<usize>own) << 3));
    const corrections = suitedRow(own);
    for (let f: u32 = 0; f < variants; f++) {
      const weight = unchecked(WEIGHTS[f]);
      if (weight === 0) continue;
      let value: f64;
      if (f === 31) value = variantValue(f, <u32>HAND_SUITED[hand], forced);
      else {
        const mask = discardMask | unchecked(SUIT_MASKS[f]);
        value = betSum(counts + load<u64>(corrections + ((<usize>mask) << 3)), own);
        if (!forced) value = max(value, 0 - floor);
      }
      value *= weight;
      const end = unchecked(PART_START[start + f + 1]);
      for (let p = unchecked(PART_START[start + f]); p < end; p++) {
        const to = row + ((<usize>unchecked(PART_NUMBER[p])) << 3);
        store<f64>(to, load<f64>(to) + value * <f64>unchecked(PART_WAYS[p]));
      }
    }
  }
}

/** From sums over (specific kept cards, final hand) to one choice of the kept cards. */
function finish(row: usize, keep: u32, parts: u32): void {
  memory.fill(KEPT, 0, keep);
  for (let k: u32 = 0; k < parts; k++) {
    const ways = keptWays(keep);
    const at = row + ((<usize>k) << 3);
    store<f64>(at, ways > 0 ? Math.round(load<f64>(at) / ways) : 0);
    nextMultiset(KEPT, keep, 26);
  }
}

function shareOut(row: usize, keep: u32, parts: u32): bool {
  let any = false;
  memory.fill(KEPT, 0, keep);
  for (let k: u32 = 0; k < parts; k++) {
    const at = row + ((<usize>k) << 3);
    const weight = load<f64>(at);
    if (weight !== 0) {
      any = true;
      store<f64>(at, weight / keptWays(keep));
    }
    nextMultiset(KEPT, keep, 26);
  }
  return any;
}

function gather(size: u32, row: usize, forced: bool): void {
  for (let hand: u32 = 0; hand < HANDS; hand++) {
    if (!weigh(hand)) continue;
    const variants: u32 = (<u32>1) << (<u32>unchecked(DISTINCT[hand]));
    const start = HAND_START[hand];
    for (let f: u32 = 0; f < variants; f++) {
      const weight = unchecked(WEIGHTS[f]);
      if (weight === 0) continue;
      let chosen: f64 = 0;
      const end = PART_START[start + f + 1];
      for (let p = PART_START[start + f]; p < end; p++) {
        chosen += load<f64>(row + ((<usize>PART_NUMBER[p]) << 3)) * <f64>PART_WAYS[p];
      }
      if (chosen === 0) continue;
      const own: u32 = f === 31 ? <u32>HAND_SUITED[hand] : <u32>HAND_CLASS[hand];
      const packed =
        load<u64>(discardRow + ((<usize>own) << 3)) + suitedPart(own, discardMask | SUIT_MASKS[f]);
      spreadState(packed, own, chosen * weight, FEES[size], size, forced);
    }
  }
}

/** Sorted ranks of two disjoint rank sets as the number of a multiset. */
function joined(kept: u32, fresh: u32): u32 {
  let set = kept | fresh;
  let at: u32 = 0;
  while (set !== 0) {
    store<u8>(RANKED + at++, <u8>ctz(set));
    set &= set - 1;
  }
  return multisetNumber(RANKED, 5);
}

/**
 * Difference that flushes make for kept cards of one suit that is not the upcard's: `kept` their
 * ranks, the discards' types with three suits at `types`.
 */
export function flushDifference(size: u32, kept: u32, types: usize): f64 {
  memory.copy(DISCARDS, types, size);
  if (!readDiscards(size, 3)) return 0;
  const forced = FORCED[size] !== 0;
  floor = dealerHands(size);
  setState(floor, <f64>FEES[size]);
  let sum: f64 = 0;
  SUIT_MASKS[0] = 0;
  const live = 8191 & ~kept & ~thirdMask;
  for (let fresh: u32 = live; fresh !== 0; fresh = (fresh - 1) & live) {
    if (popcnt(fresh) !== size) continue;
    const number = joined(kept, fresh);
    sum += variantValue(0, <u32>SUITED[number], forced);
    sum -= variantValue(0, <u32>OFFSUIT[number], forced);
  }
  return sum;
}

/** Spreads the chosen flush differences of a size. */
export function spreadFlushes(size: u32): void {
  const keep = 5 - size;
  const sets: u32 = size === 5 ? 1 : binomial(13, keep);
  const forced = FORCED[size] !== 0;
  floor = dealerHands(size);
  setState(floor, <f64>FEES[size]);
  let kept: u32 = ((<u32>1) << keep) - 1;
  const many: u32 = binomial(38 + size, size);
  for (let k: u32 = 0; k < sets; k++) {
    memory.fill(DISCARDS, 0, size);
    for (let d: u32 = 0; d < many; d++) {
      const weight = load<f64>(MEMO_CHOSEN[size] + ((<usize>(k * many + d)) << 3));
      if (weight !== 0 && readDiscards(size, 3)) {
        const live = 8191 & ~kept & ~thirdMask;
        for (let fresh: u32 = live; fresh !== 0; fresh = (fresh - 1) & live) {
          if (popcnt(fresh) !== size) continue;
          const number = joined(kept, fresh);
          const suited = <u32>SUITED[number];
          const offsuit = <u32>OFFSUIT[number];
          const row = discardRow;
          const first = load<u64>(row + ((<usize>suited) << 3)) + suitedPart(suited, discardMask);
          const second =
            load<u64>(row + ((<usize>offsuit) << 3)) + suitedPart(offsuit, discardMask);
          spreadState(first, suited, weight, FEES[size], size, forced);
          spreadState(second, offsuit, -weight, FEES[size], size, forced);
        }
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
