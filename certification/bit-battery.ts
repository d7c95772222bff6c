/**
 * The bit-level battery as family A uses it: per sequence the fifteen tests of SP 800-22 with their
 * corrected p-values, per stretch bit planes, a large rank and birthday spacings. One place where the
 * tests are listed, so that what a report names is what was run.
 */
import { fipsBlocks } from './battery/fips.ts';
import { BATTERY, runTest } from './battery/index.ts';
import { largeRank } from './battery/large-rank.ts';
import { PLANES, planes } from './battery/planes.ts';
import { spacings } from './battery/spacings.ts';
import { createStatistics } from './battery/statistics.ts';
import { compareGolden } from './golden.ts';
import type { RawBattery, RawTest } from './raw.ts';

/** One instance of statistics.wasm a battery, hence one a worker. */
export function loadBattery(): RawBattery {
  const statistics = createStatistics();
  return {
    sequence(bytes, bits, only) {
      statistics.begin(bytes, bits);
      const chosen = BATTERY.filter((test) => only === undefined || only.includes(test.id));
      const tests = chosen.map((test): RawTest => {
        const outcome = runTest(test, statistics, bits);
        if (outcome.corrected === null) return { id: test.id, p: null, reason: outcome.reason };
        return { id: test.id, p: outcome.corrected };
      });
      return { bits, tests, fips: fipsBlocks(bytes.subarray(0, bits >> 3)) };
    },
    whole(bytes, count = PLANES) {
      return [planes(statistics, bytes, count), largeRank(statistics, bytes), spacings(bytes)];
    },
    golden: () => compareGolden(statistics),
  };
}
