/**
 * Classes of hands that the slow reference must judge alike, so that it need not judge each of
 * millions: the same ranks and the same pattern of suits up to renaming them (C1: no rank among
 * suits). What is remembered is always the reference's answer for a hand of that class.
 */

const SUIT_ORDERS = permutations([0, 1, 2, 3]);

function permutations(items: number[]): number[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

/** Renamed cards of each order of suits: 24 tables of 52. */
const RENAMED = SUIT_ORDERS.map((order) =>
  Uint8Array.from({ length: 52 }, (_, card) => Math.floor(card / 4) * 4 + order[card % 4]!),
);

/** The smallest key of a hand over all ways to name the suits; cards in any order. */
export function classKey(cards: ArrayLike<number>): number {
  let least = Number.POSITIVE_INFINITY;
  const hand = new Array<number>(cards.length);
  for (const renamed of RENAMED) {
    for (let i = 0; i < hand.length; i++) hand[i] = renamed[cards[i]!]!;
    hand.sort((a, b) => a - b);
    let key = 0;
    for (const card of hand) key = key * 52 + card;
    if (key < least) least = key;
  }
  return least;
}

/** Calls `visit` with every choice of `size` of 52 cards, ascending, in one array that is reused. */
export function everyHand(size: 5 | 6, visit: (cards: Uint8Array) => void): void {
  const cards = Uint8Array.from({ length: size }, (_, i) => i);
  for (;;) {
    visit(cards);
    let i = size - 1;
    while (i >= 0 && cards[i] === 52 - size + i) i -= 1;
    if (i < 0) return;
    cards[i] = cards[i]! + 1;
    for (let j = i + 1; j < size; j++) cards[j] = cards[j - 1]! + 1;
  }
}
