/**
 * The pass over what a player can see: 134,459 hands up to suits, times every upcard of one rank.
 * For each it compares fold, bet and every exchange, keeps the best and its weight, and adds up.
 * Hands are canonical when the rank sets of clubs, diamonds, hearts, spades do not rise; a hand
 * stands for 24 / (symmetries) hands.
 */
import { CLASS_COUNT, OFFSUIT, PAYS, SUITED } from './classes.ts';
import { LIVE, suitedPart, upRank } from './dealers.ts';
import { DISCARDS, UP_OTHER, UP_THIRD } from './discards.ts';
import { chooseFlush, chooseOtherFlush, flushSum, otherFlushSum } from './flushes.ts';
import { canGain, clearGains, GAINS_EXACT } from './gains.ts';
import { binomial, multisetNumber } from './multiset.ts';
import {
  aimSpread,
  everySuit,
  noteUnsettled,
  readLive,
  redraws,
  spreadOtherSuit,
  spreadOwnSuit,
  weighRedraw,
} from './redraw.ts';
import { underUpcard } from './redraw-patterns.ts';
import { sixthSum } from './sixth.ts';
import { typeSets } from './states.ts';
import {
  absent,
  CHOSEN,
  clearChosen,
  countsRow,
  dealerHands,
  draws,
  FEES,
  OTHER,
  OTHER_CHOSEN,
  present,
  SUMS,
} from './tables.ts';
import { bounded, wholeSum } from './whole-hand.ts';
import { betSum, setState, spreadState } from './worth.ts';

const CANONICAL: u32 = 134459;
export const HAND_CARDS = new StaticArray<u8>(672295);
export const HAND_WEIGHTS = new StaticArray<u8>(134459);
/** Best first action by hand and upcard: 0 fold, 1 bet, 2 buy, 32 + set of places exchanged. */
export const POLICY = new StaticArray<u8>(6991868);
/** Weight of every first action by size: 0 fold, 1 bet, 2 buy, 2 + size exchanges. */
export const ACTION_WEIGHTS = new StaticArray<f64>(8);
/**
 * Sums by action: Σ weight × value numerator, over dealer hands and draws of that action; exact as
 * integers without dealer exchange, and as numbers in any case.
 */
export const ACTION_SUMS = new StaticArray<i64>(8);
export const ACTION_VALUES = new StaticArray<f64>(8);
/** Whether an exchange of that size is the best action of some hand against the upcard rank in work. */
export const CHOSEN_SIZES = new StaticArray<bool>(6);
/** Values of the state last looked at: antes by action 0, 1, 2, then by set of places. */
export const VALUES_NOW = new StaticArray<f64>(64);

/** Types of the hand in work by the suit looked at, eight bytes a suit, sorted; places of the cards. */
const TYPES: usize = memory.data(32);
const ORDER: usize = memory.data(32);
const KEPT: usize = memory.data(8);
const GONE: usize = memory.data(8);
const MASKS = new StaticArray<u32>(4);
const SUITS = new StaticArray<u32>(4);
const NEVER: f64 = -1e9;

export function prepareHands(): void {
  let filled: u32 = 0;
  for (let a: u32 = 0; a < 48; a++)
    for (let b = a + 1; b < 49; b++)
      for (let c = b + 1; c < 50; c++)
        for (let d = c + 1; d < 51; d++)
          for (let e = d + 1; e < 52; e++) {
            MASKS.fill(0);
            MASKS[a & 3] |= (<u32>1) << (a >> 2);
            MASKS[b & 3] |= (<u32>1) << (b >> 2);
            MASKS[c & 3] |= (<u32>1) << (c >> 2);
            MASKS[d & 3] |= (<u32>1) << (d >> 2);
            MASKS[e & 3] |= (<u32>1) << (e >> 2);
            if (MASKS[0] < MASKS[1] || MASKS[1] < MASKS[2] || MASKS[2] < MASKS[3]) continue;
            const at = changetype<usize>(HAND_CARDS) + filled * 5;
            store<u8>(at, <u8>a);
            store<u8>(at + 1, <u8>b);
            store<u8>(at + 2, <u8>c);
            store<u8>(at + 3, <u8>d);
            store<u8>(at + 4, <u8>e);
            let run: u32 = 1;
            let symmetries: u32 = 1;
            for (let s = 1; s < 4; s++) {
              run = MASKS[s] === MASKS[s - 1] ? run + 1 : 1;
              symmetries *= run;
            }
            HAND_WEIGHTS[filled] = <u8>(24 / symmetries);
            filled++;
          }
  assert(filled === CANONICAL);
}

/** Class of five sorted cards. */
function classOf(cards: usize): u32 {
  let same = true;
  for (let i: u32 = 0; i < 5; i++) {
    store<u8>(GONE + i, load<u8>(cards + i) >> 2);
    if (((load<u8>(cards + i) ^ load<u8>(cards)) & 3) !== 0) same = false;
  }
  const number = multisetNumber(GONE, 5);
  return same ? <u32>SUITED[number] : <u32>OFFSUIT[number];
}

/** Suit of all kept cards, -1 where they differ, 4 where none is kept. */
function keptSuit(cards: usize, set: u32): i32 {
  let suit = 4;
  for (let i: u32 = 0; i < 5; i++) {
    if ((set >> i) & 1) continue;
    const own = <i32>(<u32>load<u8>(cards + i) & 3);
    if (suit !== 4 && own !== suit) return -1;
    suit = own;
  }
  return suit;
}

/** Place of the flush memo for kept cards of the suit `flush`, with the suit `looked` looked at. */
function flushPlace(cards: usize, set: u32, size: u32, flush: u32, looked: u32): u32 {
  let kept: u32 = 0;
  let gone: u32 = 0;
  keptRanks = 0;
  for (let i: u32 = 0; i < 5; i++) {
    const own = <u32>load<u8>(cards + i);
    if (((set >> i) & 1) === 0) {
      store<u8>(KEPT + kept++, <u8>(own >> 2));
      keptRanks |= (<u32>1) << (own >> 2);
    } else {
      const type: u32 = (own >> 2) * 3 + ((own & 3) === looked ? 1 : (own & 3) === flush ? 2 : 0);
      // Insert: cards come sorted by rank, types of one rank may not.
      let at = gone++;
      while (at > 0 && <u32>load<u8>(GONE + at - 1) > type) {
        store<u8>(GONE + at, load<u8>(GONE + at - 1));
        at--;
      }
      store<u8>(GONE + at, <u8>type);
    }
  }
  let number: u32 = 0;
  for (let i: u32 = 0; i < kept; i++) number += binomial(<u32>load<u8>(KEPT + i), i + 1);
  return number * binomial(38 + size, size) + multisetNumber(GONE, size);
}
let keptRanks: u32 = 0;

/** Sorts the hand's types with every suit looked at that is asked for. */
function readTypes(cards: usize, upSuit: u32): void {
  for (let looked: u32 = 0; looked < 4; looked++) {
    if (looked !== upSuit && !redraws) continue;
    const types = TYPES + (looked << 3);
    const order = ORDER + (looked << 3);
    for (let i: u32 = 0; i < 5; i++) {
      const own = <u32>load<u8>(cards + i);
      const type = ((own >> 2) << 1) | ((own & 3) === looked ? 1 : 0);
      let at = i;
      while (at > 0 && <u32>load<u8>(types + at - 1) > type) {
        store<u8>(types + at, load<u8>(types + at - 1));
        store<u8>(order + at, load<u8>(order + at - 1));
        at--;
      }
      store<u8>(types + at, <u8>type);
      store<u8>(order + at, <u8>i);
    }
  }
}

/** Number of the (D, K) sums of a set of places, after `readTypes`. */
function sumPlace(set: u32, size: u32, looked: u32): usize {
  const types = TYPES + (looked << 3);
  const order = ORDER + (looked << 3);
  let kept: u32 = 0;
  let gone: u32 = 0;
  for (let i: u32 = 0; i < 5; i++) {
    const type = load<u8>(types + i);
    if ((set >> <u32>load<u8>(order + i)) & 1) store<u8>(GONE + gone++, type);
    else store<u8>(KEPT + kept++, type);
  }
  const number = multisetNumber(GONE, size) * typeSets(5 - size) + multisetNumber(KEPT, 5 - size);
  return (<usize>number) << 3;
}

/**
 * Sum of an exchange over its draws and dealer hands, fee apart; with a weight it is chosen besides.
 * Where all five cards cannot bring more than `least`, the sum is only bounded (whole-hand.ts).
 */
function exchangeSum(cards: usize, set: u32, size: u32, upSuit: u32, weight: f64, least: f64): f64 {
  const at = sumPlace(set, size, upSuit);
  const whole = size === 5;
  let sum = whole ? 0 : load<f64>(SUMS[size] + at);
  if (weight > 0) store<f64>(CHOSEN[size] + at, load<f64>(CHOSEN[size] + at) + weight);
  const kept = keptSuit(cards, set);
  const others = redraws && size <= GAINS_EXACT && underUpcard > 0;
  for (let flush = 0; flush < 4; flush++) {
    if (kept !== 4 && kept !== flush) continue;
    if (<u32>flush === upSuit) continue;
    const place = flushPlace(cards, set, size, flush, upSuit);
    sum += flushSum(size, place);
    if (weight > 0) chooseFlush(size, place, weight);
  }
  if (whole) {
    memory.copy(DISCARDS, TYPES + (upSuit << 3), 5);
    return sum + wholeSum(at, least - sum);
  }
  if (!others) return sum;
  for (let looked: u32 = 0; looked < 4; looked++) {
    if (looked === upSuit) continue;
    const to = sumPlace(set, size, looked);
    sum += load<f64>(OTHER[size] + to);
    if (weight > 0) {
      store<f64>(OTHER_CHOSEN[size] + to, load<f64>(OTHER_CHOSEN[size] + to) + weight);
    }
    for (let flush: u32 = 0; flush < 4; flush++) {
      if ((kept !== 4 && kept !== <i32>flush) || flush === looked) continue;
      const upcard = flush === upSuit ? UP_THIRD : UP_OTHER;
      const place = flushPlace(cards, set, size, flush, looked);
      sum += otherFlushSum(size, place, keptRanks, GONE, upcard);
      if (weight > 0) chooseOtherFlush(size, place, upcard, weight);
    }
  }
  return sum;
}

/** Dead ranks by suit of five cards. */
function readSuits(cards: usize): void {
  SUITS.fill(absent);
  for (let i: u32 = 0; i < 5; i++) {
    const own = <u32>load<u8>(cards + i);
    SUITS[own & 3] |= (<u32>1) << (own >> 2);
  }
}

/** Gain of the dealer exchange for a bet on the five cards dealt, over dealer hands. */
function betGain(cards: usize, upSuit: u32, own: u32): f64 {
  if (!redraws || !canGain(0, own)) return 0;
  for (let r: u32 = 0; r < 13; r++) {
    LIVE[r] = (present >> r) & 1 ? 4 - (r === upRank ? 1 : 0) : 0;
  }
  for (let i: u32 = 0; i < 5; i++) LIVE[<u32>load<u8>(cards + i) >> 2] -= 1;
  readLive();
  return weighRedraw(own, PAYS[own]) + everySuit(SUITS, upSuit);
}

/**
 * Values every action of five sorted cards against `up`; gives the best one's number. Without `all` an
 * exchange of five cards that is not the best may stand above its value, never above the best one's.
 */
export function judge(cards: usize, up: u32, most: u32, buys: bool, all: bool): u32 {
  const upSuit = up & 3;
  readTypes(cards, upSuit);
  readSuits(cards);
  ownClass = classOf(cards);
  const counts = load<u64>(countsRow(0, 0) + ((<usize>ownClass) << 3));
  packedNow = counts + suitedPart(ownClass, SUITS[upSuit]);
  const hands = dealerHands(0);
  setState(hands, 0);
  betNow = betSum(packedNow, ownClass);
  const gain = betGain(cards, upSuit, ownClass);
  if (gain > 0 && betNow <= -hands) noteUnsettled();
  betNow += gain;
  VALUES_NOW[0] = -1;
  VALUES_NOW[1] = betNow / hands;
  let best: u32 = VALUES_NOW[1] > -1 ? 1 : 0;
  let value = max(VALUES_NOW[1], -1);
  VALUES_NOW[2] = NEVER;
  if (buys) {
    const sum = sixthSum(cards, up, 0);
    const own = sum / (dealerHands(1) * draws(1)) - <f64>FEES[6];
    VALUES_NOW[2] = own;
    if (own > value) {
      value = own;
      best = 2;
      sumNow = sum;
    }
  }
  for (let set: u32 = 1; set < 32; set++) {
    const size = <u32>popcnt(set);
    if (size > most) {
      VALUES_NOW[32 + set] = NEVER;
      continue;
    }
    const unit = dealerHands(size) * draws(size);
    const least = all ? -Infinity : (value + <f64>FEES[size]) * unit;
    const sum = exchangeSum(cards, set, size, upSuit, 0, least);
    const own = sum / unit - <f64>FEES[size];
    VALUES_NOW[32 + set] = own;
    if (own > value && !(size === 5 && bounded)) {
      value = own;
      best = 32 + set;
      sumNow = sum;
    }
  }
  return best;
}
let ownClass: u32 = 0;
let packedNow: u64 = 0;
let betNow: f64 = 0;
let sumNow: f64 = 0;
/** All hands against all upcards of the rank in work. */
export function dealAll(most: u32, buys: bool): void {
  CHOSEN_SIZES.fill(false);
  for (let size: u32 = 1; size <= most; size++) {
    clearChosen(size, redraws && size <= GAINS_EXACT);
    if (redraws) clearGains(size);
  }
  for (let hand: u32 = 0; hand < CANONICAL; hand++) {
    const cards = changetype<usize>(HAND_CARDS) + hand * 5;
    if (!inDeck(cards)) continue;
    const weight = <f64>HAND_WEIGHTS[hand];
    for (let suit: u32 = 0; suit < 4; suit++) {
      const up = (upRank << 2) | suit;
      if (holds(cards, up)) continue;
      const best = judge(cards, up, most, buys, false);
      POLICY[hand * 52 + up] = <u8>best;
      const action = best < 32 ? best : 2 + <u32>popcnt(best & 31);
      const sum = best === 0 ? -dealerHands(0) : best === 1 ? betNow : sumNow;
      ACTION_WEIGHTS[action] += weight;
      ACTION_VALUES[action] += weight * sum;
      // A dealer exchange divides: only without one are sums integers.
      ACTION_SUMS[action] += <i64>Math.round(weight * sum);
      if (best === 2) sixthSum(cards, up, weight);
      else if (best < 2) spreadBet(cards, suit, weight);
      else {
        CHOSEN_SIZES[action - 2] = true;
        exchangeSum(cards, best & 31, action - 2, suit, weight, Infinity);
      }
    }
  }
  assert(CLASS_COUNT === 7462 && FEES.length === 7);
}

/** Spreads a hand that is folded or bet as dealt. */
function spreadBet(cards: usize, upSuit: u32, weight: f64): void {
  setState(dealerHands(0), 0);
  const stake = spreadState(packedNow, ownClass, weight, 0, 0, false);
  if (betGain(cards, upSuit, ownClass) === 0) return;
  aimSpread(0, stake, ownClass);
  spreadOwnSuit(SUITS[upSuit], weight);
  for (let s: u32 = 0; s < 4; s++) if (s !== upSuit) spreadOtherSuit(SUITS[s], weight);
}

function inDeck(cards: usize): bool {
  for (let i: u32 = 0; i < 5; i++) {
    if ((absent >> (<u32>load<u8>(cards + i) >> 2)) & 1) return false;
  }
  return true;
}

function holds(cards: usize, card: u32): bool {
  for (let i: u32 = 0; i < 5; i++) if (<u32>load<u8>(cards + i) === card) return true;
  return false;
}
