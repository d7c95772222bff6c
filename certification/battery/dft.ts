/**
 * Discrete Fourier transform, SP 800-22 §2.6. The frequencies depend on each other: the variance of
 * the number of low peaks is n·0.95·0.05/3.8, not /4 (batteries.md §4, row 2; Pareschi, Rovatti and
 * Setti 2012). The corrected p divides by 3.8.
 */
import { erfc } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { notApplicable, same } from './test.ts';

/** log(1/0.05) as NIST's code writes it: 95 % of the peaks are lower than √(2.9957… n). */
const THRESHOLD = 2.995732274;
const NIST_DIVISOR = 4;
const DIVISOR = 3.8;

export const dft: BatteryTest = {
  id: 'dft',
  nist: 'FFT',
  clause: 'SP 800-22 §2.6',
  minimum: 1000,
  parameters: () => ({ threshold: 0.95, nistDivisor: NIST_DIVISOR, divisor: DIVISOR }),
  run(statistics, n) {
    if (statistics.call.canTransform(n) === 0) {
      return notApplicable(`n = ${n} must be even with prime factors up to 127`);
    }
    const low = statistics.call.peaksBelow(THRESHOLD * n);
    const difference = low - (0.95 * n) / 2;
    if (difference === 0) return same([1]);
    const p = (divisor: number) =>
      erfc(Math.abs(difference) / Math.sqrt((n / divisor) * 0.95 * 0.05) / Math.SQRT2);
    return { nist: [p(NIST_DIVISOR)], corrected: [p(DIVISOR)] };
  },
};
