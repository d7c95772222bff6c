/** The strategy as a map: how often each first action is best, by category of hand and upcard rank. */
import { RANKS } from '../engine/card.ts';
import { CATEGORIES, categoryOf } from '../engine/category.ts';
import type { Core } from '../engine/core.ts';
import { CANONICAL_HANDS } from './kernel.ts';

export interface StrategyMap {
  readonly upcards: readonly string[];
  readonly rows: readonly {
    readonly hand: string;
    /** By upcard: share of each action, weighted by hands. */
    readonly cells: readonly { readonly [action: string]: number }[];
  }[];
}

export function strategyMap(
  core: Core,
  hands: { readonly cards: Uint8Array; readonly weights: Uint8Array },
  policy: Uint8Array,
  aceLow: boolean,
): StrategyMap {
  const counts = new Map<string, { [action: string]: number }>();
  for (let i = 0; i < CANONICAL_HANDS; i++) {
    const cards = [...hands.cards.subarray(5 * i, 5 * i + 5)];
    const hand = categoryOf(core.rank(cards, aceLow) >>> 20);
    for (let up = 0; up < 52; up++) {
      if (cards.includes(up)) continue;
      const best = policy[i * 52 + up] ?? 0;
      const action = best >= 32 ? 'exchange' : (['fold', 'bet', 'buy'][best] ?? '');
      const key = `${hand}/${up >> 2}`;
      const cell = counts.get(key) ?? {};
      cell[action] = (cell[action] ?? 0) + (hands.weights[i] ?? 0);
      counts.set(key, cell);
    }
  }
  return {
    upcards: [...RANKS],
    rows: CATEGORIES.map((hand) => ({
      hand,
      cells: [...RANKS].map((_, rank) => {
        const cell = counts.get(`${hand}/${rank}`) ?? {};
        const sum = Object.values(cell).reduce((a, b) => a + b, 0);
        return Object.fromEntries(
          Object.entries(cell)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([action, count]) => [action, count / sum]),
        );
      }),
    })),
  };
}
