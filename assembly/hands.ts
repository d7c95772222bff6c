/**
 * The hands half of the ABI: static buffers for cards, ruleset records, a box and its payout, and
 * the calls on them. Rulesets are written once into a slot and named by its number afterwards, so
 * that settling copies a box and nothing else. Nothing here is secret.
 */
import {
  BOX_BOUGHT,
  BOX_DEALER_FINAL,
  BOX_DEALER_FIRST,
  BOX_FIELDS,
  BOX_FINAL,
  BOX_INITIAL,
  BOX_ODDS,
  CARDS_DEALER_FINAL,
  CARDS_DEALER_FIRST,
  CARDS_FINAL,
  CARDS_INITIAL,
  CATEGORY_SHIFT,
  NONE,
  RULES_ACE_LOW,
  RULES_FIELDS,
  RULES_MAX,
  RULES_PAY,
  RULES_SECOND,
  RULES_TWO_STRAIGHTS,
} from './layout.ts';
import { rank } from './rank.ts';
import { secondCombination } from './second.ts';
import { settle } from './settle.ts';

export const CARDS: usize = memory.data(32, 8);
export const RULES: usize = memory.data(67584, 8);
export const BOX: usize = memory.data(72, 8);
export const PAYOUT: usize = memory.data(120, 8);

/** Address of a ruleset slot. */
function rulesAt(slot: u32): usize {
  assert(slot < <u32>RULES_MAX);
  return RULES + <usize>slot * (RULES_FIELDS << 2);
}

/** Value of the first `count` (5 or 6) cards of CARDS. */
export function rankCards(count: u32, aceLow: bool): u32 {
  return rank(CARDS, count, aceLow);
}

/**
 * Combinations of the first `count` cards of CARDS under a ruleset: category of the first, of the
 * second (NONE where none is paid) above bit 8, sum of their odds above bit 16.
 */
export function combinations(slot: u32, count: u32): u32 {
  const rules = rulesAt(slot);
  return combine(rules, CARDS, count, rank(CARDS, count, load<i32>(rules) !== 0));
}

/** The same of cards anywhere whose value is known, under the record at `rules`. */
export function combine(rules: usize, cards: usize, count: u32, value: u32): u32 {
  const pay = rules + (RULES_PAY << 2);
  const first = value >> CATEGORY_SHIFT;
  const second = secondCombination(
    cards,
    count,
    value,
    load<u32>(rules + (RULES_SECOND << 2)),
    pay,
    load<i32>(rules + (RULES_ACE_LOW << 2)) !== 0,
    load<i32>(rules + (RULES_TWO_STRAIGHTS << 2)) !== 0,
  );
  let odds = load<u32>(pay + (first << 2));
  if (second !== <u32>NONE) odds += load<u32>(pay + (second << 2));
  return first | (second << 8) | (odds << 16);
}

/** Ranks the hands in CARDS (CARDS_INITIAL …) into BOX, then settles BOX into PAYOUT. */
export function settleCards(slot: u32): void {
  const rules = rulesAt(slot);
  const aceLow = load<i32>(rules + (RULES_ACE_LOW << 2)) !== 0;
  const count: u32 = load<i32>(BOX + (BOX_BOUGHT << 2)) !== 0 ? 6 : 5;
  const final = rank(CARDS + CARDS_FINAL, count, aceLow);
  known(BOX_INITIAL, rank(CARDS + CARDS_INITIAL, 5, aceLow));
  known(BOX_FINAL, final);
  known(BOX_ODDS, combine(rules, CARDS + CARDS_FINAL, count, final) >> 16);
  known(BOX_DEALER_FIRST, rank(CARDS + CARDS_DEALER_FIRST, 5, aceLow));
  known(BOX_DEALER_FINAL, rank(CARDS + CARDS_DEALER_FINAL, 5, aceLow));
  settle(rules, BOX, PAYOUT, 1);
}

/** Settles BOX, whose values the host has filled in, into PAYOUT. */
export function settleValues(slot: u32): void {
  settle(rulesAt(slot), BOX, PAYOUT, 1);
}

function known(index: i32, value: u32): void {
  assert(index < BOX_FIELDS);
  store<u32>(BOX + ((<usize>index) << 2), value);
}
