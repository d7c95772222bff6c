/**
 * The ABI of math.wasm: exact counts and optimal decisions, one upcard rank at a time, so that
 * workers share the thirteen. Order of calls: RULES, `prepare`, `setExchange` for each size, then for
 * each rank `solve`. Results are added up in the areas; the host divides.
 */

import { RULES_ACE_LOW } from '../layout.ts';
import { rank as rankOf } from '../rank.ts';
import { classOfValue, PAYS, paid, prepareClasses, RULES, VALUES } from './classes.ts';
import {
  ACTION_SUMS,
  ACTION_VALUES,
  ACTION_WEIGHTS,
  CHOSEN_SIZES,
  dealAll,
  HAND_CARDS,
  HAND_WEIGHTS,
  judge,
  POLICY,
  prepareHands,
  VALUES_NOW,
} from './deal.ts';
import { countPatterns, LIVE, prepareUpcard, rankPart, suitedPart, upRank } from './dealers.ts';
import { sumExchanges } from './exchange.ts';
import { clearFinal, FINAL } from './final-decisions.ts';
import { eachFlush, spreadFlushes } from './flushes.ts';
import { eachGain } from './gain-states.ts';
import { GAINS_EXACT, prepareGains } from './gains.ts';
import { sumHand } from './one-hand.ts';
import { prepareBehaviours } from './rank-gains.ts';
import {
  clearUnsettled,
  everySuit,
  mayGain,
  prepareRedraw,
  prepareRules,
  readLive,
  redraws,
  unsettled,
  weighRedraw,
} from './redraw.ts';
import { fillSixth, prepareSixth, spreadSixth } from './sixth.ts';
import { prepareStates, wantRanks } from './states.ts';
import { suitMean } from './suit-draws.ts';
import { absent, dealerHands, FEES, FORCED, present, reserve, setDeck, unseen } from './tables.ts';
import { fillCounts, spreadRankGains } from './unions.ts';
import { clearWhole } from './whole-hand.ts';
import {
  betSumOf,
  clearSums,
  insurable,
  NETS,
  OUTCOMES,
  prepareWorth,
  setState,
  TOTALS,
  winNet,
} from './worth.ts';

const CARDS: usize = memory.data(16);
const OWN_RANKS: usize = memory.data(8);
let most: u32 = 0;
let buys: bool = false;

/**
 * Sets up classes, hands and pays under RULES: exchanges of up to `sizes` cards, insurance as
 * `prepareWorth` says, whether a sixth card may be bought, whether the dealer exchange repeats, and
 * the ranks of the deck as a set (8191: all 52 cards).
 */
export function prepare(
  sizes: u32,
  from: u32,
  least: u32,
  percent: u32,
  buy: bool,
  repeat: bool,
  ranks: u32,
): void {
  assert(sizes <= 5);
  most = sizes;
  buys = buy;
  setDeck(ranks);
  prepareClasses();
  prepareStates();
  prepareHands();
  prepareWorth(from, least, percent);
  prepareRules(repeat);
  if (redraws) prepareBehaviours();
  clearSums();
  for (let size: u32 = 0; size <= sizes; size++) {
    reserve(size, redraws && size <= GAINS_EXACT);
    if (redraws) prepareGains(size);
  }
  if (buy) prepareSixth();
}

/** Fee in antes of an exchange of `size` cards (6: of a bought card), and whether the bet is forced. */
export function setExchange(size: u32, fee: i32, forced: bool): void {
  FEES[size] = fee;
  FORCED[size] = forced ? 1 : 0;
}

/** Makes the sums of one upcard rank, without any choice. */
export function sums(rank: u32): void {
  upcard(rank);
  clearFinal();
  for (let size: u32 = 0; size <= most; size++) fillCounts(size);
  if (buys) fillSixth();
  for (let size: u32 = 1; size <= most; size++) {
    if (size < 5) sumExchanges(size, false);
    else clearWhole();
    eachFlush(size, false);
  }
}

/** Starts the areas and `isSettled` anew, so that a rank's own sums can be read. */
export function clear(): void {
  clearUnsettled();
  clearSums();
  ACTION_WEIGHTS.fill(0);
  ACTION_VALUES.fill(0);
  ACTION_SUMS.fill(0);
}

/** Solves one upcard rank and adds it to the areas. */
export function solve(rank: u32): void {
  sums(rank);
  dealAll(most, buys);
  if (buys) spreadSixth();
  for (let size: u32 = 1; size <= most; size++) {
    if (!CHOSEN_SIZES[size]) continue;
    sumExchanges(size, true);
    spreadFlushes(size);
    if (!redraws) continue;
    if (size > GAINS_EXACT) spreadRankGains(size);
    else eachGain(size, true);
  }
}

/** Makes the sums of the five sorted cards at CARDS against `up` alone, for `advise`. */
export function sumsOf(up: u32): void {
  clearUnsettled();
  upcard(up >> 2);
  for (let i: u32 = 0; i < 5; i++) store<u8>(OWN_RANKS + i, load<u8>(CARDS + i) >> 2);
  wantRanks(OWN_RANKS, 5);
  if (buys) fillSixth();
  wantRanks(OWN_RANKS, 0);
  sumHand(CARDS, up, most);
}

/** Best action of the five sorted cards at CARDS against `up`, whose rank was summed; VALUES_NOW. */
export function advise(up: u32): u32 {
  return judge(CARDS, up, most, buys, true);
}

/** What suits add to the exchange of `set` by the cards at CARDS, antes; the rank of `up` is set up. */
export function suitsOf(set: u32, up: u32): f64 {
  return suitMean(CARDS, set, up);
}

/** Whether every hand that gains by the dealer exchange bets anyway, as the sums since `clear` suppose. */
export function isSettled(): bool {
  return !unsettled;
}

/** Sets up an upcard rank for `finalSum` alone. */
export function upcard(rank: u32): void {
  assert((present >> rank) & 1);
  prepareUpcard(rank);
  prepareRedraw(present);
}

/** Dealer hands that `finalSum` and `insuredStake` look at, with `gone` cards dead beside five. */
export function finalHands(gone: u32): f64 {
  return dealerHands(gone);
}

let finalStake: f64 = 0;
/** Cards that `finalSum` may know to be dead: own discards, and those seen in another box. */
const DEAD_MOST: u32 = 10;

/**
 * Sum of nets, fee apart, of a bet with the `count` (five or six) final cards at CARDS after
 * discarding the `gone` cards behind them; counted for this one state.
 */
export function finalSum(count: u32, gone: u32, up: u32): f64 {
  const dead = count - 5 + gone;
  assert((count === 5 || count === 6) && dead <= DEAD_MOST && up >> 2 === upRank);
  for (let r: u32 = 0; r < 13; r++) LIVE[r] = (present >> r) & 1 ? 4 : 0;
  LIVE[upRank] -= 1;
  FINAL_SUITS.fill(absent);
  for (let i: u32 = 0; i < count + gone; i++) {
    const card = <u32>load<u8>(CARDS + i);
    assert(card < 52 && card !== up);
    LIVE[card >> 2] -= 1;
    FINAL_SUITS[card & 3] |= (<u32>1) << (card >> 2);
  }
  countPatterns();
  const aceLow = load<i32>(RULES + (RULES_ACE_LOW << 2)) !== 0;
  const value = rankOf(CARDS, count, aceLow);
  const own = classOfValue(value);
  const pay = paid(CARDS, count, value);
  const packed = rankPart(own) + suitedPart(own, FINAL_SUITS[up & 3]);
  const hands = dealerHands(dead);
  setState(hands, count === 6 ? <f64>FEES[6] : gone > 0 && gone <= 5 ? <f64>FEES[gone] : 0);
  const stake = insurable(own, pay);
  finalStake = 2 * <f64>(packed & 0xfffff) > hands ? stake : 0;
  let sum = betSumOf(packed, winNet(pay), stake);
  finalSuits = 0;
  if (mayGain(own, pay, unseen() - dead)) {
    readLive();
    const ranks = weighRedraw(own, pay);
    finalSuits = everySuit(FINAL_SUITS, up & 3);
    sum += ranks + finalSuits;
  }
  return sum;
}
const FINAL_SUITS = new StaticArray<u32>(4);

/** What suits add to the dealer exchange's gain in the last `finalSum`. */
export function suitSum(): f64 {
  return finalSuits;
}
let finalSuits: f64 = 0;

/** Insurance in antes that the state of the last `finalSum` takes. */
export function insuredStake(): f64 {
  return finalStake;
}

const RULES_AT = RULES;
const HANDS_AT = changetype<usize>(HAND_CARDS);
const WEIGHTS_AT = changetype<usize>(HAND_WEIGHTS);
const POLICY_AT = changetype<usize>(POLICY);
const FINAL_AT = changetype<usize>(FINAL);
const NETS_AT = changetype<usize>(NETS);
const OUTCOMES_AT = changetype<usize>(OUTCOMES);
const TOTALS_AT = changetype<usize>(TOTALS);
const ACTIONS_AT = changetype<usize>(ACTION_WEIGHTS);
const SUMS_AT = changetype<usize>(ACTION_SUMS);
const ACTION_VALUES_AT = changetype<usize>(ACTION_VALUES);
const VALUES_AT = changetype<usize>(VALUES_NOW);
const PAYS_AT = changetype<usize>(PAYS);
const RANKS_AT = changetype<usize>(VALUES);

export {
  ACTION_VALUES_AT,
  ACTIONS_AT,
  CARDS,
  FINAL_AT,
  HANDS_AT,
  NETS_AT,
  OUTCOMES_AT,
  PAYS_AT,
  POLICY_AT,
  RANKS_AT,
  RULES_AT,
  SUMS_AT,
  TOTALS_AT,
  VALUES_AT,
  WEIGHTS_AT,
};
