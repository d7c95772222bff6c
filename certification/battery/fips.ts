/**
 * FIPS 140-2 (change notice 1) statistical tests of blocks of 20,000 bits: monobit, poker, runs, long
 * run. For online use; about 8 good blocks in 10,000 are rejected, so that counts are reported, never
 * judged.
 */

export const FIPS_BITS = 20_000;
const FIPS_BYTES = FIPS_BITS / 8;
/** Permitted counts of runs of length 1 to 5, 6 and more. */
const RUNS: readonly (readonly [number, number])[] = [
  [2315, 2685],
  [1114, 1386],
  [527, 723],
  [240, 384],
  [103, 209],
  [103, 209],
];
const LONG_RUN = 26;

/** Names of the tests that a block of 2,500 bytes fails. */
export function fipsFailures(block: Uint8Array): string[] {
  if (block.length !== FIPS_BYTES) throw new RangeError(`a block of ${block.length} bytes`);
  const nibbles = new Array<number>(16).fill(0);
  const runs = [new Array<number>(6).fill(0), new Array<number>(6).fill(0)];
  let ones = 0;
  let longest = 0;
  let bit = -1;
  let length = 0;
  const close = (): void => {
    if (length === 0) return;
    const row = runs[bit];
    const at = Math.min(length, 6) - 1;
    if (row !== undefined) row[at] = (row[at] ?? 0) + 1;
    longest = Math.max(longest, length);
  };
  for (const byte of block) {
    nibbles[byte >> 4] = (nibbles[byte >> 4] ?? 0) + 1;
    nibbles[byte & 15] = (nibbles[byte & 15] ?? 0) + 1;
    for (let i = 7; i >= 0; i--) {
      const next = (byte >> i) & 1;
      ones += next;
      if (next === bit) length++;
      else {
        close();
        bit = next;
        length = 1;
      }
    }
  }
  close();
  const failed: string[] = [];
  if (ones <= 9725 || ones >= 10_275) failed.push('monobit');
  const poker = (16 / 5000) * nibbles.reduce((sum, count) => sum + count * count, 0) - 5000;
  if (poker <= 2.16 || poker >= 46.17) failed.push('poker');
  const out = (row: readonly number[]) =>
    row.some((count, i) => count < (RUNS[i]?.[0] ?? 0) || count > (RUNS[i]?.[1] ?? 0));
  if (runs.some(out)) failed.push('runs');
  if (longest >= LONG_RUN) failed.push('long-run');
  return failed;
}

export function fipsBlocks(bytes: Uint8Array): { blocks: number; rejected: number } {
  const blocks = Math.floor(bytes.length / FIPS_BYTES);
  let rejected = 0;
  for (let i = 0; i < blocks; i++) {
    const block = bytes.subarray(i * FIPS_BYTES, (i + 1) * FIPS_BYTES);
    if (fipsFailures(block).length > 0) rejected++;
  }
  return { blocks, rejected };
}
