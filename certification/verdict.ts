/**
 * The verdict, fixed before the data (standards.md §2; field log E9: 188 p-values at 1 % reject a
 * perfect generator in 85 of 100 runs). Four families, Holm inside each. The first look decides the
 * published statement. A Holm p below 1e-6 fails at once; any other rejection gets one second look at
 * the failing hypotheses alone, on fresh data, twice as much. A file has no second look.
 */
import type { Finding } from './finding.ts';
import type { FamilyId } from './hypotheses.ts';
import { FAMILIES, hypothesisOf, REGISTRY } from './hypotheses.ts';
import { holm } from './tail.ts';

export type Verdict = 'pass' | 'fail' | 'undecided';

export interface JudgedFinding extends Finding {
  readonly family: FamilyId;
  /** Holm-adjusted p inside the family; null where there is no p. */
  readonly holm: number | null;
}

export interface FamilyLook {
  readonly id: FamilyId;
  readonly alpha: number;
  /** Smallest Holm p; null where no hypothesis of the family could be tested. */
  readonly p: number | null;
  readonly tested: number;
  readonly verdict: 'pass' | 'fail' | 'not-tested';
  /** The same at the 5 % level (Pennsylvania's 95 % confidence). */
  readonly verdict95: 'pass' | 'fail' | 'not-tested';
  readonly rejected: readonly string[];
}

export interface Look {
  readonly families: readonly FamilyLook[];
  readonly findings: readonly JudgedFinding[];
  /** Ids of all rejected hypotheses. */
  readonly rejected: readonly string[];
  /** Some Holm p is below `atOnce`. */
  readonly atOnce: boolean;
}

/** Looks at findings once. Throws RangeError at an unregistered or report-only hypothesis. */
export function look(findings: readonly Finding[]): Look {
  const { alpha, alpha95, atOnce } = REGISTRY.procedure;
  const judged: JudgedFinding[] = [];
  const families = FAMILIES.map((id): FamilyLook => {
    const own = findings.filter((finding) => {
      const hypothesis = hypothesisOf(finding.id);
      if (!hypothesis.enters) throw new RangeError(`${finding.id} is report-only`);
      return hypothesis.family === id;
    });
    const tested = own.filter((finding) => finding.p !== null);
    const adjusted = holm(tested.map((finding) => finding.p ?? 1));
    const byId = new Map(tested.map((finding, i) => [finding.id, adjusted[i] ?? 1]));
    for (const finding of own) {
      judged.push({ ...finding, family: id, holm: byId.get(finding.id) ?? null });
    }
    const p = adjusted.length === 0 ? null : Math.min(...adjusted);
    const at = (level: number) => (p === null ? 'not-tested' : p < level ? 'fail' : 'pass');
    return {
      id,
      alpha,
      p,
      tested: tested.length,
      verdict: at(alpha),
      verdict95: at(alpha95),
      rejected: tested.filter((_, i) => (adjusted[i] ?? 1) < alpha).map((finding) => finding.id),
    };
  });
  return {
    families,
    findings: judged,
    rejected: families.flatMap((family) => family.rejected),
    atOnce: families.some((family) => family.p !== null && family.p < atOnce),
  };
}

export interface Retest {
  /** The hypotheses of the first look's rejections, on fresh data, with Holm over all of them. */
  readonly findings: readonly (Finding & { readonly holm: number | null })[];
  readonly alpha: number;
  readonly rejected: readonly string[];
}

/** Second look at the failing hypotheses alone. One that has no p now stays rejected. */
export function retest(failing: readonly string[], fresh: readonly Finding[]): Retest {
  const alpha = REGISTRY.procedure.retestAlpha;
  const own = failing.map((id) => {
    const found = fresh.find((finding) => finding.id === id);
    if (found === undefined) throw new RangeError(`the second look did not look at ${id}`);
    return found;
  });
  const adjusted = holm(own.map((finding) => finding.p ?? 0));
  return {
    findings: own.map((finding, i) => ({ ...finding, holm: adjusted[i] ?? null })),
    alpha,
    rejected: own.filter((_, i) => (adjusted[i] ?? 0) < alpha).map((finding) => finding.id),
  };
}

export interface Decision {
  readonly verdict: Verdict;
  /** One sentence that may be published. */
  readonly statement: string;
}

/** Chance that a perfect generator is rejected at the first look, and that it fails in the end. */
export const PROCEDURE_SIZE = (() => {
  const { alpha, atOnce, retestAlpha } = REGISTRY.procedure;
  const families = FAMILIES.length;
  return { firstLook: families * alpha, fail: families * (atOnce + alpha * retestAlpha) };
})();

/** What follows from the looks. `kind` file: there is no second look. */
export function decide(kind: 'stream' | 'file', first: Look, second: Retest | null): Decision {
  const tested = first.families.filter((family) => family.verdict !== 'not-tested');
  if (tested.length === 0) {
    return { verdict: 'undecided', statement: 'No hypothesis could be tested on so little data.' };
  }
  const level = '99 % (four families, Holm inside each)';
  if (first.rejected.length === 0) {
    const names = tested.map((family) => family.id).join(', ');
    const statement = `Not rejected collectively at ${level}; families tested: ${names}.`;
    return { verdict: 'pass', statement };
  }
  const list = first.rejected.join(', ');
  if (first.atOnce) {
    return { verdict: 'fail', statement: `Rejected at ${level}, Holm p below 1e-6: ${list}.` };
  }
  if (kind === 'file') {
    const statement = `Rejected at ${level}: ${list}; undecided: supply a second, disjoint file.`;
    return { verdict: 'undecided', statement };
  }
  if (second === null) throw new RangeError('a rejected stream needs its second look');
  if (second.rejected.length > 0) {
    const again = second.rejected.join(', ');
    return { verdict: 'fail', statement: `Rejected at ${level}: ${list}; again at 1 %: ${again}.` };
  }
  return {
    verdict: 'pass',
    statement: `Rejected at the first look at ${level}: ${list}; not confirmed by the one second look on fresh data.`,
  };
}
