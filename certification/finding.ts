/**
 * A finding: one hypothesis looked at once. `p` is null where the data cannot answer (too short, or
 * the test does not apply), which is never a failure and never a pass.
 */
import type { ChiSquare } from './outcomes/chi-square.ts';
import { log10Igamc } from './special.ts';

export interface Finding {
  /** Id in hypotheses.json. */
  readonly id: string;
  readonly p: number | null;
  /** How many observations (bits, decks, rounds, draws) it rests on. */
  readonly n: number;
  readonly statistic: number | null;
  readonly df: number | null;
  /** One sentence: parameters, or why there is no p. */
  readonly detail: string;
}

export function finding(
  id: string,
  n: number,
  p: number | null,
  detail: string,
  statistic: number | null = null,
  df: number | null = null,
): Finding {
  if (p !== null && !(p >= 0 && p <= 1)) throw new RangeError(`${id}: p = ${p}`);
  return { id, n, p, detail, statistic, df };
}

/** A chi-square test as a finding; null (too few for two cells) becomes "no answer". */
export function chiFinding(id: string, n: number, test: ChiSquare | null, detail: string): Finding {
  if (test === null) return finding(id, n, null, `${detail}: too few observations`);
  return finding(id, n, test.p, detail, test.statistic, test.df);
}

/**
 * log10 of p, also where p is below the smallest double but is a chi-square tail; null without a p,
 * or where an exact or joined p is 0 in doubles.
 */
export function log10P({ p, statistic, df }: Finding): number | null {
  if (p === null) return null;
  if (p > 0) return Math.log10(p);
  return statistic !== null && df !== null && df > 1 ? log10Igamc(df / 2, statistic / 2) : null;
}
