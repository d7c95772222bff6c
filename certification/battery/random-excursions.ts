/**
 * Random excursions, SP 800-22 §2.14: visits of eight states a cycle. Too few cycles: not applicable,
 * where NIST writes p = 0 and drops it later (batteries.md §4, row 6); no upper limit of cycles (row 7).
 */
import { goodnessOfFit } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { notApplicable } from './test.ts';
import { fewestCycles, walkOf } from './walk.ts';

const STATES = [-4, -3, -2, -1, 1, 2, 3, 4];

/** NIST's table by |state|, rounded to ten digits. */
const NIST: readonly (readonly number[])[] = [
  [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.03125],
  [0.75, 0.0625, 0.046875, 0.03515625, 0.0263671875, 0.0791015625],
  [0.8333333333, 0.02777777778, 0.02314814815, 0.01929012346, 0.01607510288, 0.0803755143],
  [0.875, 0.015625, 0.013671875, 0.01196289063, 0.0104675293, 0.0732727051],
];

/** P(0, 1, 2, 3, 4, 5 and more visits of state x in a cycle), §3.14. */
function law(x: number): number[] {
  const away = 1 - 1 / (2 * x);
  const visits = [1, 2, 3, 4].map((k) => away ** (k - 1) / (4 * x * x));
  return [away, ...visits, away ** 4 / (2 * x)];
}

export const randomExcursions: BatteryTest = {
  id: 'random-excursions',
  nist: 'RandomExcursions',
  clause: 'SP 800-22 §2.14',
  minimum: 1_000_000,
  parameters: () => ({ states: STATES }),
  run(statistics, n) {
    const { cycles, classes } = walkOf(statistics);
    if (cycles < fewestCycles(n)) {
      return notApplicable(`J = ${cycles} cycles; ${fewestCycles(n)} are needed`);
    }
    const nist: number[] = [];
    const corrected: number[] = [];
    STATES.forEach((state, i) => {
      const x = Math.abs(state);
      const row = classes[i] ?? [];
      nist.push(goodnessOfFit(row, NIST[x - 1] ?? [], cycles));
      corrected.push(goodnessOfFit(row, law(x), cycles));
    });
    return { nist, corrected };
  },
};
