/**
 * Linear complexity of whole bit planes: one bit position of consecutive 32-bit words, as one sequence.
 * A generator that is linear over GF(2) shows its state size: MT19937 19,937, xorshift128+ as V8 hands
 * it out 128, xorshift32 32 — all of which pass SP 800-22 (batteries.md §5). Exact law: 2^min(2L−1,
 * 2n−2L) of 2^n sequences have complexity L (Rueppel 1986, §4.1).
 */
import type { WholeResult } from '../raw.ts';
import { collapse } from '../tail.ts';
import type { Statistics } from './statistics.ts';

export const PLANES = 32;
/** Below these the exact law still holds, but only tiny states would show. */
const WORDS_MIN = 2_000;
/** More than MT19937 needs to stand out (2 · 19,937), as batteries.md §5 measured. */
export const WORDS_MAX = 50_000;

/** Two-sided p of complexity L of n bits: twice the smaller tail of the exact law. */
export function complexityP(L: number, n: number): number {
  const lower = 2 * L <= n ? (2 * 2 ** (2 * L - n) + 2 ** -n) / 3 : 1;
  const upper = 2 * L > n ? (4 / 3) * 2 ** (n - 2 * L) : 1;
  return Math.min(1, 2 * Math.min(lower, upper));
}

/** Bit `position` (0 least significant) of the little-endian words, packed first word on top. */
function plane(bytes: Uint8Array, words: number, position: number): Uint8Array {
  const packed = new Uint8Array(Math.ceil(words / 8));
  const offset = position >> 3;
  const shift = position & 7;
  for (let i = 0; i < words; i++) {
    const bit = ((bytes[4 * i + offset] ?? 0) >> shift) & 1;
    packed[i >> 3] = (packed[i >> 3] ?? 0) | (bit << (7 - (i & 7)));
  }
  return packed;
}

/** The lowest `count` of the 32 planes of the words of `bytes`, by Bonferroni. */
export function planes(statistics: Statistics, bytes: Uint8Array, count = PLANES): WholeResult {
  const words = Math.min(WORDS_MAX, Math.floor(bytes.length / 4));
  if (words < WORDS_MIN) {
    return { id: 'planes', p: null, n: words, detail: `${words} words; ${WORDS_MIN} are needed` };
  }
  const found = Array.from({ length: count }, (_, position) => {
    statistics.begin(plane(bytes, words, position), words);
    return statistics.call.planeComplexity();
  });
  const p = collapse(found.map((L) => complexityP(L, words)));
  const detail = `${count} planes of ${words} words: complexity ${Math.min(...found)} to ${Math.max(...found)}`;
  return { id: 'planes', p, n: words, detail };
}
