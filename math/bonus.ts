/**
 * A bonus bet (O8, R10, Z5), exact: it is judged on the five dealt cards alone, so counting all
 * 2,598,960 hands by suit classes is the whole of it. A fixed-sum bonus is measured against a stake.
 */

import { RANKS } from '../engine/card.ts';
import type { PaidCategory } from '../engine/category.ts';
import { CATEGORIES, categoryOf } from '../engine/category.ts';
import type { Core } from '../engine/core.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import { CANONICAL_HANDS } from './kernel.ts';

/** C(52, 5). */
const HANDS = 2_598_960;
/** Czech stake in minor units unless another is named (issue 6). */
export const BONUS_STAKE = 2_000;

export interface BonusSheet {
  readonly kind: 'odds' | 'fixed';
  /** Minor units a fixed bonus was measured at; null for odds, which need no stake. */
  readonly stake: number | null;
  /** Expected return, stake included where it comes back, a unit staked. */
  readonly return: number;
  readonly houseEdge: number;
  readonly hitFrequency: number;
  readonly stdDev: number;
  /** Stake at which a fixed bonus breaks even, minor units; null for odds. */
  readonly breakEven: number | null;
  readonly rows: readonly {
    readonly category: PaidCategory;
    readonly pays: number;
    readonly hands: number;
    readonly probability: number;
  }[];
  /** Whether an exchange gives the bonus up: its return then assumes that none is made. */
  readonly forfeitedByExchange: boolean;
  readonly method: 'exact';
}

/** Hands by category and deciding rank, of all 2,598,960. */
function countHands(
  core: Core,
  hands: { cards: Uint8Array; weights: Uint8Array },
  aceLow: boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i < CANONICAL_HANDS; i++) {
    const value = core.rank([...hands.cards.subarray(5 * i, 5 * i + 5)], aceLow);
    const key = `${categoryOf(value >>> 20)}/${RANKS.charAt((value >>> 16) & 15)}`;
    counts.set(key, (counts.get(key) ?? 0) + (hands.weights[i] ?? 0));
  }
  return counts;
}

export function bonusSheet(
  core: Core,
  ruleset: Ruleset,
  hands: { cards: Uint8Array; weights: Uint8Array },
  stakeOfFixed = BONUS_STAKE,
): BonusSheet | null {
  const { bonus } = ruleset;
  if (bonus === null) return null;
  const counts = countHands(core, hands, ruleset.aceLowStraight);
  const stake = bonus.kind === 'fixed' ? stakeOfFixed : 1;
  const rows = [];
  let sum = 0;
  let squares = 0;
  let hits = 0;
  for (const category of [...CATEGORIES].reverse()) {
    if (category === 'no-game') continue;
    const pays = bonus.pay[category];
    if (pays === undefined || pays === 0) continue;
    let found = 0;
    for (const [key, count] of counts) {
      const [name, rank] = key.split('/') as [string, string];
      const wins = bonus.ranks[category]?.includes(rank) ?? true;
      if (name === category && wins) found += count;
    }
    const back = (pays + (bonus.stakeReturned ? stake : 0)) / stake;
    sum += back * found;
    squares += back * back * found;
    hits += found;
    rows.push({ category, pays, hands: found, probability: found / HANDS });
  }
  const mean = sum / HANDS;
  return {
    kind: bonus.kind,
    stake: bonus.kind === 'fixed' ? stake : null,
    return: mean,
    houseEdge: 1 - mean,
    hitFrequency: hits / HANDS,
    stdDev: Math.sqrt(squares / HANDS - mean * mean),
    breakEven: bonus.kind === 'fixed' && !bonus.stakeReturned ? mean * stake : null,
    rows,
    forfeitedByExchange: ruleset.exchange?.forfeitsBonus === true,
    method: 'exact',
  };
}
