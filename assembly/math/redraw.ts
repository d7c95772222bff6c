/**
 * What the dealer exchange (R9, Z10) is worth to a box, exact: over every dealer hand without game,
 * how much paying for the exchange gains over declining it, where it gains. The player decides when
 * all five dealer cards lie open, and knows his own and his discarded cards.
 *
 * A dealer without game has five different ranks, so a hand is a set of four hidden ranks (at most
 * 495) times the cards of each: part one looks at ranks alone. Suits matter only where the four cards
 * that stay are of one suit (a flush can come) or all five are (a flush it was already). Those parts
 * add up suit by suit: `ownSuit` for the upcard's, `otherSuit` for another, which needs the upcard to
 * be the highest card. So nothing about a state matters but dead ranks, and dead ranks by suit.
 *
 * A new card of the removed rank repeats the draw (R9): the card that counts is then uniform over
 * the others, because skipping k of m cards leaves each of the m − k the same chance.
 */
import {
  CATEGORY_SHIFT,
  FLUSH,
  PAIR,
  RULES_ANTE_PAYS,
  RULES_COMPARE,
  RULES_DEALER_EXCHANGE,
  RULES_FEE_OWN_ANTE,
  RULES_FEES_ON_PUSH,
  RULES_STILL_NO_GAME,
  STILL_BET_BACK,
  STILL_LOSE,
  STRAIGHT,
} from '../layout.ts';
import { firstGame, OFFSUIT, RULES, SUITED, VALUES } from './classes.ts';
import { LIVE, upRank } from './dealers.ts';
import { multisetNumber } from './multiset.ts';
import { NETS, OUTCOMES, pushes, TOTAL_GAIN, TOTAL_REDRAWN, TOTALS } from './worth.ts';

const PATTERNS: i32 = 495;
/** Most ranks that complete a straight with four given ones is two; asserted. */
const FILLS: i32 = 2;
const RANKS: i32 = 13;
const ALL: u32 = 8191;

/** By pattern: hidden ranks, the four that stay, the one that goes, classes by what can come. */
const HIDDEN = new StaticArray<u16>(495);
const LOWS = new StaticArray<u16>(495);
const HIGH = new StaticArray<u8>(495);
const LOW_RANK = new StaticArray<u8>(1980);
const PAIR_CLASS = new StaticArray<u16>(1980);
const FILL_RANK = new StaticArray<u8>(990);
const FILL_CLASS = new StaticArray<u16>(990);
const FLUSH_CLASS = new StaticArray<u16>(6435);
/** By pattern: ranks that complete a straight, as a set. */
const FILL_SET = new StaticArray<u16>(495);
/** By pattern, for the state in work: gain of the plain case; cards that pair, by who wins. */
const PLAIN = new StaticArray<f64>(495);
const PAIRS_WON = new StaticArray<i32>(495);
const PAIRS_EVEN = new StaticArray<i32>(495);
const PAIRS_LOST = new StaticArray<i32>(495);
/** What a dealer's flush does to the hand in work. */
const FLUSH_LOSES: u32 = 0;
const FLUSH_WINS: u32 = 1;
const FLUSH_COMPARES: u32 = 2;
let flushes: u32 = 0;
const FIVE: usize = memory.data(8);

/** Whether the ruleset has the exchange; patterns of the upcard rank in work, and those below it. */
export let redraws: bool = false;
let patterns: i32 = 0;
export let underUpcard: i32 = 0;

/** Nets of the state in work: a win, a push, a loss, still no game. Declining is worth 1. */
let win: f64 = 0;
let push: f64 = 0;
let lose: f64 = 0;
let still: f64 = 0;
let repeats: bool = false;
let compares: bool = false;
let ownClass: i32 = 0;
let left: i32 = 0;

/** Counts of the outcome last worked out. */
let wins: i32 = 0;
let evens: i32 = 0;
let losses: i32 = 0;
let cards: i32 = 0;

function rule(index: i32): i32 {
  return load<i32>(RULES + ((<usize>index) << 2));
}

/** Reads the ruleset's fields; `repeat`: a card of the removed rank repeats the draw. */
export function prepareRules(repeat: bool): void {
  redraws = rule(RULES_DEALER_EXCHANGE) !== 0;
  repeats = repeat;
  compares = rule(RULES_COMPARE) !== 0;
}

/** Class of the sorted ranks of a set with one rank more. */
function classWith(set: u32, rank: u32, suited: bool): u16 {
  let at: u32 = 0;
  for (let r: u32 = 0; r < <u32>RANKS; r++) {
    if ((set >> r) & 1) store<u8>(FIVE + at++, <u8>r);
    if (r === rank) store<u8>(FIVE + at++, <u8>r);
  }
  assert(at === 5);
  const number = multisetNumber(FIVE, 5);
  return suited ? SUITED[number] : OFFSUIT[number];
}

/** Lists the dealer hands without game behind the upcard rank in work; `present`: ranks in the deck. */
export function prepareRedraw(present: u32): void {
  patterns = 0;
  underUpcard = 0;
  if (!redraws) return;
  const up: u32 = (<u32>1) << upRank;
  // Patterns whose highest card is the upcard come first.
  for (let above = 0; above < 2; above++) {
    for (let hidden: u32 = 0; hidden <= ALL; hidden++) {
      if (popcnt(hidden) !== 4 || (hidden & up) !== 0 || (hidden & ~present) !== 0) continue;
      const all = hidden | up;
      const high: u32 = 31 - clz(all);
      if ((high === upRank) !== (above === 0)) continue;
      const lows = all & ~((<u32>1) << high);
      if (<u32>classWith(lows, high, false) >= firstGame) continue;
      list(hidden, lows, high);
    }
    if (above === 0) underUpcard = patterns;
  }
}

function list(hidden: u32, lows: u32, high: u32): void {
  const t = patterns++;
  assert(t < PATTERNS);
  HIDDEN[t] = <u16>hidden;
  LOWS[t] = <u16>lows;
  HIGH[t] = <u8>high;
  let at = 0;
  let fills = 0;
  FILL_SET[t] = 0;
  FILL_CLASS[FILLS * t] = 0;
  FILL_CLASS[FILLS * t + 1] = 0;
  for (let r: u32 = 0; r < <u32>RANKS; r++) {
    const own = classWith(lows, r, false);
    if ((lows >> r) & 1) {
      LOW_RANK[4 * t + at] = <u8>r;
      PAIR_CLASS[4 * t + at++] = own;
      continue;
    }
    FLUSH_CLASS[RANKS * t + r] = classWith(lows, r, true);
    if (<u32>own < firstGame) continue;
    assert(fills < FILLS && r !== high);
    FILL_RANK[FILLS * t + fills] = <u8>r;
    FILL_SET[t] |= <u16>((<u32>1) << r);
    FILL_CLASS[FILLS * t + fills++] = own;
  }
  assert(at === 4);
}

/** Nets for a hand that pays `pay` to one, as settlement has them (R9, Z10). */
function setNets(pay: i32): void {
  const kept = rule(RULES_STILL_NO_GAME);
  const own = rule(RULES_FEE_OWN_ANTE) !== 0;
  const back = rule(RULES_FEES_ON_PUSH) !== 0;
  const fee: f64 = own ? 0 : 1;
  win = <f64>(2 * pay + (own ? -1 : rule(RULES_ANTE_PAYS))) - fee;
  lose = -3 - fee;
  push = (back ? 0 : own ? -1 : -fee) + pushes;
  if (kept === STILL_LOSE) still = -3 - fee;
  else still = own || kept === STILL_BET_BACK ? -1 - fee : -fee;
}

/** Whether a hand of class `own` that pays `pay` can ever gain with `live` cards unknown to it. */
export function mayGain(own: u32, pay: i32, live: u32): bool {
  if (!redraws) return false;
  setNets(pay);
  if (win <= 1) return false;
  const category = VALUES[own] >> CATEGORY_SHIFT;
  // Four ranks three times; two ranks four times; nine more of a suit.
  let most: f64 = category >= <u32>PAIR || !compares ? 12 : 0;
  if (category >= <u32>STRAIGHT || !compares) most += 8;
  if (category >= <u32>FLUSH || !compares) most += 9;
  const all = <f64>live - 4 - (repeats ? 3 : 0);
  most = min(most, all);
  const rest = max(max(still, push), lose);
  return most * (win - 1) + (all - most) * (rest - 1) > 0;
}

function count(dealer: i32, number: i32): void {
  if (!compares || dealer < ownClass) wins += number;
  else if (dealer === ownClass) evens += number;
  else losses += number;
}

/** Counts the cards that pair one of the four, the same in one suit or several. */
function countPairs(t: i32): void {
  wins = 0;
  evens = 0;
  losses = 0;
  for (let i = 4 * t; i < 4 * t + 4; i++) {
    const rank = <u32>unchecked(LOW_RANK[i]);
    count(unchecked(PAIR_CLASS[i]), unchecked(LIVE[rank]) - (rank === upRank ? 0 : 1));
  }
  PAIRS_WON[t] = wins;
  PAIRS_EVEN[t] = evens;
  PAIRS_LOST[t] = losses;
}

/**
 * Gain of a pattern whose pairs are counted, 0 where it does not gain; `alive`: ranks that can come
 * in the suit of all four.
 */
function gain(t: i32, suited: bool, alive: u32): f64 {
  wins = unchecked(PAIRS_WON[t]);
  evens = unchecked(PAIRS_EVEN[t]);
  losses = unchecked(PAIRS_LOST[t]);
  const high = <u32>unchecked(HIGH[t]);
  let same: i32 = unchecked(LIVE[high]) - (high === upRank ? 0 : 1);
  for (let i = FILLS * t; i < FILLS * t + FILLS; i++) {
    const filled = <i32>unchecked(FILL_CLASS[i]);
    if (filled === 0) break;
    const rank = <u32>unchecked(FILL_RANK[i]);
    count(filled, unchecked(LIVE[rank]) - (suited ? (alive >> rank) & 1 : 0));
  }
  if (suited) {
    same -= (alive >> high) & 1;
    let fresh = alive & ~(<u32>unchecked(LOWS[t]));
    if (flushes !== FLUSH_COMPARES) {
      const straight = <u32>unchecked(FILL_SET[t]);
      const plain = <i32>popcnt(fresh & ~straight);
      if (flushes === FLUSH_WINS) wins += plain;
      else losses += plain;
      fresh &= straight;
    }
    while (fresh !== 0) {
      count(unchecked(FLUSH_CLASS[RANKS * t + ctz(fresh)]), 1);
      fresh &= fresh - 1;
    }
  }
  cards = left - (repeats ? same : 0);
  const none = cards - wins - evens - losses;
  // Integers: a tie with declining is no gain (7 × 12/42 = 2).
  const sum =
    <f64>wins * (win - 1) +
    <f64>evens * (push - 1) +
    <f64>losses * (lose - 1) +
    <f64>none * (still - 1);
  return sum > 0 ? sum / <f64>cards : 0;
}

function ways(t: i32): f64 {
  let hidden = <u32>unchecked(HIDDEN[t]);
  let product: u32 = 1;
  while (hidden !== 0) {
    product *= unchecked(LIVE[ctz(hidden)]);
    hidden &= hidden - 1;
  }
  return <f64>product;
}

/**
 * Takes a state up: LIVE cards by rank (upcard not live), own class and pay. Gives its part by ranks,
 * in antes times dealer hands.
 */
export function weighRedraw(own: u32, pay: i32): f64 {
  setNets(pay);
  ownClass = <i32>own;
  const category = VALUES[own] >> CATEGORY_SHIFT;
  if (!compares || category > <u32>FLUSH) flushes = FLUSH_WINS;
  else flushes = category < <u32>FLUSH ? FLUSH_LOSES : FLUSH_COMPARES;
  left = -4;
  for (let r = 0; r < RANKS; r++) left += unchecked(LIVE[r]);
  let sum: f64 = 0;
  for (let t = 0; t < patterns; t++) {
    const many = ways(t);
    if (many === 0) {
      PLAIN[t] = 0;
      continue;
    }
    countPairs(t);
    const own = gain(t, false, 0);
    PLAIN[t] = own;
    sum += many * own;
  }
  return sum;
}

/** Part of the upcard's suit, `dead` ranks of it gone from sight. */
export function ownSuit(dead: u32): f64 {
  const alive = ALL & ~dead & ~((<u32>1) << upRank);
  let sum: f64 = 0;
  for (let t = 0; t < patterns; t++) {
    const hidden = <u32>unchecked(HIDDEN[t]);
    const missing = hidden & ~alive;
    if (missing === 0) sum -= unchecked(PLAIN[t]);
    if (t < underUpcard) continue;
    const high = <u32>unchecked(HIGH[t]);
    if ((missing & ~((<u32>1) << high)) !== 0) continue;
    const many: i32 = unchecked(LIVE[high]) - ((alive >> high) & 1);
    if (many > 0) sum += <f64>many * (gain(t, true, alive) - unchecked(PLAIN[t]));
  }
  return sum;
}

/** Part of another suit. */
export function otherSuit(dead: u32): f64 {
  const alive = ALL & ~dead;
  let sum: f64 = 0;
  for (let t = 0; t < underUpcard; t++) {
    if ((<u32>unchecked(HIDDEN[t]) & dead) !== 0) continue;
    sum += gain(t, true, alive) - unchecked(PLAIN[t]);
  }
  return sum;
}

let zero: i32 = 0;
let place: u32 = 0;
let winPlace: u32 = 0;
let totals: u32 = 0;

/** Names where the spread goes: the action's areas, nets moved by `shift`, the hand's category. */
export function aimSpread(action: u32, shift: i32, own: u32): void {
  zero = 8192 + <i32>action * 16384 + shift;
  place = action << 4;
  winPlace = place + 4 + (VALUES[own] >> CATEGORY_SHIFT);
  totals = action * 8;
}

/** Moves `weight` dealer hands of a pattern from "ante taken" to what the exchange brings. */
function move(t: i32, suited: bool, alive: u32, weight: f64): void {
  const gained = gain(t, suited, alive);
  if (gained === 0) return;
  const each = weight / <f64>cards;
  const none = cards - wins - evens - losses;
  NETS[zero + 1] -= weight;
  NETS[zero + <i32>win] += each * <f64>wins;
  NETS[zero + <i32>push] += each * <f64>evens;
  NETS[zero + <i32>lose] += each * <f64>losses;
  NETS[zero + <i32>still] += each * <f64>none;
  OUTCOMES[place + 3] += each * <f64>none - weight;
  OUTCOMES[winPlace] += each * <f64>wins;
  OUTCOMES[place + 2] += each * <f64>evens;
  OUTCOMES[place + 1] += each * <f64>losses;
  TOTALS[totals + TOTAL_REDRAWN] += weight;
  TOTALS[totals + TOTAL_GAIN] += weight * gained;
}

/** Spreads the parts by ranks and of the upcard's suit over nets, `weight` a dealer hand. */
export function spreadOwnSuit(dead: u32, weight: f64): void {
  const alive = ALL & ~dead & ~((<u32>1) << upRank);
  for (let t = 0; t < patterns; t++) {
    let plain = ways(t);
    if (plain === 0) continue;
    const missing = <u32>HIDDEN[t] & ~alive;
    if (missing === 0) plain -= 1;
    if (t >= underUpcard) {
      const high = <u32>HIGH[t];
      if ((missing & ~((<u32>1) << high)) === 0) {
        const many: i32 = LIVE[high] - ((alive >> high) & 1);
        if (many > 0) {
          plain -= <f64>many;
          move(t, true, alive, weight * <f64>many);
        }
      }
    }
    if (plain !== 0 && PLAIN[t] > 0) move(t, false, 0, weight * plain);
  }
}

/** Spreads the part by ranks alone. */
export function spreadRanks(weight: f64): void {
  for (let t = 0; t < patterns; t++) {
    if (PLAIN[t] > 0) move(t, false, 0, weight * ways(t));
  }
}

/** Spreads the part of another suit. */
export function spreadOtherSuit(dead: u32, weight: f64): void {
  const alive = ALL & ~dead;
  for (let t = 0; t < underUpcard; t++) {
    if ((<u32>HIDDEN[t] & dead) !== 0) continue;
    move(t, true, alive, weight);
    if (PLAIN[t] > 0) move(t, false, 0, -weight);
  }
}
