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
import { RULES, VALUES } from './classes.ts';
import { LIVE, upRank } from './dealers.ts';
import {
  ALL,
  FILL_CLASS,
  FILL_RANK,
  FILL_SET,
  FILLS,
  FLUSH_CLASS,
  HIDDEN,
  HIGH,
  LOW_RANK,
  LOWS,
  listPatterns,
  PAIR_CLASS,
  patterns,
  RANKS,
  underUpcard,
} from './redraw-patterns.ts';
import { NETS, OUTCOMES, pushes, TOTAL_GAIN, TOTAL_REDRAWN, TOTALS } from './worth.ts';

/** By pattern, for the live cards in work: dealer hands; new cards that pair, fill, repeat the rank. */
const WAYS = new StaticArray<f64>(495);
const PAIRS = new StaticArray<i32>(495);
const FILLED = new StaticArray<i32>(495);
const SAME = new StaticArray<i32>(495);
/** By pattern, for the hand in work: gain of the plain case; where pairs compare, who wins them. */
const PLAIN = new StaticArray<f64>(495);
const PAIRS_WON = new StaticArray<i32>(495);
const PAIRS_EVEN = new StaticArray<i32>(495);
/** What a dealer's pair, straight and flush do to the hand in work. */
const LOSES: u32 = 0;
const WINS: u32 = 1;
const COMPARES: u32 = 2;
let pairs: u32 = 0;
let straights: u32 = 0;
let flushes: u32 = 0;
/** Set when a hand that can gain would fold but for it: then adding parts is no longer exact. */
export let unsettled: bool = false;

export function noteUnsettled(): void {
  unsettled = true;
}

export function clearUnsettled(): void {
  unsettled = false;
}

/** Whether the ruleset has the exchange. */
export let redraws: bool = false;

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

/** Lists the dealer's patterns behind the upcard rank in work; `present`: ranks in the deck. */
export function prepareRedraw(present: u32): void {
  if (redraws) listPatterns(present);
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

/** Reads LIVE (upcard not live): whatever does not depend on the player's hand. */
export function readLive(): void {
  left = -4;
  for (let r = 0; r < RANKS; r++) left += unchecked(LIVE[r]);
  for (let t = 0; t < patterns; t++) {
    let cards: i32 = upRank === <u32>unchecked(HIGH[t]) ? 0 : 1;
    let product: i32 = unchecked(LIVE[unchecked(HIGH[t])]);
    SAME[t] = product - cards;
    if (cards === 0) product = 1;
    cards = 0;
    for (let i = 4 * t; i < 4 * t + 4; i++) {
      const rank = <u32>unchecked(LOW_RANK[i]);
      const live: i32 = unchecked(LIVE[rank]);
      if (rank === upRank) cards += live;
      else {
        cards += live - 1;
        product *= live;
      }
    }
    WAYS[t] = <f64>product;
    PAIRS[t] = cards;
    cards = 0;
    for (let i = FILLS * t; i < FILLS * t + FILLS; i++) {
      if (unchecked(FILL_CLASS[i]) === 0) break;
      cards += unchecked(LIVE[unchecked(FILL_RANK[i])]);
    }
    FILLED[t] = cards;
  }
}

/** Tells the cards that pair one of the four by who wins, the same in one suit or several. */
function comparePairs(t: i32): void {
  wins = 0;
  evens = 0;
  losses = 0;
  for (let i = 4 * t; i < 4 * t + 4; i++) {
    const rank = <u32>unchecked(LOW_RANK[i]);
    count(unchecked(PAIR_CLASS[i]), unchecked(LIVE[rank]) - (rank === upRank ? 0 : 1));
  }
  PAIRS_WON[t] = wins;
  PAIRS_EVEN[t] = evens;
}

/**
 * Gain of a pattern whose pairs are counted, 0 where it does not gain; `alive`: ranks that can come
 * in the suit of all four.
 */
function gain(t: i32, suited: bool, alive: u32): f64 {
  wins = pairs === WINS ? unchecked(PAIRS[t]) : pairs === COMPARES ? unchecked(PAIRS_WON[t]) : 0;
  evens = pairs === COMPARES ? unchecked(PAIRS_EVEN[t]) : 0;
  losses = unchecked(PAIRS[t]) - wins - evens;
  let same = unchecked(SAME[t]);
  if (straights === COMPARES) {
    for (let i = FILLS * t; i < FILLS * t + FILLS; i++) {
      const filled = <i32>unchecked(FILL_CLASS[i]);
      if (filled === 0) break;
      const rank = <u32>unchecked(FILL_RANK[i]);
      count(filled, unchecked(LIVE[rank]) - (suited ? (alive >> rank) & 1 : 0));
    }
  } else {
    let filled = unchecked(FILLED[t]);
    if (suited) filled -= <i32>popcnt(alive & <u32>unchecked(FILL_SET[t]));
    if (straights === WINS) wins += filled;
    else losses += filled;
  }
  if (suited) {
    same -= (alive >> <u32>unchecked(HIGH[t])) & 1;
    let fresh = alive & ~(<u32>unchecked(LOWS[t]));
    if (flushes !== COMPARES) {
      const straight = <u32>unchecked(FILL_SET[t]);
      const plain = <i32>popcnt(fresh & ~straight);
      if (flushes === WINS) wins += plain;
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

/** How a dealer's hands of a category stand to a hand of the category `own`. */
function standing(own: u32, category: u32): u32 {
  if (!compares || own > category) return WINS;
  return own < category ? LOSES : COMPARES;
}

/**
 * Takes a hand up, own class and pay, behind the live cards that `readLive` read. Gives its part by
 * ranks, in antes times dealer hands.
 */
export function weighRedraw(own: u32, pay: i32): f64 {
  setNets(pay);
  ownClass = <i32>own;
  const category = VALUES[own] >> CATEGORY_SHIFT;
  pairs = standing(category, PAIR);
  straights = standing(category, STRAIGHT);
  flushes = standing(category, FLUSH);
  if (pairs !== COMPARES && straights !== COMPARES) return weighApart();
  let sum: f64 = 0;
  for (let t = 0; t < patterns; t++) {
    const many = unchecked(WAYS[t]);
    if (many === 0) {
      PLAIN[t] = 0;
      continue;
    }
    if (pairs === COMPARES) comparePairs(t);
    const own = gain(t, false, 0);
    PLAIN[t] = own;
    sum += many * own;
  }
  return sum;
}

/** The same where the hand wins or loses to all pairs, and to all straights, alike. */
function weighApart(): f64 {
  const paired: f64 = (pairs === WINS ? win : lose) - 1;
  const filled: f64 = (straights === WINS ? win : lose) - 1;
  const none: f64 = still - 1;
  let sum: f64 = 0;
  for (let t = 0; t < patterns; t++) {
    const many = unchecked(WAYS[t]);
    const all = left - (repeats ? unchecked(SAME[t]) : 0);
    const first = unchecked(PAIRS[t]);
    const second = unchecked(FILLED[t]);
    const net = <f64>first * paired + <f64>second * filled + <f64>(all - first - second) * none;
    const own: f64 = many > 0 && net > 0 ? net / <f64>all : 0;
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

/** Parts of all four suits of a state, by their dead ranks. */
export function everySuit(dead: StaticArray<u32>, upSuit: u32): f64 {
  let sum = ownSuit(dead[upSuit]);
  for (let s: u32 = 0; s < 4; s++) if (s !== upSuit) sum += otherSuit(dead[s]);
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
    let plain = WAYS[t];
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
    if (PLAIN[t] > 0) move(t, false, 0, weight * WAYS[t]);
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
