/**
 * The pre-registered hypotheses (hypotheses.json) as values: profiles, error rates, and which ids may
 * enter a verdict. Ids with {stage} or {game} stand for one hypothesis per stage or ruleset. An id that
 * is not registered cannot be judged: the verdict throws.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type FamilyId = 'A' | 'B' | 'C' | 'D';
export const FAMILIES: readonly FamilyId[] = ['A', 'B', 'C', 'D'];

export interface Hypothesis {
  readonly id: string;
  /** 'a' (all families) only where it is report-only. */
  readonly family: FamilyId | 'a';
  readonly name: string;
  /** Names of GLI, 25 CFR 547 and Pennsylvania for the same thing. */
  readonly aliases: readonly string[];
  readonly law: string;
  readonly null: 'exact' | 'calibrated' | 'approximate';
  readonly method: string;
  /** Whether its p enters the verdict; the others are report-only. */
  readonly enters: boolean;
  readonly clause: string;
}

/** Sizes of a profile. A shard is one house of its own. */
export interface Profile {
  readonly shards: number;
  /** Decks a shard. */
  readonly decks: number;
  /** Bits a sequence. */
  readonly bits: number;
  /** Sequences a shard of each stage. */
  readonly sequences: { readonly drbg: number; readonly words: number };
  /** One round in so many is played to its end. */
  readonly gamesEvery: number;
}

export const PROFILES = ['smoke', 'standard', 'full'] as const;
export type ProfileName = (typeof PROFILES)[number];

interface Registry {
  readonly schema: 1;
  readonly procedure: {
    /** Level of a family: 0.0025 is a quarter of 1 %; 0.0125 of 5 %. */
    readonly alpha: number;
    readonly alpha95: number;
    /** A Holm p below this fails without a second look. */
    readonly atOnce: number;
    readonly retestAlpha: number;
    /** The second look has so many times the data. */
    readonly retestFactor: number;
  };
  readonly profiles: { readonly [name in ProfileName]: Profile };
  readonly excludedByProof: readonly { readonly fault: string; readonly why: string }[];
  readonly hypotheses: readonly Hypothesis[];
}

export const REGISTRY: Registry = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('#hypotheses'), 'utf8'),
);

const PATTERNS = REGISTRY.hypotheses.map((hypothesis) => ({
  hypothesis,
  pattern: new RegExp(
    `^${hypothesis.id.replaceAll('.', '\\.').replace(/\{(?:stage|game)\}/, '[a-z0-9-]+')}$`,
  ),
}));

/** The registered hypothesis of an id. Throws RangeError where there is none. */
export function hypothesisOf(id: string): Hypothesis {
  const known = KNOWN.get(id);
  if (known !== undefined) return known;
  const found = PATTERNS.find(({ pattern }) => pattern.test(id));
  if (found === undefined) throw new RangeError(`hypothesis ${id} is not registered`);
  KNOWN.set(id, found.hypothesis);
  return found.hypothesis;
}
const KNOWN = new Map<string, Hypothesis>();
