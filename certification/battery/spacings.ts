/**
 * Birthday spacings (Marsaglia 1984; Knuth TAOCP 2 §3.3.2 J): 4,096 words of 32 bits are days of a year
 * of 2^32; equal spacings between neighbours are Poisson with mean m³/(4·2^32) = 4 a group, 16 in four
 * groups. Two-sided exact Poisson tail.
 */
import type { WholeResult } from '../raw.ts';
import { poissonTwoSided } from '../tail.ts';

const DAYS = 4096;
const YEAR = 2 ** 32;
const GROUPS = 4;
const MEAN = DAYS ** 3 / (4 * YEAR);

/** Spacings that equal an earlier one, in a year that closes into a circle. */
export function equalSpacings(days: Uint32Array): number {
  const sorted = days.slice().sort();
  const spacings = sorted.map((day, i) => day - (sorted[i - 1] ?? sorted[sorted.length - 1] ?? 0));
  spacings.sort();
  let equal = 0;
  for (let i = 1; i < spacings.length; i++) if (spacings[i] === spacings[i - 1]) equal++;
  return equal;
}

export function spacings(bytes: Uint8Array): WholeResult {
  const words = DAYS * GROUPS;
  if (bytes.length < 4 * words) {
    return { id: 'spacings', p: null, n: 0, detail: `${words} words are needed` };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, 4 * words);
  let equal = 0;
  for (let g = 0; g < GROUPS; g++) {
    const days = Uint32Array.from({ length: DAYS }, (_, i) =>
      view.getUint32(4 * (g * DAYS + i), true),
    );
    equal += equalSpacings(days);
  }
  const mean = MEAN * GROUPS;
  const detail = `${equal} equal spacings; ${mean} expected`;
  return { id: 'spacings', p: poissonTwoSided(equal, mean), n: words, detail };
}
