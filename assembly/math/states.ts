/**
 * Final hands as the upcard sees them. A card's type is rank · 2 + (1 when it is of the upcard's
 * suit): nothing else about suits matters to a hand that is no flush, so that 101,920 type sets
 * stand for 2.6 million hands, and one for all the hands that an exchange can lead to. Lists, built
 * once: ranks, multiplicities and class of every rank multiset, and for each exchange size the kept
 * parts of every hand.
 */
import { FIVE_RANKS, NO_CLASS, OFFSUIT, SUITED } from './classes.ts';
import { binomial, multisetNumber, nextMultiset } from './multiset.ts';

export const HANDS: u32 = 6175;
const VARIANTS: u32 = 101920;
/** Most parts of one hand: ten pairs, ten triples. */
const PARTS_MAX: u32 = 1_100_000;

export const DISTINCT = new StaticArray<u8>(6175);
export const HAND_RANKS = new StaticArray<u8>(30875);
export const HAND_TIMES = new StaticArray<u8>(30875);
export const HAND_CLASS = new StaticArray<u16>(6175);
export const HAND_SUITED = new StaticArray<u16>(6175);
/** Number of a hand's first variant; variant f has flag j for its j-th different rank. */
export const HAND_START = new StaticArray<u32>(6176);

/** Parts by variant for the exchange size in work: number of the kept type set, ways to keep it. */
export const PART_START = new StaticArray<u32>(101921);
export const PART_NUMBER = new StaticArray<u32>(1100000);
export const PART_WAYS = new StaticArray<u8>(1100000);

const ITEMS: usize = memory.data(8);
const PART: usize = memory.data(8);
const TYPES: usize = memory.data(8);

export function prepareStates(): void {
  memory.fill(ITEMS, 0, 5);
  let hand: u32 = 0;
  let start: u32 = 0;
  for (let n: u32 = 0; n < FIVE_RANKS; n++) {
    if (<u32>OFFSUIT[n] !== NO_CLASS) {
      let different: u32 = 0;
      for (let i: u32 = 0; i < 5; i++) {
        const own = load<u8>(ITEMS + i);
        if (i > 0 && own === load<u8>(ITEMS + i - 1)) HAND_TIMES[hand * 5 + different - 1] += 1;
        else {
          HAND_RANKS[hand * 5 + different] = own;
          HAND_TIMES[hand * 5 + different] = 1;
          different++;
        }
      }
      DISTINCT[hand] = <u8>different;
      HAND_CLASS[hand] = OFFSUIT[n];
      HAND_SUITED[hand] = SUITED[n];
      HAND_START[hand] = start;
      start += (<u32>1) << different;
      hand++;
    }
    nextMultiset(ITEMS, 5, 13);
  }
  assert(hand === HANDS && start === VARIANTS);
  HAND_START[hand] = start;
}

/** Lists the parts of `keep` cards of every variant. */
export function prepareParts(keep: u32): void {
  let filled: u32 = 0;
  for (let hand: u32 = 0; hand < HANDS; hand++) {
    const different = <u32>DISTINCT[hand];
    for (let flags: u32 = 0; flags < (<u32>1) << different; flags++) {
      PART_START[HAND_START[hand] + flags] = filled;
      let at: u32 = 0;
      for (let j: u32 = 0; j < different; j++) {
        const times = <u32>HAND_TIMES[hand * 5 + j];
        const flag = (flags >> j) & 1;
        const type = <u8>(HAND_RANKS[hand * 5 + j] << 1);
        for (let i: u32 = flag; i < times; i++) store<u8>(TYPES + at++, type);
        if (flag) store<u8>(TYPES + at++, type | 1);
      }
      assert(at === 5);
      const first = filled;
      for (let set: u32 = 0; set < 32; set++) {
        if (popcnt(set) !== keep) continue;
        let size: u32 = 0;
        for (let i: u32 = 0; i < 5; i++) {
          if ((set >> i) & 1) store<u8>(PART + size++, load<u8>(TYPES + i));
        }
        const number = multisetNumber(PART, keep);
        let twin = first;
        while (twin < filled && PART_NUMBER[twin] !== number) twin++;
        if (twin < filled) PART_WAYS[twin] += 1;
        else {
          assert(filled < PARTS_MAX);
          PART_NUMBER[filled] = number;
          PART_WAYS[filled] = 1;
          filled++;
        }
      }
    }
  }
  PART_START[VARIANTS] = filled;
}

/** Type sets of `size` cards: C(25 + size, size). */
export function typeSets(size: u32): u32 {
  return size === 0 ? 1 : binomial(25 + size, size);
}

/** Ranks that a hand must hold to be looked at, by number of cards: none, or those one hand keeps. */
const WANTED = new StaticArray<u32>(13);
let wants: bool = false;

/** Names the `size` kept ranks at `ranks`; with size 0 every hand is looked at again. */
export function wantRanks(ranks: usize, size: u32): void {
  WANTED.fill(0);
  for (let i: u32 = 0; i < size; i++) WANTED[load<u8>(ranks + i)] += 1;
  wants = size > 0;
}

/** Whether the `size` ranks at `ranks` hold those that are wanted. */
export function isWanted(ranks: usize, size: u32): bool {
  if (!wants) return true;
  for (let r: u32 = 0; r < 13; r++) {
    let left = WANTED[r];
    for (let i: u32 = 0; left > 0 && i < size; i++) if (load<u8>(ranks + i) === <u8>r) left--;
    if (left > 0) return false;
  }
  return true;
}

/** The same for a hand by its number here. */
export function isWantedHand(hand: u32): bool {
  if (!wants) return true;
  let found: u32 = 0;
  let all: u32 = 0;
  for (let r: u32 = 0; r < 13; r++) all += WANTED[r];
  for (let j: u32 = 0; j < <u32>DISTINCT[hand]; j++) {
    found += min(WANTED[HAND_RANKS[hand * 5 + j]], <u32>HAND_TIMES[hand * 5 + j]);
  }
  return found === all;
}
