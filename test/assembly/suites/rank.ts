/**
 * Ranking against the slow reference: all 2,598,960 five-card hands, strict order, 7,462 classes, the
 * published counts (game-math §4.1); six cards sampled, all of them in test/slow.
 */
import { describe, expect, it } from 'vitest';
import { CATEGORY_SHIFT } from '../../../assembly/layout.ts';
import { CATEGORIES } from '../../../engine/category.ts';
import type { RawModule } from '../../core-build.ts';
import type { Hand } from '../../reference/hand.ts';
import { bestHand, fiveCards, orderNumber } from '../../reference/hand.ts';
import { everyHand } from '../../reference/hand-class.ts';
import { probe } from '../probe.ts';

/** Game-math §4.1, high to low; the sum is 2,598,960. */
export const FIVE_CARD_COUNTS = {
  'royal-flush': 4,
  'straight-flush': 36,
  'four-of-a-kind': 624,
  'full-house': 3_744,
  flush: 5_108,
  straight: 10_200,
  'three-of-a-kind': 54_912,
  'two-pair': 123_552,
  pair: 1_098_240,
  'ace-king': 167_280,
  'no-game': 1_135_260,
} as const;

/** The reference's answers, one for all hands with these (ascending) ranks that are flush or not. */
export class FiveCardOracle {
  readonly #known = new Map<number, { readonly hand: Hand; readonly order: number }>();
  readonly #aceLow: boolean;
  constructor(aceLow: boolean) {
    this.#aceLow = aceLow;
  }
  ask(cards: ArrayLike<number>): { readonly hand: Hand; readonly order: number } {
    let key = 0;
    let flush = true;
    for (let i = 0; i < 5; i++) {
      key = key * 13 + (cards[i]! >> 2);
      flush &&= (cards[i]! & 3) === (cards[0]! & 3);
    }
    key = 2 * key + Number(flush);
    let found = this.#known.get(key);
    if (found === undefined) {
      const hand = fiveCards(Array.from(cards), this.#aceLow);
      found = { hand, order: orderNumber(hand) };
      this.#known.set(key, found);
    }
    return found;
  }
}

/** Every five-card hand once: what the core says against what the reference says. */
export function compareFiveCards(raw: RawModule, aceLow: boolean) {
  const core = probe(raw);
  const oracle = new FiveCardOracle(aceLow);
  const valueAt = new Map<number, number>();
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  everyHand(5, (cards) => {
    core.cards.set(cards);
    const value = core.rankCards(5, Number(aceLow)) >>> 0;
    const { hand, order } = oracle.ask(cards);
    const known = valueAt.get(order);
    if (known === undefined) valueAt.set(order, value);
    const category = CATEGORIES[value >>> CATEGORY_SHIFT] ?? 'none';
    counts[category] = (counts[category] ?? 0) + 1;
    if (category !== hand.category || (known ?? value) !== value) wrong.push(cards.join());
  });
  const ascending = [...valueAt].sort(([a], [b]) => a - b).map(([, value]) => value);
  const disorder = ascending.filter((value, i) => i > 0 && value <= ascending[i - 1]!);
  return { classes: valueAt.size, counts, wrong: wrong.slice(0, 5), disorder };
}

/** Six cards from a seeded generator (32-bit xorshift). */
export function sampledHands(size: number, count: number, seed: number): number[][] {
  let state = seed;
  const below = (n: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * n);
  };
  return Array.from({ length: count }, () => {
    const hand = new Set<number>();
    // Now and then few ranks or few suits, so that rare hands are met.
    const kind = below(4);
    while (hand.size < size) {
      const card = below(52);
      if (kind === 1 && card % 4 > 1) continue;
      if (kind === 2 && card > 23) continue;
      hand.add(card);
    }
    return [...hand];
  });
}

export function rankSuite(raw: () => RawModule): void {
  describe('rank', () => {
    it('C2 C3: all 2,598,960 five-card hands as the reference, 7,462 classes in strict order', () => {
      const { classes, counts, wrong, disorder } = compareFiveCards(raw(), true);
      expect(wrong).toEqual([]);
      expect(disorder).toEqual([]);
      expect(classes).toBe(7_462);
      expect(counts).toEqual(FIVE_CARD_COUNTS);
    });

    it('C2 aceLowStraight: false: 5-4-3-2-A is no straight, every other hand keeps its place', () => {
      const { classes, counts, wrong, disorder } = compareFiveCards(raw(), false);
      expect(wrong).toEqual([]);
      expect(disorder).toEqual([]);
      // Two classes go (the lowest straights), two come (the same ranks as no game and as a flush).
      expect(classes).toBe(7_462);
      expect(counts['straight']).toBe(FIVE_CARD_COUNTS.straight - 1_020);
      expect(counts['straight-flush']).toBe(FIVE_CARD_COUNTS['straight-flush'] - 4);
    });

    it('R3: six cards rank as their best five (10,000 sampled hands, any order of cards)', () => {
      const core = probe(raw());
      for (const aceLow of [true, false]) {
        const orders = sampledHands(6, 5_000, 20_260_101).map((hand) => {
          const best = bestHand(hand, aceLow);
          return [orderNumber(best), core.rank(hand, aceLow), hand.join()] as const;
        });
        orders.sort(([a], [b]) => a - b);
        const wrong = orders.filter(([order, value], i) => {
          const [lower, below] = orders[i - 1] ?? [0, 0];
          return order === lower ? value !== below : value <= below;
        });
        expect(wrong).toEqual([]);
      }
    });

    it('C1 B8: a card twice and a card out of range trap', () => {
      const core = probe(raw());
      expect(() => core.rank([0, 1, 2, 3, 3])).toThrow(/unreachable/);
      expect(() => core.rank([0, 1, 2, 3, 4, 0])).toThrow(/unreachable/);
      expect(() => core.rank([0, 1, 2, 3, 52])).toThrow(/unreachable/);
      expect(() => core.rank([0, 1, 2, 255, 4])).toThrow(/unreachable/);
      expect(() => core.rank([0, 1, 2, 3])).toThrow(/unreachable/);
      expect(() => core.rank([0, 5, 10, 15, 20, 25, 30])).toThrow(/unreachable/);
    });
  });
}
