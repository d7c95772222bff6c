/**
 * Birthday spacings (Marsaglia 1984; Knuth TAOCP 2 §3.3.2 J; L'Ecuyer and Simard 2001): 4,096 words of
 * 32 bits are days of a year of 2^32 that closes into a circle; spacings that equal an earlier one are
 * counted over all whole groups. Their number is nearly Poisson. Its mean is not m³/4k = 4 to the digit:
 * two spacings agree with probability (m−1)/2k, three with (m−1)(m−2)/3k², and a triple counts two, not
 * three, hence C(m,2)(m−1)/2k − C(m,3)(m−1)(m−2)/3k² = 3.9946 a group. 300,000 simulated groups gave a
 * mean of 3.9902 ± 0.0036 and a variance of 3.974; what is left of the difference to Poisson moves a
 * two-sided p of 10^-5 by less than a tenth, and its rates are calibrated (calibration.json).
 */
import type { WholeResult } from '../raw.ts';
import { poissonTwoSided } from '../tail.ts';

const DAYS = 4096;
const YEAR = 2 ** 32;

/** Expected equal spacings of one group. */
export const SPACINGS_MEAN =
  (((DAYS * (DAYS - 1)) / 2) * (DAYS - 1)) / (2 * YEAR) -
  (((DAYS * (DAYS - 1) * (DAYS - 2)) / 6) * (DAYS - 1) * (DAYS - 2)) / (3 * YEAR * YEAR);

/** Spacings that equal an earlier one, in a year that closes into a circle. Sorts `days`. */
export function equalSpacings(days: Uint32Array): number {
  days.sort();
  const spacings = days.map((day, i) => day - (days[i - 1] ?? days[days.length - 1] ?? 0));
  spacings.sort();
  let equal = 0;
  for (let i = 1; i < spacings.length; i++) if (spacings[i] === spacings[i - 1]) equal++;
  return equal;
}

/** All whole groups of little-endian words. */
export function spacings(bytes: Uint8Array): WholeResult {
  const groups = Math.floor(bytes.length / (4 * DAYS));
  if (groups === 0) {
    return { id: 'spacings', p: null, n: 0, detail: `${DAYS} words are needed` };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const days = new Uint32Array(DAYS);
  let equal = 0;
  for (let g = 0; g < groups; g++) {
    for (let i = 0; i < DAYS; i++) days[i] = view.getUint32(4 * (g * DAYS + i), true);
    equal += equalSpacings(days);
  }
  const mean = SPACINGS_MEAN * groups;
  const detail = `${equal} equal spacings in ${groups} groups; ${mean.toFixed(2)} expected`;
  return { id: 'spacings', p: poissonTwoSided(equal, mean), n: groups, detail };
}
