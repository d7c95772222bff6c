/**
 * Rank of large square matrices of consecutive bits, exact law of the deficiency (Kovalenko 1972). Catches
 * every linear generator with fewer bits of state than a side has: 1,024, or 512 to 128 where there are
 * fewer bits (xorshift128+ as V8 hands it out: rank 128). MT19937 would need a matrix of 20,000 on a
 * side (50 MB): its detector is the complexity of planes.
 */
import type { WholeResult } from '../raw.ts';
import { collapse } from '../tail.ts';
import type { Statistics } from './statistics.ts';

const SIDES = [1024, 512, 256, 128];
/** Matrices of one call, all of the largest side that fits; 40 ms each at 1,024. */
const MATRICES_MAX = 8;

/** P(deficiency >= d) of a random square matrix of this size (the limit law; error below 2^−100 from side 128 on). */
export function deficiencyTail(d: number): number {
  if (d <= 0) return 1;
  let sum = 0;
  for (let k = d; k < d + 12; k++) {
    let term = 2 ** (-k * k);
    for (let i = 1; i < 200; i++) term *= i > k ? 1 - 2 ** -i : 1 / (1 - 2 ** -i);
    sum += term;
  }
  return sum;
}

/** Up to eight matrices, by Bonferroni. */
export function largeRank(statistics: Statistics, bytes: Uint8Array): WholeResult {
  const side = SIDES.find((one) => one * one <= bytes.length * 8);
  if (side === undefined) {
    const least = (SIDES.at(-1) ?? 0) ** 2;
    return { id: 'large-rank', p: null, n: 0, detail: `${least} bits are needed` };
  }
  const bits = side * side;
  const matrices = Math.min(MATRICES_MAX, Math.floor((bytes.length * 8) / bits));
  const found = Array.from({ length: matrices }, (_, i) => {
    statistics.begin(bytes.subarray((i * bits) / 8), bits);
    return statistics.call.largeRank(side);
  });
  const p = collapse(found.map((rank) => deficiencyTail(side - rank)));
  const detail = `${matrices} matrices ${side} × ${side}: lowest rank ${Math.min(...found)}`;
  return { id: 'large-rank', p, n: matrices, detail };
}
