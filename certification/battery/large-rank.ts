/**
 * Rank of 1,024 × 1,024 matrices of consecutive bits, exact law of the deficiency. Catches every linear
 * generator with fewer than 1,024 bits of state (xorshift128+ as V8 hands it out: rank 128). MT19937
 * would need a matrix of 20,000 on a side (50 MB): its detector is the complexity of planes.
 */
import type { WholeResult } from '../raw.ts';
import { collapse } from '../tail.ts';
import type { Statistics } from './statistics.ts';

const SIDE = 1024;
const BITS = SIDE * SIDE;
/** Matrices of one call; 40 ms each. */
const MATRICES_MAX = 8;

/** P(deficiency >= d) of a random square matrix of this size (the limit law; error below 2^−1000). */
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

export function largeRank(statistics: Statistics, bytes: Uint8Array): WholeResult {
  const matrices = Math.min(MATRICES_MAX, Math.floor((bytes.length * 8) / BITS));
  if (matrices === 0) {
    return { id: 'large-rank', p: null, n: 0, detail: `${BITS} bits are needed` };
  }
  const found = Array.from({ length: matrices }, (_, i) => {
    statistics.begin(bytes.subarray((i * BITS) / 8), BITS);
    return statistics.call.largeRank(SIDE);
  });
  const p = collapse(found.map((rank) => deficiencyTail(SIDE - rank)));
  const detail = `${matrices} matrices ${SIDE} × ${SIDE}: lowest rank ${Math.min(...found)}`;
  return { id: 'large-rank', p, n: matrices, detail };
}
