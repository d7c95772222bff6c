/**
 * The numbers of a PAR sheet from a solution: one open box, no cap, no bonus. Rates are fractions,
 * sums antes. What the solution leaves out is named in `terms`, and `method` is then `estimate`:
 * nothing is called exact that is not.
 */
import { CATEGORIES } from '../engine/category.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import type { BetLine } from './bet-line.ts';
import { betLines } from './bet-line.ts';
import type { BlindBox } from './blind-box.ts';
import type { BonusSheet } from './bonus.ts';
import type { CappedReturn } from './cap.ts';
import type { Fraction } from './fraction.ts';
import { choose, decimal, fraction, plus } from './fraction.ts';
import { BOUGHT, NET_ZERO, NETS_EACH, TOTALS_EACH } from './kernel.ts';
import type { StrategyCost } from './plain-strategy.ts';
import type { Reach } from './reach.ts';
import { reachOf } from './reach.ts';
import type { SecondBox } from './second-box.ts';
import type { SimulationSheet } from './simulation.ts';
import type { Solution } from './solver.ts';
import { DEALS } from './solver.ts';
import type { SuitPart } from './suit-part.ts';
import type { Term } from './term.ts';
import { termsOf } from './term.ts';

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
  /** As an exact fraction; null with a dealer exchange, which divides, and where it is estimated. */
  readonly houseEdgeFraction: { readonly numerator: string; readonly denominator: string } | null;
  readonly returnOnAnte: number;
  readonly returnOnStake: number;
  readonly elementOfRisk: number;
  readonly averageStake: number;
  readonly stdDev: number;
  readonly volatility: number;
  readonly skewness: number;
  readonly hitFrequency: { readonly netAboveZero: number; readonly anyReturn: number };
  readonly decisions: { readonly [action: string]: number };
  /** By first action: what the deals in which it is best return. */
  readonly byDecision: readonly {
    readonly action: string;
    readonly frequency: number;
    /** Mean net of those deals, antes; null where there are none. */
    readonly mean: number | null;
    /** frequency × mean: the part of the whole, antes. */
    readonly contribution: number;
  }[];
  readonly lines: readonly BetLine[];
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
  /** How often it is paid for, and what it gains over never paying, antes a round. */
  readonly dealerExchange: { readonly frequency: number; readonly worth: number } | null;
  readonly exposure: {
    /** What optimal play reaches, antes, and the probability of each. */
    readonly mostWon: number;
    readonly odds: number;
    readonly mostLost: number;
    readonly oddsOfMostLost: number;
    readonly byRules: Reach;
  };
  readonly sampleSize: {
    readonly within: number;
    readonly confidence: number;
    readonly rounds: number;
  };
  /** Whole ruleset: with it the page needs nothing but this file. */
  readonly rules: Ruleset;
  readonly bonus: BonusSheet | null;
  readonly caps: readonly CappedReturn[];
  /** Simplified strategies and their cost, exact for one open box. */
  readonly strategies: readonly StrategyCost[];
  readonly blindBox: BlindBox | null;
  readonly secondBox: SecondBox | null;
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

/** Fee of a first action, antes. */
function feeOf(ruleset: Ruleset, action: number): number {
  if (action === 2) return ruleset.buy?.fee ?? 0;
  return action < 3 ? 0 : (ruleset.exchange?.fees[action - 3] ?? 0);
}

/** Cards that a first action draws. */
function drawnBy(action: number): number {
  return action < 2 ? 0 : action === 2 ? 1 : action - 2;
}

/** −E(net)/ante of one first action, its share of the whole: integer sums over their denominators. */
function edgeOf({ solution, ruleset }: SheetParts, action: number): Fraction {
  const size = drawnBy(action);
  const sum = solution.sums.numerators[action] ?? 0n;
  const deals = BigInt(solution.sums.deals[action] ?? 0);
  return plus(
    fraction(-sum, BigInt(DEALS) * choose(46, size) * choose(46 - size, 4)),
    fraction(deals * BigInt(feeOf(ruleset, action)), BigInt(DEALS)),
  );
}

function actionName(action: number): string {
  return ['fold', 'bet', 'buy'][action] ?? `exchange-${action - 2}`;
}

const OUTCOME_NAMES = ['fold', 'lose', 'push', 'no-game'];

/** What comes out of a solution alone; the rest is worked out beside it (study.ts). */
export type Numbers = Omit<
  ParSheet,
  'simulation' | 'warnings' | 'seconds' | 'caps' | 'strategies' | 'blindBox' | 'secondBox'
>;

/** The same as a number, from sums that a dealer exchange has divided. */
function edgeNumber({ solution, ruleset }: SheetParts, action: number): number {
  const size = drawnBy(action);
  const unit = DEALS * Number(choose(46, size) * choose(46 - size, 4));
  const fees = (solution.sums.deals[action] ?? 0) * feeOf(ruleset, action);
  return fees / DEALS - (solution.sums.values[action] ?? 0) / unit;
}

/** Puts in what sampling found of the dealer exchange (suit-part.ts). */
export function withSuitPart(sheet: Numbers, found: SuitPart): Numbers {
  const houseEdge = sheet.houseEdge - found.worth;
  const { averageStake } = sheet;
  const dealerExchange =
    sheet.dealerExchange === null
      ? null
      : { ...sheet.dealerExchange, worth: sheet.dealerExchange.worth + found.worth };
  return {
    ...sheet,
    houseEdge,
    returnOnAnte: 1 - houseEdge,
    returnOnStake: 1 - houseEdge / averageStake,
    elementOfRisk: houseEdge / averageStake,
    standardError: found.standardError,
    dealerExchange,
    lines: betLines({ ...sheet, ruleset: sheet.rules, mean: -houseEdge, dealerExchange }),
  };
}

/** Everything but simulation, warnings and time. */
export function numbers(parts: SheetParts): Numbers {
  const { ruleset, solution, sizes, bonus } = parts;
  const { nets, deals, outcomes } = solution.sums;
  // Dealer hands × draws × deals of each action.
  const units = [0, 1, 2, 3, 4, 5, 1].map((k) => DEALS * Number(choose(46, k) * choose(46 - k, 4)));
  const total = (item: number) =>
    units.reduce((sum, u, k) => sum + (solution.sums.totals[k * TOTALS_EACH + item] ?? 0) / u, 0);
  const totals = [total(0), total(1), total(2), total(3)];
  const terms = termsOf(ruleset, sizes, solution.sums.settled, true);
  const actions = [0, 1, ...(ruleset.buy === null ? [] : [2])];
  for (let size = 1; size <= sizes; size++) actions.push(2 + size);
  const whole = ruleset.dealerExchange === null;
  const exact = actions.map((action) => edgeOf(parts, action));
  const edge = exact.reduce(plus, fraction(0n, 1n));
  const edges = whole ? exact.map(decimal) : actions.map((action) => edgeNumber(parts, action));
  const mean = whole ? -decimal(edge) : -edges.reduce((a, b) => a + b, 0);
  // Where a term is sampled (term.ts) a rare net may come out some 1e-10 below nothing: it is left out.
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
  const shareOf = (action: number) => (deals[action] ?? 0) / DEALS;
  const byDecision = actions.map((action, i) => {
    const contribution = -(edges[i] ?? 0);
    const frequency = shareOf(action);
    const own = frequency === 0 ? null : contribution / frequency;
    return { action: actionName(action), frequency, mean: own, contribution };
  });
  const decisions = Object.fromEntries(byDecision.map((d) => [d.action, d.frequency]));
  const fees = actions.reduce((sum, action) => sum + feeOf(ruleset, action) * shareOf(action), 0);
  const dealerExchange = whole ? null : { frequency: total(4), worth: total(5) };
  // An own-ante fee is not a second stake.
  const redraws = ruleset.dealerExchange?.fee === 'extra-ante' ? total(4) : 0;
  const averageStake = 1 + 2 * (totals[0] ?? 0) + fees + (totals[1] ?? 0) + redraws;
  const rows = [];
  const areas = [0, ...(ruleset.buy === null ? [] : [BOUGHT])];
  for (let size = 1; size <= sizes; size++) areas.push(size);
  for (const size of areas) {
    for (let place = 0; place < 15; place++) {
      const probability = (outcomes[size * 16 + place] ?? 0) / (units[size] ?? 1);
      if (Math.abs(probability) < 1e-18) continue;
      const outcome = OUTCOME_NAMES[place] ?? `win ${CATEGORIES[place - 4]}`;
      const action = size === 0 ? 'none' : size === BOUGHT ? 'buy' : `exchange-${size}`;
      rows.push({ action, outcome, probability });
    }
  }
  const best = distribution.at(-1);
  const worst = distribution[0];
  const above = distribution.reduce((sum, d) => sum + (d.net > 0 ? d.probability : 0), 0);
  // Nothing comes back from a fold or a lost bet; insurance is settled on the same dealer hands.
  const nothing = rows.reduce(
    (sum, r) => sum + (r.outcome === 'fold' || r.outcome === 'lose' ? r.probability : 0),
    0,
  );
  const insurance =
    ruleset.insurance === null
      ? null
      : { frequency: totals[2] ?? 0, averageStake: totals[1] ?? 0, worth: totals[3] ?? 0 };
  const betFrequency = totals[0] ?? 0;
  const parted = { ruleset, mean, betFrequency, decisions, outcomes: rows, insurance };
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
    houseEdgeFraction: whole
      ? { numerator: String(edge.numerator), denominator: String(edge.denominator) }
      : null,
    returnOnAnte: 1 + mean,
    returnOnStake: 1 + mean / averageStake,
    elementOfRisk: -mean / averageStake,
    averageStake,
    stdDev,
    volatility: 1.96 * stdDev,
    skewness: moment(3) / stdDev ** 3,
    hitFrequency: { netAboveZero: above, anyReturn: 1 - nothing },
    decisions,
    byDecision,
    lines: betLines({ ...parted, dealerExchange }),
    betFrequency,
    outcomes: rows,
    netDistribution: distribution,
    insurance,
    dealerExchange,
    exposure: {
      mostWon: best?.net ?? 0,
      odds: best?.probability ?? 0,
      mostLost: -(worst?.net ?? 0),
      oddsOfMostLost: worst?.probability ?? 0,
      byRules: reachOf(ruleset),
    },
    sampleSize: {
      within: 0.001,
      confidence: 0.95,
      rounds: Math.ceil(((1.959964 * stdDev) / 0.001) ** 2),
    },
    rules: ruleset,
    bonus,
  };
}
