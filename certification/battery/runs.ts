/** Runs, SP 800-22 §2.3; p = 0 where the share of ones is off by 2/√n already. */
import { erfc } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { same } from './test.ts';

export const runs: BatteryTest = {
  id: 'runs',
  nist: 'Runs',
  clause: 'SP 800-22 §2.3',
  minimum: 100,
  parameters: () => ({}),
  run(statistics, n) {
    const share = statistics.call.ones() / n;
    if (Math.abs(share - 0.5) > 2 / Math.sqrt(n)) return same([0]);
    const spread = share * (1 - share);
    const count = statistics.call.changes() + 1;
    return same([erfc(Math.abs(count - 2 * n * spread) / (2 * spread * Math.sqrt(2 * n)))]);
  },
};
