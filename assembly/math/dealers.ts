/**
 * How many dealer hands have no game, are below and are equal, for one upcard and any dead cards:
 * exact, in two additive parts, packed into one number (20 bits each: no game, below, equal).
 *
 * Part one looks at ranks alone: the dealer's four hidden cards are one of 1,820 multisets of ranks,
 * and how many hands each stands for is a product of binomials in the live cards of each rank. In
 * the order of classes their running sum answers for every class at once.
 * Part two corrects the hands that are all of the upcard's suit, which are flushes: they depend only
 * on the ranks of that suit that are dead, so 8,192 masks hold them for good.
 *
 * Inclusion–exclusion over dead cards in the space of cards (game-math.md §5b) gives the same counts
 * at some hundred times the work; the tests count hand by hand instead.
 */
import { CLASS_COUNT, firstGame, OFFSUIT, SUITED } from './classes.ts';
import { binomial, multisetNumber, nextMultiset } from './multiset.ts';

/** Multisets of four ranks out of thirteen: C(16, 4). */
const PATTERNS: u32 = 1820;
const MASKS: u32 = 8192;
/** Most different corrections of one upcard rank, measured 1,2xx; asserted. */
const GROUPS_MAX: u32 = 1600;

/** Place of a pattern in the order of classes, number of patterns below a class, running counts. */
const PLACES = new StaticArray<u16>(1820);
const BELOW = new StaticArray<u16>(7463);
const COUNTS = new StaticArray<u32>(1820);
const RUNNING = new StaticArray<u32>(1821);
/** Suited correction: group by class, and packed counts by group and dead ranks of the suit. */
const GROUPS = new StaticArray<u16>(7462);
const CORRECTIONS = new StaticArray<u64>(13107200);
/** Live cards by rank, hidden from neither side. */
export const LIVE = new StaticArray<u32>(13);

const FOUR: usize = memory.data(8);
const FIVE: usize = memory.data(8);
const PATTERN_CLASS = new StaticArray<u16>(1820);
const SLOTS = new StaticArray<u32>(7463);

export let upRank: u32 = 0;

/** Ranks at FOUR with the upcard's, sorted, at FIVE. */
function withUpcard(): void {
  let at: u32 = 0;
  let placed = false;
  for (let i: u32 = 0; i < 4; i++) {
    const own = load<u8>(FOUR + i);
    if (!placed && <u32>own >= upRank) {
      store<u8>(FIVE + at++, <u8>upRank);
      placed = true;
    }
    store<u8>(FIVE + at++, own);
  }
  if (!placed) store<u8>(FIVE + at, <u8>upRank);
}

/** Sets up an upcard's rank. */
export function prepareUpcard(rank: u32): void {
  assert(rank < 13);
  upRank = rank;
  SLOTS.fill(0);
  memory.fill(FOUR, 0, 4);
  for (let n: u32 = 0; n < PATTERNS; n++) {
    withUpcard();
    const own = OFFSUIT[multisetNumber(FIVE, 5)];
    // Five of a rank: no cards make it, its count is always 0.
    PATTERN_CLASS[n] = <u32>own < CLASS_COUNT ? own : 0;
    SLOTS[<u32>PATTERN_CLASS[n] + 1] += 1;
    nextMultiset(FOUR, 4, 13);
  }
  for (let c: u32 = 0; c < CLASS_COUNT; c++) SLOTS[c + 1] += SLOTS[c];
  for (let c: u32 = 0; c <= CLASS_COUNT; c++) BELOW[c] = <u16>SLOTS[c];
  for (let n: u32 = 0; n < PATTERNS; n++) {
    const own = PATTERN_CLASS[n];
    PLACES[n] = <u16>SLOTS[own];
    SLOTS[own] += 1;
  }
  prepareSuited();
}

/** Adds `packed` to every mask of dead ranks that leaves `ranks` alive. */
function spread(group: u32, ranks: u32, packed: u64): void {
  const base = group * MASKS;
  const rest = (MASKS - 1) & ~ranks;
  let dead = rest;
  while (true) {
    CORRECTIONS[base + dead] += packed;
    if (dead === 0) break;
    dead = (dead - 1) & rest;
  }
}

const EVENT_OFFSUIT = new StaticArray<u16>(7462);
const EVENT_SUITED = new StaticArray<u16>(7462);

function prepareSuited(): void {
  EVENT_OFFSUIT.fill(0);
  EVENT_SUITED.fill(0);
  memory.fill(changetype<usize>(CORRECTIONS), 0, MASKS << 3);
  // Four other ranks of the suit as a set, by the classes that they make.
  for (let set: u32 = 0; set < MASKS; set++) {
    if (popcnt(set) !== 4 || (set & ((<u32>1) << upRank)) !== 0) continue;
    let at: u32 = 0;
    for (let r: u32 = 0; r < 13; r++) if ((set >> r) & 1) store<u8>(FOUR + at++, <u8>r);
    withUpcard();
    const number = multisetNumber(FIVE, 5);
    const offsuit = <u32>OFFSUIT[number];
    EVENT_OFFSUIT[offsuit] = <u16>set;
    EVENT_SUITED[<u32>SUITED[number]] = <u16>set;
    if (offsuit < firstGame) spread(0, set, -(<u64>1));
  }
  let group: u32 = 0;
  for (let own: u32 = 0; own < CLASS_COUNT; own++) {
    // A class without game is never compared: the first group serves it.
    if (own < firstGame) {
      GROUPS[own] = 0;
      continue;
    }
    const offsuit = <u32>EVENT_OFFSUIT[own];
    const suited = <u32>EVENT_SUITED[own];
    if (offsuit === 0 && suited === 0) {
      GROUPS[own] = <u16>group;
      continue;
    }
    // Equal to this class, then below every later one.
    copyGroup(group, group + 1);
    copyGroup(group, group + 2);
    if (offsuit !== 0) {
      spread(group + 1, offsuit, -((<u64>1) << 40));
      spread(group + 2, offsuit, -((<u64>1) << 20));
    }
    if (suited !== 0) {
      spread(group + 1, suited, (<u64>1) << 40);
      spread(group + 2, suited, (<u64>1) << 20);
    }
    GROUPS[own] = <u16>(group + 1);
    group += 2;
  }
}

function copyGroup(from: u32, to: u32): void {
  assert(to < GROUPS_MAX);
  const base = changetype<usize>(CORRECTIONS);
  const size: usize = (<usize>MASKS) << 3;
  memory.copy(base + <usize>to * size, base + <usize>from * size, size);
}

/** Suited part for a class and the dead ranks of the upcard's suit. */
export function suitedPart(own: u32, dead: u32): u64 {
  return unchecked(CORRECTIONS[<u32>GROUPS[own] * MASKS + dead]);
}

/** The `at`-th field of a suited part: few hands, added or taken away. */
function part(packed: u64, at: u64): i64 {
  // Fields below borrow from those above: take them off first.
  let rest = <i64>packed;
  for (let i: u64 = 0; i < at; i++) rest = (rest - ((rest << 44) >> 44)) >> 20;
  return (rest << 44) >> 44;
}

/**
 * Counts with all of the upcard's suit alive but what the deck lacks, of dealer hands that there may
 * not be: no field falls below zero.
 */
export function withAllSuited(packed: u64, own: u32, dead: u32): u64 {
  const suited = suitedPart(own, dead);
  let sum: u64 = 0;
  for (let at: u64 = 0; at < 3; at++) {
    const field = <i64>((packed >> (20 * at)) & 0xfffff) + part(suited, at);
    sum |= (<u64>max<i64>(field, 0)) << (20 * at);
  }
  return sum;
}

/** Address of a class's suited parts, eight bytes a mask. */
export function suitedRow(own: u32): usize {
  return changetype<usize>(CORRECTIONS) + ((<usize>GROUPS[own] * <usize>MASKS) << 3);
}

/** Counts every pattern under LIVE (the upcard itself not live) and sums in the order of classes. */
export function countPatterns(): void {
  let n: u32 = 0;
  for (let d: u32 = 0; d < 13; d++) {
    const live4 = unchecked(LIVE[d]);
    for (let c: u32 = 0; c <= d; c++) {
      const live3 = unchecked(LIVE[c]);
      const three = c === d;
      const w3: u32 = three ? (live4 * (live4 - 1)) >> 1 : live4 * live3;
      for (let b: u32 = 0; b <= c; b++) {
        let w2: u32 = w3 * unchecked(LIVE[b]);
        if (b === c) w2 = three ? binomial(live4, 3) : live4 * ((live3 * (live3 - 1)) >> 1);
        for (let a: u32 = 0; a < b; a++) {
          COUNTS[PLACES[n]] = w2 * LIVE[a];
          n++;
        }
        // The fourth of the rank b.
        const live = unchecked(LIVE[b]);
        let w1: u32 = w3 * ((live * (live - 1)) >> 1);
        if (b === c) w1 = three ? binomial(live, 4) : live4 * binomial(live, 3);
        COUNTS[PLACES[n]] = w1;
        n++;
      }
    }
  }
  let sum: u32 = 0;
  for (let i: u32 = 0; i < PATTERNS; i++) {
    RUNNING[i] = sum;
    sum += unchecked(COUNTS[i]);
  }
  RUNNING[PATTERNS] = sum;
}

/** Rank part for a class, after `countPatterns`. */
export function rankPart(own: u32): u64 {
  const none = <u64>unchecked(RUNNING[BELOW[firstGame]]);
  if (own < firstGame) return none;
  const under = unchecked(RUNNING[BELOW[own]]);
  const upTo = unchecked(RUNNING[BELOW[own + 1]]);
  return none | ((<u64>under - none) << 20) | ((<u64>(upTo - under)) << 40);
}
