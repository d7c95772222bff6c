/**
 * Approximate entropy, SP 800-22 §2.12, m = 10 as in NIST's suite, less where §2.12.7 (m < log2 n − 5)
 * forbids it. The counts are folded from the pass of the serial test where they already stand.
 */
import { igamc } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { numberOf, same } from './test.ts';

/** Σ (count/n) log(count/n). */
function phi(counts: Uint32Array, n: number): number {
  let sum = 0;
  for (const count of counts) if (count > 0) sum += count * Math.log(count / n);
  return sum / n;
}

export const approximateEntropy: BatteryTest = {
  id: 'approximate-entropy',
  nist: 'ApproximateEntropy',
  clause: 'SP 800-22 §2.12',
  minimum: 100,
  parameters: (n) => ({ m: Math.max(1, Math.min(10, Math.floor(Math.log2(n)) - 6)) }),
  run(statistics, n, parameters) {
    const m = numberOf(parameters, 'm');
    statistics.call.countPatterns(m + 1);
    const longer = phi(statistics.patternCounts(m + 1), n);
    statistics.call.fold(m);
    const entropy = phi(statistics.patternCounts(m), n) - longer;
    return same([igamc(2 ** (m - 1), n * (Math.LN2 - entropy))]);
  },
};
