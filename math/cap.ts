/**
 * Capped payouts (C9): what a table's `maxPayout`, in antes, takes from the return. The cap bounds
 * the winnings of one line, and only the bet can reach it: its excess over the cap is lost, while
 * the strategy stays that of the uncapped game. Second combinations and insurance can lose more to
 * the cap than the category alone shows; where a ruleset has them the return is an upper bound.
 */
import type { PaidCategory } from '../engine/category.ts';
import type { Ruleset } from '../engine/ruleset.ts';

export interface CappedReturn {
  /** Most that one line may win, antes. */
  readonly maxPayout: number;
  readonly houseEdge: number;
  readonly returnOnAnte: number;
  readonly returnOnStake: number;
  /** House edge above that without a cap, in antes. */
  readonly cost: number;
  /** Share of rounds whose bet is cut. */
  readonly frequency: number;
  readonly method: 'exact' | 'house-edge-at-least';
}

/** Caps that every sheet shows, in antes: from a quarter of a royal's win to all of it. */
export const CAPS = [20, 50, 100, 200] as const;
/** A cap below the ante's own win would cut that line too. */
export const CAP_LEAST = 2;

const WIN = 'win ';

export function cappedReturns(
  ruleset: Ruleset,
  sheet: {
    readonly houseEdge: number;
    readonly averageStake: number;
    readonly outcomes: readonly { readonly outcome: string; readonly probability: number }[];
  },
  caps: readonly number[],
): CappedReturn[] {
  const method =
    ruleset.double === null && ruleset.insurance === null ? 'exact' : 'house-edge-at-least';
  return [...new Set(caps)]
    .sort((a, b) => a - b)
    .map((maxPayout) => {
      let cost = 0;
      let frequency = 0;
      for (const { outcome, probability } of sheet.outcomes) {
        if (!outcome.startsWith(WIN)) continue;
        const won = 2 * (ruleset.pay[outcome.slice(WIN.length) as PaidCategory] ?? 0);
        if (won <= maxPayout) continue;
        cost += probability * (won - maxPayout);
        frequency += probability;
      }
      const houseEdge = sheet.houseEdge + cost;
      return {
        maxPayout,
        houseEdge,
        returnOnAnte: 1 - houseEdge,
        returnOnStake: 1 - houseEdge / sheet.averageStake,
        cost,
        frequency,
        method,
      };
    });
}
