/**
 * The bought sixth card (R2–R4), exact: for a hand and an upcard the sum over the 46 cards that can
 * come of max(fold, bet), the best five of six against every dealer hand, second combination and
 * insurance included. Six cards have a class by their ranks alone (18,564 multisets) unless five or
 * six are of one suit (1,287 sets with any thirteenth rank; 1,716 sets of six), so that tables by upcard
 * rank hold counts and gains of the dealer exchange, and a hand needs a look-up for each card.
 */

import { RULES_ACE_LOW, RULES_BUY_FEE } from '../layout.ts';
import { rank as rankOf } from '../rank.ts';
import { classOfValue, NO_CLASS, paid, RULES } from './classes.ts';
import { countPatterns, LIVE, rankPart, suitedPart, upRank } from './dealers.ts';
import { multisetNumber, nextMultiset } from './multiset.ts';
import {
  aimSpread,
  mayGain,
  noteUnsettled,
  otherSuit,
  ownSuit,
  readLive,
  redraws,
  spreadOtherSuit,
  spreadOwnSuit,
  weighRedraw,
} from './redraw.ts';
import { isWanted } from './states.ts';
import { absent, dealerHands, present, unseen } from './tables.ts';
import { BOUGHT, betSumOf, insurable, setState, spreadOf, winNet } from './worth.ts';

/** Kinds of six cards: by ranks, five of a suit with another, six of a suit; places of each. */
const BY_RANKS: u32 = 18564;
const FIVE_SUITED: u32 = 16731;
const SIX_SUITED: u32 = 1716;
const FIRST_FIVE: u32 = BY_RANKS;
const FIRST_SIX: u32 = BY_RANKS + FIVE_SUITED;
const PLACES: u32 = 37011;
/** Suit patterns that a gain is kept for: sets of at most six different ranks. */
const MASKS: u32 = 64;

const CLASS = new StaticArray<u16>(37011);
const PAY = new StaticArray<i32>(37011);
const WIN = new StaticArray<f64>(37011);
const STAKE = new StaticArray<f64>(37011);
const GAINS = new StaticArray<u8>(37011);
const COUNTS = new StaticArray<u64>(37011);
/** Different ranks of a place, and how often each comes is in its multiset. */
const RANK_SET = new StaticArray<u16>(37011);
/** Number of a set of five and of six ranks. */
const FIVES = new StaticArray<u16>(8192);
const SIXES = new StaticArray<u16>(8192);
/** By place · 64 + ranks in the suit looked at (among its different ranks): gains, chosen weight. */
let ownGains: usize = 0;
let otherGains: usize = 0;
let ownChosen: usize = 0;
let otherChosen: usize = 0;

const ITEMS: usize = memory.data(8);
const HAND: usize = memory.data(8);
const SUITS = new StaticArray<u32>(4);
let feeNow: i32 = 0;

function describe(place: u32, ranks: u32): void {
  const aceLow = load<i32>(RULES + (RULES_ACE_LOW << 2)) !== 0;
  const value = rankOf(HAND, 6, aceLow);
  const own = classOfValue(value);
  const pay = paid(HAND, 6, value);
  CLASS[place] = <u16>own;
  PAY[place] = pay;
  WIN[place] = winNet(pay);
  STAKE[place] = insurable(own, pay);
  GAINS[place] = mayGain(own, pay, unseen() - 1) ? 1 : 0;
  RANK_SET[place] = <u16>ranks;
}

/** Ranks at ITEMS in suits that never make five of one. */
function represent(): void {
  for (let i: u32 = 0; i < 6; i++) {
    store<u8>(HAND + i, <u8>(((<u32>load<u8>(ITEMS + i)) << 2) | (i & 3)));
  }
}

/** Describes every kind of six cards under the ruleset record; once. */
export function prepareSixth(): void {
  feeNow = load<i32>(RULES + (RULES_BUY_FEE << 2));
  CLASS.fill(<u16>NO_CLASS);
  memory.fill(ITEMS, 0, 6);
  for (let n: u32 = 0; n < BY_RANKS; n++) {
    let ranks: u32 = 0;
    for (let i: u32 = 0; i < 6; i++) ranks |= (<u32>1) << (<u32>load<u8>(ITEMS + i));
    if (load<u8>(ITEMS) !== load<u8>(ITEMS + 4) && load<u8>(ITEMS + 1) !== load<u8>(ITEMS + 5)) {
      represent();
      describe(n, ranks);
    }
    nextMultiset(ITEMS, 6, 13);
  }
  let fives: u32 = 0;
  let sixes: u32 = 0;
  for (let set: u32 = 0; set < 8192; set++) {
    const size = <u32>popcnt(set);
    if (size === 5) {
      FIVES[set] = <u16>fives;
      for (let other: u32 = 0; other < 13; other++) {
        suitedAs(set);
        store<u8>(HAND + 5, <u8>((other << 2) | 1));
        describe(FIRST_FIVE + fives * 13 + other, set | ((<u32>1) << other));
      }
      fives++;
    } else if (size === 6) {
      SIXES[set] = <u16>sixes;
      suitedAs(set);
      describe(FIRST_SIX + sixes++, set);
    }
  }
  assert(fives * 13 === FIVE_SUITED && sixes === SIX_SUITED);
  if (!redraws) return;
  ownGains = heap.alloc((<usize>(PLACES * MASKS)) << 3);
  otherGains = heap.alloc((<usize>(PLACES * MASKS)) << 3);
  ownChosen = heap.alloc((<usize>(PLACES * MASKS)) << 3);
  otherChosen = heap.alloc((<usize>(PLACES * MASKS)) << 3);
}

function suitedAs(set: u32): void {
  let at: u32 = 0;
  for (let r: u32 = 0; r < 13; r++) if ((set >> r) & 1) store<u8>(HAND + at++, <u8>(r << 2));
}

/** Counts, and gains of the dealer exchange, for the upcard's rank. */
export function fillSixth(): void {
  setState(dealerHands(1), <f64>feeNow);
  if (redraws) {
    memory.fill(ownChosen, 0, (<usize>(PLACES * MASKS)) << 3);
    memory.fill(otherChosen, 0, (<usize>(PLACES * MASKS)) << 3);
  }
  eachKind(false);
}

/** Every kind with the ranks at ITEMS live or not; backward spreads the chosen gains. */
function eachKind(backward: bool): void {
  memory.fill(ITEMS, 0, 6);
  for (let n: u32 = 0; n < BY_RANKS; n++) {
    if (<u32>CLASS[n] !== NO_CLASS && isWanted(ITEMS, 6) && setLive()) {
      if (!backward) countPatterns();
      kind(n, backward);
      const ranks = <u32>RANK_SET[n];
      const different = popcnt(ranks);
      if (different === 6) {
        kind(FIRST_SIX + <u32>SIXES[ranks], backward);
        for (let r: u32 = 0; r < 13; r++) {
          const bit: u32 = (<u32>1) << r;
          if ((ranks & bit) !== 0) {
            kind(FIRST_FIVE + <u32>FIVES[ranks & ~bit] * 13 + r, backward);
          }
        }
      } else if (different === 5) {
        let twin: u32 = 0;
        for (let i: u32 = 1; i < 6; i++) {
          if (load<u8>(ITEMS + i) === load<u8>(ITEMS + i - 1)) twin = <u32>load<u8>(ITEMS + i);
        }
        kind(FIRST_FIVE + <u32>FIVES[ranks] * 13 + twin, backward);
      }
    }
    nextMultiset(ITEMS, 6, 13);
  }
}

function setLive(): bool {
  for (let r: u32 = 0; r < 13; r++) {
    LIVE[r] = (present >> r) & 1 ? 4 - (r === upRank ? 1 : 0) : 0;
  }
  for (let i: u32 = 0; i < 6; i++) {
    const rank = <u32>load<u8>(ITEMS + i);
    if (LIVE[rank] === 0) return false;
    LIVE[rank] -= 1;
  }
  return true;
}

/** One kind: its counts and gains, or the spread of what chose them. */
function kind(place: u32, backward: bool): void {
  const own = <u32>CLASS[place];
  if (!backward) COUNTS[place] = rankPart(own);
  if (!GAINS[place]) return;
  readLive();
  const ranks = weighRedraw(own, PAY[place]);
  const set = <u32>RANK_SET[place];
  const many: u32 = (<u32>1) << popcnt(set);
  for (let flags: u32 = 0; flags < many; flags++) {
    const dead = expand(set, flags) | absent;
    const at = (<usize>(place * MASKS + flags)) << 3;
    if (!backward) {
      store<f64>(ownGains + at, ranks + ownSuit(dead));
      store<f64>(otherGains + at, otherSuit(dead));
      continue;
    }
    const weight = load<f64>(ownChosen + at);
    if (weight !== 0) {
      aim(place, dead);
      spreadOwnSuit(dead, weight);
    }
    const others = load<f64>(otherChosen + at);
    if (others !== 0) {
      // As in gain-states.ts: ranks alone decide here whether insurance was taken.
      aim(place, absent);
      spreadOtherSuit(dead, others);
    }
  }
}

function aim(place: u32, dead: u32): void {
  const own = <u32>CLASS[place];
  const none = <f64>((COUNTS[place] + suitedPart(own, dead)) & 0xfffff);
  const stake = 2 * none > dealerHands(1) ? STAKE[place] : 0;
  aimSpread(BOUGHT, <i32>stake - feeNow, own);
}

/** Ranks of a set by flags of its members. */
function expand(set: u32, flags: u32): u32 {
  let ranks: u32 = 0;
  for (; set !== 0; set &= set - 1) {
    if (flags & 1) ranks |= set & (0 - set);
    flags >>= 1;
  }
  return ranks;
}

/** The other way round. */
function flagsOf(set: u32, ranks: u32): u32 {
  let flags: u32 = 0;
  let bit: u32 = 1;
  for (; set !== 0; set &= set - 1) {
    if ((ranks & set & (0 - set)) !== 0) flags |= bit;
    bit <<= 1;
  }
  return flags;
}

/** Place of the five cards read with `rank` of `suit` more; their number by ranks is `number`. */
function placeOf(number: u32, rank: u32, suit: u32): u32 {
  const bit: u32 = (<u32>1) << rank;
  for (let t: u32 = 0; t < 4; t++) {
    const ranks = unchecked(SUITS[t]);
    const many = <u32>popcnt(ranks) + (t === suit ? 1 : 0);
    if (many < 5) continue;
    if (many === 6) return FIRST_SIX + <u32>SIXES[ranks | bit];
    if (t === suit) {
      // The fifth of the suit came; the card of another suit was there before.
      return FIRST_FIVE + <u32>FIVES[ranks | bit] * 13 + strangerRank(t);
    }
    return FIRST_FIVE + <u32>FIVES[ranks] * 13 + rank;
  }
  return number;
}

function strangerRank(suit: u32): u32 {
  for (let t: u32 = 0; t < 4; t++) if (t !== suit && SUITS[t] !== 0) return ctz(SUITS[t]);
  return 0;
}

/** Ranks at `cards` (five, sorted) with one more, sorted, as a number. */
function numberWith(cards: usize, rank: u32): u32 {
  let at: u32 = 0;
  let placed = false;
  for (let i: u32 = 0; i < 5; i++) {
    const own = <u32>load<u8>(cards + i) >> 2;
    if (!placed && own >= rank) {
      store<u8>(ITEMS + at++, <u8>rank);
      placed = true;
    }
    store<u8>(ITEMS + at++, <u8>own);
  }
  if (!placed) store<u8>(ITEMS + at, <u8>rank);
  return multisetNumber(ITEMS, 6);
}

/**
 * Sum over the cards that can come to five sorted cards, over dealer hands, fee apart; with a weight
 * each state is spread besides.
 */
export function sixthSum(cards: usize, up: u32, weight: f64): f64 {
  const hands = dealerHands(1);
  setState(hands, <f64>feeNow);
  const upSuit = up & 3;
  SUITS.fill(0);
  for (let i: u32 = 0; i < 5; i++) {
    const own = <u32>load<u8>(cards + i);
    SUITS[own & 3] |= (<u32>1) << (own >> 2);
  }
  let sum: f64 = 0;
  for (let rank: u32 = 0; rank < 13; rank++) {
    const bit: u32 = (<u32>1) << rank;
    if ((present & bit) === 0) continue;
    const number = numberWith(cards, rank);
    for (let suit: u32 = 0; suit < 4; suit++) {
      if ((unchecked(SUITS[suit]) & bit) !== 0 || ((rank << 2) | suit) === up) continue;
      const place = placeOf(number, rank, suit);
      const own = <u32>unchecked(CLASS[place]);
      const dead = unchecked(SUITS[upSuit]) | (suit === upSuit ? bit : 0) | absent;
      const packed = unchecked(COUNTS[place]) + suitedPart(own, dead);
      let value = betSumOf(packed, unchecked(WIN[place]), unchecked(STAKE[place]));
      if (weight > 0) {
        const fee = feeNow;
        spreadOf(packed, own, WIN[place], STAKE[place], weight, fee, BOUGHT, false);
      }
      if (unchecked(GAINS[place])) {
        if (value <= -hands) noteUnsettled();
        value += gainOf(place, suit, bit, upSuit, weight);
      }
      sum += max(value, -hands);
    }
  }
  return sum;
}

/** Gain of the dealer exchange of one state; with a weight it is chosen besides. */
function gainOf(place: u32, suit: u32, bit: u32, upSuit: u32, weight: f64): f64 {
  const set = <u32>unchecked(RANK_SET[place]);
  let sum: f64 = 0;
  for (let t: u32 = 0; t < 4; t++) {
    const flags = flagsOf(set, unchecked(SUITS[t]) | (t === suit ? bit : 0));
    const at = (<usize>(place * MASKS + flags)) << 3;
    const own = t === upSuit;
    sum += load<f64>((own ? ownGains : otherGains) + at);
    if (weight > 0) {
      const to = (own ? ownChosen : otherChosen) + at;
      store<f64>(to, load<f64>(to) + weight);
    }
  }
  return sum;
}

/** Spreads the chosen gains of the upcard's rank. */
export function spreadSixth(): void {
  if (!redraws) return;
  setState(dealerHands(1), <f64>feeNow);
  eachKind(true);
}
