/**
 * A ruleset: the parameters of one game as data. The shape is checked by plain code compiled from
 * rulesets/ruleset.schema.json; this file adds what a schema cannot say, namely that a file does not
 * contradict itself and cannot run out of cards. Rejected: a rule language (seven procedures are
 * code, everything else is a field) and defaults (a value that is not written is not certified).
 */
import check from '#build/ruleset-check.js';
import { DECK_SIZE } from './card.ts';
import type { PaidCategory } from './category.ts';
import { categoryCode } from './category.ts';

export type PayTable = { readonly [category in PaidCategory]: number };
export type PartialPayTable = { readonly [category in PaidCategory]?: number };

export interface Ruleset {
  readonly schema: 1;
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly cites: { readonly [field: string]: string };
  readonly players: 'one' | 'many';
  readonly boxes: {
    readonly positions: number;
    readonly max: number;
    readonly maxOpen: number;
    readonly maxBlind: number;
  };
  readonly aceLowStraight: boolean;
  readonly pay: PayTable;
  readonly ante: { readonly onWin: 'pays' | 'pushes'; readonly blindOnWin: 'pays' | 'pushes' };
  readonly exchange: {
    readonly fees: readonly number[];
    readonly burn: number;
    readonly forfeitsBonus: boolean;
    readonly forcedBetAt: number | null;
  } | null;
  readonly buy: { readonly fee: number } | null;
  readonly double: {
    readonly second: readonly PaidCategory[];
    readonly duplicateStraight: 'straight' | 'pair';
  } | null;
  readonly insurance: {
    readonly from: PaidCategory;
    readonly leastInAntes: number;
    readonly mostPercent: number;
  } | null;
  readonly blind: {
    readonly actions: readonly ('fold' | 'bet')[];
    readonly dealerExchange: boolean;
    /** Never: a blind box cannot show that it qualifies (R1). */
    readonly insurance: false;
  } | null;
  readonly dealerExchange: {
    readonly fee: 'own-ante' | 'extra-ante';
    readonly repeatSameRank: boolean;
    readonly order: 'ascending' | 'descending';
    readonly compare: boolean;
    readonly noGame: 'push' | 'bet-back' | 'lose';
    readonly forfeitsBonus: boolean;
  } | null;
  readonly bonus: {
    readonly kind: 'odds' | 'fixed';
    readonly currency: string | null;
    readonly pay: PartialPayTable;
    readonly ranks: { readonly [category in PaidCategory]?: string };
    readonly stakeReturned: boolean;
    readonly survivesFold: boolean;
  } | null;
  readonly maxPayout: { readonly scope: 'line'; readonly capsBonus: boolean };
  readonly fees: { readonly returnedOnPush: boolean };
  readonly funds: { readonly reservePerBoxInAntes: number };
  readonly visibility: 'sequential' | 'own';
  readonly turns: 'box';
  readonly void: { readonly refund: 'all' };
}

/** Why a ruleset is refused: the dotted field and one sentence. */
export interface RulesetFault {
  readonly field: string;
  readonly detail: string;
}

export type ParsedRuleset =
  | { readonly ok: true; readonly ruleset: Ruleset }
  | { readonly ok: false; readonly faults: readonly RulesetFault[] };

/** Odds of a bonus are at most 5,000 to one (design §4); fixed sums may be larger. */
const BONUS_ODDS_MAX = 5_000;

/**
 * Most cards that a round of this ruleset can need (rules.md, "must be refused"): open boxes × (5 +
 * most new cards × (1 + burns)) + blind boxes × 5 + the dealer's 5 + D.
 */
export function worstCaseCards(ruleset: Ruleset): number {
  const { boxes, exchange, buy, dealerExchange } = ruleset;
  const exchanged = exchange === null ? 0 : exchange.fees.length * (1 + exchange.burn);
  const most = Math.max(exchanged, buy === null ? 0 : 1);
  const open = Math.min(boxes.maxOpen, boxes.max);
  const blind = Math.min(boxes.maxBlind, boxes.max - open);
  const dealer = dealerExchange === null ? 0 : dealerExchange.repeatSameRank ? 4 : 1;
  return open * (5 + most) + blind * 5 + 5 + dealer;
}

/** Reads a ruleset from parsed JSON: shape first, then contradictions. Every fault is reported. */
export function parseRuleset(value: unknown): ParsedRuleset {
  if (!check(value)) {
    const faults = (check.errors ?? []).map((error) => {
      const path = error.instancePath.slice(1).replaceAll('/', '.');
      const extra = error.params['additionalProperty'] ?? error.params['missingProperty'];
      const field = [path, extra].filter((part) => part !== undefined && part !== '').join('.');
      return { field: field || '(whole file)', detail: error.message ?? error.keyword };
    });
    return { ok: false, faults };
  }
  const ruleset = value as Ruleset;
  const faults = contradictions(ruleset);
  return faults.length === 0 ? { ok: true, ruleset } : { ok: false, faults };
}

function contradictions(ruleset: Ruleset): RulesetFault[] {
  const faults: RulesetFault[] = [];
  const refuse = (field: string, detail: string) => faults.push({ field, detail });
  const { boxes, exchange, double, insurance, blind, dealerExchange, bonus } = ruleset;

  if (boxes.max > boxes.positions) refuse('boxes.max', 'more boxes in play than positions');
  if (boxes.maxOpen > boxes.max) refuse('boxes.maxOpen', 'more open boxes than boxes in play');
  if (boxes.maxBlind > boxes.max) refuse('boxes.maxBlind', 'more blind boxes than boxes in play');
  if (boxes.maxOpen + boxes.maxBlind < boxes.max) {
    refuse('boxes.max', 'open and blind boxes together never reach it');
  }
  if (blind === null && boxes.maxBlind > 0) refuse('boxes.maxBlind', 'needs the field blind');
  if (blind !== null && boxes.maxBlind === 0) refuse('blind', 'no box may be blind');
  if (blind?.dealerExchange === true && dealerExchange === null) {
    refuse('blind.dealerExchange', 'there is no dealer exchange');
  }
  if (blind !== null && !blind.actions.includes('bet')) {
    refuse('blind.actions', 'a blind box must be able to bet');
  }
  if (blind !== null && new Set(blind.actions).size !== blind.actions.length) {
    refuse('blind.actions', 'an action is listed twice');
  }
  if (exchange !== null) {
    if (exchange.forcedBetAt !== null && exchange.forcedBetAt > exchange.fees.length) {
      refuse('exchange.forcedBetAt', 'that many cards cannot be exchanged');
    }
    if (exchange.forfeitsBonus && bonus === null) {
      refuse('exchange.forfeitsBonus', 'there is no bonus to forfeit');
    }
  }
  if (double !== null) {
    if (new Set(double.second).size !== double.second.length) {
      refuse('double.second', 'a category is listed twice');
    }
    const unpaid = double.second.find((category) => ruleset.pay[category] === 0);
    if (unpaid !== undefined) refuse('double.second', `${unpaid} pays nothing in pay`);
  }
  if (insurance !== null && ruleset.pay[insurance.from] === 0) {
    refuse('insurance.from', `${insurance.from} pays nothing, so there is nothing to insure`);
  }
  if (dealerExchange !== null) {
    if (dealerExchange.fee === 'own-ante' && dealerExchange.noGame === 'push') {
      refuse('dealerExchange.noGame', 'the ante is the fee (own-ante) and cannot come back');
    }
    if (dealerExchange.fee === 'extra-ante' && dealerExchange.noGame === 'bet-back') {
      refuse('dealerExchange.noGame', 'bet-back belongs to fee own-ante');
    }
    if (dealerExchange.forfeitsBonus && bonus === null) {
      refuse('dealerExchange.forfeitsBonus', 'there is no bonus to forfeit');
    }
  }
  if (bonus !== null) faults.push(...bonusFaults(bonus));
  const cards = worstCaseCards(ruleset);
  if (cards > DECK_SIZE) refuse('boxes', `a round can need ${cards} cards of ${DECK_SIZE}`);
  return faults;
}

function bonusFaults(bonus: NonNullable<Ruleset['bonus']>): RulesetFault[] {
  const faults: RulesetFault[] = [];
  const listed = Object.entries(bonus.pay) as [PaidCategory, number][];
  if (!listed.some(([, pay]) => pay > 0)) faults.push({ field: 'bonus.pay', detail: 'never pays' });
  if (bonus.kind === 'fixed' && bonus.currency === null) {
    faults.push({ field: 'bonus.currency', detail: 'fixed sums need a currency' });
  }
  if (bonus.kind === 'odds') {
    if (bonus.currency !== null) {
      faults.push({ field: 'bonus.currency', detail: 'odds have no currency' });
    }
    for (const [category, pay] of listed) {
      if (pay > BONUS_ODDS_MAX) {
        faults.push({ field: `bonus.pay.${category}`, detail: `odds above ${BONUS_ODDS_MAX}` });
      }
    }
  }
  for (const [category, ranks] of Object.entries(bonus.ranks) as [PaidCategory, string][]) {
    if (!((bonus.pay[category] ?? 0) > 0)) {
      faults.push({ field: `bonus.ranks.${category}`, detail: 'the category pays nothing' });
    }
    if (new Set(ranks).size !== ranks.length) {
      faults.push({ field: `bonus.ranks.${category}`, detail: 'a rank is listed twice' });
    }
  }
  return faults;
}

/** Categories that `insurance.from` admits. */
export function insurable(ruleset: Ruleset, category: number): boolean {
  return ruleset.insurance !== null && category >= categoryCode(ruleset.insurance.from);
}
