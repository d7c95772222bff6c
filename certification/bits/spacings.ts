/**
 * Birthday spacings (Marsaglia 1985; L'Ecuyer and Simard 2001): 4,096 words of 32 bits as days, the
 * number of equal spacings is Poisson with mean m³/(4 · 2^32) = 4 a block; blocks add up. m is below
 * 2^(32 · 5/12), where the Poisson law holds well within a two-sided tail of 10^-6.
 */
import { poissonTwoSided } from '../tail.ts';

const BIRTHDAYS = 4096;
const MEAN = BIRTHDAYS ** 3 / (4 * 2 ** 32);

/** All whole blocks of little-endian words; null where there is none. */
export function spacingsOf(
  bytes: Uint8Array,
): { blocks: number; equal: number; mean: number; p: number } | null {
  const blocks = Math.floor(bytes.length / (4 * BIRTHDAYS));
  if (blocks === 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const days = new Uint32Array(BIRTHDAYS);
  let equal = 0;
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < BIRTHDAYS; i++) days[i] = view.getUint32(4 * (block * BIRTHDAYS + i), true);
    days.sort();
    const spacings = days.map((day, i) =>
      i === 0 ? day - days[BIRTHDAYS - 1]! : day - days[i - 1]!,
    );
    spacings.sort();
    for (let i = 1; i < BIRTHDAYS; i++) if (spacings[i] === spacings[i - 1]) equal++;
  }
  const mean = blocks * MEAN;
  return { blocks, equal, mean, p: poissonTwoSided(equal, mean) };
}
