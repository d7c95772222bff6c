/**
 * Every dealer hand of a pack that shows one upcard, weakest first, and what each hand without game
 * becomes for every card that could take its highest card's place (R9, Z10). Listed once for all of
 * the player's hands.
 */
import { type Pack, setNumber } from './pack.ts';

/** Places below this one have their bit in the first of two words. */
export const WORD = 26;

export interface Dealers {
  readonly up: number;
  /** Values, ascending. */
  readonly values: Int32Array;
  /** Cards of each hand as bits of two words. */
  readonly bits: readonly [Int32Array, Int32Array];
  /** By hand without game · cards of the pack + place: the value with that card in the highest one's
   * place; −1 for the hand's own cards. Empty where the ruleset has no dealer exchange. */
  readonly swapped: Int32Array;
  /** Rank of the highest card of each hand without game. */
  readonly highest: Uint8Array;
}

const known = new WeakMap<Pack, Map<number, Dealers>>();

/** The dealer hands with `up` (a place). */
export function dealersOf(pack: Pack, up: number): Dealers {
  const all = known.get(pack) ?? new Map<number, Dealers>();
  known.set(pack, all);
  const dealers = all.get(up) ?? list(pack, up);
  all.set(up, dealers);
  return dealers;
}

function list(pack: Pack, up: number): Dealers {
  const n = pack.cards.length;
  const others = pack.cards.map((_, place) => place).filter((place) => place !== up);
  const hands: Int8Array[] = [];
  const order: number[] = [];
  // A value and its hand in one number: typed arrays sort fast.
  const spread = 2 ** 20;
  for (const [i, a] of others.entries())
    for (const [j, b] of others.slice(0, i).entries())
      for (const [k, c] of others.slice(0, j).entries())
        for (const d of others.slice(0, k)) {
          const hand = Int8Array.of(a, b, c, d, up);
          order.push(pack.values[setNumber(hand)]! * spread + hands.length);
          hands.push(hand);
        }
  const sorted = Float64Array.from(order).sort();
  const values = Int32Array.from(sorted, (both) => Math.floor(both / spread));
  const ordered = Array.from(sorted, (both) => hands[both % spread]!);
  const bitsFrom = (from: number) =>
    Int32Array.from(ordered, (hand) => {
      let bits = 0;
      for (const p of hand) if (p >= from && p < from + WORD) bits |= 1 << (p - from);
      return bits;
    });

  const first = values.findIndex((value) => value >= pack.game);
  const weak = pack.rules.dealerExchange === null ? 0 : first < 0 ? values.length : first;
  const swapped = new Int32Array(weak * n).fill(-1);
  const highest = new Uint8Array(weak);
  for (let i = 0; i < weak; i++) {
    const cards = ordered[i]!;
    // No pair in a hand without game: its highest card is one card, the last place.
    highest[i] = pack.ranks[cards[4]!]!;
    const five = new Int8Array(5);
    for (let place = 0; place < n; place++) {
      if (cards.includes(place)) continue;
      five.set(cards);
      five[4] = place;
      swapped[i * n + place] = pack.values[setNumber(five)]!;
    }
  }
  return { up, values, bits: [bitsFrom(0), bitsFrom(WORD)], swapped, highest };
}
