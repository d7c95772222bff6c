/**
 * The numbers of a PAR sheet from a solution: one open box, no cap, no bonus. Rates are fractions,
 * sums antes. What the solution leaves out is named in `terms`, and `method` is then `estimate`:
 * nothing is called exact that is not.
 */
import { CATEGORIES } from '../engine/category.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import type { BonusSheet } from './bonus.ts';
import type { Fraction } from './fraction.ts';
import { choose, decimal, fraction, plus } from './fraction.ts';
import { NET_ZERO, NETS_EACH, TOTALS_EACH } from './kernel.ts';
import type { SimulationSheet } from './simulation.ts';
import type { Solution } from './solver.ts';
import { DEALS } from './solver.ts';

/** A part of the answer that is not exact, and how far it may reach. */
export interface Term {
  readonly term: string;
  readonly status: 'left-out' | 'estimated';
  /** The player can only gain from what is left out: the house edge stated is an upper bound. */
  readonly bound: 'house-edge-at-most';
  readonly detail: string;
}

export interface ParSheet {
  readonly schema: 1;
  readonly ruleset: string;
  readonly title: string;
  readonly version: number;
  readonly rulesetHash: string;
  readonly coreHash: string;
  readonly mathHash: string;
  readonly assumptions: string;
  readonly method: 'exact' | 'estimate';
  readonly standardError: number | null;
  readonly terms: readonly Term[];
  readonly houseEdge: number;
  readonly houseEdgeFraction: { readonly numerator: string; readonly denominator: string };
  readonly returnOnAnte: number;
  readonly returnOnStake: number;
  readonly elementOfRisk: number;
  readonly averageStake: number;
  readonly stdDev: number;
  readonly volatility: number;
  readonly skewness: number;
  readonly hitFrequency: { readonly netAboveZero: number; readonly anyReturn: number };
  readonly decisions: { readonly [action: string]: number };
  readonly betFrequency: number;
  readonly outcomes: readonly {
    readonly action: string;
    readonly outcome: string;
    readonly probability: number;
  }[];
  readonly netDistribution: readonly { readonly net: number; readonly probability: number }[];
  readonly insurance: {
    readonly frequency: number;
    readonly averageStake: number;
    readonly worth: number;
  } | null;
  readonly dealerExchange: SimulationSheet['dealerExchange'];
  readonly exposure: { readonly mostWon: number; readonly mostLost: number; readonly odds: number };
  readonly sampleSize: {
    readonly within: number;
    readonly confidence: number;
    readonly rounds: number;
  };
  readonly pay: Ruleset['pay'];
  readonly bonus: BonusSheet | null;
  readonly simulation: SimulationSheet | null;
  readonly warnings: readonly string[];
  readonly seconds: number;
}

export interface SheetParts {
  readonly ruleset: Ruleset;
  readonly rulesetHash: string;
  readonly coreHash: string;
  readonly mathHash: string;
  readonly solution: Solution;
  readonly sizes: number;
  readonly bonus: BonusSheet | null;
}

/** What this solver leaves out of a ruleset. Each can only raise the player's return. */
export function leftOut(ruleset: Ruleset, sizes: number): Term[] {
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
  if (ruleset.buy !== null) term('buy', 'the bought sixth card is not offered to the player here');
  if (ruleset.dealerExchange !== null) {
    term('dealerExchange', 'every dealer exchange is declined here');
  }
  return terms;
}

/** −E(net)/ante as a fraction: integer sums by action over their own denominators. */
function houseEdge({ solution, ruleset }: SheetParts): Fraction {
  let edge = fraction(0n, 1n);
  solution.sums.numerators.forEach((sum, action) => {
    const size = action <= 2 ? 0 : action - 2;
    if (size > 5) return;
    const denominator = BigInt(DEALS) * choose(46, size) * choose(46 - size, 4);
    edge = plus(edge, fraction(-sum, denominator));
    const fee = size === 0 ? 0 : (ruleset.exchange?.fees[size - 1] ?? 0);
    const deals = BigInt(solution.sums.deals[action] ?? 0);
    edge = plus(edge, fraction(deals * BigInt(fee), BigInt(DEALS)));
  });
  return edge;
}

function actionName(action: number): string {
  return ['fold', 'bet', 'buy'][action] ?? `exchange-${action - 2}`;
}

const OUTCOME_NAMES = ['fold', 'lose', 'push', 'no-game'];

export type Numbers = Omit<ParSheet, 'simulation' | 'warnings' | 'seconds'>;

/**
 * Puts a simulated dealer exchange into the figures that it changes. First decisions stay those that
 * are best without it, so that optimal play does at least as well; the net distribution and the
 * spread stay those of declining it, and the term says so.
 */
export function withDealerExchange(
  sheet: Numbers,
  ruleset: Ruleset,
  found: NonNullable<SimulationSheet['dealerExchange']>,
): Numbers {
  const houseEdge = sheet.houseEdge - found.worth;
  // An own-ante fee is not a second stake (issue 6).
  const fees = ruleset.dealerExchange?.fee === 'extra-ante' ? found.frequency : 0;
  const averageStake = sheet.averageStake + fees;
  const estimated = sheet.terms.map((term): Term => {
    if (term.term !== 'dealerExchange') return term;
    const detail =
      'worth by simulation, each position exact, on top of the exact figures without it; first decisions, distribution, deviation and outcomes are those of declining it';
    return { ...term, status: 'estimated', detail };
  });
  return {
    ...sheet,
    houseEdge,
    returnOnAnte: 1 - houseEdge,
    returnOnStake: 1 - houseEdge / averageStake,
    elementOfRisk: houseEdge / averageStake,
    averageStake,
    standardError: found.standardError,
    dealerExchange: found,
    terms: estimated,
  };
}

/** Everything but simulation, warnings and time. */
export function numbers(parts: SheetParts): Numbers {
  const { ruleset, solution, sizes, bonus } = parts;
  const { nets, deals, outcomes } = solution.sums;
  // Dealer hands × draws × deals of each action.
  const units = [0, 1, 2, 3, 4, 5].map((k) => DEALS * Number(choose(46, k) * choose(46 - k, 4)));
  const total = (item: number) =>
    units.reduce((sum, u, k) => sum + (solution.sums.totals[k * TOTALS_EACH + item] ?? 0) / u, 0);
  const totals = [total(0), total(1), total(2), total(3)];
  const edge = houseEdge(parts);
  const mean = -decimal(edge);
  const distribution = Array.from({ length: NETS_EACH }, (_, i) => ({
    net: i - NET_ZERO,
    probability: units.reduce((sum, u, k) => sum + (nets[k * NETS_EACH + i] ?? 0) / u, 0),
  })).filter(({ probability }) => probability > 1e-18);
  const moment = (power: number) =>
    distribution.reduce(
      (sum, { net, probability }) => sum + probability * (net - mean) ** power,
      0,
    );
  const stdDev = Math.sqrt(moment(2));
  const decisions: { [action: string]: number } = {};
  for (let action = 0; action < 3 + sizes; action++) {
    if (action !== 2) decisions[actionName(action)] = (deals[action] ?? 0) / DEALS;
  }
  const fees = (ruleset.exchange?.fees ?? []).reduce(
    (sum, fee, i) => sum + (fee * (deals[3 + i] ?? 0)) / DEALS,
    0,
  );
  const averageStake = 1 + 2 * (totals[0] ?? 0) + fees + (totals[1] ?? 0);
  const rows = [];
  for (let size = 0; size <= sizes; size++) {
    for (let place = 0; place < 15; place++) {
      const probability = (outcomes[size * 16 + place] ?? 0) / (units[size] ?? 1);
      if (Math.abs(probability) < 1e-18) continue;
      const outcome = OUTCOME_NAMES[place] ?? `win ${CATEGORIES[place - 4]}`;
      rows.push({ action: size === 0 ? 'none' : `exchange-${size}`, outcome, probability });
    }
  }
  const best = distribution.at(-1);
  const above = distribution.reduce((sum, d) => sum + (d.net > 0 ? d.probability : 0), 0);
  // Nothing comes back from a fold or a lost bet; insurance is settled on the same dealer hands.
  const nothing = rows.reduce(
    (sum, r) => sum + (r.outcome === 'fold' || r.outcome === 'lose' ? r.probability : 0),
    0,
  );
  const terms = leftOut(ruleset, sizes);
  return {
    schema: 1,
    ruleset: ruleset.id,
    title: ruleset.title,
    version: ruleset.version,
    rulesetHash: parts.rulesetHash,
    coreHash: parts.coreHash,
    mathHash: parts.mathHash,
    assumptions: 'one open box, no cap on payouts, no bonus, optimal play from the cards seen',
    method: terms.length === 0 ? 'exact' : 'estimate',
    standardError: terms.length === 0 ? 0 : null,
    terms,
    houseEdge: -mean,
    houseEdgeFraction: {
      numerator: String(edge.numerator),
      denominator: String(edge.denominator),
    },
    returnOnAnte: 1 + mean,
    returnOnStake: 1 + mean / averageStake,
    elementOfRisk: -mean / averageStake,
    averageStake,
    stdDev,
    volatility: 1.96 * stdDev,
    skewness: moment(3) / stdDev ** 3,
    hitFrequency: { netAboveZero: above, anyReturn: 1 - nothing },
    decisions,
    betFrequency: totals[0] ?? 0,
    outcomes: rows,
    netDistribution: distribution,
    insurance:
      ruleset.insurance === null
        ? null
        : {
            frequency: totals[2] ?? 0,
            averageStake: totals[1] ?? 0,
            worth: totals[3] ?? 0,
          },
    dealerExchange: null,
    exposure: {
      mostWon: best?.net ?? 0,
      mostLost: -(distribution[0]?.net ?? 0),
      odds: best?.probability ?? 0,
    },
    sampleSize: {
      within: 0.001,
      confidence: 0.95,
      rounds: Math.ceil(((1.959964 * stdDev) / 0.001) ** 2),
    },
    pay: ruleset.pay,
    bonus,
  };
}

/** Floors below which regulators refuse a bet's return (issue 6). */
const FLOORS = [0.75, 0.83, 0.9];
/** GLI-11 4.8.2 as quoted: an award should come at least once in 100 million games. */
const RAREST_AWARD = 1e-8;

/** Where a studio must look. */
export function warningsOf(
  sheet: Pick<ParSheet, 'houseEdge' | 'returnOnStake' | 'bonus' | 'exposure' | 'terms'>,
): string[] {
  const warnings: string[] = [];
  const floors = (name: string, back: number) => {
    const failed = FLOORS.filter((floor) => back < floor);
    if (failed.length > 0) {
      const list = failed.map((floor) => `${100 * floor} %`).join(', ');
      warnings.push(`${name} returns ${(100 * back).toFixed(3)} %, below ${list}`);
    }
  };
  floors('the main bet', sheet.returnOnStake);
  if (sheet.houseEdge < 0) warnings.push('optimal play beats the house');
  if (sheet.terms.length > 0) {
    warnings.push('not every decision is in the figures: the house edge is at most what is stated');
  }
  if (sheet.exposure.odds < RAREST_AWARD) {
    warnings.push('the largest win is rarer than 1 in 100 million');
  }
  if (sheet.bonus !== null) {
    floors('the bonus bet', sheet.bonus.return);
    if (sheet.bonus.return > 1) warnings.push('the bonus bet favours the player at this stake');
    if (sheet.bonus.rows.some((row) => row.hands > 0 && row.probability < RAREST_AWARD)) {
      warnings.push('an award of the bonus is rarer than 1 in 100 million');
    }
  }
  return warnings;
}
