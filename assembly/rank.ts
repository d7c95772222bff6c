/**
 * Ranking of five or six cards (C2–C4): one number whose order is the order of hands, bigger is
 * better, equal numbers are equal hands. Category above bit 20, then the deciding ranks, best first,
 * four bits each. Six cards rank as their best five (R3).
 *
 * No tables: a hand is four bit sets "this rank at least once, twice, three times, four times" and
 * four sets of ranks by suit, which decide every category in a page of code. Table evaluators are
 * faster and live in assembly/batch, proven equal to this file on every hand; a lab reads this one.
 */
import {
  ACE_KING,
  CATEGORY_SHIFT,
  DECK_SIZE,
  FLUSH,
  FOUR_OF_A_KIND,
  FULL_HOUSE,
  NO_GAME,
  PAIR,
  RANK_SHIFT,
  ROYAL_FLUSH,
  STRAIGHT,
  STRAIGHT_FLUSH,
  THREE_OF_A_KIND,
  TWO_PAIR,
} from './layout.ts';

const ACE: u32 = 12;
const ACE_BIT: u32 = 1 << 12;
const ACE_KING_BITS: u32 = (1 << 12) | (1 << 11);
const FIVE: u32 = 3;

/** Value of `count` (5 or 6) different cards at `cards`; `aceLow`: 5-4-3-2-A is a straight. */
export function rank(cards: usize, count: u32, aceLow: bool): u32 {
  assert(count === 5 || count === 6);
  let once: u32 = 0;
  let twice: u32 = 0;
  let thrice: u32 = 0;
  let four: u32 = 0;
  // Ranks by suit, sixteen bits a suit; a card that is there already is our bug (C1).
  let suited: u64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const card = <u32>load<u8>(cards + i);
    assert(card < <u32>DECK_SIZE);
    const bit: u32 = 1 << (card >> 2);
    const place: u64 = (<u64>bit) << ((<u64>(card & 3)) << 4);
    assert((suited & place) === 0);
    suited |= place;
    four |= thrice & bit;
    thrice |= twice & bit;
    twice |= once & bit;
    once |= bit;
  }
  const flush = flushRanks(suited);
  if (flush !== 0) {
    const high = straightHigh(flush, aceLow);
    if (high === ACE) return value(ROYAL_FLUSH, 0);
    if (high !== 0) return value(STRAIGHT_FLUSH, high << RANK_SHIFT);
  }
  if (four !== 0) return value(FOUR_OF_A_KIND, group(four, once, 1));
  if (thrice !== 0) {
    const set = top(thrice);
    const pair = twice & ~((<u32>1) << set);
    if (pair !== 0) return value(FULL_HOUSE, (set << RANK_SHIFT) | (top(pair) << 12));
  }
  if (flush !== 0) return value(FLUSH, ranks(flush, RANK_SHIFT, 5));
  const high = straightHigh(once, aceLow);
  if (high !== 0) return value(STRAIGHT, high << RANK_SHIFT);
  if (thrice !== 0) return value(THREE_OF_A_KIND, group(thrice, once, 2));
  if (twice !== 0) {
    const upper = top(twice);
    const rest = twice & ~((<u32>1) << upper);
    if (rest === 0) return value(PAIR, group(twice, once, 3));
    const lower = top(rest);
    const kicker = top(once & ~(((<u32>1) << upper) | ((<u32>1) << lower)));
    return value(TWO_PAIR, (upper << RANK_SHIFT) | (lower << 12) | (kicker << 8));
  }
  const category = (once & ACE_KING_BITS) === ACE_KING_BITS ? ACE_KING : NO_GAME;
  return value(category, ranks(once, RANK_SHIFT, 5));
}

function value(category: u32, deciding: u32): u32 {
  return (category << CATEGORY_SHIFT) | deciding;
}

/** Highest rank of a set that is not empty. */
function top(set: u32): u32 {
  assert(set !== 0);
  return 31 - clz(set);
}

/** The `most` highest ranks of a set, packed from bit `shift` downward. */
function ranks(set: u32, shift: u32, most: u32): u32 {
  let packed: u32 = 0;
  for (let i: u32 = 0; i < most; i++) {
    const high = top(set);
    packed |= high << shift;
    set &= ~((<u32>1) << high);
    shift -= 4;
  }
  return packed;
}

/** The highest rank of `set`, then the `kickers` highest others of the hand. */
function group(set: u32, once: u32, kickers: u32): u32 {
  const high = top(set);
  return (high << RANK_SHIFT) | ranks(once & ~((<u32>1) << high), 12, kickers);
}

/** Ranks of the suit that has five cards or more; 0 where none has. */
function flushRanks(suited: u64): u32 {
  for (let shift: u64 = 0; shift < 64; shift += 16) {
    const set = <u32>((suited >> shift) & 0xffff);
    if (popcnt(set) >= 5) return set;
  }
  return 0;
}

/** Highest rank of the best straight in a set; 0 where there is none (a deuce never is the top). */
function straightHigh(set: u32, aceLow: bool): u32 {
  const run = set & (set << 1) & (set << 2) & (set << 3) & (set << 4);
  if (run !== 0) return top(run);
  const wheel: u32 = ACE_BIT | 0xf;
  return aceLow && (set & wheel) === wheel ? FIVE : 0;
}
