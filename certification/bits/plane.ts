/**
 * Linear complexity of whole bit planes: one bit position of consecutive 32-bit words. Linear
 * generators fall at once (MT19937 has 19,937, xorshift128+ 128), though they pass SP 800-22
 * (batteries.md §5). Berlekamp–Massey on packed bits; null law exact (Rueppel 1986, ch. 4).
 */
import { collapse } from '../tail.ts';

/** Linear complexity of `n` bits, one a byte. O(n²/32). */
export function linearComplexity(bits: Uint8Array, n: number): number {
  const words = (n >> 5) + 2;
  const c = new Uint32Array(words);
  let b = new Uint32Array(words);
  let spare = new Uint32Array(words);
  // The sequence backwards, so that bits i, i−1, … stand side by side in ascending places.
  const backwards = new Uint32Array(words + 1);
  for (let j = 0; j < n; j++) backwards[j >> 5]! |= bits[n - 1 - j]! << (j & 31);
  c[0] = 1;
  b[0] = 1;
  let complexity = 0;
  let m = -1;
  for (let i = 0; i < n; i++) {
    const used = (Math.max(complexity, 1) >> 5) + 1;
    const from = (n - 1 - i) >> 5;
    const down = (n - 1 - i) & 31;
    let parity = 0;
    if (down === 0) for (let k = 0; k < used; k++) parity ^= c[k]! & backwards[from + k]!;
    else {
      const up = 32 - down;
      let word = backwards[from]!;
      for (let k = 0; k < used; k++) {
        const next = backwards[from + k + 1]!;
        parity ^= c[k]! & ((word >>> down) | (next << up));
        word = next;
      }
    }
    parity ^= parity >>> 16;
    parity ^= parity >>> 8;
    parity ^= parity >>> 4;
    if (((0x6996 >>> (parity & 15)) & 1) === 0) continue;
    const shift = i - m;
    const grows = 2 * complexity <= i;
    if (grows) spare.set(c);
    const skip = shift >> 5;
    const left = shift & 31;
    const top = Math.min(words - skip, (complexity >> 5) + 2);
    for (let k = top - 1; k >= 0; k--) {
      const low = k > 0 && left > 0 ? b[k - 1]! >>> (32 - left) : 0;
      c[k + skip]! ^= (b[k]! << left) | low;
    }
    if (left > 0 && top + skip < words && top > 0) c[top + skip]! ^= b[top - 1]! >>> (32 - left);
    if (grows) {
      complexity = i + 1 - complexity;
      m = i;
      const old = b;
      b = spare;
      spare = old;
    }
  }
  return complexity;
}

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

/** Words looked at: enough for MT19937 (2 · 19,937), as batteries.md §5 measured. */
export const PLANE_WORDS = 50_000;
const PLANES = 32;

/** The planes of little-endian words, joined by Bonferroni. `planes` bit positions are looked at. */
export function planesOf(
  bytes: Uint8Array,
  planes = PLANES,
): { n: number; p: number; least: number } {
  const n = Math.min(PLANE_WORDS, bytes.length >> 2);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bits = new Uint8Array(n);
  const p: number[] = [];
  let least = n;
  for (let plane = 0; plane < planes; plane++) {
    for (let i = 0; i < n; i++) bits[i] = (view.getUint32(4 * i, true) >>> plane) & 1;
    const complexity = linearComplexity(bits, n);
    least = Math.min(least, complexity);
    p.push(complexityTail(complexity, n));
  }
  return { n, p: collapse(p), least };
}
