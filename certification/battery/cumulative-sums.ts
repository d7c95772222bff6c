/**
 * Cumulative sums, SP 800-22 §2.13, forward and backward. NIST cuts the sums of the limit law with C's
 * division, which rounds negative bounds the wrong way (batteries.md §4, row 17), and loses small
 * tails in 1 − Σ. The corrected p is the same law as an alternating series of tails, by reflection:
 * 4 Σ (−1)^k Q((2k + 1) z/√n), right to the last digit however small.
 */
import { erfc, normalUpper } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { walkOf } from './walk.ts';

/** Standard normal distribution function as NIST's code has it. */
function normal(x: number): number {
  return x > 0 ? 1 - 0.5 * erfc(x / Math.SQRT2) : 0.5 * erfc(-x / Math.SQRT2);
}

function nistTail(n: number, z: number): number {
  const root = Math.sqrt(n);
  const ratio = Math.trunc(n / z);
  const negative = Math.trunc(-n / z);
  let first = 0;
  const top = Math.trunc((ratio - 1) / 4);
  for (let k = Math.trunc((negative + 1) / 4); k <= top; k++) {
    first += normal(((4 * k + 1) * z) / root) - normal(((4 * k - 1) * z) / root);
  }
  let second = 0;
  for (let k = Math.trunc((negative - 3) / 4); k <= top; k++) {
    second += normal(((4 * k + 3) * z) / root) - normal(((4 * k + 1) * z) / root);
  }
  return 1 - first + second;
}

/** P(max |S| >= z). */
function exactTail(n: number, z: number): number {
  const a = z / Math.sqrt(n);
  let sum = 0;
  for (let k = 0; k < 10_000; k++) {
    const term = normalUpper((2 * k + 1) * a);
    sum += k % 2 === 0 ? term : -term;
    if (term <= 1e-17 * Math.abs(sum)) break;
  }
  return Math.min(1, 4 * sum);
}

export const cumulativeSums: BatteryTest = {
  id: 'cumulative-sums',
  nist: 'CumulativeSums',
  clause: 'SP 800-22 §2.13',
  minimum: 100,
  parameters: () => ({ order: 'forward, backward' }),
  run(statistics, n) {
    const { lowest, highest, final } = walkOf(statistics);
    const z = [Math.max(highest, -lowest), Math.max(highest - final, final - lowest)];
    return {
      nist: z.map((one) => nistTail(n, one)),
      corrected: z.map((one) => exactTail(n, one)),
    };
  },
};
