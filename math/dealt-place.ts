/**
 * From five dealt cards to their place among the canonical hands, and to what the policy says: no
 * allocation, because a simulation asks this for every round.
 */
import type { Kernel } from './kernel.ts';
import { CANONICAL_HANDS } from './kernel.ts';

/** C(52, 5). */
const HANDS = 2_598_960;

/** Binomials C(card, i + 1) of a colexicographic number, by i · 52 + card. */
const WAYS = new Int32Array(5 * 52);
for (let i = 0; i < 5; i++) {
  for (let card = 0; card < 52; card++) {
    let ways = 1;
    for (let j = 0; j <= i; j++) ways = (ways * (card - j)) / (j + 1);
    WAYS[i * 52 + card] = ways;
  }
}

/** Colexicographic number of five ascending cards. */
function numberOf(cards: Uint8Array): number {
  let number = 0;
  for (let i = 0; i < 5; i++) number += WAYS[i * 52 + (cards[i] ?? 0)] ?? 0;
  return number;
}

/** Canonical hands by the number of their cards, −1 elsewhere. */
export function handPlaces(kernel: Pick<Kernel, 'hands'>): Int32Array {
  const { cards } = kernel.hands();
  const places = new Int32Array(HANDS).fill(-1);
  for (let i = 0; i < CANONICAL_HANDS; i++) {
    places[numberOf(cards.subarray(5 * i, 5 * i + 5))] = i;
  }
  return places;
}

/** The canonical form of the hand last looked at. */
export interface CanonicalView {
  /** Ascending canonical cards. */
  readonly cards: Uint8Array;
  /** New suit of each suit. */
  readonly suits: Uint8Array;
}

/** Sorts suits so that their rank sets do not rise, then cards; into one view, used over and over. */
export function canonicalViewer(): (cards: ArrayLike<number>) => CanonicalView {
  const view = { cards: new Uint8Array(5), suits: new Uint8Array(4) };
  const sets = new Int32Array(4);
  return (cards) => {
    sets.fill(0);
    for (let i = 0; i < 5; i++) {
      const card = cards[i] ?? 0;
      sets[card & 3] = (sets[card & 3] ?? 0) | (1 << (card >> 2));
    }
    for (let suit = 0; suit < 4; suit++) {
      let before = 0;
      const own = sets[suit] ?? 0;
      for (let other = 0; other < 4; other++) {
        const set = sets[other] ?? 0;
        if (set > own || (set === own && other < suit)) before++;
      }
      view.suits[suit] = before;
    }
    for (let i = 0; i < 5; i++) {
      const card = cards[i] ?? 0;
      const renamed = (card & ~3) | (view.suits[card & 3] ?? 0);
      let at = i;
      while (at > 0 && (view.cards[at - 1] ?? 0) > renamed) {
        view.cards[at] = view.cards[at - 1] ?? 0;
        at--;
      }
      view.cards[at] = renamed;
    }
    return view;
  };
}

/** Best first action of dealt cards against an upcard: as `Kernel.policy` numbers it. */
export function actionOf(
  policy: Uint8Array,
  places: Int32Array,
  view: CanonicalView,
  up: number,
): number {
  const place = places[numberOf(view.cards)] ?? -1;
  const renamed = (up & ~3) | (view.suits[up & 3] ?? 0);
  return policy[place * 52 + renamed] ?? 0;
}
