/**
 * Second combination (R4). The first combination is the best hand; a second one is paid too when it
 * contains at least one card that the first does not. A combination's cards are those that make it
 * (two of ace-king and pair, three, four, else five), never kickers. Of all possible seconds the
 * best paying one counts, of equal pay the higher category; where the best hand can be made of
 * different cards, the choice that pays most counts.
 *
 * Every subset of the cards is looked at, as a bit mask of positions: at most 57 for six cards. A
 * list of the 21 known pairs was rejected: it would have to be proven for every paytable.
 */
import {
  ACE_KING,
  CATEGORY_SHIFT,
  FOUR_OF_A_KIND,
  NO_GAME,
  NONE,
  PAIR,
  STRAIGHT,
  THREE_OF_A_KIND,
  TWO_PAIR,
} from './layout.ts';
import { rank } from './rank.ts';

const SUBSETS: u32 = 64;
/** Category of every subset of positions, 0 where it is no combination; and value of five cards. */
const CATEGORIES: usize = memory.data(64);
const VALUES: usize = memory.data(256, 4);
const PART: usize = memory.data(6);

const ACE: u32 = 12;
const KING: u32 = 11;

/**
 * Category of the paid second combination of `count` cards whose best value is `best`, or NONE.
 * `second`: bit set of categories that may be second; `pay`: odds by category, i32 each;
 * `twoStraights`: a straight of the same ranks as the first one counts as a straight.
 */
export function secondCombination(
  cards: usize,
  count: u32,
  best: u32,
  second: u32,
  pay: usize,
  aceLow: bool,
  twoStraights: bool,
): u32 {
  if (best >> CATEGORY_SHIFT === <u32>NO_GAME || second === 0) return NONE;
  classify(cards, count, aceLow);
  let chosen: u32 = NONE;
  for (let first: u32 = 1; first < (<u32>1) << count; first++) {
    if (!isFirst(cards, count, first, best)) continue;
    for (let other: u32 = 1; other < (<u32>1) << count; other++) {
      const category = <u32>load<u8>(CATEGORIES + other);
      // A second has a card outside the first.
      if (category === <u32>NO_GAME || (other & ~first) === 0) continue;
      if ((second & ((<u32>1) << category)) === 0) continue;
      // A five-card second of the value of the first is the same straight with a doubled card.
      const twin = category === <u32>STRAIGHT && fiveValue(other) === fiveValue(first);
      if (twin && !twoStraights) continue;
      if (chosen === <u32>NONE || better(pay, category, chosen)) chosen = category;
    }
  }
  return chosen;
}

/** Higher pay first, then the higher category. */
function better(pay: usize, a: u32, b: u32): bool {
  const difference = load<i32>(pay + (a << 2)) - load<i32>(pay + (b << 2));
  return difference > 0 || (difference === 0 && a > b);
}

/** Whether a subset is the best hand's combination. */
function isFirst(cards: usize, count: u32, subset: u32, best: u32): bool {
  const category = <u32>load<u8>(CATEGORIES + subset);
  if (category !== best >> CATEGORY_SHIFT) return false;
  if (popcnt(subset) === 5) return fiveValue(subset) === best;
  // Two, three or four cards: they are those of the best hand when their ranks are the deciding
  // ones. Only two pair can choose (three pairs): the two highest.
  if (category === <u32>TWO_PAIR) {
    const upper = (best >> 16) & 15;
    const lower = (best >> 12) & 15;
    for (let i: u32 = 0; i < count; i++) {
      if ((subset & ((<u32>1) << i)) === 0) continue;
      const own = rankAt(cards, i);
      if (own !== upper && own !== lower) return false;
    }
  }
  return true;
}

function classify(cards: usize, count: u32, aceLow: bool): void {
  for (let subset: u32 = 0; subset < (<u32>1) << count; subset++) {
    assert(subset < SUBSETS);
    store<u8>(CATEGORIES + subset, <u8>categoryOf(cards, count, subset, aceLow));
  }
}

function fiveValue(subset: u32): u32 {
  return load<u32>(VALUES + (subset << 2));
}

function rankAt(cards: usize, position: u32): u32 {
  return <u32>load<u8>(cards + position) >> 2;
}

/** What the cards of a subset make, all of them needed; NO_GAME where they make nothing. */
function categoryOf(cards: usize, count: u32, subset: u32, aceLow: bool): u32 {
  store<u32>(VALUES + (subset << 2), 0);
  const size = popcnt(subset);
  if (size < 2 || size > 5) return NO_GAME;
  let length: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    if ((subset & ((<u32>1) << i)) === 0) continue;
    store<u8>(PART + length, load<u8>(cards + i));
    length++;
  }
  if (size === 5) {
    const value = rank(PART, 5, aceLow);
    store<u32>(VALUES + (subset << 2), value);
    const category = value >> CATEGORY_SHIFT;
    // Five cards that need all of them: straight, flush, full house and up, but not four of a kind.
    return category >= <u32>STRAIGHT && category !== <u32>FOUR_OF_A_KIND ? category : NO_GAME;
  }
  const a = rankAt(PART, 0);
  const b = rankAt(PART, 1);
  if (size === 2) {
    if (a === b) return PAIR;
    return max(a, b) === ACE && min(a, b) === KING ? ACE_KING : NO_GAME;
  }
  const c = rankAt(PART, 2);
  if (size === 3) return a === b && b === c ? THREE_OF_A_KIND : NO_GAME;
  const d = rankAt(PART, 3);
  if (a === b && b === c && c === d) return FOUR_OF_A_KIND;
  const paired = (a === b && c === d) || (a === c && b === d) || (a === d && b === c);
  return paired ? TWO_PAIR : NO_GAME;
}
