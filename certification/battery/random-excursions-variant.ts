/** Random excursions variant, SP 800-22 §2.15: total visits of eighteen states. */
import { erfc } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { notApplicable, same } from './test.ts';
import { fewestCycles, walkOf } from './walk.ts';

const STATES = [-9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9];

export const randomExcursionsVariant: BatteryTest = {
  id: 'random-excursions-variant',
  nist: 'RandomExcursionsVariant',
  clause: 'SP 800-22 §2.15',
  minimum: 1_000_000,
  parameters: () => ({ states: STATES }),
  run(statistics, n) {
    const { cycles, totals } = walkOf(statistics);
    if (cycles < fewestCycles(n)) {
      return notApplicable(`J = ${cycles} cycles; ${fewestCycles(n)} are needed`);
    }
    return same(
      STATES.map((state, i) => {
        const difference = Math.abs((totals[i] ?? 0) - cycles);
        return erfc(difference / Math.sqrt(2 * cycles * (4 * Math.abs(state) - 2)));
      }),
    );
  },
};
