/** Tails and laws against values from elsewhere: closed forms, textbooks, exhaustive small cases. */
import { describe, expect, it } from 'vitest';
import {
  FIVE_CARD_COUNTS,
  QUALIFIES,
  SIX_CARD_COUNTS,
} from '../../certification/outcomes/hand-law.ts';
import {
  ascentLaw,
  couponLaw,
  cycleLaw,
  distinctLaw,
  fixedPointLaw,
  gapLaw,
  inversionLaw,
} from '../../certification/outcomes/laws.ts';
import {
  binomialLower,
  binomialTwoSided,
  binomialUpper,
  chiSquareTail,
  collapse,
  holm,
  kolmogorovTail,
  normalTwoSided,
  poissonLower,
  poissonUpper,
} from '../../certification/tail.ts';

const close = (value: number, expected: number, relative = 1e-10): void => {
  expect(Math.abs(value / expected - 1)).toBeLessThan(relative);
};
const mean = (law: Float64Array): number => law.reduce((sum, p, k) => sum + k * p, 0);
const variance = (law: Float64Array): number =>
  law.reduce((sum, p, k) => sum + k * k * p, 0) - mean(law) ** 2;

describe('tails', () => {
  it('binomial: brute force of C(20, k)', () => {
    let sum = 0;
    let choose = 1;
    const p = 0.3;
    const terms = Array.from({ length: 21 }, (_, k) => {
      const term = choose * p ** k * (1 - p) ** (20 - k);
      choose = (choose * (20 - k)) / (k + 1);
      return term;
    });
    for (let k = 20; k >= 0; k--) {
      sum += terms[k] ?? 0;
      close(binomialUpper(k, 20, p), sum, 1e-12);
      close(binomialLower(k - 1, 20, p) + binomialUpper(k, 20, p), 1, 1e-12);
    }
  });

  it('binomial: the proportion of standards §2 (5) and 10^7 trials', () => {
    // P(more than 4 of 100 below 0.01) = 0.0034: the proportion below 96/100.
    expect(binomialUpper(5, 100, 0.01)).toBeCloseTo(0.0034, 4);
    // By symmetry P(X >= n/2) = 1/2 + P(X = n/2)/2, and P(X = n/2) = √(2/πn)(1 − 1/4n …).
    const half = Math.sqrt(2 / (Math.PI * 1e7)) * (1 - 1 / 4e7);
    close(binomialUpper(5e6, 1e7, 0.5), 0.5 + half / 2, 1e-10);
    expect(binomialTwoSided(5e6, 1e7, 0.5)).toBe(1);
  });

  it('Poisson, chi-square, normal, Kolmogorov', () => {
    close(poissonUpper(1, 2e-7), -Math.expm1(-2e-7), 1e-8);
    close(poissonLower(2, 3), Math.exp(-3) * (1 + 3 + 4.5), 1e-12);
    close(poissonLower(2, 3) + poissonUpper(3, 3), 1, 1e-12);
    close(chiSquareTail(2, 7), Math.exp(-3.5), 1e-12);
    expect(chiSquareTail(5, 1e6)).toBe(0);
    expect(normalTwoSided(1.959963984540054)).toBeCloseTo(0.05, 12);
    expect(kolmogorovTail(1.3580986)).toBeCloseTo(0.05, 6);
  });

  it('Holm and Bonferroni', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(collapse([0.2, 0.01, 0.5])).toBeCloseTo(0.03, 15);
    expect(collapse([0.9, 0.8])).toBe(1);
  });
});

describe('laws', () => {
  it('have the moments of batteries §5 at 52 cards', () => {
    close(mean(inversionLaw(52)), 663, 1e-12);
    close(variance(inversionLaw(52)), (52 * 51 * 109) / 72, 1e-9);
    close(mean(ascentLaw(52)), 25.5, 1e-12);
    close(variance(ascentLaw(52)), 53 / 12, 1e-9);
    expect(mean(cycleLaw(52))).toBeCloseTo(4.538, 3);
    expect(variance(cycleLaw(52))).toBeCloseTo(2.912, 3);
    close(mean(fixedPointLaw(52)), 1, 1e-12);
    close(variance(fixedPointLaw(52)), 1, 1e-12);
  });

  it('equal the counts over all 720 permutations of six', () => {
    const counts = {
      inversions: new Array<number>(16).fill(0),
      ascents: new Array<number>(6).fill(0),
      cycles: new Array<number>(7).fill(0),
      fixed: new Array<number>(7).fill(0),
    };
    const add = (into: number[], k: number): void => {
      into[k] = (into[k] ?? 0) + 1;
    };
    const walk = (rest: number[], p: number[]): void => {
      if (rest.length > 0) {
        for (const x of rest)
          walk(
            rest.filter((y) => y !== x),
            [...p, x],
          );
        return;
      }
      let inversions = 0;
      for (let i = 0; i < 6; i++) for (let j = i + 1; j < 6; j++) if (p[j]! < p[i]!) inversions++;
      add(counts.inversions, inversions);
      add(counts.ascents, p.filter((x, i) => i > 0 && x > p[i - 1]!).length);
      add(counts.fixed, p.filter((x, i) => x === i).length);
      const seen = new Set<number>();
      let cycles = 0;
      for (let i = 0; i < 6; i++) {
        if (!seen.has(i)) cycles++;
        for (let j = i; !seen.has(j); j = p[j]!) seen.add(j);
      }
      add(counts.cycles, cycles);
    };
    walk([0, 1, 2, 3, 4, 5], []);
    const scaled = (law: Float64Array): number[] => [...law].map((p) => Math.round(p * 720));
    expect(scaled(inversionLaw(6))).toEqual(counts.inversions);
    expect(scaled(ascentLaw(6))).toEqual(counts.ascents);
    expect(scaled(cycleLaw(6))).toEqual(counts.cycles);
    expect(scaled(fixedPointLaw(6))).toEqual(counts.fixed);
  });

  it('sum to one; coupon means of standards B6', () => {
    for (const law of [distinctLaw(13, 5), couponLaw(13, 3000), gapLaw(1 / 52, 208)]) {
      close(
        law.reduce((a, b) => a + b, 0),
        1,
        1e-12,
      );
    }
    expect(mean(couponLaw(13, 3000))).toBeCloseTo(41.34, 2);
    expect(mean(couponLaw(52, 6000))).toBeCloseTo(235.98, 2);
  });

  it('hand counts sum to all hands; the dealer has game in 56.3 of 100', () => {
    expect(FIVE_CARD_COUNTS.reduce((a, b) => a + b, 0)).toBe(2_598_960);
    expect(SIX_CARD_COUNTS.reduce((a, b) => a + b, 0)).toBe(20_358_520);
    expect(FIVE_CARD_COUNTS[1]).toBe(167_280);
    expect(QUALIFIES).toBeCloseTo(0.5631866, 6);
  });
});
