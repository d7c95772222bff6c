/**
 * The bit-level battery as family A uses it: per sequence the tests of SP 800-22, per stretch the
 * linear complexity of whole bit planes. One place where the tests are listed, so that what a report
 * names is what was run.
 */
import { countBits, frequency, runs } from './bits/count.ts';
import { planesOf } from './bits/plane.ts';
import type { RawBattery } from './raw.ts';

/** Words below which the planes say too little. */
const WORDS_MIN = 2_000;
const PLANES = 32;

export function loadBattery(): RawBattery {
  return {
    sequence(bytes, bits) {
      const { ones, changes } = countBits(bytes, bits);
      return {
        tests: [
          { id: 'frequency', p: [frequency(ones, bits)] },
          { id: 'runs', p: [runs(ones, changes, bits)] },
        ],
        fips: { blocks: 0, rejected: 0 },
      };
    },
    whole(bytes, planes = PLANES) {
      if (bytes.length < 4 * WORDS_MIN) {
        return [{ id: 'planes', p: null, n: bytes.length >> 2, detail: 'too few words' }];
      }
      const { n, p, least } = planesOf(bytes, planes);
      const detail = `${planes} planes of ${n} words; least complexity ${least}`;
      return [{ id: 'planes', p, n, detail }];
    },
    golden: () => ({ checked: 0, wrong: [] }),
  };
}
