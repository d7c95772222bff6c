/**
 * The most that one box can win and lose by the rules alone, whatever is played: the studio's
 * exposure. What optimal play reaches, with its odds, comes from the net distribution.
 */
import type { PaidCategory } from '../engine/category.ts';
import { CATEGORIES } from '../engine/category.ts';
import type { Ruleset } from '../engine/ruleset.ts';

export interface Reach {
  /** Antes; upper bounds where a hand of this size cannot be held with every fee. */
  readonly mostWonAtMost: number;
  readonly mostLostAtMost: number;
  /** Times the stake, or minor units of a fixed sum; null without a bonus. */
  readonly bonusMost: number | null;
}

export function reachOf(ruleset: Ruleset): Reach {
  const paid = CATEGORIES.filter((c): c is PaidCategory => c !== 'no-game');
  const best = Math.max(...paid.map((c) => ruleset.pay[c]));
  // A second combination beside the best one needs the sixth card; five cards hold the best alone.
  const listed = (ruleset.double?.second ?? []).map((c) => ruleset.pay[c]);
  const sorted = [...listed].sort((a, b) => b - a);
  const second = ruleset.buy === null ? 0 : (sorted.find((pay) => pay < best) ?? sorted[0] ?? 0);
  const ante = ruleset.ante.onWin === 'pays' ? 1 : 0;
  const { insurance } = ruleset;
  const insured =
    insurance === null ? 0 : Math.floor((2 * (best + second) * insurance.mostPercent) / 100);
  const buyFee = ruleset.buy?.fee ?? 0;
  const wins = [ante + 2 * best, 1 + insured - (second > 0 ? buyFee : 0)];
  if (second > 0) wins.push(ante + 2 * (best + second) - buyFee);
  const fee = Math.max(0, buyFee, ...(ruleset.exchange?.fees ?? []));
  const extra = ruleset.dealerExchange?.fee === 'extra-ante' ? 1 : 0;
  const pays = Object.values(ruleset.bonus?.pay ?? {});
  return {
    mostWonAtMost: Math.max(...wins),
    mostLostAtMost: 3 + fee + extra + insured,
    bonusMost: ruleset.bonus === null ? null : Math.max(...pays),
  };
}
