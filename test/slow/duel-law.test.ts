/**
 * The counts of duel-law.ts once more, hand by hand: for each of 134,459 hands up to suits, all dealer
 * hands of the other 47 cards by ranks (products of binomials in the live cards) and suited ones by
 * the suits that no card of the hand breaks.
 */
import { expect, it } from 'vitest';
import { loadCasino } from '../../certification/casino.ts';
import { DUELS } from '../../certification/outcomes/duel-law.ts';
import { categoryOf } from '../../engine/category.ts';

const { core } = loadCasino();
const rank = (cards: number[]): number => core.rank(cards, true);
/** Category codes below this have no game. */
const GAME = 1;
const CATEGORY_SHIFT = 20;
const CHOOSE = [
  [1, 0, 0, 0, 0],
  [1, 1, 0, 0, 0],
  [1, 2, 1, 0, 0],
  [1, 3, 3, 1, 0],
  [1, 4, 6, 4, 1],
];

interface Pattern {
  readonly ranks: readonly number[];
  readonly times: readonly number[];
  readonly mask: number;
  /** Class of the hand in mixed suits, and in one suit (−1: not possible). */
  readonly mixed: number;
  readonly suited: number;
}

function patterns(): { list: Pattern[]; classes: number[] } {
  const raw: { hand: number[]; mixed: number; suited: number }[] = [];
  for (let a = 0; a < 13; a++)
    for (let b = a; b < 13; b++)
      for (let c = b; c < 13; c++)
        for (let d = c; d < 13; d++)
          for (let e = d; e < 13; e++) {
            if (a === e) continue;
            const hand = [a, b, c, d, e];
            const distinct = new Set(hand).size === 5;
            const suits = hand.map((r, i) => hand.slice(0, i).filter((x) => x === r).length);
            if (distinct) suits[0] = 1;
            const mixed = rank(hand.map((r, i) => 4 * r + (suits[i] ?? 0)));
            raw.push({ hand, mixed, suited: distinct ? rank(hand.map((r) => 4 * r)) : -1 });
          }
  const values = new Set(raw.flatMap((one) => [one.mixed, one.suited]));
  values.delete(-1);
  const classes = [...values].sort((x, y) => x - y);
  const place = new Map(classes.map((value, i) => [value, i]));
  const list = raw.map(({ hand, mixed, suited }) => {
    const ranks = [...new Set(hand)];
    return {
      ranks,
      times: ranks.map((r) => hand.filter((x) => x === r).length),
      mask: ranks.reduce((mask, r) => mask | (1 << r), 0),
      mixed: place.get(mixed) ?? -1,
      suited: place.get(suited) ?? -1,
    };
  });
  return { list, classes };
}

it('every pair of disjoint hands is counted as duel-law.ts has it', () => {
  const { list, classes } = patterns();
  expect(classes).toHaveLength(7462);
  const place = new Map(classes.map((value, i) => [value, i]));
  const firstGame = classes.findIndex((value) => value >>> CATEGORY_SHIFT >= GAME);
  const found = new Map<string, { none: number; below: number; equal: number; above: number }>();
  const table = new Float64Array(classes.length);
  const live = new Int32Array(13);
  let hands = 0;
  for (let a = 0; a < 48; a++)
    for (let b = a + 1; b < 49; b++)
      for (let c = b + 1; c < 50; c++)
        for (let d = c + 1; d < 51; d++)
          for (let e = d + 1; e < 52; e++) {
            const cards = [a, b, c, d, e];
            const suits = [0, 0, 0, 0];
            for (const card of cards) suits[card & 3]! |= 1 << (card >> 2);
            const [p = 0, q = 0, r = 0, s = 0] = suits;
            if (p < q || q < r || r < s) continue;
            let run = 1;
            let symmetries = 1;
            for (let i = 1; i < 4; i++) {
              run = suits[i] === suits[i - 1] ? run + 1 : 1;
              symmetries *= run;
            }
            const weight = 24 / symmetries;
            hands += weight;
            live.fill(4);
            for (const card of cards) live[card >> 2]!--;
            table.fill(0);
            for (const one of list) {
              let ways = 1;
              for (let i = 0; i < one.ranks.length; i++)
                ways *= CHOOSE[live[one.ranks[i]!]!]![one.times[i]!]!;
              if (ways === 0) continue;
              if (one.suited >= 0) {
                const whole = suits.filter((dead) => (dead & one.mask) === 0).length;
                table[one.suited]! += whole;
                ways -= whole;
              }
              table[one.mixed]! += ways;
            }
            const value = rank(cards);
            const own = place.get(value) ?? -1;
            const category = categoryOf(value >>> CATEGORY_SHIFT);
            const aces = cards.filter((card) => card >> 2 === 12).length;
            const kings = cards.filter((card) => card >> 2 === 11).length;
            const beside = ['pair', 'two-pair', 'three-of-a-kind', 'four-of-a-kind'];
            const one = Math.min(aces, kings) === 1;
            const aceKing = one && beside.includes(category);
            const key = `${category} ${aceKing}`;
            const sums = found.get(key) ?? { none: 0, below: 0, equal: 0, above: 0 };
            for (let i = 0; i < table.length; i++) {
              const count = weight * table[i]!;
              if (i < firstGame) sums.none += count;
              else if (i < own) sums.below += count;
              else if (i === own) sums.equal += count;
              else sums.above += count;
            }
            found.set(key, sums);
          }
  expect(hands).toBe(2_598_960);
  const expected = DUELS.map(({ first, aceKing, ...counts }) => [`${first} ${aceKing}`, counts]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});
