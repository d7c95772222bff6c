/**
 * report.json: the contract. Everything a page, a test runner or a lab reads comes from this object;
 * `schema` grows when a field changes its meaning. Equal inputs give equal JSON but for `times` and
 * `machine`.
 */
import type { ChiSquare } from '../outcomes/chi-square.ts';
import type { Return } from '../outcomes/game-tests.ts';
import type { Golden } from '../raw.ts';
import type { PlantedResult } from '../self-test.ts';
import type { FamilyLook, JudgedFinding, Retest, Verdict } from '../verdict.ts';

/** 2: returns are tested against an exact law, replacements and six cards box by box. */
export const REPORT_SCHEMA = 2;

export interface Plot {
  readonly name: string;
  readonly n: number;
  /** Twenty equal bins of p. */
  readonly bins: readonly number[];
  /** Sorted p at (i + 1/2)/k, at most 100 of them. */
  readonly quantiles: readonly number[];
}

export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly product: { readonly name: string; readonly version: string };
  readonly run: {
    readonly id: string;
    readonly profile: string;
    /** "replay": the seed was given; "system": 48 bytes of the operating system, recorded. */
    readonly seedPolicy: 'replay' | 'system' | 'none';
    readonly seed: string | null;
  };
  readonly subject: {
    readonly kind: 'production' | 'file';
    readonly coreHash: string;
    readonly rulesets: readonly { readonly id: string; readonly hash: string }[];
    readonly file: {
      readonly name: string;
      readonly format: string;
      readonly bytes: number;
      readonly sha256: string;
      readonly count: number;
    } | null;
  };
  readonly verdict: Verdict;
  readonly statement: string;
  readonly families: readonly (FamilyLook & { readonly name: string })[];
  readonly procedure: {
    readonly alpha: number;
    readonly alpha95: number;
    readonly atOnce: number;
    readonly retestAlpha: number;
    readonly retestFactor: number;
    readonly size: { readonly firstLook: number; readonly fail: number };
    readonly hypotheses: string;
  };
  readonly looks: {
    readonly first: readonly (JudgedFinding & {
      readonly name: string;
      readonly aliases: readonly string[];
      readonly law: string;
      readonly log10: number | null;
    })[];
    readonly second: Retest | null;
  };
  readonly reportOnly: readonly {
    readonly id: string;
    readonly p: number | null;
    readonly detail: string;
  }[];
  readonly selfTest: {
    readonly golden: Golden & { readonly ok: boolean };
    readonly planted: readonly PlantedResult[];
    readonly excludedByProof: readonly { readonly fault: string; readonly why: string }[];
  };
  readonly evidence: {
    readonly decks: number;
    readonly position: { readonly counts: readonly number[]; readonly test: ChiSquare } | null;
    readonly categories: readonly {
      readonly name: string;
      readonly observed: number;
      readonly expected: number;
    }[];
    readonly returns: readonly Return[];
    readonly plots: readonly Plot[];
  };
  /** What a pass does not mean, and where unpredictability is argued. */
  readonly limits: readonly string[];
  readonly machine: { readonly node: string; readonly platform: string; readonly cpu: string };
  readonly times: {
    readonly started: string;
    readonly finished: string;
    readonly seconds: number;
    readonly workers: number;
  };
}

export const LIMITS: readonly string[] = [
  'A pass is not evidence of unpredictability: MT19937 and a browser’s Math-library generator pass SP 800-22. Unpredictability rests on the construction (HMAC_DRBG of SP 800-90A with SHA-256, ChaCha20 of RFC 8439), on the known-answer tests run at every start, and on the source, whose compiled core is named by its SHA-256 above.',
  'A failure of one test is expected now and then: the error rates of the whole procedure are printed, and the hypotheses were registered before the data.',
  'Designed to GLI-19, 25 CFR 547.14 and 58 Pa. Code 810a.5 as far as their texts were available; this report is not a certificate.',
];
