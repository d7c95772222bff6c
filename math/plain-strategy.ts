/**
 * Simplified strategies and what they cost: rules of thumb that a player can remember, each worked
 * out exactly over all hands and upcards (game-math.md §4.2 has the published figures). They bet or
 * fold on the dealt cards and neither exchange nor buy; what comes after the bet is played at its
 * best.
 */

import { categoryCode } from '../engine/category.ts';
import type { Core } from '../engine/core.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import type { DealtHand } from './bet-values.ts';
import { visitBets } from './bet-values.ts';
import { decimal, fraction } from './fraction.ts';
import { DEALERS } from './kernel.ts';
import { DEALS } from './solver.ts';

export interface StrategyCost {
  readonly id: string;
  readonly rule: string;
  readonly houseEdge: number;
  /** Null where insurance or a dealer exchange makes the sums no integers. */
  readonly houseEdgeFraction: { readonly numerator: string; readonly denominator: string } | null;
  /** House edge above that of optimal play, in antes. */
  readonly cost: number;
  readonly betFrequency: number;
  /** Ante and bets; null where insurance or a dealer exchange add stakes of their own. */
  readonly averageStake: number | null;
  readonly elementOfRisk: number | null;
}

interface Plain {
  readonly id: string;
  readonly rule: string;
  /** `best`: the sum of a bet is above that of a fold. */
  readonly bets: (hand: DealtHand, up: number, best: boolean) => boolean;
}

const AK = categoryCode('ace-king');
const PAIR = categoryCode('pair');
const [JACK, QUEEN, KING, ACE] = [9, 10, 11, 12];
/** Ranks of A-K-J-8-3. */
const AKJ83 = [ACE, KING, JACK, 6, 1];

function atLeast(ranks: readonly number[], least: readonly number[]): boolean {
  for (let i = 0; i < least.length; i++) {
    const difference = (ranks[i] ?? 0) - (least[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Three rules for ace-king, as published for the game without exchange. */
function aceKingRules({ ranks }: DealtHand, up: number): boolean {
  const holds = (rank: number) => ranks.includes(rank);
  if (up <= QUEEN && holds(up)) return true;
  if (up >= KING && (holds(QUEEN) || holds(JACK))) return true;
  return up <= QUEEN && holds(QUEEN) && up < (ranks[3] ?? 0);
}

const PLAIN: readonly Plain[] = [
  {
    id: 'never-exchange',
    rule: 'bet or fold at its best; never exchange or buy',
    bets: (_hand, _up, best) => best,
  },
  {
    id: 'ace-king-rules',
    rule: 'bet a pair or better; ace-king if the upcard (2 to Q) pairs a card, or is A or K and you hold Q or J, or you hold Q and the upcard is below your fourth card; else fold',
    bets: (hand, up) => hand.category >= PAIR || (hand.category === AK && aceKingRules(hand, up)),
  },
  {
    id: 'ace-king-jack-83',
    rule: 'bet A-K-J-8-3 or better, fold the rest',
    bets: ({ category, ranks }) => category >= PAIR || (category === AK && atLeast(ranks, AKJ83)),
  },
  {
    id: 'pair-or-matching',
    rule: 'bet a pair or better, and ace-king when the upcard has the rank of a card held; fold the rest',
    bets: ({ category, ranks }, up) => category >= PAIR || (category === AK && ranks.includes(up)),
  },
  {
    id: 'pair-or-better',
    rule: 'bet a pair or better, fold the rest',
    bets: ({ category }) => category >= PAIR,
  },
  {
    id: 'ace-king-or-better',
    rule: 'bet ace-king or better, fold the rest',
    bets: ({ category }) => category >= AK,
  },
  { id: 'always-bet', rule: 'bet every hand', bets: () => true },
];

/** Costs of the plain strategies beside an optimal house edge, in the order of the list. */
export function strategyCosts(
  wasm: Uint8Array<ArrayBuffer>,
  core: Core,
  ruleset: Ruleset,
  optimal: number,
): StrategyCost[] {
  const choices = ruleset.exchange !== null || ruleset.buy !== null;
  const list = PLAIN.filter(({ id }) => choices || id !== 'never-exchange');
  const sums = new Float64Array(list.length);
  const bets = new Float64Array(list.length);
  visitBets(wasm, core, ruleset, (hand, up, deals, sum) => {
    const best = sum > -DEALERS;
    for (let i = 0; i < list.length; i++) {
      const bet = list[i]?.bets(hand, up, best) === true;
      sums[i] = (sums[i] ?? 0) + deals * (bet ? sum : -DEALERS);
      if (bet) bets[i] = (bets[i] ?? 0) + deals;
    }
  });
  const apart = ruleset.insurance !== null || ruleset.dealerExchange !== null;
  return list.map(({ id, rule }, i) => {
    const edge = edgeOf(ruleset, sums[i] ?? 0);
    const houseEdge = edge.value;
    const betFrequency = (bets[i] ?? 0) / DEALS;
    const averageStake = apart ? null : 1 + 2 * betFrequency;
    return {
      id,
      rule,
      houseEdge,
      houseEdgeFraction: edge.fraction,
      cost: houseEdge - optimal,
      betFrequency,
      averageStake,
      elementOfRisk: averageStake === null ? null : houseEdge / averageStake,
    };
  });
}

/** A sum over deals and dealer hands as a house edge, and as a fraction where it is an integer. */
export function edgeOf(
  ruleset: Ruleset,
  sum: number,
): { readonly value: number; readonly fraction: StrategyCost['houseEdgeFraction'] } {
  const hands = DEALS * DEALERS;
  if (ruleset.dealerExchange !== null || ruleset.insurance !== null) {
    return { value: -sum / hands, fraction: null };
  }
  const edge = fraction(-BigInt(sum), BigInt(hands));
  return {
    value: decimal(edge),
    fraction: { numerator: String(edge.numerator), denominator: String(edge.denominator) },
  };
}
