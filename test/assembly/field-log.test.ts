/**
 * Field log, section B: hand evaluation faults that were reported in public, each tried on its whole
 * kind and not on the reported cards alone.
 */
import { describe, expect, it } from 'vitest';
import { CATEGORY_SHIFT } from '../../assembly/layout.ts';
import { cardText, parseCard } from '../../engine/card.ts';
import { CATEGORIES } from '../../engine/category.ts';
import { createCore } from '../../engine/core.ts';
import { builtModule } from '../core-build.ts';
import { rulesetNamed } from '../rulesets.ts';

const core = createCore(builtModule());
const hand = (text: string): number[] => text.split(' ').map((card) => parseCard(card)!);
const value = (text: string): number => core.rank(hand(text));
const category = (cards: readonly number[]) => CATEGORIES[core.rank(cards) >>> CATEGORY_SHIFT];

/** The five ranks (0 = deuce) of the straight with this top; a five-high one has the ace. */
const straightRanks = (top: number): number[] =>
  [0, 1, 2, 3, 4].map((down) => (top - down + 13) % 13);
/** Every choice of suits for five ranks: 1,024 hands. */
function* suited(ranks: readonly number[]): Generator<number[]> {
  for (let suits = 0; suits < 1_024; suits++) {
    yield ranks.map((rank, i) => rank * 4 + ((suits >> (2 * i)) & 3));
  }
}
/** 5-high up to ace-high. */
const TOPS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe('field log B', () => {
  it('B1 B2 B3: all 10,240 straights, each in every suit; royal only with the ace on top', () => {
    let below = 0;
    for (const top of TOPS) {
      const plain = new Set<number>();
      const counts: Record<string, number> = {};
      for (const cards of suited(straightRanks(top))) {
        const found = category(cards) ?? 'none';
        counts[found] = (counts[found] ?? 0) + 1;
        if (found === 'straight') plain.add(core.rank(cards));
      }
      const flush = top === 12 ? 'royal-flush' : 'straight-flush';
      expect(counts).toEqual({ straight: 1_020, [flush]: 4 });
      expect(plain.size).toBe(1);
      const [own] = [...plain];
      expect(own).toBeGreaterThan(below);
      below = own!;
    }
  });

  it('B1: the reported wheels: lowest straight, equal in any suits', () => {
    expect(value('As 2d 3h 4c 5s')).toBeLessThan(value('2s 3d 4h 5c 6s'));
    expect(value('As 2d 3h 4c 5s')).toBe(value('Ac 2h 3s 4d 5d'));
    // C2: never inside.
    for (const top of [0, 1, 2]) {
      const wrong = [...suited(straightRanks(top))].filter((cards) =>
        ['straight', 'straight-flush', 'royal-flush'].includes(category(cards) ?? ''),
      );
      expect(wrong).toEqual([]);
    }
  });

  it('B2: the reported straights are no ace-king and no king-high', () => {
    expect(category(hand('Ts Jd Qh Kc As'))).toBe('straight');
    expect(category(hand('9s Td Jh Qc Ks'))).toBe('straight');
  });

  it('B3: straight flush pays 1,000 on a bet of 20, royal 2,000', () => {
    const game = core.game(rulesetNamed('oasis-poker'));
    expect(game.combinations(hand('9s Ts Js Qs Ks')).pay * 20).toBe(1_000);
    expect(game.combinations(hand('Ts Js Qs Ks As')).pay * 20).toBe(2_000);
  });

  it('B4: one spelling a card: 52 texts are cards, every other text of one to three is none', () => {
    const texts = Array.from({ length: 52 }, (_, card) => cardText(card));
    expect(texts.map(parseCard)).toEqual(Array.from({ length: 52 }, (_, card) => card));
    const signs = '0123456789TJQKAtjqkacdhsCDHS ♠é';
    const all = [...signs].flatMap((a) => [a, ...[...signs].flatMap((b) => [a + b, `1${a}${b}`])]);
    expect(all.filter((text) => !texts.includes(text) && parseCard(text) !== undefined)).toEqual(
      [],
    );
    expect(parseCard('10c')).toBeUndefined();
    expect(category(hand('2d 6s 6c 3d Tc'))).toBe('pair');
  });

  it('B5: every kicker of every pair counts', () => {
    for (let pair = 0; pair < 13; pair++) {
      const others = Array.from({ length: 13 }, (_, rank) => rank).filter((rank) => rank !== pair);
      const values: number[] = [];
      // Kickers from low to high in the order in which they decide.
      for (const high of others)
        for (const middle of others.filter((rank) => rank < high))
          for (const low of others.filter((rank) => rank < middle)) {
            const kickers = [high * 4 + 2, middle * 4 + 3, low * 4];
            values.push(core.rank([pair * 4, pair * 4 + 1, ...kickers]));
          }
      expect(values.length).toBe(220);
      expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    }
    expect(value('5h 5s Kc 9d 8s')).toBeGreaterThan(value('5d 5c Qc Td 9s'));
  });

  it('B6: all 858 two pairs in order: high pair, low pair, kicker', () => {
    const values: number[] = [];
    for (let high = 1; high < 13; high++)
      for (let low = 0; low < high; low++)
        for (let kicker = 0; kicker < 13; kicker++) {
          if (kicker === high || kicker === low) continue;
          values.push(core.rank([high * 4, high * 4 + 1, low * 4 + 2, low * 4 + 3, kicker * 4]));
        }
    expect(values.length).toBe(858);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect(value('2s 2d 6h 6c 9s')).toBeGreaterThan(value('3s 3d 5h 5c 9d'));
    expect(value('As Ad 2h 2c 3s')).toBeGreaterThan(value('Ks Kd Qh Qc Ad'));
  });

  it('B7: all 1,277 flushes in order of all five cards, equal in every suit', () => {
    const sets: number[][] = [];
    for (let set = 0; set < 8_192; set++) {
      const ranks = Array.from({ length: 13 }, (_, i) => 12 - i).filter((r) => (set >> r) & 1);
      const straight = TOPS.some((top) => straightRanks(top).every((r) => ranks.includes(r)));
      if (ranks.length === 5 && !straight) sets.push(ranks);
    }
    // Ascending as sets of bits is ascending by the highest rank that differs.
    const values = [0, 1, 2, 3].map((suit) =>
      sets.map((ranks) => core.rank(ranks.map((rank) => rank * 4 + suit))),
    );
    expect(sets.length).toBe(1_277);
    expect(values[0]).toEqual([...new Set(values[0])].sort((a, b) => a - b));
    for (const suit of [1, 2, 3]) expect(values[suit]).toEqual(values[0]);
    expect(value('Qd Jd 9d 7d 6d')).toBeGreaterThan(value('Qs Js 9s 6s 5s'));
  });

  it('B8: a card twice, in any two places of five or six, is never ranked', () => {
    for (const size of [5, 6]) {
      for (let i = 0; i < size; i++)
        for (let j = i + 1; j < size; j++) {
          const cards = [0, 9, 18, 27, 36, 45].slice(0, size);
          cards[j] = cards[i]!;
          const fresh = createCore(builtModule());
          expect(() => fresh.rank(cards)).toThrow(/dead/);
          expect(fresh.alive()).toBe(false);
        }
    }
  });

  it('B9: bigger is better, in one direction through every category', () => {
    const descending = [
      'As Ks Qs Js Ts',
      'Ks Qs Js Ts 9s',
      '5s 4s 3s 2s As',
      '2s 2d 2h 2c 3s',
      '2s 2d 2h 3c 3s',
      '7s 5s 4s 3s 2s',
      '5s 4d 3h 2c As',
      '2s 2d 2h 4c 3s',
      '3s 3d 2h 2c 4s',
      '2s 2d 5h 4c 3s',
      'As Kd 4h 3c 2s',
      'As Qd Jh Tc 9s',
      '7s 5d 4h 3c 2s',
    ].map(value);
    expect(descending).toEqual([...descending].sort((a, b) => b - a));
    expect(new Set(descending).size).toBe(descending.length);
  });

  it('B10: every straight with one card doubled pays as two straights; as the house rule, 5', () => {
    const rules = rulesetNamed('russian-poker');
    const house = { ...rules, double: { ...rules.double!, duplicateStraight: 'pair' as const } };
    const game = core.game(rules);
    const other = core.game(house);
    for (const top of TOPS) {
      const ranks = straightRanks(top);
      for (const doubled of ranks) {
        // Suits 0 to 2 in turn and the doubled card in the fourth: no flush.
        const cards = [...ranks.map((rank, i) => rank * 4 + (i % 3)), doubled * 4 + 3];
        expect(game.combinations(cards)).toEqual({ first: 5, second: 5, pay: 8 });
        expect(other.combinations(cards)).toEqual({ first: 5, second: 2, pay: 5 });
      }
    }
    expect(game.combinations(hand('Th 9s 8d 7c 7h 6s')).pay * 20).toBe(160);
  });
});
