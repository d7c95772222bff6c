/**
 * Calibration: the hypotheses looked at on many good streams at smoke size, so that their error rates
 * are measured and not hoped for. Bonferroni-collapsed and discrete p are conservative: their rates may
 * lie below the level, never above it. Results are kept in calibration.json.
 */
import type { Casino } from './casino.ts';
import { evaluate } from './evaluate.ts';
import type { Profile } from './hypotheses.ts';
import { REGISTRY } from './hypotheses.ts';
import type { RawBattery } from './raw.ts';
import { runShard } from './shard.ts';
import { shardSeeds } from './stream.ts';
import { binomialLower, binomialUpper, kolmogorovTail } from './tail.ts';

export interface Calibrated {
  readonly id: string;
  /** Streams in which the hypothesis had a p. */
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

/** Looks at streams `from` to `to` (excluded) of the calibration seed. */
export function gather(
  casino: Casino,
  battery: RawBattery,
  seed: Uint8Array,
  from: number,
  to: number,
  progress: (stream: number) => void = () => undefined,
): Gathered {
  const profile: Profile = REGISTRY.profiles.smoke;
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
      const entry = gathered.get(id) ?? { p: [], direct: df !== null };
      if (p !== null) entry.p.push(p);
      gathered.set(id, entry);
    }
    progress(stream);
  }
  return gathered;
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
      direct,
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
