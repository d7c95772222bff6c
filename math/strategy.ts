/**
 * The strategy as a map to look at: how often each first action is best, by kind of hand and upcard
 * rank. Kinds are fine where decisions turn: no game by its highest card, ace-king by its third, a
 * pair by its rank. The full strategy, hand by hand, is strategy-table.ts.
 */
import { RANKS } from '../engine/card.ts';
import { CATEGORIES, categoryCode } from '../engine/category.ts';
import type { Core } from '../engine/core.ts';
import { CANONICAL_HANDS } from './kernel.ts';

export interface StrategyMap {
  readonly upcards: readonly string[];
  readonly rows: readonly {
    readonly hand: string;
    /** Hands of this kind, of 2,598,960. */
    readonly hands: number;
    /** By upcard: share of each action, weighted by hands. */
    readonly cells: readonly { readonly [action: string]: number }[];
  }[];
}

const ACTIONS = [
  'fold',
  'bet',
  'buy',
  'exchange-1',
  'exchange-2',
  'exchange-3',
  'exchange-4',
  'exchange-5',
] as const;

const [NONE, AK, PAIR] = ['no-game', 'ace-king', 'pair'].map((c) => categoryCode(c as 'pair'));
/** Rows before the plain categories: 13 by high card, 13 by third card, 13 by pair. */
const KINDS = 13;

/** Row of a hand: kinds first, then categories from two pair up. */
function rowOf(category: number, first: number, third: number): number {
  if (category === NONE) return first;
  if (category === AK) return KINDS + third;
  if (category === PAIR) return 2 * KINDS + first;
  return 3 * KINDS + category - 3;
}

function nameOf(row: number): string {
  const rank = RANKS.charAt(row % KINDS);
  if (row < KINDS) return `no game, ${rank} high`;
  if (row < 2 * KINDS) return `ace-king, ${rank}`;
  if (row < 3 * KINDS) return `pair of ${rank}`;
  return CATEGORIES[row - 3 * KINDS + 3] ?? '';
}

/** Number of an action byte among ACTIONS. */
function actionOf(best: number): number {
  if (best < 32) return best;
  let size = 0;
  for (let set = best & 31; set !== 0; set &= set - 1) size++;
  return 2 + size;
}

export function strategyMap(
  core: Core,
  hands: { readonly cards: Uint8Array; readonly weights: Uint8Array },
  policy: Uint8Array,
  aceLow: boolean,
): StrategyMap {
  const rows = 3 * KINDS + CATEGORIES.length - 3;
  const width = ACTIONS.length;
  const counts = new Float64Array(rows * 13 * width);
  const many = new Float64Array(rows);
  const held = new Uint8Array(52);
  for (let i = 0; i < CANONICAL_HANDS; i++) {
    const cards = hands.cards.subarray(5 * i, 5 * i + 5);
    const value = core.rank([...cards], aceLow);
    const row = rowOf(value >>> 20, (value >>> 16) & 15, (value >>> 8) & 15);
    const weight = hands.weights[i] ?? 0;
    many[row] = (many[row] ?? 0) + weight;
    held.fill(0);
    for (const card of cards) held[card] = 1;
    for (let up = 0; up < 52; up++) {
      if (held[up] === 1) continue;
      const at = (row * 13 + (up >> 2)) * width + actionOf(policy[i * 52 + up] ?? 0);
      counts[at] = (counts[at] ?? 0) + weight;
    }
  }
  const cellOf = (row: number, rank: number) => {
    const cell = counts.subarray((row * 13 + rank) * width, (row * 13 + rank + 1) * width);
    const sum = cell.reduce((a, b) => a + b, 0);
    return Object.fromEntries(
      ACTIONS.flatMap((action, i) => {
        const count = cell[i] ?? 0;
        return count === 0 ? [] : [[action, count / sum]];
      }),
    );
  };
  return {
    upcards: [...RANKS],
    rows: Array.from({ length: rows }, (_, row) => row)
      .filter((row) => (many[row] ?? 0) > 0)
      .map((row) => ({
        hand: nameOf(row),
        hands: many[row] ?? 0,
        cells: [...RANKS].map((_, rank) => cellOf(row, rank)),
      })),
  };
}
