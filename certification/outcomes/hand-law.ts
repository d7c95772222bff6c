/**
 * Exact numbers of five- and six-card hands by category (standards.md R19). Five: textbook counts of
 * C(52,5) = 2,598,960. Six: the best five of C(52,6) = 20,358,520. Ace-king is split off the high-card
 * hands: five cards (C(11,3) − 1)(4^5 − 4), six cards (C(11,4) − 9)(4^6 − 4(1 + 6·3)); straights and
 * flushes are what is taken away.
 */
import { CATEGORIES } from '../../engine/category.ts';

/** Ace-king hands: no pair, no straight, no flush. */
const ACE_KING_5 = (165 - 1) * (4 ** 5 - 4);
const ACE_KING_6 = (330 - 9) * (4 ** 6 - 76);

/** In the order of CATEGORIES, low to high. */
export const FIVE_CARD_COUNTS: readonly number[] = [
  1_302_540 - ACE_KING_5,
  ACE_KING_5,
  1_098_240,
  123_552,
  54_912,
  10_200,
  5_108,
  3_744,
  624,
  36,
  4,
];

export const SIX_CARD_COUNTS: readonly number[] = [
  6_612_900 - ACE_KING_6,
  ACE_KING_6,
  9_730_740,
  2_532_816,
  732_160,
  361_620,
  205_792,
  165_984,
  14_664,
  1_656,
  188,
];

if (FIVE_CARD_COUNTS.length !== CATEGORIES.length || SIX_CARD_COUNTS.length !== CATEGORIES.length) {
  throw new Error('assertion: one count a category');
}

function lawOf(counts: readonly number[]): Float64Array {
  const total = counts.reduce((a, b) => a + b, 0);
  return Float64Array.from(counts, (count) => count / total);
}

export const FIVE_CARD_LAW = lawOf(FIVE_CARD_COUNTS);
export const SIX_CARD_LAW = lawOf(SIX_CARD_COUNTS);

/** P(the dealer's five cards have game): ace-king or better (C4). */
export const QUALIFIES = 1 - FIVE_CARD_LAW[0]!;
