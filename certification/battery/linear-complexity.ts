/**
 * Linear complexity, SP 800-22 §2.10, M = 500. NIST's first constant is 0.01047 where the limit is 1/96
 * (batteries.md §4, row 4); the corrected p takes the exact law of the complexity of M bits
 * (Rueppel 1986, §4.1): 2^min(2L−1, 2M−2L) of 2^M sequences have complexity L > 0.
 */
import { goodnessOfFit } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { numberOf } from './test.ts';

const CLASSES = 7;
const NIST = [0.01047, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833];

/** log2 of P(complexity of M random bits = L). */
export function log2Complexity(L: number, M: number): number {
  return (L === 0 ? 0 : Math.min(2 * L - 1, 2 * M - 2 * L)) - M;
}

/** Class of complexity L: T = (−1)^M (L − μ) + 2/9, cut at −2.5, −1.5, … 2.5 (§2.10.4). */
function classOf(L: number, M: number): number {
  const sign = M % 2 === 0 ? 1 : -1;
  const mean = M / 2 + (9 - sign) / 36 - (M / 3 + 2 / 9) / 2 ** M;
  const t = sign * (L - mean) + 2 / 9;
  return Math.min(CLASSES - 1, Math.max(0, Math.ceil(t + 2.5)));
}

function exactLaw(M: number): number[] {
  const law = new Array<number>(CLASSES).fill(0);
  for (let L = 0; L <= M; L++) {
    const at = classOf(L, M);
    law[at] = (law[at] ?? 0) + 2 ** log2Complexity(L, M);
  }
  return law;
}

const EXACT = exactLaw(500);

export const linearComplexity: BatteryTest = {
  id: 'linear-complexity',
  nist: 'LinearComplexity',
  clause: 'SP 800-22 §2.10',
  minimum: 1_000_000,
  parameters: () => ({ M: 500, K: CLASSES - 1, nistConstants: NIST, constants: EXACT }),
  run(statistics, _n, parameters) {
    const M = numberOf(parameters, 'M');
    const blocks = statistics.call.complexities(M);
    const observed = new Array<number>(CLASSES).fill(0);
    statistics.counts(M + 1).forEach((count, L) => {
      const at = classOf(L, M);
      observed[at] = (observed[at] ?? 0) + count;
    });
    return {
      nist: [goodnessOfFit(observed, NIST, blocks)],
      corrected: [goodnessOfFit(observed, M === 500 ? EXACT : exactLaw(M), blocks)],
    };
  },
};
