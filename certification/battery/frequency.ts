/** Frequency (monobit), SP 800-22 §2.1: are there as many ones as zeros. */
import { erfc } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { same } from './test.ts';

export const frequency: BatteryTest = {
  id: 'frequency',
  nist: 'Frequency',
  clause: 'SP 800-22 §2.1',
  minimum: 100,
  parameters: () => ({}),
  run(statistics, n) {
    const sum = 2 * statistics.call.ones() - n;
    return same([erfc(Math.abs(sum) / Math.sqrt(n) / Math.SQRT2)]);
  },
};
