/** What is not exact in a sheet, named: nothing is called exact that is not. */
import type { Ruleset } from '../engine/ruleset.ts';

/** A part of the answer that is not exact, and how far it may reach. */
export interface Term {
  readonly term: string;
  readonly status: 'left-out' | 'estimated';
  /** The player can only gain from what is left out: the house edge stated is an upper bound. */
  readonly bound: 'house-edge-at-most';
  readonly detail: string;
}

/**
 * What this solver leaves out of a ruleset; each can only raise the player's return. `settled` is that
 * of the solution (`Sums`).
 */
export function leftOut(ruleset: Ruleset, sizes: number, settled = true): Term[] {
  const terms: Term[] = [];
  const term = (name: string, detail: string) =>
    terms.push({ term: name, status: 'left-out', bound: 'house-edge-at-most', detail });
  const most = ruleset.exchange?.fees.length ?? 0;
  if (sizes < most) {
    term(
      'exchange',
      `exchanges of ${sizes + 1} to ${most} cards are not offered to the player here`,
    );
  }
  if (!settled) {
    term(
      'dealerExchange',
      'some hand folds that the dealer exchange would have made a bet: it is weighed as a fold',
    );
  }
  return terms;
}
