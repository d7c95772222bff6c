/**
 * Ones and changes of packed bits: the frequency and runs tests of SP 800-22 §2.1 and §2.3, exact up
 * to their normal law.
 */
import { normalTwoSided } from '../tail.ts';

/** Ones of `bits` bits, most significant bit of each byte first; changes between neighbours. */
export function countBits(bytes: Uint8Array, bits: number): { ones: number; changes: number } {
  let ones = 0;
  let changes = 0;
  let last = (bytes[0]! >> 7) & 1;
  for (let i = 0; i < bits >> 3; i++) {
    const byte = bytes[i]!;
    ones += ONES[byte]!;
    changes += ONES[byte ^ ((last << 7) | (byte >> 1))]!;
    last = byte & 1;
  }
  return { ones, changes };
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let sum = 0;
  for (let b = byte; b > 0; b >>= 1) sum += b & 1;
  return sum;
});

/** §2.1: monobit. */
export function frequency(ones: number, n: number): number {
  return normalTwoSided((2 * ones - n) / Math.sqrt(n));
}

/** §2.3: runs; 0 where the share of ones is already too far from one half. */
export function runs(ones: number, changes: number, n: number): number {
  const share = ones / n;
  if (Math.abs(share - 0.5) >= 2 / Math.sqrt(n)) return 0;
  const variance = share * (1 - share);
  const z = (changes + 1 - 2 * n * variance) / (2 * Math.sqrt(n) * variance);
  return normalTwoSided(z);
}
