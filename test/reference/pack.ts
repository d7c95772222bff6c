/**
 * A pack of cards for the slow solver: any set of cards, whole or reduced, with the slow reference's
 * verdict on every five of them. Cards are places 0…n−1 in the ascending pack, so that each set of
 * five has a number. The reference is asked once per pattern of ranks and suits (C1: no rank among
 * suits); rejected: asking it 2,598,960 times, which takes minutes. Shares nothing with math/.
 */
import type { Ruleset } from '../../engine/ruleset.ts';
import { bruteForce } from './combination.ts';
import { bestHand, fiveCards, HIGH_TO_LOW, orderNumber, rank } from './hand.ts';

/** What a player's final five or six cards are worth under a ruleset. */
export interface Holding {
  /** Order of the best five: bigger is better, equal is equal (C3). */
  readonly value: number;
  /** Odds of the first and the second combination on the bet (O6, R4, R6, Z4). */
  readonly pay: number;
  /** The most insurance, in antes, that the bet may take; 0 where none is offered (R8). */
  readonly insurance: number;
}

/** Most cards of a pack: one deck (C1). */
const MOST = 52;
/** Fewest: a player's five, five new ones, the dealer's five and four for his exchange (R9). */
const FEWEST = 16;

const CHOOSE = Array.from({ length: MOST + 1 }, (_, n) => {
  const row = [1, 0, 0, 0, 0, 0, 0];
  for (let k = 1; k <= 6; k++) row[k] = (row[k - 1]! * (n - k + 1)) / k;
  return row;
});

/** Binomial coefficient, n up to 52 and k up to 6. */
export function choose(n: number, k: number): number {
  return CHOOSE[n]![k]!;
}

/** Number of a set of five different places, given in any order; `five` is left sorted. */
export function setNumber(five: Int8Array): number {
  for (let i = 1; i < 5; i++) {
    const place = five[i]!;
    let at = i;
    while (at > 0 && five[at - 1]! > place) {
      five[at] = five[at - 1]!;
      at -= 1;
    }
    five[at] = place;
  }
  return (
    five[0]! +
    CHOOSE[five[1]!]![2]! +
    CHOOSE[five[2]!]![3]! +
    CHOOSE[five[3]!]![4]! +
    CHOOSE[five[4]!]![5]!
  );
}

export interface Pack {
  readonly rules: Ruleset;
  /** Card 0…51 of each place, ascending. */
  readonly cards: readonly number[];
  /** Values of all fives, by `setNumber`. */
  readonly values: Int32Array;
  /** The least value that qualifies (C4). */
  readonly game: number;
  /** Rank 2…14 of each place. */
  readonly ranks: Uint8Array;
  /** Verdict on five or six different places, in two parts. */
  holding(kept: readonly number[], fresh: readonly number[]): Holding;
}

/** A pack of `cards` under `rules`. Throws RangeError where it is no pack. */
export function createPack(rules: Ruleset, cards: readonly number[] = wholeDeck()): Pack {
  const sorted = [...new Set(cards)].sort((a, b) => a - b);
  if (sorted.length !== cards.length || sorted.length < FEWEST || sorted.length > MOST) {
    throw new RangeError(`pack: ${FEWEST} to ${MOST} different cards`);
  }
  const values = everyValue(rules, sorted);
  const known = new Map<number, Holding>();
  const fives = new Array<Holding | undefined>(values.length);
  const five = new Int8Array(5);
  const look = (places: readonly number[]): Holding => {
    const own = places.map((place) => sorted[place]!).sort((a, b) => a - b);
    const key = patternKey(own);
    const found = known.get(key) ?? judge(rules, own);
    known.set(key, found);
    return found;
  };
  return {
    rules,
    cards: sorted,
    values,
    game: 2 * 15 ** 5,
    ranks: Uint8Array.from(sorted, rank),
    holding(kept, fresh) {
      if (kept.length + fresh.length !== 5) return look([...kept, ...fresh]);
      for (let i = 0; i < kept.length; i++) five[i] = kept[i]!;
      for (let i = kept.length; i < 5; i++) five[i] = fresh[i - kept.length]!;
      const number = setNumber(five);
      let found = fives[number];
      if (found === undefined) {
        found = look([...five]);
        fives[number] = found;
      }
      return found;
    },
  };
}

/** The cards of some ranks ("2TJQKA") in some suits (all four by default). */
export function cardsOf(ranks: string, suits = 'cdhs'): number[] {
  return [...ranks].flatMap((r) =>
    [...suits].map((s) => '23456789TJQKA'.indexOf(r) * 4 + 'cdhs'.indexOf(s)),
  );
}

function wholeDeck(): number[] {
  return cardsOf('23456789TJQKA');
}

/**
 * Suits renamed in the order in which they appear, so that equal keys are alike (C1). A leading 1 keeps
 * six cards that begin with a deuce apart from the five behind it.
 */
function patternKey(cards: readonly number[]): number {
  const seen: number[] = [];
  return cards.reduce((key, card) => {
    const suit = card % 4;
    if (!seen.includes(suit)) seen.push(suit);
    return key * MOST + Math.floor(card / 4) * 4 + seen.indexOf(suit);
  }, 1);
}

function judge(rules: Ruleset, cards: readonly number[]): Holding {
  const hand = bestHand(cards, rules.aceLowStraight);
  const { pay } = bruteForce(rules, cards);
  return { value: orderNumber(hand), pay, insurance: insurance() };

  /** R8: from a category up, at least so many antes, at most a share of what the bet would win. */
  function insurance(): number {
    const rule = rules.insurance;
    if (rule === null) return 0;
    const low = HIGH_TO_LOW.indexOf(hand.category) > HIGH_TO_LOW.indexOf(rule.from);
    const most = (2 * pay * rule.mostPercent) / 100;
    if (low || most < rule.leastInAntes) return 0;
    if (!Number.isInteger(most)) throw new RangeError('pack: insurance in whole antes only');
    return most;
  }
}

/** The reference's order of every five, asked once for each set of ranks, suited or not. */
function everyValue(rules: Ruleset, cards: readonly number[]): Int32Array {
  const n = cards.length;
  const known = new Int32Array(13 ** 5 * 2);
  const values = new Int32Array(choose(n, 5));
  // Ascending in the last card first: the order in which `setNumber` counts.
  let at = 0;
  for (let e = 4; e < n; e++)
    for (let d = 3; d < e; d++)
      for (let c = 2; c < d; c++)
        for (let b = 1; b < c; b++)
          for (let a = 0; a < b; a++) {
            const [v, w, x, y, z] = [cards[a]!, cards[b]!, cards[c]!, cards[d]!, cards[e]!];
            const suited = [w, x, y, z].every((card) => card % 4 === v % 4);
            let key = v >> 2;
            for (const card of [w, x, y, z]) key = key * 13 + (card >> 2);
            key = key * 2 + Number(suited);
            if (known[key] === 0) {
              known[key] = orderNumber(fiveCards([v, w, x, y, z], rules.aceLowStraight));
            }
            values[at++] = known[key]!;
          }
  return values;
}
