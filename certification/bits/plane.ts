/**
 * Linear complexity of whole bit planes: one bit position of consecutive 32-bit words. Linear
 * generators fall at once (MT19937 has 19,937, xorshift128+ 128), though they pass SP 800-22
 * (batteries.md §5). The null law is exact (Rueppel 1986, ch. 4).
 */
import type { Statistics } from '../battery/statistics.ts';
import { collapse } from '../tail.ts';

/**
 * P(L <= l) or P(L >= l), doubled. Of the 2^n sequences of n bits 2^min(2n−2l, 2l−1) have complexity
 * l > 0, and one has 0.
 */
export function complexityTail(l: number, n: number): number {
  const term = (k: number): number =>
    k === 0 ? 2 ** -n : 2 ** (Math.min(2 * n - 2 * k, 2 * k - 1) - n);
  let lower = 0;
  for (let k = l; k >= 0 && k > l - 600; k--) lower += term(k);
  let upper = 0;
  for (let k = l; k <= n && k < l + 600; k++) upper += term(k);
  return Math.min(1, 2 * Math.min(lower, upper));
}

/** Words looked at: more than MT19937 needs (2 · 19,937), as batteries.md §5 measured. */
export const PLANE_WORDS = 50_000;
export const PLANES = 32;

/** Bit `plane` of `n` little-endian words, packed, first bit on top. */
export function planeBits(bytes: Uint8Array, plane: number, n: number): Uint8Array {
  const packed = new Uint8Array(Math.ceil(n / 64) * 8);
  const byte = plane >> 3;
  const bit = plane & 7;
  for (let i = 0; i < n; i++)
    packed[i >> 3]! |= ((bytes[4 * i + byte]! >> bit) & 1) << (7 - (i & 7));
  return packed;
}

/** The lowest `planes` planes of little-endian words, joined by Bonferroni. */
export function planesOf(
  statistics: Statistics,
  bytes: Uint8Array,
  planes = PLANES,
): { n: number; p: number; least: number } {
  const n = Math.min(PLANE_WORDS, bytes.length >> 2);
  const p: number[] = [];
  let least = n;
  for (let plane = 0; plane < planes; plane++) {
    statistics.begin(planeBits(bytes, plane, n), n);
    const complexity = statistics.call.planeComplexity();
    least = Math.min(least, complexity);
    p.push(complexityTail(complexity, n));
  }
  return { n, p: collapse(p), least };
}
