/**
 * Rank of one large square matrix over GF(2), rows of consecutive bits: generators with a small
 * linear state cannot fill it. The law of the rank is exact (Kovalenko 1972; Marsaglia and Tsay 1985).
 */
import type { Statistics } from '../battery/statistics.ts';

const SIDES = [1024, 512, 256, 128];

/** P(rank of a random side × side matrix <= side − deficit). */
export function deficitTail(deficit: number, side: number): number {
  let tail = 0;
  for (let d = deficit; d <= side && d < deficit + 40; d++) {
    // P(rank = r) = 2^{−d²} Π_{i<r} (1 − 2^{i−side})² / (1 − 2^{i−r}), with d = side − r.
    const r = side - d;
    let log = -d * d * Math.LN2;
    for (let i = 0; i < r; i++) {
      log += 2 * Math.log1p(-(2 ** (i - side))) - Math.log1p(-(2 ** (i - r)));
    }
    tail += Math.exp(log);
  }
  return Math.min(1, tail);
}

/** The largest matrix that the bytes fill; null where there are fewer than 128² bits. */
export function largeRankOf(
  statistics: Statistics,
  bytes: Uint8Array,
): { side: number; deficit: number; p: number } | null {
  const side = SIDES.find((size) => size * size <= 8 * bytes.length);
  if (side === undefined) return null;
  statistics.begin(bytes, side * side);
  const deficit = side - statistics.call.largeRank(side);
  return { side, deficit, p: deficitTail(deficit, side) };
}
