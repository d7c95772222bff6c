/**
 * What a bet on a final hand is worth: the sum of net results over all dealer hands, in antes, and
 * its spread over net results. Dealer without game: the ante pays 1 (O5, R5, Z3); player higher: bet
 * by table, ante paid or back (O6, R6); equal: nothing; lower: three antes lost. Insurance (R8) is
 * linear in its stake, so that it is taken in full or not at all: exactly when more than half of the
 * dealer hands have no game.
 */
import { CATEGORY_SHIFT, FLUSH, RULES_ANTE_PAYS, RULES_FEES_ON_PUSH } from '../layout.ts';
import { CLASS_COUNT, PAYS, RULES, VALUES } from './classes.ts';

const FIELD: u64 = 0xfffff;

/** Net of a win, and the stake that insurance allows (0: none), by class; both in antes. */
export const WINS = new StaticArray<f64>(7462);
export const INSURED = new StaticArray<f64>(7462);
/** Dealer hands of one state, and the fee that a push returns (0 by C10). */
export let dealers: f64 = 0;
export let pushes: f64 = 0;

/**
 * Sums over all states, by action (0 without exchange, else its size, 6 for a bought card), in dealer
 * hands × draws × deals of that action, so that they stay integers where no dealer exchange divides:
 * net results (index net + NET_ZERO), and stakes.
 */
export const NET_ZERO: i32 = 8192;
export const BOUGHT: u32 = 6;
export const NETS = new StaticArray<f64>(114688);
/** By action number · 16: fold, lose, push, no game, then wins by category from place 4. */
export const OUTCOMES = new StaticArray<f64>(256);
/**
 * By action · 8: bets made, antes of insurance staked, insurance taken, net of insurance, dealer
 * exchanges paid for, what they gained.
 */
export const TOTALS = new StaticArray<f64>(56);
const NETS_EACH: i32 = 16384;
const TOTALS_EACH: u32 = 8;
export const TOTAL_BET: u32 = 0;
export const TOTAL_INSURANCE_STAKE: u32 = 1;
export const TOTAL_INSURED: u32 = 2;
export const TOTAL_INSURANCE_NET: u32 = 3;
export const TOTAL_REDRAWN: u32 = 4;
export const TOTAL_GAIN: u32 = 5;

let anteWin: i32 = 0;
let insuredFrom: u32 = 0;
let leastStake: f64 = 0;
let mostPercent: f64 = 0;

/** `from`: lowest category that may be insured, 255 none; `least` antes; `percent` of the pay. */
export function prepareWorth(from: u32, least: u32, percent: u32): void {
  anteWin = load<i32>(RULES + (RULES_ANTE_PAYS << 2));
  insuredFrom = from;
  leastStake = <f64>least;
  mostPercent = <f64>percent;
  for (let own: u32 = 0; own < CLASS_COUNT; own++) {
    WINS[own] = winNet(PAYS[own]);
    INSURED[own] = insurable(own, PAYS[own]);
  }
  assert(<u32>FLUSH < 11);
}

/** Net of a win with a hand that pays `pay` to one. */
export function winNet(pay: i32): f64 {
  return <f64>(anteWin + 2 * pay);
}

/** Most antes of insurance on a hand of class `own` that pays `pay`; 0 where it may not be insured. */
export function insurable(own: u32, pay: i32): f64 {
  const most = Math.floor(<f64>(2 * pay) * mostPercent) / 100;
  return VALUES[own] >> CATEGORY_SHIFT >= insuredFrom && most >= leastStake ? most : 0;
}

/** Names the state's number of dealer hands and the fee paid so far. */
export function setState(count: f64, fee: f64): void {
  dealers = count;
  pushes = load<i32>(RULES + (RULES_FEES_ON_PUSH << 2)) !== 0 ? fee : 0;
}

/** Sum of nets of a bet with class `own` over the counted dealer hands, insurance at its best. */
export function betSum(packed: u64, own: u32): f64 {
  return betSumOf(packed, unchecked(WINS[own]), unchecked(INSURED[own]));
}

/** The same from a win's net and the most insurance. */
export function betSumOf(packed: u64, win: f64, stake: f64): f64 {
  const none = <f64>(packed & FIELD);
  const below = <f64>((packed >> 20) & FIELD);
  const equal = <f64>(packed >> 40);
  const sum = 4 * none + (win + 3) * below + (3 + pushes) * equal - 3 * dealers;
  if (stake > 0) {
    const insurance = stake * (2 * none - dealers);
    if (insurance > 0) return sum + insurance;
  }
  return sum;
}

/**
 * Spreads a state of probability `weight` a dealer hand over the sums; `fee` paid before. A negative
 * weight takes a state back. Gives the antes of insurance taken.
 */
export function spreadState(
  packed: u64,
  own: u32,
  weight: f64,
  fee: i32,
  action: u32,
  forced: bool,
): i32 {
  return spreadOf(packed, own, WINS[own], INSURED[own], weight, fee, action, forced);
}

/** Spreads a fold of probability `weight` a dealer hand. */
export function spreadFolds(weight: f64, fee: i32, action: u32): void {
  NETS[NET_ZERO + <i32>action * NETS_EACH - 1 - fee] += weight * dealers;
  OUTCOMES[action << 4] += weight * dealers;
}

/** The same from a win's net and the most insurance; dealer exchanges are spread apart. */
export function spreadOf(
  packed: u64,
  own: u32,
  win: f64,
  most: f64,
  weight: f64,
  fee: i32,
  action: u32,
  forced: bool,
): i32 {
  const place = action << 4;
  const zero = NET_ZERO + <i32>action * NETS_EACH;
  const totals = action * TOTALS_EACH;
  if (!forced && betSumOf(packed, win, most) <= -dealers) {
    const mass = weight * dealers;
    NETS[zero - 1 - fee] += mass;
    OUTCOMES[place] += mass;
    return 0;
  }
  const insures = 2 * <f64>(packed & FIELD) > dealers;
  const none = <f64>(packed & FIELD) * weight;
  const below = <f64>((packed >> 20) & FIELD) * weight;
  const equal = <f64>(packed >> 40) * weight;
  const all = dealers * weight;
  const lost = all - none - below - equal;
  let insured = most;
  if (insured > 0 && insures) {
    TOTALS[totals + TOTAL_INSURANCE_STAKE] += insured * all;
    TOTALS[totals + TOTAL_INSURED] += all;
    TOTALS[totals + TOTAL_INSURANCE_NET] += insured * (2 * none - all);
  } else insured = 0;
  const stake = <i32>insured;
  TOTALS[totals + TOTAL_BET] += all;
  NETS[zero + 1 - fee + stake] += none;
  NETS[zero + <i32>win - fee - stake] += below;
  NETS[zero + <i32>pushes - fee - stake] += equal;
  NETS[zero - 3 - fee - stake] += lost;
  OUTCOMES[place + 1] += lost;
  OUTCOMES[place + 2] += equal;
  OUTCOMES[place + 3] += none;
  OUTCOMES[place + 4 + (VALUES[own] >> CATEGORY_SHIFT)] += below;
  return stake;
}

export function clearSums(): void {
  NETS.fill(0);
  OUTCOMES.fill(0);
  TOTALS.fill(0);
}
