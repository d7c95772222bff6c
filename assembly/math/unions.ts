/**
 * Dead ranks first: everything that looks at ranks alone is the same for a hand with its discards and
 * for every other way to split the same cards into a hand and discards. So the sets of 5 + size dead
 * ranks are outermost, the dealer is counted once for each, and the ways to split it fill the rows.
 *
 * Gains of the dealer exchange worked out hand by hand took a whole rank of the largest ruleset from 83
 * to 123 CPU seconds (four sizes): 1,820 sets of discards times 6,175 hands are eleven million states
 * behind four discards, but only 265,914 unions beside a seven.
 */
import { CLASS_COUNT, FIVE_RANKS, OFFSUIT, SUITED } from './classes.ts';
import { countPatterns, LIVE, rankPart, upRank } from './dealers.ts';
import { noteFinal } from './final-decisions.ts';
import { GAINS_EXACT } from './gains.ts';
import { binomial, nextMultiset } from './multiset.ts';
import { beginUnion, chooseGain, fillGain, spreadUnion } from './rank-gains.ts';
import { redraws } from './redraw.ts';
import { isWanted } from './states.ts';
import { countsRow, dealerHands, FEES, FORCED, present } from './tables.ts';
import { setState } from './worth.ts';

const RANKS: u32 = 13;
/** Most different ranks of a union: ten dead cards. */
const DIFFERENT_MOST: u32 = 10;

/** Cards of the union in work by rank; its different ranks, how often each, cards from there on. */
const TIMES = new StaticArray<u32>(13);
const HAND: usize = memory.data(8);
const UNION_RANK = new StaticArray<u32>(10);
const UNION_TIMES = new StaticArray<u32>(10);
const REST = new StaticArray<u32>(11);
let different: u32 = 0;
let size: u32 = 0;
let spreads: bool = false;
/** Whether all unions are looked at, and not those of one hand. */
let whole: bool = false;

/** Fills dealer counts, and gains by ranks beyond GAINS_EXACT, of a size for the upcard's rank. */
export function fillCounts(ofSize: u32): void {
  begin(ofSize, false);
}

/** Spreads what chose gains by ranks of a size over net results. */
export function spreadRankGains(ofSize: u32): void {
  assert(redraws && ofSize > GAINS_EXACT);
  begin(ofSize, true);
}

/** Fills the same behind one set of discards alone, for the hands that are wanted: sorted ranks at `ranks`, number `gone`. */
export function fillRow(ofSize: u32, ranks: usize, gone: u32): void {
  start(ofSize, false);
  const gains = redraws && size > GAINS_EXACT;
  memory.fill(HAND, 0, 5);
  for (let hand: u32 = 0; hand < FIVE_RANKS; hand++) {
    if (load<u8>(HAND) !== load<u8>(HAND + 4) && isWanted(HAND, 5)) {
      TIMES.fill(0);
      for (let i: u32 = 0; i < 5; i++) TIMES[load<u8>(HAND + i)] += 1;
      for (let i: u32 = 0; i < size; i++) TIMES[load<u8>(ranks + i)] += 1;
      if (setLive()) {
        countPatterns();
        if (gains) beginUnion();
        reach(hand, gone, gains);
      }
    }
    nextMultiset(HAND, 5, RANKS);
  }
  TIMES.fill(0);
}

/** Live cards beside TIMES; false where the deck does not have so many. */
function setLive(): bool {
  for (let r: u32 = 0; r < RANKS; r++) {
    const all: u32 = (present >> r) & 1 ? (r === upRank ? 3 : 4) : 0;
    if (TIMES[r] > all) return false;
    LIVE[r] = all - TIMES[r];
  }
  return true;
}

function begin(ofSize: u32, backward: bool): void {
  start(ofSize, backward);
  whole = true;
  choose(0, 5 + size);
}

function start(ofSize: u32, backward: bool): void {
  size = ofSize;
  spreads = backward;
  whole = false;
  setState(dealerHands(size), <f64>FEES[size]);
}

function choose(rank: u32, left: u32): void {
  if (rank === RANKS) {
    if (left === 0) eachSplit();
    return;
  }
  const all: u32 = (present >> rank) & 1 ? (rank === upRank ? 3 : 4) : 0;
  const most: u32 = min(left, all);
  for (let n: u32 = 0; n <= most; n++) {
    TIMES[rank] = n;
    choose(rank + 1, left - n);
  }
  TIMES[rank] = 0;
}

function eachSplit(): void {
  different = 0;
  const dealt = setLive();
  assert(dealt);
  for (let r: u32 = 0; r < RANKS; r++) {
    const times = unchecked(TIMES[r]);
    if (times === 0) continue;
    UNION_RANK[different] = r;
    UNION_TIMES[different++] = times;
  }
  assert(different <= DIFFERENT_MOST);
  REST[different] = 0;
  for (let j: i32 = <i32>different - 1; j >= 0; j--) REST[j] = REST[j + 1] + UNION_TIMES[j];
  const gains = redraws && size > GAINS_EXACT;
  if (!spreads) countPatterns();
  if (gains) beginUnion();
  split(0, 0, 0, 0, 0, gains);
  if (gains && spreads) spreadUnion(size);
}

/** Splits the union from its j-th rank on; numbers of the multisets so far (multiset.ts). */
function split(j: u32, held: u32, gone: u32, hand: u32, discards: u32, gains: bool): void {
  if (j === different) {
    reach(hand, discards, gains);
    return;
  }
  const rank = unchecked(UNION_RANK[j]);
  const times = unchecked(UNION_TIMES[j]);
  const after = unchecked(REST[j + 1]);
  const wanted: u32 = 5 - held;
  const most: u32 = min(times, wanted);
  for (let n: u32 = wanted > after ? wanted - after : 0; n <= most; n++) {
    let number = hand;
    for (let i: u32 = 0; i < n; i++) number += binomial(rank + held + i, held + i + 1);
    let other = discards;
    const rest = times - n;
    for (let i: u32 = 0; i < rest; i++) other += binomial(rank + gone + i, gone + i + 1);
    split(j + 1, held + n, gone + rest, number, other, gains);
  }
}

function reach(hand: u32, discards: u32, gains: bool): void {
  const offsuit = <u32>unchecked(OFFSUIT[hand]);
  const suited = <u32>unchecked(SUITED[hand]);
  if (spreads) {
    chooseGain(size, discards, offsuit);
    if (suited < CLASS_COUNT) chooseGain(size, discards, suited);
    return;
  }
  const row = countsRow(size, discards);
  const packed = rankPart(offsuit);
  store<u64>(row + ((<usize>offsuit) << 3), packed);
  const decides = whole && size > 0 && !FORCED[size];
  if (decides) noteFinal(size, offsuit, packed);
  if (gains) fillGain(size, discards, offsuit, packed);
  if (suited >= CLASS_COUNT) return;
  const flush = rankPart(suited);
  store<u64>(row + ((<usize>suited) << 3), flush);
  if (decides) noteFinal(size, suited, flush);
  if (gains) fillGain(size, discards, suited, flush);
}
