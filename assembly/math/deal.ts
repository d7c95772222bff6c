/**
 * The pass over what a player can see: 134,459 hands up to suits, times every upcard of one rank.
 * For each it compares fold, bet and every exchange, keeps the best and its weight, and adds up.
 * Hands are canonical when the rank sets of clubs, diamonds, hearts, spades do not rise; a hand
 * stands for 24 / (symmetries) hands.
 */
import { CLASS_COUNT, OFFSUIT, SUITED } from './classes.ts';
import { suitedPart, upRank } from './dealers.ts';
import {
  CHOSEN,
  countsRow,
  dealerHands,
  draws,
  FEES,
  FORCED,
  flushDifference,
  MEMO,
  MEMO_CHOSEN,
  SUMS,
} from './exchange.ts';
import { binomial, multisetNumber } from './multiset.ts';
import { typeSets } from './states.ts';
import { betSum, setState, spreadState } from './worth.ts';

export const CANONICAL: u32 = 134459;
export const HAND_CARDS = new StaticArray<u8>(672295);
export const HAND_WEIGHTS = new StaticArray<u8>(134459);
/** Best first action by hand and upcard: 0 fold, 1 bet, 2 buy, 32 + set of places exchanged. */
export const POLICY = new StaticArray<u8>(6991868);
/** Weight of every first action by size: 0 fold, 1 bet, 2 buy, 2 + size exchanges. */
export const ACTION_WEIGHTS = new StaticArray<f64>(8);
/** Exact sums by action: Σ weight × value numerator, over dealer hands and draws of that action. */
export const ACTION_SUMS = new StaticArray<i64>(8);
/** Values of the state last looked at: antes by action 0, 1, 2, then by set of places. */
export const VALUES_NOW = new StaticArray<f64>(64);

const TYPES: usize = memory.data(8);
const ORDER: usize = memory.data(8);
const KEPT: usize = memory.data(8);
const GONE: usize = memory.data(8);
const MASKS = new StaticArray<u32>(4);
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

/** Place of the flush memo for kept cards of one suit other than the upcard's, or -1. */
function flushPlace(cards: usize, set: u32, size: u32, suit: u32, upSuit: u32): i32 {
  let kept: u32 = 0;
  let gone: u32 = 0;
  keptRanks = 0;
  for (let i: u32 = 0; i < 5; i++) {
    const own = <u32>load<u8>(cards + i);
    if (((set >> i) & 1) === 0) {
      if ((own & 3) !== suit) return -1;
      store<u8>(KEPT + kept++, <u8>(own >> 2));
      keptRanks |= (<u32>1) << (own >> 2);
    } else {
      const type: u32 = (own >> 2) * 3 + ((own & 3) === upSuit ? 1 : (own & 3) === suit ? 2 : 0);
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
  return <i32>(number * binomial(38 + size, size) + multisetNumber(GONE, size));
}
let keptRanks: u32 = 0;

/** Number of the (D, K) sums of a set of places, after TYPES and ORDER. */
function sumPlace(set: u32, size: u32): u32 {
  let kept: u32 = 0;
  let gone: u32 = 0;
  for (let i: u32 = 0; i < 5; i++) {
    const type = load<u8>(TYPES + i);
    if ((set >> <u32>load<u8>(ORDER + i)) & 1) store<u8>(GONE + gone++, type);
    else store<u8>(KEPT + kept++, type);
  }
  return multisetNumber(GONE, size) * typeSets(5 - size) + multisetNumber(KEPT, 5 - size);
}

/** Sum of an exchange over its draws and dealer hands, fee apart. */
function exchangeSum(cards: usize, set: u32, size: u32, upSuit: u32): f64 {
  let sum = load<f64>(SUMS[size] + ((<usize>sumPlace(set, size)) << 3));
  for (let suit: u32 = 0; suit < 4; suit++) {
    if (suit === upSuit) continue;
    const place = flushPlace(cards, set, size, suit, upSuit);
    if (place < 0) continue;
    const at = MEMO[size] + ((<usize>place) << 3);
    let difference = load<f64>(at);
    // All bits set: not asked for yet.
    if (reinterpret<u64>(difference) === u64.MAX_VALUE) {
      difference = flushDifference(size, keptRanks, GONE);
      store<f64>(at, difference);
    }
    sum += difference;
  }
  return sum;
}

/** Values every action of five sorted cards against `up`; gives the best one's number. */
export function judge(cards: usize, up: u32, most: u32): u32 {
  const upSuit = up & 3;
  for (let i: u32 = 0; i < 5; i++) {
    const own = <u32>load<u8>(cards + i);
    const type = ((own >> 2) << 1) | ((own & 3) === upSuit ? 1 : 0);
    let at = i;
    while (at > 0 && <u32>load<u8>(TYPES + at - 1) > type) {
      store<u8>(TYPES + at, load<u8>(TYPES + at - 1));
      store<u8>(ORDER + at, load<u8>(ORDER + at - 1));
      at--;
    }
    store<u8>(TYPES + at, <u8>type);
    store<u8>(ORDER + at, <u8>i);
  }
  let mask: u32 = 0;
  for (let i: u32 = 0; i < 5; i++) {
    const own = <u32>load<u8>(cards + i);
    if ((own & 3) === upSuit) mask |= (<u32>1) << (own >> 2);
  }
  ownClass = classOf(cards);
  packedNow = load<u64>(countsRow(0, 0) + ((<usize>ownClass) << 3)) + suitedPart(ownClass, mask);
  const hands = dealerHands(0);
  setState(hands, 0);
  betNow = betSum(packedNow, ownClass);
  VALUES_NOW[0] = -1;
  VALUES_NOW[1] = betNow / hands;
  VALUES_NOW[2] = NEVER;
  let best: u32 = VALUES_NOW[1] > -1 ? 1 : 0;
  let value = max(VALUES_NOW[1], -1);
  for (let set: u32 = 1; set < 32; set++) {
    const size = <u32>popcnt(set);
    if (size > most) {
      VALUES_NOW[32 + set] = NEVER;
      continue;
    }
    const sum = exchangeSum(cards, set, size, upSuit);
    const own = sum / (dealerHands(size) * draws(size)) - <f64>FEES[size];
    VALUES_NOW[32 + set] = own;
    if (own > value) {
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
export function dealAll(most: u32): void {
  for (let size: u32 = 1; size <= most; size++) {
    memory.fill(CHOSEN[size], 0, (<usize>(typeSets(size) * typeSets(5 - size))) << 3);
    const flushes = (size === 5 ? 1 : binomial(13, 5 - size)) * binomial(38 + size, size);
    memory.fill(MEMO_CHOSEN[size], 0, (<usize>flushes) << 3);
  }
  for (let hand: u32 = 0; hand < CANONICAL; hand++) {
    const cards = changetype<usize>(HAND_CARDS) + hand * 5;
    const weight = <f64>HAND_WEIGHTS[hand];
    for (let suit: u32 = 0; suit < 4; suit++) {
      const up = (upRank << 2) | suit;
      if (holds(cards, up)) continue;
      const best = judge(cards, up, most);
      POLICY[hand * 52 + up] = <u8>best;
      if (best < 32) {
        ACTION_WEIGHTS[best] += weight;
        const sum = best === 0 ? -dealerHands(0) : betNow;
        ACTION_SUMS[best] += <i64>(weight * sum);
        setState(dealerHands(0), 0);
        spreadState(packedNow, ownClass, weight, 0, 0, false);
        continue;
      }
      const set = best & 31;
      const size = <u32>popcnt(set);
      ACTION_WEIGHTS[2 + size] += weight;
      ACTION_SUMS[2 + size] += <i64>(weight * sumNow);
      const at = CHOSEN[size] + ((<usize>sumPlace(set, size)) << 3);
      store<f64>(at, load<f64>(at) + weight);
      for (let other: u32 = 0; other < 4; other++) {
        if (other === suit) continue;
        const place = flushPlace(cards, set, size, other, suit);
        if (place < 0) continue;
        const to = MEMO_CHOSEN[size] + ((<usize>place) << 3);
        store<f64>(to, load<f64>(to) + weight);
      }
    }
  }
  assert(CLASS_COUNT === 7462 && FORCED.length === 7);
}

function holds(cards: usize, card: u32): bool {
  for (let i: u32 = 0; i < 5; i++) if (<u32>load<u8>(cards + i) === card) return true;
  return false;
}
