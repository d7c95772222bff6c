/**
 * A ruleset as the core's integer record (assembly/layout.ts, RULES_…): names become codes, antes and
 * odds stay numbers. The core knows nothing else of a game.
 */
import {
  BONUS_FIXED,
  BONUS_NONE,
  BONUS_ODDS,
  CATEGORY_COUNT,
  RANKS_ALL,
  RULES_ACE_LOW,
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
  RULES_FIELDS,
  RULES_PAY,
  RULES_SECOND,
  RULES_STILL_NO_GAME,
  RULES_TWO_STRAIGHTS,
  STILL_BET_BACK,
  STILL_LOSE,
  STILL_PUSH,
} from '../assembly/layout.ts';
import { RANKS } from './card.ts';
import type { PaidCategory } from './category.ts';
import { CATEGORIES, categoryCode } from './category.ts';
import type { Ruleset } from './ruleset.ts';

/** Writes an integer 0…2^53−1 as i64 into two i32 fields, low half first. */
export function writeAmount(record: Int32Array, field: number, amount: number): void {
  if (!(Number.isSafeInteger(amount) && amount >= 0)) {
    throw new RangeError(`amount ${amount} is not an integer from 0 to 2^53-1`);
  }
  record[field] = (amount % 0x1_0000_0000) | 0;
  record[field + 1] = Math.floor(amount / 0x1_0000_0000);
}

/** Reads an i64 of two fields; throws RangeError outside 0…2^53−1. */
export function readAmount(record: Int32Array, field: number): number {
  const amount = (record[field + 1] ?? 0) * 0x1_0000_0000 + ((record[field] ?? 0) >>> 0);
  if (!(Number.isSafeInteger(amount) && amount >= 0)) {
    throw new RangeError(`the core gave an amount of ${amount}`);
  }
  return amount;
}

/** The record of a ruleset: RULES_FIELDS integers. */
export function rulesRecord(ruleset: Ruleset): Int32Array {
  const record = new Int32Array(RULES_FIELDS);
  const set = (field: number, value: number | boolean) => {
    record[field] = Number(value);
  };
  const { ante, exchange, buy, double, dealerExchange, bonus } = ruleset;
  set(RULES_ACE_LOW, ruleset.aceLowStraight);
  set(RULES_ANTE_PAYS, ante.onWin === 'pays');
  set(RULES_BLIND_ANTE_PAYS, ante.blindOnWin === 'pays');
  set(
    RULES_SECOND,
    (double?.second ?? []).reduce((bits, c) => bits | (1 << categoryCode(c)), 0),
  );
  set(RULES_TWO_STRAIGHTS, double?.duplicateStraight === 'straight');
  set(RULES_EXCHANGE_FORFEITS, exchange?.forfeitsBonus === true);
  for (const [i, fee] of (exchange?.fees ?? []).entries()) set(RULES_EXCHANGE_FEE + i, fee);
  set(RULES_BUY_FEE, buy?.fee ?? 0);
  if (dealerExchange !== null) {
    set(RULES_DEALER_EXCHANGE, true);
    set(RULES_FEE_OWN_ANTE, dealerExchange.fee === 'own-ante');
    set(RULES_COMPARE, dealerExchange.compare);
    set(RULES_STILL_NO_GAME, STILL[dealerExchange.noGame]);
    set(RULES_DEALER_FORFEITS, dealerExchange.forfeitsBonus);
  }
  set(RULES_FEES_ON_PUSH, ruleset.fees.returnedOnPush);
  set(RULES_BONUS, bonus === null ? BONUS_NONE : bonus.kind === 'odds' ? BONUS_ODDS : BONUS_FIXED);
  set(RULES_BONUS_STAKE_RETURNED, bonus?.stakeReturned === true);
  set(RULES_BONUS_SURVIVES_FOLD, bonus?.survivesFold === true);
  set(RULES_BONUS_CAPPED, ruleset.maxPayout.capsBonus);
  for (const category of CATEGORIES) {
    if (category === 'no-game') continue;
    const code = categoryCode(category);
    if (code >= CATEGORY_COUNT) throw new Error('assertion: more categories than the layout has');
    set(RULES_PAY + code, ruleset.pay[category]);
    set(RULES_BONUS_RANKS + code, ranksOf(bonus, category));
    writeAmount(record, RULES_BONUS_PAY + 2 * code, bonus?.pay[category] ?? 0);
  }
  return record;
}

const STILL = { push: STILL_PUSH, 'bet-back': STILL_BET_BACK, lose: STILL_LOSE } as const;

function ranksOf(bonus: Ruleset['bonus'], category: PaidCategory): number {
  const ranks = bonus?.ranks[category];
  return ranks === undefined
    ? RANKS_ALL
    : [...ranks].reduce((bits, rank) => bits | (1 << RANKS.indexOf(rank)), 0);
}
