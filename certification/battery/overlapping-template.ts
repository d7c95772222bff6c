/**
 * Overlapping templates, SP 800-22 §2.8: nine ones, blocks of 1,032 bits. NIST's code replaces its own
 * corrected class probabilities by an old compound Poisson limit (batteries.md §4, row 1); both are
 * here, the corrected ones by an exact recursion over the bits of a block.
 */
import { goodnessOfFit } from '../special.ts';
import type { BatteryTest } from './test.ts';

const LENGTH = 9;
const BLOCK = 1032;
const CLASSES = 6;

function logFactorial(k: number): number {
  let sum = 0;
  for (let i = 2; i <= k; i++) sum += Math.log(i);
  return sum;
}

/** Compound Poisson probability of u hits (Pr of NIST's code; Chrysaphinou and Papastavridis 1988). */
function limit(u: number, eta: number): number {
  if (u === 0) return Math.exp(-eta);
  let sum = 0;
  for (let l = 1; l <= u; l++) {
    const ways = logFactorial(u - 1) - logFactorial(l - 1) - logFactorial(u - l);
    sum += Math.exp(-eta - u * Math.LN2 + l * Math.log(eta) - logFactorial(l) + ways);
  }
  return sum;
}

function nistLaw(): number[] {
  const eta = (BLOCK - LENGTH + 1) / 2 ** LENGTH / 2;
  const law = Array.from({ length: CLASSES - 1 }, (_, u) => limit(u, eta));
  return [...law, 1 - law.reduce((sum, p) => sum + p, 0)];
}

/** Exact law of the number of windows of nine ones in a block, five and more in one class. */
function exactLaw(): number[] {
  const width = LENGTH + 1;
  // state[hits · width + r]: r ones at the end, nine and more alike.
  let state = new Array<number>(CLASSES * width).fill(0);
  state[0] = 1;
  for (let i = 0; i < BLOCK; i++) {
    const next = new Array<number>(CLASSES * width).fill(0);
    state.forEach((p, at) => {
      const hits = Math.floor(at / width);
      const ones = Math.min(LENGTH, (at % width) + 1);
      const more = ones === LENGTH ? Math.min(CLASSES - 1, hits + 1) : hits;
      next[hits * width] = (next[hits * width] ?? 0) + p / 2;
      next[more * width + ones] = (next[more * width + ones] ?? 0) + p / 2;
    });
    state = next;
  }
  return Array.from({ length: CLASSES }, (_, hits) =>
    state.slice(hits * width, (hits + 1) * width).reduce((sum, p) => sum + p, 0),
  );
}

const NIST = nistLaw();
const EXACT = exactLaw();

export const overlappingTemplate: BatteryTest = {
  id: 'overlapping-template',
  nist: 'OverlappingTemplate',
  clause: 'SP 800-22 §2.8',
  minimum: 1_000_000,
  parameters: () => ({
    m: LENGTH,
    M: BLOCK,
    K: CLASSES - 1,
    nistConstants: NIST,
    constants: EXACT,
  }),
  run(statistics) {
    const blocks = statistics.call.onesWindows(LENGTH, BLOCK, CLASSES - 1);
    const observed = statistics.counts(CLASSES);
    return {
      nist: [goodnessOfFit(observed, NIST, blocks)],
      corrected: [goodnessOfFit(observed, EXACT, blocks)],
    };
  },
};
