/**
 * A game: one ruleset bound to the core that judges its hands. Rounds hold it by reference and call
 * nothing else for poker or money, so that a slow model can stand in for the core in tests.
 */
import type { Card } from './card.ts';
import type { Ruleset } from './ruleset.ts';

/** Names of the lines of a settled box, in the order of cases/README.md. */
export const LINES = [
  'ante',
  'bet',
  'exchange-fee',
  'buy-fee',
  'dealer-exchange-fee',
  'insurance',
  'bonus',
] as const;
export type LineName = (typeof LINES)[number];

export type Outcome = 'win' | 'lose' | 'push' | 'no-game' | 'fold';

/** All that the settlement of one box depends on (C12). Amounts in minor units. */
export interface BoxEnd {
  readonly ante: number;
  readonly bonus: number;
  readonly insurance: number;
  readonly blind: boolean;
  readonly folded: boolean;
  /** How many own cards were exchanged, 0…5. */
  readonly exchanged: number;
  readonly bought: boolean;
  /** The box paid for the dealer exchange. */
  readonly dealerExchange: boolean;
  readonly initial: readonly Card[];
  readonly cards: readonly Card[];
  /** The dealer's five cards as first shown, and after a dealer exchange. */
  readonly dealerFirst: readonly Card[];
  readonly dealerFinal: readonly Card[];
  /** Cap on one line's winnings; null: none. */
  readonly maxPayout: number | null;
}

/** The money of one box: stakes and what comes back, per line, in the order of LINES. */
export interface BoxPayout {
  readonly outcome: Outcome;
  readonly stakes: readonly number[];
  readonly returns: readonly number[];
}

export interface Game {
  readonly ruleset: Ruleset;
  /** Category code and strict rank (bigger is better) of five or six cards. */
  best(cards: readonly Card[]): { readonly category: number; readonly rank: number };
  /** First and second combination and the sum of their odds on the bet (R4). */
  combinations(cards: readonly Card[]): {
    readonly first: number;
    readonly second: number | null;
    readonly pay: number;
  };
  settle(end: BoxEnd): BoxPayout;
}
