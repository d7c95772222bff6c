/**
 * Calibration: the hypotheses looked at on many good streams at smoke size, and the fifteen tests of
 * family A on sequences of full length, so that error rates are measured and not hoped for. p that are
 * joined by Bonferroni or have few values are conservative: their rates may lie below the level, never
 * above it. Results are kept in calibration.json.
 */
import type { Casino } from './casino.ts';
import { evaluate } from './evaluate.ts';
import type { Profile } from './hypotheses.ts';
import { REGISTRY } from './hypotheses.ts';
import { uniformChiSquare } from './outcomes/chi-square.ts';
import type { RawBattery } from './raw.ts';
import { uniformityOf } from './raw.ts';
import { runShard } from './shard.ts';
import { shardSeeds } from './stream.ts';
import {
  binomialLower,
  binomialTwoSided,
  binomialUpper,
  collapse,
  kolmogorovTail,
} from './tail.ts';

export interface Calibrated {
  readonly id: string;
  /** Streams in which the hypothesis had a p; 0: it needs more data than a smoke run has. */
  readonly streams: number;
  readonly below01: number;
  readonly below05: number;
  /** A p with a continuous law: its rates and uniformity are held from both sides. */
  readonly direct: boolean;
  /** Kolmogorov–Smirnov p against the uniform law; null where the p is conservative. */
  readonly uniform: number | null;
}

/** p-values of every hypothesis over good streams; one array a hypothesis. */
export type Gathered = Map<string, { p: number[]; direct: boolean }>;

/**
 * Sizes for hypotheses that a smoke run is too small for: rounds enough for the cards that players
 * draw, and decks enough for the 2,652 first pairs and for the boundary between decks.
 */
export const ROUNDS: Profile = {
  shards: 2,
  decks: 9_000,
  bits: 10_000,
  sequences: { drbg: 1, words: 1 },
  gamesEvery: 1,
};
export const DECKS: Profile = { ...ROUNDS, decks: 35_000, gamesEvery: 35_000 };

/** Looks at streams `from` to `to` (excluded) of the calibration seed, of a profile's size. */
export function gather(
  casino: Casino,
  battery: RawBattery,
  seed: Uint8Array,
  from: number,
  to: number,
  progress: (stream: number) => void = () => undefined,
  profile: Profile = REGISTRY.profiles.smoke,
): Gathered {
  const seeds = shardSeeds(casino.freshCore(), seed, to * profile.shards);
  const gathered: Gathered = new Map();
  for (let stream = from; stream < to; stream++) {
    const shards = Array.from({ length: profile.shards }, (_, shard) => {
      const own = seeds[stream * profile.shards + shard];
      if (own === undefined) throw new Error('assertion: a stream without a seed');
      const { decks, bits, sequences, gamesEvery } = profile;
      const whole = shard === 0;
      const task = {
        kind: 'house' as const,
        shard,
        seed: own,
        decks,
        bits,
        sequences,
        gamesEvery,
        whole,
      };
      return runShard(task, casino, battery);
    });
    for (const { id, p, df } of evaluate(casino, shards).findings) {
      const entry = gathered.get(id) ?? { p: [], direct: true };
      if (p !== null) {
        entry.p.push(p);
        // Two cells or two columns are an exact law of few values.
        if (df === null || df < 2) entry.direct = false;
      }
      gathered.set(id, entry);
    }
    progress(stream);
  }
  return gathered;
}

/** Puts gatherings of different streams together. */
export function together(parts: readonly Gathered[]): Gathered {
  const all: Gathered = new Map();
  for (const part of parts) {
    for (const [id, { p, direct }] of part) {
      const entry = all.get(id) ?? { p: [], direct: true };
      entry.p.push(...p);
      entry.direct &&= direct;
      all.set(id, entry);
    }
  }
  return all;
}

export function summarize(gathered: Gathered): Calibrated[] {
  return [...gathered].map(([id, { p, direct }]) => {
    const sorted = [...p].sort((a, b) => a - b);
    const n = sorted.length;
    const distance = sorted.reduce((d, x, i) => Math.max(d, x - i / n, (i + 1) / n - x), 0);
    return {
      id,
      streams: n,
      below01: sorted.filter((x) => x < 0.01).length,
      below05: sorted.filter((x) => x < 0.05).length,
      direct: direct && n > 0,
      uniform: direct && n > 0 ? kolmogorovTail(Math.sqrt(n) * distance) : null,
    };
  });
}

/** What lies outside its binomial band, each band at `level` split over all comparisons. */
export function outside(table: readonly Calibrated[], level = 0.01): string[] {
  const made = table.filter((one) => one.streams > 0);
  const each = level / (5 * made.length);
  return made.flatMap((one) => {
    const faults: string[] = [];
    for (const [count, alpha] of [
      [one.below01, 0.01],
      [one.below05, 0.05],
    ] as const) {
      const text = `${one.id}: ${count} of ${one.streams} below ${alpha}`;
      if (binomialUpper(count, one.streams, alpha) < each) faults.push(`${text}: too many`);
      if (one.direct && binomialLower(count, one.streams, alpha) < each)
        faults.push(`${text}: too few`);
    }
    if (one.uniform !== null && one.uniform < each)
      faults.push(`${one.id}: not uniform, ${one.uniform}`);
    return faults;
  });
}

/** One of the fifteen tests on good sequences of one length; its p-values a sequence are columns. */
export interface CalibratedTest {
  readonly id: string;
  /** Sequences to which the test applied. */
  readonly sequences: number;
  readonly columns: number;
  /** Shares of p below the levels, over all columns. */
  readonly share01: number;
  readonly share05: number;
  /** Binomial p of the column whose count is least likely, times the columns, at either level. */
  readonly rate01: number;
  readonly rate05: number;
  /** p of the least uniform column in ten bins, times the columns. */
  readonly uniform: number;
}

/** p of the fifteen tests on sequences: one row a sequence, null where a test did not apply. */
export type Rows = Map<string, (readonly number[])[]>;

/** The fifteen tests on the sequences `from` to `to` (excluded) of `bits` bits; `bytes` makes each. */
export function gatherSequences(
  battery: RawBattery,
  bytes: (sequence: number) => Uint8Array,
  bits: number,
  from: number,
  to: number,
): Rows {
  const rows: Rows = new Map();
  for (let sequence = from; sequence < to; sequence++) {
    for (const { id, p } of battery.sequence(bytes(sequence), bits).tests) {
      const own = rows.get(id) ?? [];
      if (p !== null) own.push(p);
      rows.set(id, own);
    }
  }
  return rows;
}

export function summarizeSequences(rows: Rows): CalibratedTest[] {
  return [...rows].map(([id, own]) => {
    const width = own[0]?.length ?? 0;
    const columns = Array.from({ length: width }, (_, j) => own.map((row) => row[j] ?? 1));
    const n = own.length;
    const counts = (level: number) =>
      columns.map((column) => column.filter((p) => p < level).length);
    const rate = (level: number) =>
      collapse(counts(level).map((count) => binomialTwoSided(count, n, level)));
    const share = (level: number) => counts(level).reduce((a, b) => a + b, 0) / (n * width);
    return {
      id,
      sequences: n,
      columns: width,
      share01: share(0.01),
      share05: share(0.05),
      rate01: rate(0.01),
      rate05: rate(0.05),
      uniform: collapse(columns.map((column) => uniformChiSquare(uniformityOf(column).bins).p)),
    };
  });
}
