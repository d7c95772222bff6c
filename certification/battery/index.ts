/**
 * The battery of SP 800-22: fifteen tests in the order of NIST's suite. Interface:
 *
 *   const statistics = createStatistics();              // one a worker, 37 MB
 *   runSequence(statistics, bytes, n): SequenceResult    // n bits, packed, first bit on top
 *   summarise(test, n, results): TestSummary             // proportion and uniformity of one test
 *
 * A result holds NIST-compatible and corrected p-values side by side; verdicts take the corrected
 * ones. Not applicable is null with a reason, never p = 0. Sequences are independent: results may be
 * made by any number of workers and are put together by their number.
 */
import { SEQUENCE_ALPHA, UNIFORMITY_MIN, uniformityOf } from '../raw.ts';
import { binomialUpper } from '../tail.ts';
import { approximateEntropy } from './approximate-entropy.ts';
import { blockFrequency } from './block-frequency.ts';
import { cumulativeSums } from './cumulative-sums.ts';
import { dft } from './dft.ts';
import { frequency } from './frequency.ts';
import { linearComplexity } from './linear-complexity.ts';
import { longestRun } from './longest-run.ts';
import { nonOverlappingTemplate } from './non-overlapping-template.ts';
import { overlappingTemplate } from './overlapping-template.ts';
import { randomExcursions } from './random-excursions.ts';
import { randomExcursionsVariant } from './random-excursions-variant.ts';
import { rank } from './rank.ts';
import { runs } from './runs.ts';
import { serial } from './serial.ts';
import type { Statistics } from './statistics.ts';
import type { BatteryTest, Outcome, Parameters } from './test.ts';
import { notApplicable } from './test.ts';
import { universal } from './universal.ts';

export const BATTERY: readonly BatteryTest[] = [
  frequency,
  blockFrequency,
  cumulativeSums,
  runs,
  longestRun,
  rank,
  dft,
  nonOverlappingTemplate,
  overlappingTemplate,
  universal,
  approximateEntropy,
  randomExcursions,
  randomExcursionsVariant,
  serial,
  linearComplexity,
];

/** Outcomes of one sequence in the order of BATTERY. */
export type SequenceResult = readonly Outcome[];

/** Runs one test on the sequence that `statistics` holds, if it is long enough. */
export function runTest(test: BatteryTest, statistics: Statistics, n: number): Outcome {
  if (n < test.minimum) return notApplicable(`n = ${n}; ${test.minimum} bits are needed`);
  return test.run(statistics, n, test.parameters(n));
}

/** Runs all fifteen tests on `n` bits of `bits`. Throws RangeError beyond BITS_MAX. */
export function runSequence(statistics: Statistics, bits: Uint8Array, n: number): SequenceResult {
  statistics.begin(bits, n);
  return BATTERY.map((test) => runTest(test, statistics, n));
}

/** SP 800-22 §4.2.1 with the exact binomial tail, one entry a p-value of the test. */
export interface Proportion {
  readonly alpha: number;
  readonly sequences: number;
  /** Sequences with a corrected p below alpha. */
  readonly below: readonly number[];
  /** P(as many or more) of a good generator. */
  readonly p: readonly number[];
}

/** SP 800-22 §4.2.2 with a real expectation a bin, one entry a p-value of the test. */
export interface Uniformity {
  readonly sequences: number;
  readonly p: readonly number[];
}

export interface TestSummary {
  readonly id: string;
  readonly nist: string;
  readonly params: Parameters;
  /** Shortest sequence of this test, in bits. */
  readonly minimum: number;
  readonly applicable: boolean;
  readonly reason?: string;
  readonly pValues: {
    readonly nist: readonly (readonly number[] | null)[];
    readonly corrected: readonly (readonly number[] | null)[];
  };
  /** log10 of every p, in the same shape; null where p is below the smallest double. */
  readonly log10: {
    readonly nist: readonly (readonly (number | null)[] | null)[];
    readonly corrected: readonly (readonly (number | null)[] | null)[];
  };
  readonly proportion: Proportion | null;
  readonly uniformity: Uniformity | null;
}

function logarithms(p: readonly number[] | null): (number | null)[] | null {
  return p === null ? null : p.map((value) => (value === 0 ? null : Math.log10(value)));
}

/** One test over all sequences, in their order. Applicable: to at least one of them. */
export function summarise(test: BatteryTest, n: number, outcomes: readonly Outcome[]): TestSummary {
  const rows = outcomes.flatMap((one) => (one.corrected === null ? [] : [one.corrected]));
  const reasons = outcomes.flatMap((one) => (one.nist === null ? [one.reason] : []));
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, j) => rows.map((row) => row[j] ?? 1));
  const below = columns.map((column) => column.filter((p) => p < SEQUENCE_ALPHA).length);
  return {
    id: test.id,
    nist: test.nist,
    params: test.parameters(n),
    minimum: test.minimum,
    applicable: rows.length > 0,
    ...(reasons[0] === undefined ? {} : { reason: reasons[0] }),
    pValues: {
      nist: outcomes.map((one) => one.nist),
      corrected: outcomes.map((one) => one.corrected),
    },
    log10: {
      nist: outcomes.map((one) => logarithms(one.nist)),
      corrected: outcomes.map((one) => logarithms(one.corrected)),
    },
    proportion:
      rows.length < 2
        ? null
        : {
            alpha: SEQUENCE_ALPHA,
            sequences: rows.length,
            below,
            p: below.map((x) => binomialUpper(x, rows.length, SEQUENCE_ALPHA)),
          },
    uniformity:
      rows.length < UNIFORMITY_MIN
        ? null
        : { sequences: rows.length, p: columns.map((column) => uniformityOf(column).p) },
  };
}
