/**
 * The 7,462 classes of five cards, numbered in rank order: 6,175 multisets of ranks, and 1,287 sets
 * of ranks in one suit. A class decides what a hand is worth and what it pays, a second combination
 * included: five cards make one only out of their ranks (R4).
 *
 * Values and pays come from the certified core's own files, so that the math cannot rank otherwise
 * than the house does.
 */
import {
  ACE_KING,
  CATEGORY_SHIFT,
  NONE,
  RULES_ACE_LOW,
  RULES_FIELDS,
  RULES_PAY,
  RULES_SECOND,
  RULES_TWO_STRAIGHTS,
} from '../layout.ts';
import { rank } from '../rank.ts';
import { secondCombination } from '../second.ts';
import { multisetNumber, nextMultiset } from './multiset.ts';

export const CLASS_COUNT: u32 = 7462;
/** Multisets of five ranks out of thirteen, five of a rank included: C(17, 5). */
export const FIVE_RANKS: u32 = 6188;
export const NO_CLASS: u32 = 0xffff;

/** The ruleset record (assembly/layout.ts), written by the host before `prepareClasses`. */
export const RULES: usize = memory.data(264, 8);
assert(RULES_FIELDS <= 66);

/** Class by the number of five ranks: in several suits, and in one. */
export const OFFSUIT = new StaticArray<u16>(6188);
export const SUITED = new StaticArray<u16>(6188);
/** Rank value by class, and the sum of odds that its combinations pay. */
export const VALUES = new StaticArray<u32>(7462);
export const PAYS = new StaticArray<i32>(7462);
/** Lowest class that has game (C4). */
export let firstGame: u32 = 0;

const ITEMS: usize = memory.data(8);
const HAND: usize = memory.data(8);
const WORTH = new StaticArray<u32>(12376);

/** Cards for the sorted ranks at ITEMS: one suit, or never all of one. */
function represent(suited: bool): void {
  for (let i: u32 = 0; i < 5; i++) {
    const own = load<u8>(ITEMS + i);
    let suit: u8 = 0;
    if (!suited) {
      const twin = i > 0 && load<u8>(ITEMS + i - 1) === own;
      suit = twin ? (load<u8>(HAND + i - 1) & 3) + 1 : i === 4 ? 1 : 0;
    }
    store<u8>(HAND + i, (own << 2) | suit);
  }
}

function distinct(): bool {
  for (let i: u32 = 1; i < 5; i++) {
    if (load<u8>(ITEMS + i) === load<u8>(ITEMS + i - 1)) return false;
  }
  return true;
}

/** What `count` cards of `value` pay, both combinations (R4, R6). */
export function paid(cards: usize, count: u32, value: u32): i32 {
  const pay = RULES + (RULES_PAY << 2);
  const second = secondCombination(
    cards,
    count,
    value,
    load<u32>(RULES + (RULES_SECOND << 2)),
    pay,
    load<i32>(RULES + (RULES_ACE_LOW << 2)) !== 0,
    load<i32>(RULES + (RULES_TWO_STRAIGHTS << 2)) !== 0,
  );
  const first = load<i32>(pay + ((value >> CATEGORY_SHIFT) << 2));
  return second === <u32>NONE ? first : first + load<i32>(pay + (second << 2));
}

/** Numbers the classes under the ruleset record. */
export function prepareClasses(): void {
  const aceLow = load<i32>(RULES + (RULES_ACE_LOW << 2)) !== 0;
  memory.fill(ITEMS, 0, 5);
  let filled: u32 = 0;
  for (let n: u32 = 0; n < FIVE_RANKS; n++) {
    assert(multisetNumber(ITEMS, 5) === n);
    WORTH[2 * n] = 0;
    WORTH[2 * n + 1] = 0;
    if (load<u8>(ITEMS) !== load<u8>(ITEMS + 4)) {
      represent(false);
      VALUES[filled++] = WORTH[2 * n] = rank(HAND, 5, aceLow);
      if (distinct()) {
        represent(true);
        VALUES[filled++] = WORTH[2 * n + 1] = rank(HAND, 5, aceLow);
      }
    }
    nextMultiset(ITEMS, 5, 13);
  }
  assert(filled === CLASS_COUNT);
  sortValues();
  memory.fill(ITEMS, 0, 5);
  for (let n: u32 = 0; n < FIVE_RANKS; n++) {
    OFFSUIT[n] = <u16>NO_CLASS;
    SUITED[n] = <u16>NO_CLASS;
    if (WORTH[2 * n] !== 0) {
      OFFSUIT[n] = <u16>classOfValue(WORTH[2 * n]);
      represent(false);
      PAYS[OFFSUIT[n]] = paid(HAND, 5, WORTH[2 * n]);
    }
    if (WORTH[2 * n + 1] !== 0) {
      SUITED[n] = <u16>classOfValue(WORTH[2 * n + 1]);
      represent(true);
      PAYS[SUITED[n]] = paid(HAND, 5, WORTH[2 * n + 1]);
    }
    nextMultiset(ITEMS, 5, 13);
  }
  firstGame = 0;
  while (VALUES[firstGame] >> CATEGORY_SHIFT < <u32>ACE_KING) firstGame++;
}

/** Shell sort: 7,462 numbers, once a ruleset. */
function sortValues(): void {
  for (let gap: i32 = 3281; gap > 0; gap = (gap - 1) / 3) {
    for (let i: i32 = gap; i < <i32>CLASS_COUNT; i++) {
      const own = VALUES[i];
      let j = i;
      while (j >= gap && VALUES[j - gap] > own) {
        VALUES[j] = VALUES[j - gap];
        j -= gap;
      }
      VALUES[j] = own;
    }
  }
}

/** Class of a rank value that some five cards have. */
export function classOfValue(value: u32): u32 {
  let low: u32 = 0;
  let high: u32 = CLASS_COUNT - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (VALUES[middle] < value) low = middle + 1;
    else high = middle;
  }
  assert(VALUES[low] === value);
  return low;
}
