/**
 * Counts of everything that a uniform permutation of 52 must obey (batteries.md §5; standards.md §2,
 * family C). The same counts serve decks and the quotients of consecutive decks. All are integers,
 * so that shards merge exactly and in any order.
 */

export const N = 52;
const PAIRS = N * N;
/** n(n−1)/2 + 1 possible numbers of inversions. */
const INVERSIONS = (N * (N - 1)) / 2 + 1;

export interface PermutationCounts {
  /** How many permutations were counted. */
  total: number;
  /** position × card. */
  readonly position: Uint32Array;
  /** card × the card that follows it on the circle. */
  readonly adjacency: Uint32Array;
  readonly inversions: Uint32Array;
  readonly ascents: Uint32Array;
  readonly cycles: Uint32Array;
  readonly fixed: Uint32Array;
  /** Lehmer code: position × smaller cards that come later (0…51−position). */
  readonly lehmer: Uint32Array;
}

export function permutationCounts(): PermutationCounts {
  return {
    total: 0,
    position: new Uint32Array(PAIRS),
    adjacency: new Uint32Array(PAIRS),
    inversions: new Uint32Array(INVERSIONS),
    ascents: new Uint32Array(N),
    cycles: new Uint32Array(N + 1),
    fixed: new Uint32Array(N + 1),
    lehmer: new Uint32Array(PAIRS),
  };
}

/** Ones of a 32-bit word (Hacker's Delight §5-1). */
function ones(x: number): number {
  let v = x - ((x >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Adds one permutation: 52 different values 0…51 from `at` on (checked by the caller). */
export function countPermutation(into: PermutationCounts, cards: Uint8Array, at = 0): void {
  const { position, adjacency, lehmer } = into;
  let low = 0x03ffffff; // cards 0…25 not yet seen
  let high = 0x03ffffff; // cards 26…51
  let inversions = 0;
  let ascents = 0;
  let fixed = 0;
  let before = cards[at + N - 1]!;
  for (let i = 0; i < N; i++) {
    const card = cards[at + i]!;
    position[i * N + card]!++;
    adjacency[before * N + card]!++;
    if (i > 0 && card > before) ascents++;
    if (card === i) fixed++;
    let smaller: number;
    if (card < 26) {
      const bit = 1 << card;
      smaller = ones(low & (bit - 1));
      low ^= bit;
    } else {
      const bit = 1 << (card - 26);
      smaller = ones(low) + ones(high & (bit - 1));
      high ^= bit;
    }
    inversions += smaller;
    lehmer[i * N + smaller]!++;
    before = card;
  }
  into.inversions[inversions]!++;
  into.ascents[ascents]!++;
  into.fixed[fixed]!++;
  into.cycles[cyclesOf(cards, at)]!++;
  into.total++;
}

function cyclesOf(cards: Uint8Array, at: number): number {
  let low = 0x03ffffff;
  let high = 0x03ffffff;
  let cycles = 0;
  for (let start = 0; start < N; start++) {
    if (((start < 26 ? low >>> start : high >>> (start - 26)) & 1) === 0) continue;
    cycles++;
    let i = start;
    do {
      if (i < 26) low ^= 1 << i;
      else high ^= 1 << (i - 26);
      i = cards[at + i]!;
    } while (i !== start);
  }
  return cycles;
}

/** What turns the deck `from` into the deck `to`: card from[p] becomes to[p]. */
export function quotient(from: Uint8Array, to: Uint8Array, out: Uint8Array): void {
  for (let p = 0; p < N; p++) out[from[p]!] = to[p]!;
}
