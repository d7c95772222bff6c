/**
 * Serial, SP 800-22 §2.11: two p-values from the counts of patterns of m, m − 1 and m − 2 bits. m = 16 as
 * in NIST's suite, less where §2.11.7 (m < log2 n − 2) forbids it.
 */
import { igamc } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { numberOf, same } from './test.ts';

export const serial: BatteryTest = {
  id: 'serial',
  nist: 'Serial',
  clause: 'SP 800-22 §2.11',
  minimum: 100,
  parameters: (n) => ({ m: Math.max(2, Math.min(16, Math.floor(Math.log2(n)) - 3)) }),
  run(statistics, n, parameters) {
    const m = numberOf(parameters, 'm');
    statistics.call.countPatterns(m);
    const psi = [m, m - 1, m - 2].map((width) => {
      if (width === 0) return 0;
      statistics.call.fold(width);
      return (statistics.call.squares() * 2 ** width) / n - n;
    });
    const [first = 0, second = 0, third = 0] = psi;
    return same([
      igamc(2 ** (m - 2), (first - second) / 2),
      igamc(2 ** (m - 3), (first - 2 * second + third) / 2),
    ]);
  },
};
