/** What a test of the battery is: its name and clause, its parameters for a length, its p-values. */
import type { Statistics } from './statistics.ts';

export interface Parameters {
  readonly [name: string]: number | string | readonly number[];
}

/** p-values of one sequence, NIST's and corrected ones; null with a reason where it does not apply. */
export type Outcome =
  | { readonly nist: readonly number[]; readonly corrected: readonly number[] }
  | { readonly nist: null; readonly corrected: null; readonly reason: string };

export interface BatteryTest {
  /** As in certification/hypotheses.json. */
  readonly id: string;
  /** The name of NIST's suite, as in test/vectors/sts/golden-sts.json. */
  readonly nist: string;
  readonly clause: string;
  /** Shortest sequence, in bits. */
  readonly minimum: number;
  /** Parameters and constant sets used at n bits. */
  parameters(n: number): Parameters;
  /** Runs on the sequence of n bits that `statistics` holds; `parameters` may replace the usual ones. */
  run(statistics: Statistics, n: number, parameters: Parameters): Outcome;
}

/** A number among the parameters; throws RangeError where there is none. */
export function numberOf(parameters: Parameters, name: string): number {
  const value = parameters[name];
  if (typeof value !== 'number') throw new RangeError(`parameter ${name} is not a number`);
  return value;
}

export function notApplicable(reason: string): Outcome {
  return { nist: null, corrected: null, reason };
}

/** Where no correction exists, corrected = NIST. */
export function same(p: readonly number[]): Outcome {
  return { nist: p, corrected: p };
}
