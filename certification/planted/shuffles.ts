/**
 * Shuffles with a known fault, each from a published report (field log A; batteries.md §5, power
 * table). They are written here to be rejected; nothing else imports them.
 */
import type { Source } from './source.ts';

const CARDS = 52;

/** Gives the next deck; may carry state from deck to deck where that is the fault. */
export type Shuffler = () => Uint8Array;

function fresh(): Uint8Array {
  return Uint8Array.from({ length: CARDS }, (_, i) => i);
}

function swap(deck: Uint8Array, i: number, j: number): void {
  const card = deck[i] ?? 0;
  deck[i] = deck[j] ?? 0;
  deck[j] = card;
}

/** Every step swaps with any of 52 places (field log A2). */
export function naiveSwap(source: Source): Shuffler {
  return () => {
    const deck = fresh();
    for (let i = 0; i < CARDS; i++) swap(deck, i, source.below(CARDS));
    return deck;
  };
}

/** Sattolo's algorithm: j < i, one cycle always. */
export function sattolo(source: Source): Shuffler {
  return () => {
    const deck = fresh();
    for (let i = CARDS - 1; i > 0; i--) swap(deck, i, source.below(i));
    return deck;
  };
}

/** Array.sort with a comparator that tosses a coin. */
export function sortComparator(source: Source): Shuffler {
  return () => Uint8Array.from([...fresh()].sort(() => (source.word() & 1) * 2 - 1));
}

/** A byte modulo n, no rejection (field log A3). */
export function byteModulo(source: Source): Shuffler {
  return () => {
    const deck = fresh();
    for (let i = CARDS - 1; i > 0; i--) swap(deck, i, (source.word() >>> 24) % (i + 1));
    return deck;
  };
}

/** The index is drawn from 51 of 52 places at every step (field log A1). */
export function offByOne(source: Source): Shuffler {
  return () => {
    const deck = fresh();
    for (let i = 0; i < CARDS; i++) swap(deck, i, source.below(CARDS - 1));
    return deck;
  };
}

/** The naive swap on the deck of the round before: positions look uniform after a while. */
export function carriedOver(source: Source): Shuffler {
  const deck = fresh();
  return () => {
    for (let i = 0; i < CARDS; i++) swap(deck, i, source.below(CARDS));
    return deck.slice();
  };
}

/** Seven riffles (Gilbert–Shannon–Reeds) of a new deck. */
export function shortRiffle(source: Source, riffles = 7): Shuffler {
  return () => {
    let deck = fresh();
    for (let r = 0; r < riffles; r++) deck = riffle(deck, source);
    return deck;
  };
}

function riffle(deck: Uint8Array, source: Source): Uint8Array {
  const bits = Uint8Array.from({ length: CARDS }, () => source.word() >>> 31);
  let left = 0;
  let right = bits.reduce((cut, bit) => cut + 1 - bit, 0);
  return bits.map((bit) => (bit === 0 ? deck[left++] : deck[right++]) ?? 0);
}

/** RANDU, x' = 65539 x mod 2^31 (Marsaglia's planes), reduced by a remainder: always odd. */
export function randuShuffle(seed: number): Shuffler {
  let x = seed | 1;
  return () => {
    const deck = fresh();
    for (let i = CARDS - 1; i > 0; i--) {
      x = Math.imul(x, 65_539) & 0x7fff_ffff;
      swap(deck, i, x % (i + 1));
    }
    return deck;
  };
}

/** A linear congruential generator modulo 2^32, x % n: its low bits have short periods. */
export function lcgShuffle(seed: number): Shuffler {
  let x = seed >>> 0;
  return () => {
    const deck = fresh();
    for (let i = CARDS - 1; i > 0; i--) {
      x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0;
      swap(deck, i, x % (i + 1));
    }
    return deck;
  };
}

/** A good shuffle whose seed has 16 bits (field log A4: repeats come with the square root). */
export function shortSeed(choose: Source, seeded: (seed: number) => Source): Shuffler {
  return () => {
    const source = seeded(choose.word() >>> 16);
    const deck = fresh();
    for (let i = CARDS - 1; i > 0; i--) swap(deck, i, source.below(i + 1));
    return deck;
  };
}
