/**
 * The tail of counts against a law, beside the exact law: every table of a multinomial summed up by
 * dynamic programming, cell by cell, over how many were placed and the statistic so far.
 */
import { describe, expect, it } from 'vitest';
import type { ChiSquare } from '../../certification/outcomes/chi-square.ts';
import {
  homogeneity,
  LEAST_EXPECTED,
  lawChiSquare,
  likelihoodRatio,
  uniformChiSquare,
} from '../../certification/outcomes/chi-square.ts';
import { chiSquareTail, hypergeometricTwoSided } from '../../certification/tail.ts';

/** Step of the statistic: rounding of twelve cells to it moves a tail by less than 1 %. */
const GRID = 0.05;

type Cell = (observed: number, expected: number) => number;
const pearson: Cell = (o, e) => (o - e) ** 2 / e;
const ratio: Cell = (o, e) => 2 * ((o === 0 ? 0 : o * Math.log(o / e)) - o + e);

/** P(Σ cell >= x) at every step of the grid up to `most`, exactly but for the rounding of each cell. */
function exactTails(expected: readonly number[], cell: Cell, most: number): Float64Array {
  const n = Math.round(expected.reduce((a, b) => a + b, 0));
  const bins = Math.ceil(most / GRID) + 1;
  let state = new Float64Array((n + 1) * bins);
  state[0] = 1;
  for (const e of expected) {
    const next = new Float64Array((n + 1) * bins);
    let weight = Math.exp(-e);
    for (let o = 0; o <= n; o++) {
      if (o > 0) weight *= e / o;
      if (weight < 1e-18) {
        if (o > e) break;
        continue;
      }
      const step = Math.min(bins - 1, Math.round(cell(o, e) / GRID));
      for (let placed = 0; placed + o <= n; placed++) {
        const from = placed * bins;
        const to = (placed + o) * bins;
        for (let bin = 0; bin < bins; bin++) {
          const mass = state[from + bin]!;
          if (mass > 0) next[to + Math.min(bins - 1, bin + step)]! += mass * weight;
        }
      }
    }
    state = next;
  }
  const own = state.subarray(n * bins);
  const whole = own.reduce((a, b) => a + b, 0);
  const tails = new Float64Array(bins);
  let tail = 0;
  for (let bin = bins - 1; bin >= 0; bin--) {
    tail += own[bin]! / whole;
    tails[bin] = tail;
  }
  return tails;
}

/** exact / approximate at the first grid step whose exact tail is at most `level`. */
function excess(
  tails: Float64Array,
  level: number,
  approximate: (statistic: number) => number,
): number {
  const bin = tails.findIndex((tail) => tail <= level);
  return tails[bin]! / approximate((bin - 0.5) * GRID);
}

/** Williams' factor, as his paper has it for a multinomial of n trials. */
function williams(expected: readonly number[]): number {
  const n = expected.reduce((a, b) => a + b, 0);
  const inverse = expected.reduce((sum, e) => sum + n / e, 0);
  return 1 + (inverse - 1) / (6 * n * (expected.length - 1));
}

const LEVELS = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];

describe('the tail of counts against a law', () => {
  for (const [name, cells] of [
    ['twelve even cells', new Array<number>(12).fill(LEAST_EXPECTED)],
    ['cells that double', [20, 40, 80, 160]],
    ['hands of few decks', [20, 30, 50, 200]],
  ] as const) {
    it(`is within 10 % of the exact one down to 1e-7: ${name}`, () => {
      const tails = exactTails(cells, ratio, 90);
      const factor = williams(cells);
      for (const level of LEVELS) {
        const found = excess(tails, level, (x) => chiSquareTail(cells.length - 1, x / factor));
        expect(found, `${level}`).toBeGreaterThan(0.9);
        expect(found, `${level}`).toBeLessThan(1.1);
      }
    });
  }

  it('Pearson’s would be too small by 3 with cells of ten, by 100 with cells of 5, 10 and 85', () => {
    const even = exactTails(new Array<number>(12).fill(10), pearson, 90);
    expect(excess(even, 1e-6, (x) => chiSquareTail(11, x))).toBeGreaterThan(3);
    const uneven = exactTails([5, 10, 85], pearson, 120);
    expect(excess(uneven, 1e-6, (x) => chiSquareTail(2, x))).toBeGreaterThan(100);
  });

  it('has ten even bins of 55 sequences within a quarter of the exact one', () => {
    const cells = new Array<number>(10).fill(5.5);
    const tails = exactTails(cells, ratio, 90);
    for (const level of LEVELS) {
      const found = excess(tails, level, (x) => chiSquareTail(9, x / williams(cells)));
      expect(found, `${level}`).toBeLessThan(1.3);
      expect(found, `${level}`).toBeGreaterThan(0.75);
    }
  });
});

describe('counts against a law', () => {
  const value = (test: ChiSquare | null): ChiSquare => {
    if (test === null) throw new Error('a test was expected');
    return test;
  };

  it('is the likelihood ratio by hand, divided by Williams’ factor', () => {
    // 2 (30 ln 1.5 + 20 ln 1 + 10 ln 0.5) = 10.4650; factor 1 + (9 − 1)/(6 · 60 · 2) = 1.01111.
    const found = likelihoodRatio([30, 20, 10], [20, 20, 20]);
    expect(found.statistic).toBeCloseTo(10.465 / 1.0111111, 3);
    expect(found.df).toBe(2);
    expect(uniformChiSquare([9, 30, 20, 10, 9], 1, 3)).toEqual(found);
    expect(found.p).toBeCloseTo(Math.exp(-found.statistic / 2), 12);
  });

  it('two cells are an exact binomial, two columns an exact hypergeometric law', () => {
    // P(X <= 20 or X >= 40), X ~ Binomial(60, 1/2) = 2 · 0.0067450.
    expect(uniformChiSquare([20, 40]).p).toBeCloseTo(0.01349, 5);
    // Fisher's tea: 3 of 4 right, P(X >= 3) = 17/70.
    expect(hypergeometricTwoSided(3, 4, 4, 8)).toBeCloseTo(34 / 70, 12);
    expect(hypergeometricTwoSided(4, 4, 4, 8)).toBeCloseTo(2 / 70, 12);
    expect(hypergeometricTwoSided(2, 4, 4, 8)).toBe(1);
    const table = value(homogeneity([30, 70], [50, 50]));
    expect(table.p).toBeCloseTo(hypergeometricTwoSided(30, 100, 80, 200), 12);
  });

  it('pools by expectation alone and gives no answer where there are not two cells', () => {
    const law = [0.5, 0.3, 0.15, 0.05];
    // 200: 100, 60, 30 and 10; the last joins its neighbour.
    expect(value(lawChiSquare([90, 65, 35, 10], law)).df).toBe(2);
    expect(lawChiSquare([9, 5, 3, 1], law)).toBe(null);
    expect(() => uniformChiSquare([0, 0, 0])).toThrow(RangeError);
  });

  it('compares two samples given their margins', () => {
    // 3 columns: same shares in both samples give 0.
    const same = value(homogeneity([50, 30, 20], [100, 60, 40]));
    expect(same.statistic).toBeCloseTo(0, 10);
    expect(same.df).toBe(2);
    expect(same.p).toBeCloseTo(1, 10);
    expect(value(homogeneity([200, 30, 20], [100, 60, 40])).p).toBeLessThan(1e-5);
    expect(homogeneity([5, 3], [4, 2])).toBe(null);
  });
});
