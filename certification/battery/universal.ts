/**
 * Maurer's universal statistic, SP 800-22 §2.9. Below 387,840 bits NIST's code fails and its report
 * prints 0 of 10 (batteries.md §4, row 13); here it does not apply. Expectations and variances: Maurer
 * 1992, table 1, as §2.9.4 quotes them.
 */
import { erfc } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { numberOf, same } from './test.ts';

/** [shortest n, L, expectation, variance]. */
const SETTINGS: readonly (readonly [number, number, number, number])[] = [
  [2_068_480, 8, 7.1836656, 3.238],
  [904_960, 7, 6.1962507, 3.125],
  [387_840, 6, 5.2177052, 2.954],
];

const MINIMUM = 387_840;

export const universal: BatteryTest = {
  id: 'universal',
  nist: 'Universal',
  clause: 'SP 800-22 §2.9',
  minimum: MINIMUM,
  parameters: (n) => {
    const L = SETTINGS.find(([least]) => n >= least)?.[1] ?? 6;
    return { L, Q: 10 * 2 ** L };
  },
  run(statistics, n, parameters) {
    const L = numberOf(parameters, 'L');
    const Q = numberOf(parameters, 'Q');
    const row = SETTINGS.find(([, bits]) => bits === L);
    const blocks = Math.floor(n / L) - Q;
    if (row === undefined || blocks < 1) throw new RangeError(`universal: L = ${L}, n = ${n}`);
    const [, , expectation, variance] = row;
    const c = 0.7 - 0.8 / L + ((4 + 32 / L) * blocks ** (-3 / L)) / 15;
    const sigma = c * Math.sqrt(variance / blocks);
    const mean = statistics.call.distances(L, Q) / blocks;
    return same([erfc(Math.abs(mean - expectation) / (Math.SQRT2 * sigma))]);
  },
};
