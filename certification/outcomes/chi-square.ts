/**
 * Counts against an exact law. The statistic is the likelihood ratio 2 Σ O ln(O/E) divided by Williams'
 * factor (D. A. Williams, Biometrika 63, 1976, 33–37), whose tail follows chi-square down to 1e-7.
 * Pearson's Σ (O − E)²/E was rejected: against the exact law of a multinomial, its chi-square p is too
 * small by 3.4 at 10^-6 with twelve cells of 10, and by 125 with cells of 5, 10 and 85, so that good
 * generators would fail far below a Holm threshold (test/certification/chi-square.test.ts computes
 * both). Two cells are an exact binomial. Cells are pooled by expectation alone, never by what was
 * observed, so that the pooling is fixed before the data (standards.md §2).
 */
import { binomialTwoSided, chiSquareTail, hypergeometricTwoSided } from '../tail.ts';

/** One test: the statistic, its degrees of freedom and the upper tail. */
export interface ChiSquare {
  readonly statistic: number;
  readonly df: number;
  readonly p: number;
}

/**
 * Least expectation of a cell. Standards.md D1 pools below 5; from 20 on the chi-square tail is
 * within 10 % of the exact one down to 1e-7, for even and uneven cells.
 */
export const LEAST_EXPECTED = 20;

/** The contribution of one cell to the likelihood ratio; its linear terms cancel over all cells. */
function deviance(observed: number, expected: number): number {
  const linear = expected - observed;
  return observed === 0 ? 2 * expected : 2 * (observed * Math.log(observed / expected) + linear);
}

/** The corrected likelihood ratio of cells with these expectations; at least two of them, none 0. */
export function likelihoodRatio(
  observed: ArrayLike<number>,
  expected: ArrayLike<number>,
): ChiSquare {
  const df = expected.length - 1;
  let total = 0;
  let inverse = 0;
  let sum = 0;
  for (let i = 0; i <= df; i++) {
    const e = expected[i] ?? 0;
    total += e;
    inverse += 1 / e;
    sum += deviance(observed[i] ?? 0, e);
  }
  const williams = 1 + (inverse - 1 / total) / (6 * df);
  const statistic = Math.max(0, sum) / williams;
  if (df === 1) {
    const p = binomialTwoSided(observed[0] ?? 0, Math.round(total), (expected[0] ?? 0) / total);
    return { statistic, df, p };
  }
  return { statistic, df, p: chiSquareTail(df, statistic) };
}

/** Equal probabilities over `cells` consecutive counts, of which there is at least one. */
export function uniformChiSquare(
  counts: ArrayLike<number>,
  from = 0,
  cells = counts.length,
): ChiSquare {
  const own = new Float64Array(cells);
  let total = 0;
  for (let i = 0; i < cells; i++) {
    own[i] = counts[from + i] ?? 0;
    total += own[i] ?? 0;
  }
  if (total === 0) throw new RangeError('a table without counts');
  return likelihoodRatio(own, new Float64Array(cells).fill(total / cells));
}

/**
 * Counts against a law over the same indices. Neighbouring cells are joined from the left until each
 * expects at least LEAST_EXPECTED and at least total / `most`; the rest joins the last cell.
 */
export function lawChiSquare(
  counts: ArrayLike<number>,
  law: ArrayLike<number>,
  most = 64,
): ChiSquare | null {
  let total = 0;
  for (let i = 0; i < counts.length; i++) total += counts[i] ?? 0;
  const least = Math.max(LEAST_EXPECTED, total / most);
  const observed: number[] = [];
  const expected: number[] = [];
  let o = 0;
  let e = 0;
  for (let i = 0; i < law.length; i++) {
    o += counts[i] ?? 0;
    e += (law[i] ?? 0) * total;
    if (e >= least) {
      observed.push(o);
      expected.push(e);
      o = 0;
      e = 0;
    }
  }
  if (expected.length < 2) return null;
  const last = expected.length - 1;
  observed[last] = (observed[last] ?? 0) + o;
  expected[last] = (expected[last] ?? 0) + e;
  return likelihoodRatio(observed, expected);
}

/**
 * Two samples over the same cells: the likelihood ratio of a 2 × k table, given its margins, with
 * Williams' factor for tables; two columns are an exact hypergeometric law (Fisher's exact test).
 */
export function homogeneity(a: ArrayLike<number>, b: ArrayLike<number>): ChiSquare | null {
  const columns = pooled(a, b);
  if (columns === null) return null;
  let totalA = 0;
  let totalB = 0;
  for (const [x, y] of columns) {
    totalA += x;
    totalB += y;
  }
  const all = totalA + totalB;
  let sum = 0;
  let inverse = 0;
  for (const [x, y] of columns) {
    sum += deviance(x, ((x + y) * totalA) / all) + deviance(y, ((x + y) * totalB) / all);
    inverse += all / (x + y);
  }
  const df = columns.length - 1;
  const rows = all / totalA + all / totalB - 1;
  const statistic = Math.max(0, sum) / (1 + (rows * (inverse - 1)) / (6 * all * df));
  const [x, y] = columns[0] ?? [0, 0];
  const p = df === 1 ? hypergeometricTwoSided(x, totalA, x + y, all) : chiSquareTail(df, statistic);
  return { statistic, df, p };
}

/** Columns joined from the left, by their margins alone, until both samples expect enough of each. */
function pooled(a: ArrayLike<number>, b: ArrayLike<number>): [number, number][] | null {
  let totalA = 0;
  let totalB = 0;
  for (let i = 0; i < a.length; i++) {
    totalA += a[i] ?? 0;
    totalB += b[i] ?? 0;
  }
  const smaller = Math.min(totalA, totalB) / (totalA + totalB);
  let rest = totalA + totalB;
  let x = 0;
  let y = 0;
  const columns: [number, number][] = [];
  for (let i = 0; i < a.length; i++) {
    x += a[i] ?? 0;
    y += b[i] ?? 0;
    rest -= (a[i] ?? 0) + (b[i] ?? 0);
    if ((x + y) * smaller < LEAST_EXPECTED || rest * smaller < LEAST_EXPECTED) continue;
    columns.push([x, y]);
    x = 0;
    y = 0;
  }
  if (x + y > 0) columns.push([x, y]);
  return columns.length < 2 ? null : columns;
}
