/**
 * The ABI of math.wasm: exact counts and optimal decisions, one upcard rank at a time, so that
 * workers share the thirteen. Order of calls: RULES, `prepare`, `setExchange` for each size, then for
 * each rank `solve`. Results are added up in the areas; the host divides.
 */

import { RULES_ACE_LOW } from '../layout.ts';
import { rank as rankOf } from '../rank.ts';
import { classOfValue, PAYS, prepareClasses, RULES, VALUES } from './classes.ts';
import {
  ACTION_SUMS,
  ACTION_WEIGHTS,
  dealAll,
  HAND_CARDS,
  HAND_WEIGHTS,
  judge,
  POLICY,
  prepareHands,
  VALUES_NOW,
} from './deal.ts';
import { countPatterns, LIVE, prepareUpcard, rankPart, suitedPart, upRank } from './dealers.ts';
import {
  dealerHands,
  FEES,
  FORCED,
  fillCounts,
  reserve,
  spreadFlushes,
  sumExchanges,
} from './exchange.ts';
import { prepareStates } from './states.ts';
import {
  betSum,
  clearSums,
  INSURED,
  NETS,
  OUTCOMES,
  prepareWorth,
  setState,
  TOTALS,
} from './worth.ts';

const CARDS: usize = memory.data(16);
let most: u32 = 0;

/** Sets up classes, hands and pays under RULES; insurance as `prepareWorth` says. */
export function prepare(sizes: u32, from: u32, least: u32, percent: u32): void {
  assert(sizes <= 5);
  most = sizes;
  prepareClasses();
  prepareStates();
  prepareHands();
  prepareWorth(from, least, percent);
  clearSums();
  for (let size: u32 = 0; size <= sizes; size++) reserve(size);
}

/** Fee in antes of an exchange of `size` cards, and whether the bet is then forced. */
export function setExchange(size: u32, fee: i32, forced: bool): void {
  FEES[size] = fee;
  FORCED[size] = forced ? 1 : 0;
}

/** Makes the sums of one upcard rank, without any choice. */
export function sums(rank: u32): void {
  prepareUpcard(rank);
  for (let size: u32 = 0; size <= most; size++) fillCounts(size);
  for (let size: u32 = 1; size <= most; size++) sumExchanges(size, false);
}

/** Solves one upcard rank and adds it to the areas. */
export function solve(rank: u32): void {
  sums(rank);
  dealAll(most);
  for (let size: u32 = 1; size <= most; size++) {
    sumExchanges(size, true);
    spreadFlushes(size);
  }
}

/** Best action of the five sorted cards at CARDS against `up`, whose rank was summed; VALUES_NOW. */
export function advise(up: u32): u32 {
  return judge(CARDS, up, most);
}

/** Sets up an upcard rank for `finalSum` alone. */
export function upcard(rank: u32): void {
  prepareUpcard(rank);
}

/** Dealer hands that `finalSum` and `insuredStake` look at. */
export function finalHands(size: u32): f64 {
  return dealerHands(size);
}

let finalStake: f64 = 0;
/** Cards that `finalSum` may know to be dead: own discards, and those seen in another box. */
const DEAD_MOST: u32 = 10;

/**
 * Sum of nets, fee apart, of a bet with the five cards at CARDS after discarding the `size` cards
 * behind them; counted for this one state.
 */
export function finalSum(size: u32, up: u32): f64 {
  assert(size <= DEAD_MOST && up >> 2 === upRank);
  LIVE.fill(4);
  LIVE[upRank] -= 1;
  let mask: u32 = 0;
  for (let i: u32 = 0; i < 5 + size; i++) {
    const card = <u32>load<u8>(CARDS + i);
    assert(card < 52 && card !== up);
    LIVE[card >> 2] -= 1;
    if ((card & 3) === (up & 3)) mask |= (<u32>1) << (card >> 2);
  }
  countPatterns();
  const aceLow = load<i32>(RULES + (RULES_ACE_LOW << 2)) !== 0;
  const own = classOfValue(rankOf(CARDS, 5, aceLow));
  const packed = rankPart(own) + suitedPart(own, mask);
  setState(dealerHands(size), size > 0 && size <= 5 ? <f64>FEES[size] : 0);
  finalStake = 2 * <f64>(packed & 0xfffff) > dealerHands(size) ? INSURED[own] : 0;
  return betSum(packed, own);
}

/** Insurance in antes that the state of the last `finalSum` takes. */
export function insuredStake(): f64 {
  return finalStake;
}

const RULES_AT = RULES;
const HANDS_AT = changetype<usize>(HAND_CARDS);
const WEIGHTS_AT = changetype<usize>(HAND_WEIGHTS);
const POLICY_AT = changetype<usize>(POLICY);
const NETS_AT = changetype<usize>(NETS);
const OUTCOMES_AT = changetype<usize>(OUTCOMES);
const TOTALS_AT = changetype<usize>(TOTALS);
const ACTIONS_AT = changetype<usize>(ACTION_WEIGHTS);
const SUMS_AT = changetype<usize>(ACTION_SUMS);
const VALUES_AT = changetype<usize>(VALUES_NOW);
const PAYS_AT = changetype<usize>(PAYS);
const RANKS_AT = changetype<usize>(VALUES);

export {
  ACTIONS_AT,
  CARDS,
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
