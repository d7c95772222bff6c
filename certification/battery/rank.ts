/** Binary matrix rank 32 × 32, SP 800-22 §2.5; class probabilities by the exact product. */
import { igamc } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { same } from './test.ts';

const SIDE = 32;

/** P(rank = r) of a random 32 × 32 matrix over GF(2). */
function probability(r: number): number {
  let product = 1;
  for (let i = 0; i < r; i++) product *= (1 - 2 ** (i - SIDE)) ** 2 / (1 - 2 ** (i - r));
  return 2 ** (r * (2 * SIDE - r) - SIDE * SIDE) * product;
}

const FULL = probability(SIDE);
const NEXT = probability(SIDE - 1);

export const rank: BatteryTest = {
  id: 'rank',
  nist: 'Rank',
  clause: 'SP 800-22 §2.5',
  minimum: 38_912,
  parameters: () => ({ M: SIDE, Q: SIDE }),
  run(statistics) {
    const matrices = statistics.call.ranks();
    const counts = statistics.counts(SIDE + 1);
    const full = counts[SIDE] ?? 0;
    const next = counts[SIDE - 1] ?? 0;
    const law = [FULL, NEXT, 1 - FULL - NEXT];
    const chiSquare = [full, next, matrices - full - next].reduce((sum, count, i) => {
      const expected = matrices * (law[i] ?? 0);
      return sum + (count - expected) ** 2 / expected;
    }, 0);
    return same([igamc(1, chiSquare / 2)]);
  },
};
