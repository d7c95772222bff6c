/** Non-overlapping templates, SP 800-22 §2.7: the 148 aperiodic ones of nine bits, eight blocks. */
import { igamc } from '../special.ts';
import type { BatteryTest } from './test.ts';
import { same } from './test.ts';

const LENGTH = 9;
const BLOCKS = 8;

/** Templates that no shift of themselves overlaps, in ascending order (the order of NIST's file). */
function aperiodic(m: number): number[] {
  return Array.from({ length: 2 ** m }, (_, pattern) => pattern).filter((pattern) => {
    for (let shift = 1; shift < m; shift++) {
      if (pattern >> shift === (pattern & (2 ** (m - shift) - 1))) return false;
    }
    return true;
  });
}

/** The 148 templates as numbers, first bit most significant. */
export const TEMPLATES: readonly number[] = aperiodic(LENGTH);

export const nonOverlappingTemplate: BatteryTest = {
  id: 'non-overlapping-template',
  nist: 'NonOverlappingTemplate',
  clause: 'SP 800-22 §2.7',
  minimum: 1_000_000,
  parameters: () => ({
    m: LENGTH,
    N: BLOCKS,
    templates: `${TEMPLATES.length} aperiodic, ascending`,
  }),
  run(statistics, n) {
    const block = Math.floor(n / BLOCKS);
    const mean = (block - LENGTH + 1) / 2 ** LENGTH;
    const variance = block * (1 / 2 ** LENGTH - (2 * LENGTH - 1) / 2 ** (2 * LENGTH));
    statistics.call.windows(LENGTH, BLOCKS);
    const counts = statistics.counts(BLOCKS << LENGTH);
    return same(
      TEMPLATES.map((pattern) => {
        let chiSquare = 0;
        for (let b = 0; b < BLOCKS; b++) {
          chiSquare += ((counts[(b << LENGTH) + pattern] ?? 0) - mean) ** 2 / variance;
        }
        return igamc(BLOCKS / 2, chiSquare / 2);
      }),
    );
  },
};
