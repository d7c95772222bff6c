/**
 * Longest run of ones in a block, SP 800-22 §2.4. NIST's constants for M = 10^4 are rounded to four
 * digits (batteries.md §4, row 5); the corrected p takes exact ones from the recursion below.
 */
import { goodnessOfFit } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { numberOf } from './test.ts';

interface Setting {
  readonly block: number;
  /** Longest run of the first class; the last class is open. */
  readonly first: number;
  readonly nist: readonly number[];
}

const SMALL: Setting = { block: 8, first: 1, nist: [0.21484375, 0.3671875, 0.23046875, 0.1875] };
const MIDDLE: Setting = {
  block: 128,
  first: 4,
  nist: [0.1174035788, 0.242955959, 0.249363483, 0.17517706, 0.102701071, 0.112398847],
};
const LARGE: Setting = {
  block: 10_000,
  first: 10,
  nist: [0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727],
};

function setting(n: number): Setting {
  if (n < 6272) return SMALL;
  return n < 750_000 ? MIDDLE : LARGE;
}

/** P(no run of ones longer than `most` in `block` fair bits). */
function within(block: number, most: number): number {
  // state[r]: no longer run so far, r ones at the end.
  let state = new Array<number>(most + 1).fill(0);
  state[0] = 1;
  for (let i = 0; i < block; i++) {
    const all = state.reduce((sum, p) => sum + p, 0);
    state = [all / 2, ...state.slice(0, most).map((p) => p / 2)];
  }
  return state.reduce((sum, p) => sum + p, 0);
}

const exact = new Map<Setting, readonly number[]>();

/** Exact class probabilities of a setting. */
function exactly(one: Setting): readonly number[] {
  const known = exact.get(one);
  if (known !== undefined) return known;
  const classes = one.nist.length;
  const cumulative = Array.from({ length: classes }, (_, i) =>
    i === classes - 1 ? 1 : within(one.block, one.first + i),
  );
  const law = cumulative.map((p, i) => p - (i === 0 ? 0 : (cumulative[i - 1] ?? 0)));
  exact.set(one, law);
  return law;
}

export const longestRun: BatteryTest = {
  id: 'longest-run',
  nist: 'LongestRun',
  clause: 'SP 800-22 §2.4',
  minimum: 128,
  parameters: (n) => {
    const one = setting(n);
    return {
      M: one.block,
      K: one.nist.length - 1,
      nistConstants: one.nist,
      constants: exactly(one),
    };
  },
  run(statistics, n, parameters) {
    const one = setting(n);
    if (numberOf(parameters, 'M') !== one.block) throw new RangeError('M follows from n');
    const blocks = statistics.call.longestRuns(one.block);
    const observed = new Array<number>(one.nist.length).fill(0);
    statistics.counts(64).forEach((count, length) => {
      const column = Math.min(observed.length - 1, Math.max(0, length - one.first));
      observed[column] = (observed[column] ?? 0) + count;
    });
    return {
      nist: [goodnessOfFit(observed, one.nist, blocks)],
      corrected: [goodnessOfFit(observed, exactly(one), blocks)],
    };
  },
};
