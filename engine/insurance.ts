/**
 * Insurance against a dealer without game (R8): from some antes up to the pay that the bet would
 * win, that pay capped by the table's maximum. Offered on open boxes with a good enough hand, at
 * the time of the bet.
 */

import type { Round, RoundBox } from './round.ts';
import { insurable } from './ruleset.ts';

/** Lawful stakes in minor units, or null where no insurance is offered. */
export function insuranceRange(round: Round, box: RoundBox): { min: number; max: number } | null {
  const { ruleset } = round.game;
  if (ruleset.insurance === null || box.blind) return null;
  if (!insurable(ruleset, round.game.best(box.cards).category)) return null;
  const odds = round.game.combinations(box.cards).pay;
  const pay = Math.min(2 * box.ante * odds, round.limits.maxPayout ?? Number.MAX_SAFE_INTEGER);
  // BigInt: 4·10^15 × 100 leaves the safe integers.
  const max = Number((BigInt(pay) * BigInt(ruleset.insurance.mostPercent)) / 100n);
  const min = ruleset.insurance.leastInAntes * box.ante;
  return max < min ? null : { min, max };
}
