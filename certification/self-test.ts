/**
 * The self-test of every report: faults planted on purpose, each with a fixed seed, must be rejected
 * with a Holm p below 1e-6 by the same hypotheses that judge the house. It says which test of which
 * stage caught each, and what no test of this size can catch (hypotheses.json, excludedByProof).
 */
import type { Core } from '../engine/core.ts';
import type { Finding } from './finding.ts';
import { REGISTRY } from './hypotheses.ts';
import { deckFindings } from './outcomes/deck-tests.ts';
import { createDeckCounter, equalPairs } from './outcomes/decks.ts';
import type { Generator } from './planted/generators.ts';
import {
  biasedBit,
  bytesOf,
  mersenneTwister,
  stickyBit,
  xorshift,
  xorshift128Plus,
} from './planted/generators.ts';
import type { Shuffler } from './planted/shuffles.ts';
import {
  byteModulo,
  carriedOver,
  lcgShuffle,
  naiveSwap,
  offByOne,
  randuShuffle,
  sattolo,
  shortRiffle,
  shortSeed,
  sortComparator,
} from './planted/shuffles.ts';
import { createSource } from './planted/source.ts';
import type { RawBattery } from './raw.ts';
import { rawFindings, wholeFindings } from './raw.ts';
import { look } from './verdict.ts';

export interface PlantedResult {
  readonly id: string;
  readonly stage: 'decks' | 'bits';
  /** Decks, or bits. */
  readonly n: number;
  readonly seed: number;
  readonly rejected: boolean;
  /** Hypotheses with a Holm p below 1e-6, strongest first. */
  readonly by: readonly string[];
}

interface PlantedShuffle {
  readonly id: string;
  readonly decks: number;
  readonly make: (core: Core, seed: number) => Shuffler;
}

interface PlantedBits {
  readonly id: string;
  readonly words: number;
  /** Sequences of 10^6 bits for the fifteen tests; 0: planes, rank and spacings alone. */
  readonly sequences: number;
  readonly make: (core: Core, seed: number) => Generator;
}

/** Decks at which each is caught by far (batteries.md §5, power table, times three or more). */
export const SHUFFLES: readonly PlantedShuffle[] = [
  { id: 'naive-swap', decks: 3_000, make: (core, s) => naiveSwap(createSource(core, s)) },
  { id: 'sattolo', decks: 1_000, make: (core, s) => sattolo(createSource(core, s)) },
  { id: 'sort-comparator', decks: 1_000, make: (core, s) => sortComparator(createSource(core, s)) },
  { id: 'byte-modulo', decks: 15_000, make: (core, s) => byteModulo(createSource(core, s)) },
  { id: 'off-by-one', decks: 1_000, make: (core, s) => offByOne(createSource(core, s)) },
  { id: 'carried-over-deck', decks: 5_000, make: (core, s) => carriedOver(createSource(core, s)) },
  { id: 'short-riffle', decks: 12_000, make: (core, s) => shortRiffle(createSource(core, s)) },
  { id: 'randu', decks: 3_000, make: (_, s) => randuShuffle(s) },
  { id: 'lcg-modulo', decks: 1_000, make: (_, s) => lcgShuffle(s) },
  {
    id: 'seed-of-16-bits',
    decks: 3_000,
    make: (core, s) =>
      shortSeed(createSource(core, s), (seed) => createSource(core, 65_536 + seed)),
  },
];

const BITS_PER_SEQUENCE = 1_000_000;
const WORDS = 62_500;
/** The tests that a biased and a sticky bit must fall to; the others would only cost time. */
const PLANTED_TESTS = ['frequency', 'runs'];
/** Bit positions of a planted generator: each of them is linear, and four keep a smoke run short. */
const PLANTED_PLANES = 4;

export const GENERATORS: readonly PlantedBits[] = [
  {
    id: 'biased-bit',
    words: 40 * 31_250,
    sequences: 40,
    make: (c, s) => biasedBit(createSource(c, s)),
  },
  {
    id: 'sticky-bit',
    words: 40 * 31_250,
    sequences: 40,
    make: (c, s) => stickyBit(createSource(c, s)),
  },
  { id: 'mt19937', words: WORDS, sequences: 0, make: (_, s) => mersenneTwister(s) },
  { id: 'xorshift32', words: WORDS, sequences: 0, make: (_, s) => xorshift(s) },
  {
    id: 'v8-xorshift128plus',
    words: WORDS,
    sequences: 0,
    make: (_, s) =>
      xorshift128Plus(BigInt(s) * 0x9e3779b97f4a7c15n, BigInt(s) + 0xbf58476d1ce4e5b9n),
  },
];

/** The fixed seed of every planted stream: the date of the design. */
export const PLANTED_SEED = 20_261_130;

/** Names of all planted faults, in the order of the report. */
export const PLANTED_IDS: readonly string[] = [...SHUFFLES, ...GENERATORS].map((one) => one.id);

/** Runs one planted fault. Throws RangeError where there is none of that name. */
export function runPlanted(id: string, core: Core, battery: RawBattery): PlantedResult {
  const shuffle = SHUFFLES.find((one) => one.id === id);
  if (shuffle !== undefined) {
    const next = shuffle.make(core, PLANTED_SEED);
    const counter = createDeckCounter(shuffle.decks);
    for (let t = 0; t < shuffle.decks; t++) counter.add(next());
    const findings = deckFindings(counter.counts, equalPairs(counter.close()));
    return { id, stage: 'decks', n: shuffle.decks, seed: PLANTED_SEED, ...caught(findings) };
  }
  const planted = GENERATORS.find((one) => one.id === id);
  if (planted === undefined) throw new RangeError(`no planted fault ${id}`);
  const bytes = bytesOf(planted.make(core, PLANTED_SEED), planted.words);
  const size = BITS_PER_SEQUENCE / 8;
  const results = Array.from({ length: planted.sequences }, (_, i) =>
    battery.sequence(bytes.subarray(i * size, (i + 1) * size), BITS_PER_SEQUENCE, PLANTED_TESTS),
  );
  const whole = planted.sequences === 0 ? [battery.whole(bytes, PLANTED_PLANES)] : [];
  const findings = [...rawFindings('input', results), ...wholeFindings('input', whole)];
  return { id, stage: 'bits', n: 32 * planted.words, seed: PLANTED_SEED, ...caught(findings) };
}

function caught(findings: readonly Finding[]): { rejected: boolean; by: string[] } {
  const by = look(findings)
    .findings.filter((one) => one.holm !== null && one.holm < REGISTRY.procedure.atOnce)
    .sort((a, b) => (a.p ?? 1) - (b.p ?? 1))
    .map((one) => one.id);
  return { rejected: by.length > 0, by };
}
