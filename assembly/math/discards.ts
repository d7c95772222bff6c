/**
 * A set of discards as types, read into what the sums need of it: dead cards by rank, dead ranks by
 * suit, the row of its dealer counts, and how many ways there are to hold given cards beside it.
 *
 * Types with two suits: others 0, the suit looked at 1. With three: others 0, the suit looked at 1,
 * the suit of a flush 2. The suit looked at is the upcard's (UP_LOOKED), or another one where the
 * dealer exchange asks; then the upcard is of the others (UP_OTHER) or of the flush's (UP_THIRD).
 */
import { upRank } from './dealers.ts';
import { binomial, multisetNumber } from './multiset.ts';
import { DISTINCT, HAND_RANKS, HAND_TIMES } from './states.ts';
import { absent, countsRow } from './tables.ts';

/** Where the upcard's suit is among those of the types. */
export const UP_LOOKED: u32 = 0;
export const UP_OTHER: u32 = 1;
export const UP_THIRD: u32 = 2;

export const DISCARDS: usize = memory.data(8);
const RANKED: usize = memory.data(16);
export const KEPT: usize = memory.data(8);
/** Dead cards of other suits by rank. */
const DEAD = new StaticArray<u32>(13);
export const WEIGHTS = new StaticArray<f64>(32);
export const SUIT_MASKS = new StaticArray<u32>(32);

/** Dead ranks of the suit looked at and of the flush's suit; row of counts; number of the ranks. */
export let discardMask: u32 = 0;
export let thirdMask: u32 = 0;
export let discardRow: usize = 0;
export let discardRanks: u32 = 0;
/** Which different ranks of the discards have a card of the suit looked at, bit by bit. */
export let discardFlags: u32 = 0;

/** Reads the types at DISCARDS (`suits` of them): false where no cards can make them. */
export function readDiscards(size: u32, suits: u32, upcard: u32): bool {
  for (let r: u32 = 0; r < 13; r++) DEAD[r] = (absent >> r) & 1 ? 3 : 0;
  if (upcard === UP_OTHER) DEAD[upRank] += 1;
  discardMask = absent;
  thirdMask = 0;
  discardFlags = 0;
  let different: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const type = <u32>load<u8>(DISCARDS + i);
    const rank = type / suits;
    const suit = type % suits;
    store<u8>(RANKED + i, <u8>rank);
    if (i > 0 && <u32>load<u8>(RANKED + i - 1) !== rank) different++;
    const bit = (<u32>1) << rank;
    if (suit === 0) {
      DEAD[rank] += 1;
      if (DEAD[rank] > 5 - suits) return false;
    } else if (suit === 1) {
      if (upcard === UP_LOOKED && rank === upRank) return false;
      if ((discardMask & bit) !== 0) return false;
      discardMask |= bit;
      discardFlags |= (<u32>1) << different;
    } else {
      if (((thirdMask | absent) & bit) !== 0) return false;
      thirdMask |= bit;
    }
  }
  discardRanks = multisetNumber(RANKED, size);
  discardRow = countsRow(size, discardRanks);
  return true;
}

/** Names discards by the number of their ranks, those in the suit looked at and their flags. */
export function setDiscards(size: u32, ranks: u32, mask: u32, flags: u32): void {
  discardMask = absent | mask;
  discardFlags = flags;
  discardRanks = ranks;
  discardRow = countsRow(size, ranks);
}

/** Weights and masks of a hand's variants, discards and upcard gone; false where all are 0. */
export function weigh(hand: u32): bool {
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

/** Ways to hold a hand's ranks in any suits, discards and upcard gone; 4 − dead cards, by rank. */
export function rankWays(hand: u32): f64 {
  let ways: f64 = 1;
  for (let j: u32 = 0; j < <u32>unchecked(DISTINCT[hand]); j++) {
    const rank = <u32>unchecked(HAND_RANKS[hand * 5 + j]);
    const open: u32 = rank !== upRank && ((discardMask >> rank) & 1) === 0 ? 1 : 0;
    ways *= <f64>(
      binomial(3 - unchecked(DEAD[rank]) + open, <u32>unchecked(HAND_TIMES[hand * 5 + j]))
    );
    if (ways === 0) return 0;
  }
  return ways;
}

/** Ways to hold the types at KEPT with the discards and the upcard gone. */
export function keptWays(size: u32, upcard: u32): f64 {
  let ways: f64 = 1;
  let run: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const type = <u32>load<u8>(KEPT + i);
    const rank = type >> 1;
    if (type & 1) {
      if (upcard === UP_LOOKED && rank === upRank) return 0;
      if ((discardMask >> rank) & 1) return 0;
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

/** Sorted ranks of two disjoint rank sets as the number of a multiset. */
export function joined(kept: u32, fresh: u32): u32 {
  let set = kept | fresh;
  let at: u32 = 0;
  while (set !== 0) {
    store<u8>(RANKED + at++, <u8>ctz(set));
    set &= set - 1;
  }
  return multisetNumber(RANKED, 5);
}
