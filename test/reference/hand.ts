/**
 * Poker hands, slowly: sort, count, compare (C2–C4). Written from the rules alone, with names for
 * categories and lists of ranks, so that it shares neither a number nor a trick with the core.
 */
import type { Category } from '../../engine/category.ts';

/** C2, high to low. */
export const HIGH_TO_LOW: readonly Category[] = [
  'royal-flush',
  'straight-flush',
  'four-of-a-kind',
  'full-house',
  'flush',
  'straight',
  'three-of-a-kind',
  'two-pair',
  'pair',
  'ace-king',
  'no-game',
];

/** A hand's category and the ranks that decide within it (2…14), the most important first. */
export interface Hand {
  readonly category: Category;
  readonly ranks: readonly number[];
}

/** Rank 2…14 of a card 0…51. */
export const rank = (card: number): number => Math.floor(card / 4) + 2;
const suit = (card: number): number => card % 4;

/** The hand that five cards make. */
export function fiveCards(cards: readonly number[], aceLow: boolean): Hand {
  if (cards.length !== 5 || new Set(cards).size !== 5) throw new Error('not five different cards');
  const ranks = cards.map(rank).sort((a, b) => b - a);
  const times = (r: number): number => ranks.filter((other) => other === r).length;
  // More of a kind goes first, then the higher rank: the order in which C3 compares.
  const ordered = [...new Set(ranks)].sort((a, b) => times(b) - times(a) || b - a);
  const shape = ordered.map(times).join('');
  const flush = cards.every((card) => suit(card) === suit(cards[0]!));
  const top = straightTop(ranks, aceLow);
  if (flush && top === 14) return { category: 'royal-flush', ranks: [14] };
  if (flush && top !== null) return { category: 'straight-flush', ranks: [top] };
  if (shape === '41') return { category: 'four-of-a-kind', ranks: ordered };
  if (shape === '32') return { category: 'full-house', ranks: ordered };
  if (flush) return { category: 'flush', ranks: ordered };
  if (top !== null) return { category: 'straight', ranks: [top] };
  if (shape === '311') return { category: 'three-of-a-kind', ranks: ordered };
  if (shape === '221') return { category: 'two-pair', ranks: ordered };
  if (shape === '2111') return { category: 'pair', ranks: ordered };
  const aceKing = ranks.includes(14) && ranks.includes(13);
  return { category: aceKing ? 'ace-king' : 'no-game', ranks: ordered };
}

/** Highest rank of the straight that five sorted ranks make, or null. */
function straightTop(ranks: readonly number[], aceLow: boolean): number | null {
  if (ranks.every((r, i) => r === ranks[0]! - i)) return ranks[0]!;
  return aceLow && ranks.join() === '14,5,4,3,2' ? 5 : null;
}

/** Positive where `a` beats `b`, 0 where they are equal hands (C3). */
export function compareHands(a: Hand, b: Hand): number {
  const category = HIGH_TO_LOW.indexOf(b.category) - HIGH_TO_LOW.indexOf(a.category);
  if (category !== 0) return category;
  for (const [i, r] of a.ranks.entries()) {
    if (r !== b.ranks[i]) return r - b.ranks[i]!;
  }
  return 0;
}

/** Every choice of five of five or six cards. */
export function fives(cards: readonly number[]): number[][] {
  return cards.length === 5
    ? [[...cards]]
    : cards.map((_, out) => cards.filter((_card, i) => i !== out));
}

/** The best hand of five or six cards (R3). */
export function bestHand(cards: readonly number[], aceLow: boolean): Hand {
  return fives(cards)
    .map((five) => fiveCards(five, aceLow))
    .reduce((best, hand) => (compareHands(hand, best) > 0 ? hand : best));
}

/** C4: the dealer has game with ace-king or better. */
export const qualifies = (hand: Hand): boolean => hand.category !== 'no-game';

/** One number whose order is the order of hands, for maps and sorting. */
export function orderNumber(hand: Hand): number {
  let number = HIGH_TO_LOW.length - HIGH_TO_LOW.indexOf(hand.category);
  for (let i = 0; i < 5; i++) number = number * 15 + (hand.ranks[i] ?? 0);
  return number;
}
