/**
 * Family B on the 32-bit words that select cards: uniformity of their leading bits with the
 * Kolmogorov–Smirnov distance (CFR's and Pennsylvania's KS) and the order of five consecutive words
 * (permutation test). P(√n · D > t) <= 2 exp(−2t²) at every n (P. Massart, Ann. Probab. 18, 1990), which
 * is Kolmogorov's limit in its tail; grouping to 2^16 cells makes the distance smaller, never larger.
 */
import type { Finding } from '../finding.ts';
import { chiFinding, finding } from '../finding.ts';
import { LEAST_EXPECTED, uniformChiSquare } from './chi-square.ts';

const CELLS = 65_536;
const GROUP = 5;
const ORDERS = 120;

export interface WordCounts {
  total: number;
  /** Leading 16 bits. */
  readonly leading: Uint32Array;
  readonly orders: Uint32Array;
}

export function wordCounts(): WordCounts {
  return { total: 0, leading: new Uint32Array(CELLS), orders: new Uint32Array(ORDERS) };
}

/** Adds the words of one round, little-endian; groups of five do not cross rounds. */
export function countWords(into: WordCounts, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = bytes.length >> 2;
  for (let i = 0; i < words; i++) into.leading[view.getUint16(4 * i + 2, true)]!++;
  into.total += words;
  for (let at = 0; at + GROUP <= words; at += GROUP) {
    let code = 0;
    for (let i = 0; i < GROUP; i++) {
      const word = view.getUint32(4 * (at + i), true);
      let smaller = 0;
      for (let j = i + 1; j < GROUP; j++) {
        if (view.getUint32(4 * (at + j), true) < word) smaller++;
      }
      code = code * (GROUP - i) + smaller;
    }
    into.orders[code]!++;
  }
}

export function wordFindings(counts: WordCounts): Finding[] {
  const n = counts.total;
  let sum = 0;
  let distance = 0;
  counts.leading.forEach((count, cell) => {
    sum += count;
    distance = Math.max(distance, Math.abs(sum / n - (cell + 1) / CELLS));
  });
  const groups = counts.orders.reduce((a, b) => a + b, 0);
  return [
    finding(
      'B.kolmogorov-smirnov',
      n,
      n >= 1000 ? Math.min(1, 2 * Math.exp(-2 * n * distance * distance)) : null,
      'leading 16 bits of the words against the uniform law',
      distance,
    ),
    chiFinding(
      'B.permutation',
      groups,
      groups >= ORDERS * LEAST_EXPECTED ? uniformChiSquare(counts.orders) : null,
      'order of five consecutive words, df 119',
    ),
  ];
}
