/**
 * Family A: what the bit-level battery gives per sequence, joined into one proportion and one
 * uniformity hypothesis a test (SP 800-22 §4.2), with the exact binomial tail in place of NIST's
 * truncated limits and expectations that are real numbers (batteries.md §4, rows 8 and 9). Several
 * p-values of one test are collapsed by min(1, k · min p): never "any of 188 fails" (field log E9).
 */
import type { Finding } from './finding.ts';
import { finding } from './finding.ts';
import { uniformChiSquare } from './outcomes/chi-square.ts';
import { binomialUpper, chiSquareTail, collapse, kolmogorovTail } from './tail.ts';

/** One test on one sequence: its p-values, or why there are none. */
export interface RawTest {
  readonly id: string;
  readonly p: readonly number[] | null;
  readonly reason?: string;
}

export interface RawResult {
  /** Length of the sequence. */
  readonly bits: number;
  readonly tests: readonly RawTest[];
  /** FIPS 140-2 blocks looked at and rejected. */
  readonly fips: { readonly blocks: number; readonly rejected: number };
}

/** A test of a whole stretch of a stage: planes, large rank, spacings. */
export interface WholeResult {
  readonly id: string;
  readonly p: number | null;
  readonly n: number;
  readonly detail: string;
}

/** Golden vectors of the battery: p-values compared with the reference, and those that differ. */
export interface Golden {
  readonly checked: number;
  readonly wrong: readonly string[];
}

export interface RawBattery {
  /** `only`: ids of the tests to run; all of them without it. */
  sequence(bytes: Uint8Array, bits: number, only?: readonly string[]): RawResult;
  /**
   * Bytes in the order in which they were made; words are little-endian. `planes`: how many of the
   * 32 bit positions are looked at, from the lowest.
   */
  whole(bytes: Uint8Array, planes?: number): WholeResult[];
  golden(): Golden;
}

/** Level whose rejections are counted per sequence (SP 800-22 §4.2.1). */
export const SEQUENCE_ALPHA = 0.01;
/** Fewer sequences than these have no uniformity p (SP 800-22 §4.2.2). */
export const UNIFORMITY_MIN = 55;
const BINS = 10;
/**
 * Tests whose statistic is too coarse for ten even bins of p below so many bits: calibration at
 * n = 10,000 rejected 40 and 20 of 1,000 good streams at 1 %. Their uniformity is then left out.
 */
const COARSE: { readonly [id: string]: number } = { dft: 100_000, 'cumulative-sums': 100_000 };

/** Ten equal bins of p against the uniform law, by Pearson's statistic as SP 800-22 §4.2.2 has it. */
export function uniformityOf(p: readonly number[]): {
  statistic: number;
  p: number;
  bins: number[];
} {
  const bins = new Array<number>(BINS).fill(0);
  for (const value of p) {
    const bin = Math.min(BINS - 1, Math.floor(value * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const expected = p.length / BINS;
  const statistic = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return { statistic, p: chiSquareTail(BINS - 1, statistic), bins };
}

/** The two hypotheses of every test over the sequences of one stage, in order. */
export function rawFindings(stage: string, results: readonly RawResult[]): Finding[] {
  const ids = results[0]?.tests.map((test) => test.id) ?? [];
  return ids.flatMap((id) => {
    const own = results.map((result) => result.tests.find((test) => test.id === id));
    const rows = own.flatMap((test) => (test?.p == null ? [] : [test.p]));
    const name = `A.${stage}.${id}`;
    if (rows.length === 0) {
      const why = own.find((test) => test?.reason !== undefined)?.reason ?? 'no sequence';
      return [
        finding(`${name}.proportion`, 0, null, `not applicable: ${why}`),
        finding(`${name}.uniformity`, 0, null, `not applicable: ${why}`),
      ];
    }
    const width = rows[0]?.length ?? 0;
    const columns = Array.from({ length: width }, (_, j) => rows.map((row) => row[j] ?? 1));
    const low = columns.map((column) => column.filter((p) => p < SEQUENCE_ALPHA).length);
    const proportion = collapse(low.map((x) => binomialUpper(x, rows.length, SEQUENCE_ALPHA)));
    const most = Math.max(...low);
    const detail = `${rows.length} sequences, ${width} p each; at most ${most} below ${SEQUENCE_ALPHA}`;
    const bits = results[0]?.bits ?? 0;
    const coarse = bits < (COARSE[id] ?? 0);
    const enough = rows.length >= UNIFORMITY_MIN && !coarse;
    const lacking = coarse
      ? `p is too coarse below ${COARSE[id]} bits`
      : `${rows.length} sequences; ${UNIFORMITY_MIN} are needed`;
    // Judged by the likelihood ratio: Pearson's tail is wrong by a factor of ten where 148 p are joined.
    const uniformity = enough
      ? collapse(columns.map((column) => uniformChiSquare(uniformityOf(column).bins).p))
      : null;
    return [
      finding(`${name}.proportion`, rows.length, proportion, detail, most),
      finding(
        `${name}.uniformity`,
        rows.length,
        uniformity,
        enough ? `ten bins, ${width} p each` : lacking,
      ),
    ];
  });
}

/** Planes, large rank and spacings of several stretches of one stage, by Bonferroni. */
export function wholeFindings(
  stage: string,
  stretches: readonly (readonly WholeResult[])[],
): Finding[] {
  const ids = stretches[0]?.map((result) => result.id) ?? [];
  return ids.map((id) => {
    const own = stretches.flatMap((stretch) => stretch.filter((result) => result.id === id));
    const made = own.flatMap((result) => (result.p === null ? [] : [result.p]));
    const n = own.reduce((sum, result) => sum + result.n, 0);
    const p = made.length === 0 ? null : collapse(made);
    return finding(`A.${stage}.${id}`, n, p, own[0]?.detail ?? '');
  });
}

/** Distance of all p of a stage from uniform; report-only, because they depend on each other. */
export function globalUniformity(results: readonly RawResult[]): { n: number; p: number | null } {
  const all = results
    .flatMap((result) => result.tests.flatMap((test) => test.p ?? []))
    .sort((a, b) => a - b);
  const n = all.length;
  if (n === 0) return { n, p: null };
  const distance = all.reduce((most, p, i) => Math.max(most, p - i / n, (i + 1) / n - p), 0);
  return { n, p: kolmogorovTail(Math.sqrt(n) * distance) };
}
