/**
 * Cards as numbers 0…51 = rank·4 + suit (rank 2…A, suit c d h s; design §2.7) and as text `Ts`.
 * Text is strict (cases/README.md): no `10s`, no `ts`, no aliases, so that two spellings of one
 * card can never pass a test for duplicates (field log B4).
 */
export const RANKS = '23456789TJQKA';
export const SUITS = 'cdhs';
export const DECK_SIZE = 52;

/** A card's number, 0…51. */
export type Card = number;

/** Number of a card's text, or undefined where it is not strictly a rank and a suit. */
export function parseCard(text: string): Card | undefined {
  if (text.length !== 2) return undefined;
  const rank = RANKS.indexOf(text.charAt(0));
  const suit = SUITS.indexOf(text.charAt(1));
  return rank < 0 || suit < 0 ? undefined : rank * 4 + suit;
}

/** Text of a card 0…51. Throws RangeError otherwise. */
export function cardText(card: Card): string {
  if (!Number.isInteger(card) || card < 0 || card >= DECK_SIZE) {
    throw new RangeError(`card ${card} is not in 0…51`);
  }
  return RANKS.charAt(card >> 2) + SUITS.charAt(card & 3);
}

/** Rank 0…12 for 2…A. */
export function rankOf(card: Card): number {
  return card >> 2;
}
