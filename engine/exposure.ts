/**
 * The most that one round can return under a table's limits (design §4): a table whose rounds could
 * leave the safe integers is refused at start. An upper bound, not a probability.
 */

import type { PaidCategory } from './category.ts';
import { CATEGORIES } from './category.ts';
import type { Ruleset } from './ruleset.ts';

export interface StakeLimits {
  readonly ante: { readonly min: number; readonly max: number };
  readonly bonus: { readonly min: number; readonly max: number } | null;
  readonly maxPayout: number | null;
}

/** Upper bound of what all boxes of one round return, in minor units. */
export function mostReturned(ruleset: Ruleset, limits: StakeLimits): bigint {
  const paid = CATEGORIES.filter((c): c is PaidCategory => c !== 'no-game');
  const ante = BigInt(limits.ante.max);
  const cap = (win: bigint): bigint =>
    limits.maxPayout !== null && win > BigInt(limits.maxPayout) ? BigInt(limits.maxPayout) : win;
  const first = Math.max(...paid.map((c) => ruleset.pay[c]));
  const second = Math.max(0, ...(ruleset.double?.second ?? []).map((c) => ruleset.pay[c]));
  const bet = cap(2n * ante * BigInt(first + second));
  const fees =
    ante * BigInt(5 + Math.max(0, ...(ruleset.exchange?.fees ?? []), ruleset.buy?.fee ?? 0));
  const insurance = ruleset.insurance === null ? 0n : 2n * bet;
  let bonus = 0n;
  if (ruleset.bonus !== null && limits.bonus !== null) {
    const most = BigInt(Math.max(...Object.values(ruleset.bonus.pay)));
    const win = ruleset.bonus.kind === 'fixed' ? most : BigInt(limits.bonus.max) * most;
    bonus = (ruleset.maxPayout.capsBonus ? cap(win) : win) + BigInt(limits.bonus.max);
  }
  const box = 2n * ante + 2n * ante + bet + fees + insurance + bonus;
  return box * BigInt(ruleset.boxes.max);
}
