/**
 * Family C, decks: the counts of a run of decks. Decks arrive in order; a shard counts its own
 * quotients and repeats nothing of its neighbours, so that shards merge by addition (the prefix keys,
 * which must be compared across shards, are kept as a list).
 */
import type { PermutationCounts } from './permutation.ts';
import { countPermutation, N, permutationCounts, quotient } from './permutation.ts';

export interface DeckCounts {
  readonly deck: PermutationCounts;
  readonly quotient: PermutationCounts;
  /** First card × second card (interplay correlation). */
  readonly firstPair: Uint32Array;
  /** Last card of a deck × first card of the next. */
  readonly boundary: Uint32Array;
  /** Order of the first five cards: 120 patterns. */
  readonly order: Uint32Array;
  /** Pairs of equal five-card hands (unordered) within shards, and the pairs compared. */
  equalHands: number;
  comparedHands: number;
}

export function deckCounts(): DeckCounts {
  return {
    deck: permutationCounts(),
    quotient: permutationCounts(),
    firstPair: new Uint32Array(N * N),
    boundary: new Uint32Array(N * N),
    order: new Uint32Array(120),
    equalHands: 0,
    comparedHands: 0,
  };
}

/** Counts decks one after the other, keeping what the next deck needs. */
export interface DeckCounter {
  readonly counts: DeckCounts;
  /** Adds a deck of 52 different cards. */
  add(deck: Uint8Array): void;
  /** Closes the shard; gives the keys of all decks' first eleven cards, sorted. */
  close(): BigUint64Array;
}

/** `expected` decks are made room for; more are taken too. */
export function createDeckCounter(expected: number): DeckCounter {
  const counts = deckCounts();
  const previous = new Uint8Array(N);
  const turned = new Uint8Array(N);
  let keys = new Uint32Array(2 * Math.max(16, expected));
  let hands = new Uint32Array(Math.max(16, expected));
  let total = 0;
  return {
    counts,
    add(deck) {
      countPermutation(counts.deck, deck);
      counts.firstPair[deck[0]! * N + deck[1]!]!++;
      counts.order[orderOfFive(deck)]!++;
      if (total > 0) {
        quotient(previous, deck, turned);
        countPermutation(counts.quotient, turned);
        counts.boundary[previous[N - 1]! * N + deck[0]!]!++;
      }
      previous.set(deck);
      if (total === hands.length) {
        keys = grown(keys);
        hands = grown(hands);
      }
      prefixKey(deck, keys, 2 * total);
      hands[total] = handKey(deck);
      total += 1;
    },
    close() {
      const sortedHands = hands.slice(0, total).sort();
      counts.equalHands = equalPairs(sortedHands);
      counts.comparedHands = (total * (total - 1)) / 2;
      return new BigUint64Array(keys.slice(0, 2 * total).buffer).sort();
    },
  };
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** Pairs of equal neighbours in a sorted list: a value that stands k times counts k(k−1)/2. */
export function equalPairs(sorted: Uint32Array | BigUint64Array): number {
  let pairs = 0;
  let run = 1;
  for (let i = 1; i < sorted.length; i++) {
    run = sorted[i] === sorted[i - 1] ? run + 1 : 1;
    pairs += run - 1;
  }
  return pairs;
}

/** Ordered first eleven cards, 52!/41! of them, one number each: little-endian low word first. */
function prefixKey(deck: Uint8Array, into: Uint32Array, at: number): void {
  let a = 0;
  for (let i = 0; i < 5; i++) a = a * 52 + deck[i]!;
  let b = 0;
  for (let i = 5; i < 10; i++) b = b * 52 + deck[i]!;
  const last = deck[10]!;
  // 52^5 · 11 and 52^5 · 5 both stay below 2^32.
  into[at + 1] = a * 11 + Math.floor(last / 5);
  into[at] = b * 5 + (last % 5);
}

/** Unordered five-card hand: the combinatorial number of its sorted cards, below 2,598,960. */
function handKey(deck: Uint8Array): number {
  const c = Array.from(deck.subarray(0, 5)).sort((x, y) => x - y);
  return (
    choose(c[0]!, 1) + choose(c[1]!, 2) + choose(c[2]!, 3) + choose(c[3]!, 4) + choose(c[4]!, 5)
  );
}

const CHOOSE = Array.from({ length: 53 }, (_, n) => {
  const row = [1, 0, 0, 0, 0, 0];
  for (let k = 1; k <= 5; k++) row[k] = (row[k - 1]! * (n - k + 1)) / k;
  return row;
});

function choose(n: number, k: number): number {
  return CHOOSE[n]![k]!;
}

/** Number 0…119 of the order of the first five cards (their Lehmer code). */
function orderOfFive(deck: Uint8Array): number {
  let code = 0;
  for (let i = 0; i < 5; i++) {
    let smaller = 0;
    for (let j = i + 1; j < 5; j++) if (deck[j]! < deck[i]!) smaller++;
    code = code * (5 - i) + smaller;
  }
  return code;
}
