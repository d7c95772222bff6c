/** Decks in the order in which hands are dealt (C5): one card at a time, boxes ascending, then the dealer. */
import { parseCard } from '../../engine/card.ts';

/** The first cards of a deck that deals these hands; what is drawn later follows as `rest`. */
export function handsOf(hands: readonly string[], rest = ''): number[] {
  const cards = hands.map((hand) => hand.split(' '));
  const dealt = [0, 1, 2, 3, 4].flatMap((k) => cards.map((hand) => hand[k] ?? ''));
  return [...dealt, ...rest.split(' ').filter((card) => card !== '')].map((text) => {
    const card = parseCard(text);
    if (card === undefined) throw new Error(`${text} is no card`);
    return card;
  });
}
