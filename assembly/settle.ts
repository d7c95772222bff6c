/**
 * Settlement of one box: ruleset record and box record to payout record, in integer minor units
 * (rules C8–C10, O5–O8, R5–R10, Z3–Z10). Two steps: `judge` ranks the cards into the box record,
 * `settle` turns values into money; batches and simulations that have ranked already call the second
 * alone. No step names a game; every branch is a field of the record (rulesets/README.md).
 *
 * Bounds, asserted: ante and bonus to 10^12, insurance to 4·10^15, odds 1,000 a combination and
 * 5,000 on the bonus; the largest sum is below 2^53, far below i64.
 */
import {
  ACE_KING,
  BONUS_FIXED,
  BONUS_NONE,
  BOX_ANTE,
  BOX_BLIND,
  BOX_BONUS,
  BOX_BOUGHT,
  BOX_DEALER_FINAL,
  BOX_DEALER_FIRST,
  BOX_EXCHANGED,
  BOX_FINAL,
  BOX_FOLDED,
  BOX_INITIAL,
  BOX_INSURANCE,
  BOX_MAX_PAYOUT,
  BOX_ODDS,
  BOX_PAID_DEALER,
  CATEGORY_SHIFT,
  LINE_ANTE,
  LINE_BET,
  LINE_BONUS,
  LINE_BUY_FEE,
  LINE_COUNT,
  LINE_DEALER_EXCHANGE_FEE,
  LINE_EXCHANGE_FEE,
  LINE_INSURANCE,
  OUTCOME_FOLD,
  OUTCOME_LOSE,
  OUTCOME_NO_GAME,
  OUTCOME_PUSH,
  OUTCOME_WIN,
  PAYOUT_FIELDS,
  PAYOUT_OUTCOME,
  PAYOUT_RETURNS,
  PAYOUT_STAKES,
  RANK_SHIFT,
  RULES_ANTE_PAYS,
  RULES_BLIND_ANTE_PAYS,
  RULES_BONUS,
  RULES_BONUS_CAPPED,
  RULES_BONUS_PAY,
  RULES_BONUS_RANKS,
  RULES_BONUS_STAKE_RETURNED,
  RULES_BONUS_SURVIVES_FOLD,
  RULES_BUY_FEE,
  RULES_COMPARE,
  RULES_DEALER_EXCHANGE,
  RULES_DEALER_FORFEITS,
  RULES_EXCHANGE_FEE,
  RULES_EXCHANGE_FORFEITS,
  RULES_FEE_OWN_ANTE,
  RULES_FEES_ON_PUSH,
  RULES_STILL_NO_GAME,
  STILL_BET_BACK,
  STILL_LOSE,
} from './layout.ts';

const STAKE_MAX: i64 = 1_000_000_000_000;
const INSURANCE_MAX: i64 = 4_000_000_000_000_000;
const AMOUNT_MAX: i64 = 9_007_199_254_740_991;

/** Settles the box record at `box` under the rules at `rules` into the payout record at `out`. */
export function settle(rules: usize, box: usize, out: usize): void {
  const ante = amount(box, BOX_ANTE);
  const bonus = amount(box, BOX_BONUS);
  const insurance = amount(box, BOX_INSURANCE);
  const cap = amount(box, BOX_MAX_PAYOUT);
  assert(ante >= 1 && ante <= STAKE_MAX);
  assert(bonus >= 0 && bonus <= STAKE_MAX);
  assert(insurance >= 0 && insurance <= INSURANCE_MAX);
  assert(cap >= 0 && cap <= AMOUNT_MAX);
  memory.fill(out, 0, PAYOUT_FIELDS << 2);
  const folded = field(box, BOX_FOLDED) !== 0;
  const paidDealer = field(box, BOX_PAID_DEALER) !== 0;
  const noGameFirst = !hasGame(box, BOX_DEALER_FIRST);
  assert(!(folded && (paidDealer || insurance !== 0)));
  assert(!paidDealer || (noGameFirst && field(rules, RULES_DEALER_EXCHANGE) !== 0));

  line(out, LINE_ANTE, ante, 0);
  const outcome = folded ? OUTCOME_FOLD : outcomeOf(rules, box, noGameFirst, paidDealer);
  store<i32>(out + (PAYOUT_OUTCOME << 2), outcome);
  if (!folded) main(rules, box, out, ante, cap, outcome, paidDealer);
  fees(rules, box, out, ante, outcome, paidDealer);
  // R8: one to one against a dealer without game on his first five cards.
  if (insurance > 0) {
    line(out, LINE_INSURANCE, insurance, noGameFirst ? insurance + capped(insurance, cap) : 0);
  }
  if (bonus > 0) line(out, LINE_BONUS, bonus, bonusReturn(rules, box, bonus, cap, paidDealer));
}

/** O5, R5, Z3; R9, Z10: who wins, once the dealer's hand is final for this box. */
function outcomeOf(rules: usize, box: usize, noGameFirst: bool, paidDealer: bool): i32 {
  if (noGameFirst && !paidDealer) return OUTCOME_NO_GAME;
  if (!hasGame(box, BOX_DEALER_FINAL)) return OUTCOME_NO_GAME;
  if (paidDealer && field(rules, RULES_COMPARE) === 0) return OUTCOME_WIN;
  const own = <u32>field(box, BOX_FINAL);
  const dealer = <u32>field(box, BOX_DEALER_FINAL);
  return own > dealer ? OUTCOME_WIN : own < dealer ? OUTCOME_LOSE : OUTCOME_PUSH;
}

/** Ante and bet of a box that stayed. The bet is two antes (C6). */
function main(
  rules: usize,
  box: usize,
  out: usize,
  ante: i64,
  cap: i64,
  outcome: i32,
  paidDealer: bool,
): void {
  const bet = 2 * ante;
  // R9: an own-ante fee has taken the ante off the box; what follows applies to the bet alone.
  const anteGone = paidDealer && field(rules, RULES_FEE_OWN_ANTE) !== 0;
  let anteBack: i64 = 0;
  let betBack: i64 = 0;
  if (outcome === OUTCOME_NO_GAME) {
    const still = field(rules, RULES_STILL_NO_GAME);
    if (!paidDealer) anteBack = ante + capped(ante, cap);
    else if (still !== STILL_BET_BACK && still !== STILL_LOSE) anteBack = ante;
    betBack = paidDealer && still === STILL_LOSE ? 0 : bet;
  } else if (outcome === OUTCOME_WIN) {
    const pays = field(
      rules,
      field(box, BOX_BLIND) !== 0 ? RULES_BLIND_ANTE_PAYS : RULES_ANTE_PAYS,
    );
    anteBack = pays !== 0 ? ante + capped(ante, cap) : ante;
    betBack = bet + capped(bet * <i64>field(box, BOX_ODDS), cap);
  } else if (outcome === OUTCOME_PUSH) {
    anteBack = ante;
    betBack = bet;
  }
  const anteFeeBack = outcome === OUTCOME_PUSH && field(rules, RULES_FEES_ON_PUSH) !== 0;
  line(out, LINE_ANTE, ante, anteGone && !anteFeeBack ? 0 : anteBack);
  line(out, LINE_BET, bet, betBack);
}

/** C8, C10: fees are payments; on a push the record says whether they come back. */
function fees(
  rules: usize,
  box: usize,
  out: usize,
  ante: i64,
  outcome: i32,
  paidDealer: bool,
): void {
  const back = outcome === OUTCOME_PUSH && field(rules, RULES_FEES_ON_PUSH) !== 0;
  const exchanged = field(box, BOX_EXCHANGED);
  assert(exchanged >= 0 && exchanged <= 5);
  if (exchanged > 0) {
    const fee = ante * <i64>field(rules, RULES_EXCHANGE_FEE + exchanged - 1);
    line(out, LINE_EXCHANGE_FEE, fee, back ? fee : 0);
  }
  if (field(box, BOX_BOUGHT) !== 0) {
    const fee = ante * <i64>field(rules, RULES_BUY_FEE);
    line(out, LINE_BUY_FEE, fee, back ? fee : 0);
  }
  if (paidDealer && field(rules, RULES_FEE_OWN_ANTE) === 0) {
    line(out, LINE_DEALER_EXCHANGE_FEE, ante, back ? ante : 0);
  }
}

/** O8, R10, Z5, Z8, Z9: judged on the first five cards. */
function bonusReturn(rules: usize, box: usize, stake: i64, cap: i64, paidDealer: bool): i64 {
  const kind = field(rules, RULES_BONUS);
  assert(kind !== BONUS_NONE);
  if (field(box, BOX_EXCHANGED) > 0 && field(rules, RULES_EXCHANGE_FORFEITS) !== 0) return 0;
  if (paidDealer && field(rules, RULES_DEALER_FORFEITS) !== 0) return 0;
  if (field(box, BOX_FOLDED) !== 0 && field(rules, RULES_BONUS_SURVIVES_FOLD) === 0) return 0;
  const value = <u32>field(box, BOX_INITIAL);
  const category = <i32>(value >> CATEGORY_SHIFT);
  const pay = amount(rules, RULES_BONUS_PAY + 2 * category);
  const ranks = field(rules, RULES_BONUS_RANKS + category);
  if (pay === 0 || (ranks & (1 << ((value >> RANK_SHIFT) & 15))) === 0) return 0;
  const win = kind === BONUS_FIXED ? pay : stake * pay;
  const paid = field(rules, RULES_BONUS_CAPPED) !== 0 ? capped(win, cap) : win;
  return paid + (field(rules, RULES_BONUS_STAKE_RETURNED) !== 0 ? stake : 0);
}

/** C9: the cap holds the winnings of one line; 0 is no cap. */
function capped(win: i64, cap: i64): i64 {
  return cap > 0 && win > cap ? cap : win;
}

/** C4: ace-king or better. */
function hasGame(box: usize, index: i32): bool {
  return <u32>field(box, index) >> CATEGORY_SHIFT >= <u32>ACE_KING;
}

function field(record: usize, index: i32): i32 {
  return load<i32>(record + ((<usize>index) << 2));
}

function amount(record: usize, index: i32): i64 {
  return load<i64>(record + ((<usize>index) << 2));
}

function line(out: usize, index: i32, stake: i64, returned: i64): void {
  assert(index < LINE_COUNT);
  assert(stake >= 0 && stake <= AMOUNT_MAX && returned >= 0 && returned <= AMOUNT_MAX);
  store<i64>(out + ((<usize>(PAYOUT_STAKES + 2 * index)) << 2), stake);
  store<i64>(out + ((<usize>(PAYOUT_RETURNS + 2 * index)) << 2), returned);
}
