/**
 * The sums behind the actions of one hand alone, all sizes: a hand has at most thirty-one sets of
 * discards, so that a question takes a second where an upcard rank takes a minute and more. Rows are
 * filled by the same steps as for all hands; only the rows differ, and only what can come of this
 * hand is right in them. Sums of all five cards are made when asked for (whole-hand.ts).
 */
import { DISCARDS, readDiscards, UP_LOOKED, UP_OTHER } from './discards.ts';
import { beginSize, finishOther, sumRow } from './exchange.ts';
import { beginFlushes, flushesBehind } from './flushes.ts';
import { clearGainSums, gainsBehind } from './gain-states.ts';
import { GAINS_EXACT } from './gains.ts';
import { multisetNumber } from './multiset.ts';
import { redraws } from './redraw.ts';
import { underUpcard } from './redraw-patterns.ts';
import { prepareParts, typeSets, wantRanks } from './states.ts';
import { clearMemo, OTHER, SUMS, sumPlaces } from './tables.ts';
import { fillCounts, fillRow } from './unions.ts';
import { clearWhole } from './whole-hand.ts';

const SIZE_WHOLE: u32 = 5;
const SUITS: u32 = 4;
const TYPES: usize = memory.data(8);
const RANKS: usize = memory.data(8);
const KEPT: usize = memory.data(8);
/** Rows made for this size: rank sets of discards; places of sums, in the upcard's suit and others. */
const SETS_MOST: u32 = 31;
const ROWS_MOST: u32 = 124;
const GONE_DONE = new StaticArray<u32>(31);
const ROWS_DONE = new StaticArray<u32>(124);
let gonesDone: u32 = 0;
let rowsDone: u32 = 0;

/** Makes the sums of the five sorted cards against an upcard whose rank is set up. */
export function sumHand(cards: usize, up: u32, most: u32): void {
  wantRanks(KEPT, 0);
  fillCounts(0);
  for (let size: u32 = 1; size <= most; size++) {
    gonesDone = 0;
    if (size === SIZE_WHOLE) clearWhole();
    else clearSize(size);
    // Behind which ranks first: gains are added to the sums before these are shared out.
    eachSet(cards, up & 3, size, false);
    if (size === SIZE_WHOLE) continue;
    beginSize(size);
    rowsDone = 0;
    eachSet(cards, up & 3, size, true);
  }
  wantRanks(KEPT, 0);
}

function clearSize(size: u32): void {
  prepareParts(5 - size);
  memory.fill(SUMS[size], 0, (<usize>sumPlaces(size)) << 3);
  if (!redraws || size > GAINS_EXACT) return;
  memory.fill(OTHER[size], 0, (<usize>sumPlaces(size)) << 3);
  clearGainSums(size);
  clearMemo(size);
}

function eachSet(cards: usize, upSuit: u32, size: u32, rows: bool): void {
  for (let set: u32 = 1; set < 32; set++) {
    if (popcnt(set) !== size) continue;
    if (!rows) ranksBehind(cards, set, size);
    else {
      for (let looked: u32 = 0; looked < SUITS; looked++) row(cards, set, size, looked, upSuit);
    }
  }
}

/** Counts, gains and flush differences behind the ranks of a set of discards. */
function ranksBehind(cards: usize, set: u32, size: u32): void {
  let at: u32 = 0;
  let kept: u32 = 0;
  for (let i: u32 = 0; i < 5; i++) {
    const rank = load<u8>(cards + i) >> 2;
    if ((set >> i) & 1) store<u8>(RANKS + at++, rank);
    else store<u8>(KEPT + kept++, rank);
  }
  const gone = multisetNumber(RANKS, size);
  for (let i: u32 = 0; i < gonesDone; i++) if (GONE_DONE[i] === gone) return;
  assert(gonesDone < SETS_MOST);
  GONE_DONE[gonesDone++] = gone;
  // The same ranks given away leave the same ranks: other final hands are not asked for.
  wantRanks(KEPT, kept);
  fillRow(size, RANKS, gone);
  if (redraws && size <= GAINS_EXACT) gainsBehind(size, RANKS, gone, false);
  beginFlushes(size);
  flushesBehind(size, RANKS, gone, false);
}

/** Sums behind one set of discards, as the suit `looked` sees it. */
function row(cards: usize, set: u32, size: u32, looked: u32, upSuit: u32): void {
  const own = looked === upSuit;
  if (!own && (!redraws || size > GAINS_EXACT || underUpcard === 0)) return;
  let at: u32 = 0;
  for (let i: u32 = 0; i < 5; i++) {
    if (!((set >> i) & 1)) continue;
    const card = <u32>load<u8>(cards + i);
    const type: u32 = ((card >> 2) << 1) | ((card & 3) === looked ? 1 : 0);
    let to = at++;
    while (to > 0 && <u32>load<u8>(TYPES + to - 1) > type) {
      store<u8>(TYPES + to, load<u8>(TYPES + to - 1));
      to--;
    }
    store<u8>(TYPES + to, <u8>type);
  }
  const number = multisetNumber(TYPES, size);
  const mark = (number << 1) | (own ? 1 : 0);
  for (let i: u32 = 0; i < rowsDone; i++) if (ROWS_DONE[i] === mark) return;
  assert(rowsDone < ROWS_MOST);
  ROWS_DONE[rowsDone++] = mark;
  memory.copy(DISCARDS, TYPES, size);
  const lawful = readDiscards(size, 2, own ? UP_LOOKED : UP_OTHER);
  assert(lawful);
  const place = (<usize>(number * typeSets(5 - size))) << 3;
  if (own) sumRow(size, SUMS[size] + place);
  else finishOther(size, OTHER[size] + place);
}
