/**
 * Frequency within a block, SP 800-22 §2.2. M = 128 as in NIST's suite; §2.2.7 advises fewer than 100
 * blocks, which 128 breaks from n = 12,800 on: harmless while the incomplete gamma function is right
 * for large arguments (field log E10), and printed with the result.
 */
import { igamc } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { numberOf, same } from './test.ts';

export const blockFrequency: BatteryTest = {
  id: 'block-frequency',
  nist: 'BlockFrequency',
  clause: 'SP 800-22 §2.2',
  minimum: 128,
  parameters: () => ({ M: 128 }),
  run(statistics, n, parameters) {
    const block = numberOf(parameters, 'M');
    const chiSquare = statistics.call.blockSquares(block) / block;
    return same([igamc(Math.floor(n / block) / 2, chiSquare / 2)]);
  },
};
