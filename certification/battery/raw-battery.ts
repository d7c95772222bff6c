/** The battery as the certification run takes it: corrected p-values of sequences, and whole stretches. */
import type { Golden, RawBattery } from '../raw.ts';
import { fipsBlocks } from './fips.ts';
import { goldenCheck } from './golden.ts';
import { BATTERY, runSequence } from './index.ts';
import { largeRank } from './large-rank.ts';
import { planes } from './planes.ts';
import { spacings } from './spacings.ts';
import { createStatistics } from './statistics.ts';

export function createRawBattery(): RawBattery {
  const statistics = createStatistics();
  return {
    sequence(bytes, bits) {
      const outcomes = runSequence(statistics, bytes, bits);
      const tests = BATTERY.map(({ id }, i) => {
        const outcome = outcomes[i];
        if (outcome === undefined) throw new Error(`no outcome of ${id}`);
        return outcome.corrected === null
          ? { id, p: null, reason: outcome.reason }
          : { id, p: outcome.corrected };
      });
      return { tests, fips: fipsBlocks(bytes.subarray(0, Math.floor(bits / 8))) };
    },
    whole: (bytes) => [planes(statistics, bytes), largeRank(statistics, bytes), spacings(bytes)],
    golden: (): Golden => goldenCheck(statistics),
  };
}
