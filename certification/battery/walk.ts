/** The walk of the sequence as the wasm tabulates it (assembly/statistics/walk.ts), for three tests. */
import type { Statistics } from './statistics.ts';

export interface Walk {
  readonly lowest: number;
  readonly highest: number;
  readonly final: number;
  /** J: cycles from zero to zero, the open one at the end counted. */
  readonly cycles: number;
  /** Visits of the states −9 … −1, 1 … 9. */
  readonly totals: readonly number[];
  /** Cycles with 0, 1, 2, 3, 4, 5 and more visits, for the states −4 … −1, 1 … 4. */
  readonly classes: readonly (readonly number[])[];
}

export function walkOf(statistics: Statistics): Walk {
  statistics.call.walk();
  const table = statistics.signed(80);
  const [lowest = 0, highest = 0, final = 0, cycles = 0] = table;
  return {
    lowest,
    highest,
    final,
    cycles,
    totals: table.slice(8, 26),
    classes: Array.from({ length: 8 }, (_, row) => table.slice(32 + 6 * row, 38 + 6 * row)),
  };
}

/** Fewest cycles at which the excursion tests apply (SP 800-22 §2.14.4): max(0.005 √n, 500). */
export function fewestCycles(n: number): number {
  return Math.max(0.005 * Math.sqrt(n), 500);
}
