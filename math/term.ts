/** What is not exact in a sheet, named: nothing is called exact that is not. */
import type { Ruleset } from '../engine/ruleset.ts';

/** A part of the answer that is not exact, and how far it may reach. */
export interface Term {
  readonly term: 'exchange' | 'dealer-exchange';
  readonly status: 'left-out' | 'estimated';
  /** Where the player can only gain from what is left out: the stated house edge is an upper bound. */
  readonly bound: 'house-edge-at-most' | null;
  readonly detail: string;
}

/** Most cards exchanged behind which the dealer exchange is exact (assembly/math/gains.ts). */
export const GAINS_EXACT = 2;

/** Whether exchanges that the solution offers leave a part of the dealer exchange to be estimated. */
export function hasSuitPart(ruleset: Ruleset, sizes: number): boolean {
  return ruleset.dealerExchange !== null && sizes > GAINS_EXACT;
}

/**
 * What is left out of a solution, or worked out by sampling; `sampled`: suits behind large exchanges
 * are (a sheet), or were weighed draw by draw (advice on one hand).
 */
export function termsOf(
  ruleset: Ruleset,
  sizes: number,
  settled: boolean,
  sampled: boolean,
): Term[] {
  const terms: Term[] = [];
  const most = ruleset.exchange?.fees.length ?? 0;
  if (sizes < most) {
    const detail = `exchanges of ${sizes + 1} to ${most} cards are not offered to the player here`;
    terms.push({ term: 'exchange', status: 'left-out', bound: 'house-edge-at-most', detail });
  }
  if (sampled && hasSuitPart(ruleset, sizes)) {
    const detail = `behind exchanges of ${GAINS_EXACT + 1} cards and more: what four dealer cards of one suit change in the worth of the dealer exchange; by sampling, in the house edge; not in decisions, distribution and deviation`;
    terms.push({ term: 'dealer-exchange', status: 'estimated', bound: null, detail });
  }
  if (!settled) {
    const detail =
      'some hands would fold but for the dealer exchange: its parts are not additive there';
    terms.push({ term: 'dealer-exchange', status: 'estimated', bound: null, detail });
  }
  return terms;
}
