/**
 * Family B: from counts of draws to p-values (standards.md §2, B1–B12). Tests that exist once per n
 * are joined by Bonferroni over n; sums over n are made only where the draws of different n are
 * independent by construction.
 */
import type { Finding } from '../finding.ts';
import { chiFinding, finding } from '../finding.ts';
import { binomialTwoSided, chiSquareTail, collapse, normalTwoSided } from '../tail.ts';
import type { ChiSquare } from './chi-square.ts';
import { LEAST_EXPECTED, lawChiSquare, uniformChiSquare } from './chi-square.ts';
import type { DrawCounts } from './draws.ts';
import { CARDS, COUPON_CELLS, COUPON_N, GAP_CELLS, GROUP, PAIR_OFFSET } from './draws.ts';
import { couponLaw, distinctLaw, gapLaw } from './laws.ts';

const EVERY_N = Array.from({ length: CARDS - 1 }, (_, i) => i + 2);
const EVEN_N = EVERY_N.filter((n) => n % 2 === 0);

/** Smallest p of the tests that could be made, times their number. */
function joined(
  id: string,
  n: number,
  tests: readonly (ChiSquare | null)[],
  what: string,
): Finding {
  const made = tests.filter((test) => test !== null);
  if (made.length === 0) return finding(id, n, null, `${what}: too few observations`);
  const p = collapse(made.map((test) => test.p));
  return finding(id, n, p, `${what}; smallest of ${made.length} p, × ${made.length}`);
}

function total(counts: ArrayLike<number>, from: number, cells: number): number {
  let sum = 0;
  for (let i = from; i < from + cells; i++) sum += counts[i] ?? 0;
  return sum;
}

/** A uniform table of `cells` where each cell expects enough; null otherwise. */
function table(counts: Uint32Array, from: number, cells: number): ChiSquare | null {
  const enough = total(counts, from, cells) >= cells * LEAST_EXPECTED;
  return enough ? uniformChiSquare(counts, from, cells) : null;
}

/**
 * Overlapping pairs: the values that follow each value are uniform, one table a value; their sum is
 * the likelihood ratio's form of ψ²₂ − ψ²₁ (I. J. Good, 1953), n² − n degrees of freedom.
 */
function overlaps(counts: DrawCounts, n: number): ChiSquare | null {
  const from = PAIR_OFFSET[n]!;
  if (total(counts.overlapping, from, n * n) < n * n * LEAST_EXPECTED) return null;
  let statistic = 0;
  for (let a = 0; a < n; a++) {
    if (total(counts.overlapping, from + a * n, n) === 0) continue;
    statistic += uniformChiSquare(counts.overlapping, from + a * n, n).statistic;
  }
  const df = n * n - n;
  return { statistic, df, p: chiSquareTail(df, statistic) };
}

/** Serial sums have mean 0 and variance `terms` · Var(2x − n + 1) · Var(2y − m + 1). */
function serial(sums: Float64Array, terms: number, step: 0 | 1): number[] {
  const spread = (n: number): number => (n * n - 1) / 3;
  return EVERY_N.filter((n) => n + step <= CARDS).map((n) => {
    const variance = terms * spread(n) * spread(n + step);
    return normalTwoSided(sums[n]! / Math.sqrt(variance));
  });
}

/** Rounds below which a normal law for serial sums is not taken: n = 2 is then binomial enough. */
const SERIAL_MIN = 1000;

/** Every hypothesis of family B on the draws. */
export function drawFindings(counts: DrawCounts): Finding[] {
  const n = counts.total;
  const values = EVERY_N.map((k) => table(counts.values, k * CARDS, k));
  const all = values.every((test) => test !== null) ? values.filter((test) => test !== null) : [];
  const sum = all.reduce((s, test) => s + test.statistic, 0);
  const df = all.reduce((s, test) => s + test.df, 0);
  const changes = EVEN_N.reduce((s, k) => s + counts.changes[k]!, 0);
  const trials = EVEN_N.length * counts.transitions;
  const enough = counts.transitions >= SERIAL_MIN;
  return [
    joined('B.total', n, values, 'values of below(n), n = 2…52, df n − 1'),
    chiFinding(
      'B.total-sum',
      n,
      all.length === 0 ? null : { statistic: sum, df, p: chiSquareTail(df, sum) },
      'values of below(n) summed over n, df 1,326',
    ),
    joined(
      'B.subsequence',
      n,
      EVERY_N.map((k) => table(counts.everySecond, k * CARDS, k)),
      'values in every second round',
    ),
    joined(
      'B.pairs',
      n,
      EVERY_N.map((k) => table(counts.pairs, PAIR_OFFSET[k]!, k * k)),
      'pairs without overlap, df n² − 1',
    ),
    joined(
      'B.overlaps',
      n,
      EVERY_N.map((k) => overlaps(counts, k)),
      'overlapping pairs, what follows each value, df n² − n',
    ),
    joined(
      'B.gap',
      n,
      EVERY_N.map((k) =>
        lawChiSquare(
          counts.gaps.subarray(k * GAP_CELLS, k * GAP_CELLS + 4 * k + 1),
          gapLaw(1 / k, 4 * k),
        ),
      ),
      'gaps of the value 0, geometric law',
    ),
    joined(
      'B.poker',
      n,
      EVERY_N.map((k) =>
        lawChiSquare(
          counts.poker.subarray(k * (GROUP + 1), (k + 1) * (GROUP + 1)),
          distinctLaw(k, GROUP),
        ),
      ),
      'different values among five',
    ),
    joined(
      'B.maximum',
      n,
      EVERY_N.map((k) =>
        lawChiSquare(counts.maximum.subarray(k * CARDS, k * CARDS + k), maximumLaw(k)),
      ),
      'maximum of five (order statistics)',
    ),
    joined(
      'B.coupon',
      n,
      COUPON_N.map((k, i) =>
        lawChiSquare(
          counts.coupons.subarray(i * COUPON_CELLS, i * COUPON_CELLS + 10 * k + 1),
          couponLaw(k, 10 * k),
        ),
      ),
      'draws until a set is complete, n = 5, 13, 26, 52',
    ),
    finding(
      'B.runs',
      trials,
      trials === 0 ? null : binomialTwoSided(changes, trials, 0.5),
      'changes between lower and upper half, even n, exact binomial',
      changes,
    ),
    finding(
      'B.serial-correlation',
      n,
      enough ? collapse(serial(counts.serial, counts.transitions, 0)) : null,
      'lag 1 of each n, smallest of 51 p, × 51',
    ),
    finding(
      'B.interplay',
      n,
      enough ? collapse(serial(counts.neighbours, n, 1)) : null,
      'neighbouring draws of one deck, smallest of 50 p, × 50',
    ),
  ];
}

/** P(maximum of five = k) of values 0…n−1. */
function maximumLaw(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, k) => ((k + 1) / n) ** GROUP - (k / n) ** GROUP);
}
