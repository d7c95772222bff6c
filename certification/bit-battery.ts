/**
 * The bit-level battery as family A uses it: per sequence the fifteen tests of SP 800-22 with their
 * corrected p-values, per stretch bit planes, a large rank and birthday spacings. One place where the
 * tests are listed, so that what a report names is what was run.
 */
import { fipsBlocks } from './battery/fips.ts';
import { BATTERY, runTest } from './battery/index.ts';
import { createStatistics } from './battery/statistics.ts';
import { largeRankOf } from './bits/matrix.ts';
import { PLANES, planesOf } from './bits/plane.ts';
import { spacingsOf } from './bits/spacings.ts';
import { compareGolden } from './golden.ts';
import type { RawBattery, RawTest, WholeResult } from './raw.ts';

/** Words below which the planes say too little. */
const WORDS_MIN = 2_000;

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
    whole(bytes, planes = PLANES) {
      return [planeResult(bytes, planes), rankResult(bytes), spacingResult(bytes)];
    },
    golden: () => compareGolden(statistics),
  };

  function planeResult(bytes: Uint8Array, planes: number): WholeResult {
    if (bytes.length < 4 * WORDS_MIN) {
      return { id: 'planes', p: null, n: bytes.length >> 2, detail: 'too few words' };
    }
    const { n, p, least } = planesOf(statistics, bytes, planes);
    const detail = `${planes} planes of ${n} words; least complexity ${least}`;
    return { id: 'planes', p, n, detail };
  }

  function rankResult(bytes: Uint8Array): WholeResult {
    const found = largeRankOf(statistics, bytes);
    if (found === null) return { id: 'large-rank', p: null, n: 0, detail: 'too few bits' };
    const { side, deficit, p } = found;
    const detail = `${side} × ${side}, rank ${side - deficit}`;
    return { id: 'large-rank', p, n: side * side, detail };
  }

  function spacingResult(bytes: Uint8Array): WholeResult {
    const found = spacingsOf(bytes);
    if (found === null) return { id: 'spacings', p: null, n: 0, detail: 'too few words' };
    const { blocks, equal, mean, p } = found;
    const detail = `${equal} equal spacings in ${blocks} blocks; expected ${mean}`;
    return { id: 'spacings', p, n: blocks, detail };
  }
}
