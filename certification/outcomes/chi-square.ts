/**
 * Pearson's statistic against an exact law. Cells are pooled by expectation alone, never by what was
 * observed, so that the pooling is fixed before the data (standards.md §2). The tail is the
 * chi-square law; where cells are few it is calibrated (certification/calibration.json).
 */
import { chiSquareTail } from '../tail.ts';

/** One test: the statistic, its degrees of freedom and the upper tail. */
export interface ChiSquare {
  readonly statistic: number;
  readonly df: number;
  readonly p: number;
}

/** Least expectation of a cell (standards.md D1: pool below 5). */
export const LEAST_EXPECTED = 5;

/** Equal probabilities over `cells` consecutive counts. */
export function uniformChiSquare(
  counts: ArrayLike<number>,
  from = 0,
  cells = counts.length,
): ChiSquare {
  let total = 0;
  for (let i = from; i < from + cells; i++) total += counts[i] ?? 0;
  const expected = total / cells;
  let statistic = 0;
  for (let i = from; i < from + cells; i++) statistic += ((counts[i] ?? 0) - expected) ** 2;
  statistic = expected > 0 ? statistic / expected : 0;
  return { statistic, df: cells - 1, p: chiSquareTail(cells - 1, statistic) };
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
  let statistic = 0;
  expected.forEach((value, i) => {
    statistic += ((observed[i] ?? 0) - value) ** 2 / value;
  });
  return { statistic, df: last, p: chiSquareTail(last, statistic) };
}

/** Two samples over the same cells: Pearson's homogeneity test of a 2 × k table. */
export function homogeneity(a: ArrayLike<number>, b: ArrayLike<number>): ChiSquare | null {
  let totalA = 0;
  let totalB = 0;
  for (let i = 0; i < a.length; i++) {
    totalA += a[i] ?? 0;
    totalB += b[i] ?? 0;
  }
  if (totalA === 0 || totalB === 0) return null;
  const all = totalA + totalB;
  let statistic = 0;
  let cells = 0;
  let x = 0;
  let y = 0;
  const close = (): void => {
    const e = ((x + y) * totalA) / all;
    const f = ((x + y) * totalB) / all;
    statistic += (x - e) ** 2 / e + (y - f) ** 2 / f;
    cells += 1;
    x = 0;
    y = 0;
  };
  for (let i = 0; i < a.length; i++) {
    x += a[i] ?? 0;
    y += b[i] ?? 0;
    let rest = 0;
    for (let j = i + 1; j < a.length; j++) rest += (a[j] ?? 0) + (b[j] ?? 0);
    const smaller = Math.min(totalA, totalB) / all;
    if ((x + y) * smaller >= LEAST_EXPECTED && rest * smaller >= LEAST_EXPECTED) close();
  }
  if (x + y > 0) close();
  if (cells < 2) return null;
  return { statistic, df: cells - 1, p: chiSquareTail(cells - 1, statistic) };
}
