/**
 * Settlement of one box: ruleset record and box record to payout record, in integer minor units
 * (rules C8–C10, O5–O8, R5–R10, Z3–Z10). The hands are ranked already (hands.ts, or whoever deals in
 * batches); here values become money. No step names a game; every branch is a field of the record
 * (rulesets/README.md).
 *
 * A box that has paid for the dealer's exchange has functions of its own, so that the way of every
 * other box is short; each condition is asserted by itself, which costs one comparison.
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
  BOX_FIELDS,
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

/**
 * Settles `count` box records from `boxes` on, under the rules at `rules`, into as many payout records
 * from `outs` on. The loop stands here, so that a batch pays no call for each box.
 */
export function settle(rules: usize, boxes: usize, outs: usize, count: u32): void {
  let box = boxes;
  let out = outs;
  for (let i: u32 = 0; i < count; i++) {
    const ante = amount(box, BOX_ANTE);
    const bonus = amount(box, BOX_BONUS);
    const insurance = amount(box, BOX_INSURANCE);
    const maxPayout = amount(box, BOX_MAX_PAYOUT);
    assert(within(ante - 1, STAKE_MAX - 1));
    assert(within(bonus, STAKE_MAX));
    assert(within(insurance, INSURANCE_MAX));
    assert(within(maxPayout, AMOUNT_MAX));
    // C9: 0 is no cap.
    const cap = maxPayout === 0 ? i64.MAX_VALUE : maxPayout;
    const outcome = outcomeOf(rules, box, insurance);
    store<i64>(out + (PAYOUT_OUTCOME << 2), outcome);
    if (field(box, BOX_PAID_DEALER) === 0) main(rules, box, out, ante, cap, outcome);
    else lateMain(rules, box, out, ante, cap, outcome);
    fees(rules, box, out, ante, outcome);
    // R8: one to one against a dealer without game on his first five cards.
    const insured = hasGame(box, BOX_DEALER_FIRST) ? 0 : insurance + capped(insurance, cap);
    line(out, LINE_INSURANCE, insurance, insured);
    line(out, LINE_BONUS, bonus, bonus === 0 ? 0 : bonusReturn(rules, box, bonus, cap));
    box += BOX_FIELDS << 2;
    out += PAYOUT_FIELDS << 2;
  }
}

/** O5, R5, Z3: how the box ends, once the dealer's hand is final for it. */
function outcomeOf(rules: usize, box: usize, insurance: i64): i32 {
  if (field(box, BOX_FOLDED) !== 0) {
    assert(field(box, BOX_PAID_DEALER) === 0);
    assert(insurance === 0);
    return OUTCOME_FOLD;
  }
  if (field(box, BOX_PAID_DEALER) !== 0) return lateOutcome(rules, box);
  if (!hasGame(box, BOX_DEALER_FIRST)) return OUTCOME_NO_GAME;
  // A dealer who has a game keeps his hand.
  assert(field(box, BOX_DEALER_FINAL) === field(box, BOX_DEALER_FIRST));
  return compared(box);
}

/** R9, Z10: the same for a box that has paid for the dealer's exchange. */
function lateOutcome(rules: usize, box: usize): i32 {
  assert(field(rules, RULES_DEALER_EXCHANGE) !== 0);
  assert(!hasGame(box, BOX_DEALER_FIRST));
  if (!hasGame(box, BOX_DEALER_FINAL)) return OUTCOME_NO_GAME;
  return field(rules, RULES_COMPARE) === 0 ? OUTCOME_WIN : compared(box);
}

/** C4: the higher hand. */
function compared(box: usize): i32 {
  const own = <u32>field(box, BOX_FINAL);
  const dealer = <u32>field(box, BOX_DEALER_FINAL);
  return own > dealer ? OUTCOME_WIN : own < dealer ? OUTCOME_LOSE : OUTCOME_PUSH;
}

/** Ante and bet. The bet of a box that stayed is two antes (C6). */
function main(rules: usize, box: usize, out: usize, ante: i64, cap: i64, outcome: i32): void {
  const bet = 2 * ante;
  if (outcome === OUTCOME_WIN) {
    line(out, LINE_ANTE, ante, wonAnte(rules, box, ante, cap));
    line(out, LINE_BET, bet, wonBet(box, bet, cap));
  } else if (outcome === OUTCOME_NO_GAME) {
    line(out, LINE_ANTE, ante, ante + capped(ante, cap));
    line(out, LINE_BET, bet, bet);
  } else if (outcome === OUTCOME_PUSH) {
    line(out, LINE_ANTE, ante, ante);
    line(out, LINE_BET, bet, bet);
  } else {
    line(out, LINE_ANTE, ante, 0);
    line(out, LINE_BET, outcome === OUTCOME_FOLD ? 0 : bet, 0);
  }
}

/** R9, Z10: the same for a box that has paid for the dealer's exchange. */
function lateMain(rules: usize, box: usize, out: usize, ante: i64, cap: i64, outcome: i32): void {
  const bet = 2 * ante;
  let anteBack: i64 = 0;
  let betBack: i64 = 0;
  if (outcome === OUTCOME_WIN) {
    anteBack = wonAnte(rules, box, ante, cap);
    betBack = wonBet(box, bet, cap);
  } else if (outcome === OUTCOME_NO_GAME) {
    const still = field(rules, RULES_STILL_NO_GAME);
    if (still !== STILL_BET_BACK && still !== STILL_LOSE) anteBack = ante;
    if (still !== STILL_LOSE) betBack = bet;
  } else if (outcome === OUTCOME_PUSH) {
    anteBack = ante;
    betBack = bet;
  }
  // R9: an own-ante fee has taken the ante off the box; what precedes applies to the bet alone.
  const anteGone = field(rules, RULES_FEE_OWN_ANTE) !== 0;
  line(out, LINE_ANTE, ante, anteGone && !feesBack(rules, outcome) ? 0 : anteBack);
  line(out, LINE_BET, bet, betBack);
}

/** R6: what a won ante brings back. */
function wonAnte(rules: usize, box: usize, ante: i64, cap: i64): i64 {
  const pays = field(rules, field(box, BOX_BLIND) !== 0 ? RULES_BLIND_ANTE_PAYS : RULES_ANTE_PAYS);
  return pays !== 0 ? ante + capped(ante, cap) : ante;
}

/** O6, R5: what a won bet brings back. */
function wonBet(box: usize, bet: i64, cap: i64): i64 {
  return bet + capped(bet * <i64>field(box, BOX_ODDS), cap);
}

/** C8: fees are payments for exchange, sixth card and dealer's exchange; most boxes have none. */
function fees(rules: usize, box: usize, out: usize, ante: i64, outcome: i32): void {
  const exchanged = field(box, BOX_EXCHANGED);
  const bought = field(box, BOX_BOUGHT);
  const paidDealer = field(box, BOX_PAID_DEALER);
  if ((exchanged | bought | paidDealer) === 0) {
    line(out, LINE_EXCHANGE_FEE, 0, 0);
    line(out, LINE_BUY_FEE, 0, 0);
    line(out, LINE_DEALER_EXCHANGE_FEE, 0, 0);
    return;
  }
  assert(<u32>exchanged <= 5);
  let exchange: i64 = 0;
  let buy: i64 = 0;
  let dealer: i64 = 0;
  if (exchanged !== 0) exchange = ante * <i64>field(rules, RULES_EXCHANGE_FEE + exchanged - 1);
  if (bought !== 0) buy = ante * <i64>field(rules, RULES_BUY_FEE);
  if (paidDealer !== 0 && field(rules, RULES_FEE_OWN_ANTE) === 0) dealer = ante;
  const back = feesBack(rules, outcome);
  line(out, LINE_EXCHANGE_FEE, exchange, back ? exchange : 0);
  line(out, LINE_BUY_FEE, buy, back ? buy : 0);
  line(out, LINE_DEALER_EXCHANGE_FEE, dealer, back ? dealer : 0);
}

/** C10: on a push the record says whether fees come back. */
function feesBack(rules: usize, outcome: i32): bool {
  return outcome === OUTCOME_PUSH && field(rules, RULES_FEES_ON_PUSH) !== 0;
}

/** O8, R10, Z5, Z8, Z9: judged on the first five cards. */
function bonusReturn(rules: usize, box: usize, stake: i64, cap: i64): i64 {
  const kind = field(rules, RULES_BONUS);
  assert(kind !== BONUS_NONE);
  if (field(box, BOX_EXCHANGED) > 0 && field(rules, RULES_EXCHANGE_FORFEITS) !== 0) return 0;
  if (field(box, BOX_PAID_DEALER) !== 0 && field(rules, RULES_DEALER_FORFEITS) !== 0) return 0;
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

/** C9: the cap holds the winnings of one line. */
function capped(win: i64, cap: i64): i64 {
  return win > cap ? cap : win;
}

/** Whether an amount is 0 … most; a negative one is a very large one without its sign. */
function within(value: i64, most: i64): bool {
  return <u64>value <= <u64>most;
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
  assert(<u64>(stake | returned) <= <u64>AMOUNT_MAX);
  store<i64>(out + ((<usize>(PAYOUT_STAKES + 2 * index)) << 2), stake);
  store<i64>(out + ((<usize>(PAYOUT_RETURNS + 2 * index)) << 2), returned);
}
