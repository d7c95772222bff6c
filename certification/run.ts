/**
 * A certification run: jobs of the first look (shards, planted faults, golden vectors), the verdict's
 * second look where it is due, and the report. Clock and progress are arguments.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { CATEGORIES } from '../engine/category.ts';
import { toHex } from '../engine/octets.ts';
import { loadBattery } from './bit-battery.ts';
import type { Casino } from './casino.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Evaluation } from './evaluate.ts';
import { evaluate } from './evaluate.ts';
import { log10P } from './finding.ts';
import type { FamilyId, Profile, ProfileName } from './hypotheses.ts';
import { hypothesisOf, REGISTRY } from './hypotheses.ts';
import type { Format, InputSummary } from './input.ts';
import { BLOCK_DECKS, bitBlocks, deckBlocks, sequenceBits } from './input.ts';
import type { Job, JobResult } from './job.ts';
import { runJob } from './job.ts';
import { positionTest } from './outcomes/deck-tests.ts';
import { FIVE_CARD_LAW } from './outcomes/hand-law.ts';
import { runPool } from './pool.ts';
import type { Plot, Report } from './report/model.ts';
import { LIMITS, REPORT_SCHEMA } from './report/model.ts';
import type { PlantedResult } from './self-test.ts';
import { PLANTED_IDS } from './self-test.ts';
import type { ShardResult } from './shard.ts';
import { shardSeeds } from './stream.ts';
import type { Decision, Retest } from './verdict.ts';
import { decide, look, PROCEDURE_SIZE, retest } from './verdict.ts';

export interface RunOptions {
  readonly casino: Casino;
  readonly profile: ProfileName;
  readonly seed: Uint8Array;
  readonly seedPolicy: 'replay' | 'system';
  readonly file: {
    readonly path: string;
    readonly format: Format;
    readonly summary: InputSummary;
  } | null;
  readonly workers: number;
  readonly checkpoint: Checkpoint;
  readonly runId: string;
  readonly version: string;
  readonly machine: Report['machine'];
  readonly now: () => number;
  /** Jobs done, jobs in all (0: not known yet). */
  readonly progress: (done: number, all: number, what: string) => void;
}

const FAMILY_NAMES: { readonly [id in FamilyId]: string } = {
  A: 'raw bits',
  B: 'scaled integers',
  C: 'decks',
  D: 'games',
};

/** Names a run by all that determines its result. */
export function runIdOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}

export async function certify(options: RunOptions): Promise<Report> {
  const { casino, file } = options;
  const started = options.now();
  const profile = REGISTRY.profiles[options.profile];
  const shards = new Map<string, ShardResult>();
  const planted = new Map<string, PlantedResult>();
  let golden = { checked: 0, wrong: [] as readonly string[] };
  const keep = (result: JobResult): void => {
    if (result.kind === 'shard') shards.set(result.id, result.result);
    else if (result.kind === 'planted') planted.set(result.result.id, result.result);
    else golden = result.result;
  };
  const extra: Job[] = [
    ...PLANTED_IDS.map((fault): Job => ({ id: `planted-${fault}`, kind: 'planted', fault })),
    { id: 'golden', kind: 'golden' },
  ];
  const factor = REGISTRY.procedure.retestFactor;
  // The first look takes the first seeds, the second look the fresh ones behind them.
  const seeds = shardSeeds(casino.freshCore(), options.seed, profile.shards * (1 + factor));
  const first = file === null ? houseJobs(seeds, profile, 1) : fileJobs(file, profile);
  const known = file === null ? profile.shards + extra.length : 0;
  await work(options, chain(extra, first), known, keep);
  const evaluation = evaluate(casino, [...shards.values()]);
  const firstLook = look(evaluation.findings);

  let second: Retest | null = null;
  if (file === null && firstLook.rejected.length > 0 && !firstLook.atOnce) {
    shards.clear();
    const jobs = houseJobs(seeds.slice(profile.shards), profile, 2);
    await work(options, jobs, profile.shards * factor, keep);
    second = retest(firstLook.rejected, evaluate(casino, [...shards.values()]).findings);
  }
  const missed = [...planted.values()].filter((one) => !one.rejected).map((one) => one.id);
  const broken = missed.length > 0 || golden.wrong.length > 0;
  // A harness that misses what it must catch proves nothing about its subject.
  const decision: Decision = broken
    ? {
        verdict: 'undecided',
        statement: `The self-test failed: ${[...missed, ...golden.wrong].join(', ')}.`,
      }
    : decide(file === null ? 'stream' : 'file', firstLook, second);
  const finished = options.now();
  const { alpha, alpha95, atOnce, retestAlpha, retestFactor } = REGISTRY.procedure;
  const faults = PLANTED_IDS.map((id) => planted.get(id)).filter((one) => one !== undefined);
  return {
    schema: REPORT_SCHEMA,
    product: { name: 'chemmy', version: options.version },
    run: {
      id: options.runId,
      profile: options.profile,
      seedPolicy: file === null ? options.seedPolicy : 'none',
      seed: file === null ? toHex(options.seed) : null,
    },
    subject: {
      kind: file === null ? 'production' : 'file',
      coreHash: casino.coreHash,
      rulesets: casino.ids.map((id, i) => ({ id, hash: casino.hashes[i] ?? '' })),
      file: file === null ? null : { name: basename(file.path), ...file.summary },
    },
    verdict: decision.verdict,
    statement: decision.statement,
    families: firstLook.families.map((family) => ({ ...family, name: FAMILY_NAMES[family.id] })),
    procedure: {
      alpha,
      alpha95,
      atOnce,
      retestAlpha,
      retestFactor,
      size: PROCEDURE_SIZE,
      hypotheses: createHash('sha256').update(JSON.stringify(REGISTRY)).digest('hex'),
    },
    looks: {
      first: firstLook.findings.map((one) => {
        const { name, aliases, law } = hypothesisOf(one.id);
        return { ...one, name, aliases, law, log10: log10P(one) };
      }),
      second,
    },
    reportOnly: evaluation.reportOnly,
    selfTest: {
      golden: { ...golden, ok: golden.wrong.length === 0 },
      planted: faults,
      excludedByProof: REGISTRY.excludedByProof,
    },
    evidence: evidenceOf(evaluation),
    limits: LIMITS,
    machine: options.machine,
    times: {
      started: new Date(started).toISOString(),
      finished: new Date(finished).toISOString(),
      seconds: Math.round((finished - started) / 100) / 10,
      workers: options.workers,
    },
  };
}

/** Runs jobs that no checkpoint holds; results of both kinds go to `keep`. */
async function work(
  options: RunOptions,
  jobs: AsyncIterable<Job> | Iterable<Job>,
  all: number,
  keep: (result: JobResult) => void,
): Promise<void> {
  const { casino, checkpoint, progress } = options;
  let done = 0;
  const count = (what: string): void => {
    done += 1;
    progress(done, all, what);
  };
  const missing = (async function* () {
    for await (const job of jobs) {
      const found = checkpoint.read(job.id);
      if (found === null) yield job;
      else {
        keep(found);
        count(`${job.id} (kept)`);
      }
    }
  })();
  const battery = loadBattery();
  const inline = (job: Job): JobResult => runJob(job, casino, battery);
  await runPool('worker', missing, options.workers, inline, (result) => {
    checkpoint.write(result);
    keep(result);
    count(result.id);
  });
}

async function* chain(...lists: readonly (AsyncIterable<Job> | Iterable<Job>)[]) {
  for (const list of lists) yield* list;
}

function* houseJobs(seeds: readonly Uint8Array[], profile: Profile, lookNumber: 1 | 2) {
  const { decks, bits, sequences, gamesEvery } = profile;
  const count =
    lookNumber === 1 ? profile.shards : profile.shards * REGISTRY.procedure.retestFactor;
  for (let shard = 0; shard < count; shard++) {
    const seed = seeds[shard];
    if (seed === undefined) throw new Error('assertion: a shard without a seed');
    // The second look has twice the planes as well.
    const whole = shard < lookNumber;
    const task = { kind: 'house' as const, shard, seed, decks, bits, sequences, gamesEvery, whole };
    yield { id: `look${lookNumber}-${shard}`, kind: 'shard' as const, task };
  }
}

/** Most sequences in one block: 4 × 125,000 bytes. */
const BLOCK_SEQUENCES = 4;

async function* fileJobs(
  file: NonNullable<RunOptions['file']>,
  profile: Profile,
): AsyncGenerator<Job> {
  let shard = 0;
  if (file.format === 'decks') {
    for await (const bytes of deckBlocks(file.path, BLOCK_DECKS)) {
      const gamesEvery = file.summary.count > 100_000 ? profile.gamesEvery : 1;
      const task = { kind: 'decks' as const, shard, bytes, gamesEvery };
      yield { id: `look1-${shard++}`, kind: 'shard', task };
    }
    return;
  }
  const bits = sequenceBits(file.summary.count);
  // Small sequences share a block, so that its planes have words enough.
  const most = Math.max(BLOCK_SEQUENCES, Math.ceil(1_600_000 / bits));
  for await (const bytes of bitBlocks(file.path, file.format, (most * bits) / 8)) {
    const sequences = Math.floor((8 * bytes.length) / bits);
    if (sequences === 0) return;
    const task = { kind: 'bits' as const, shard, bytes, bits, sequences, whole: shard === 0 };
    yield { id: `look1-${shard++}`, kind: 'shard', task };
  }
}

const QUANTILES = 100;
const BINS = 20;

function plotOf(name: string, p: readonly number[]): Plot {
  const bins = new Array<number>(BINS).fill(0);
  for (const value of p) {
    const bin = Math.min(BINS - 1, Math.floor(value * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const sorted = [...p].sort((a, b) => a - b);
  const k = Math.min(QUANTILES, sorted.length);
  const quantiles = Array.from(
    { length: k },
    (_, i) => sorted[Math.floor(((i + 0.5) / k) * sorted.length)] ?? 1,
  );
  return { name, n: p.length, bins, quantiles };
}

function evidenceOf(evaluation: Evaluation): Report['evidence'] {
  const { tally, decks } = evaluation;
  const kinds = CATEGORIES.length;
  // The dealer's hand of every deck that was played: independent, one a deck.
  const observed = new Array<number>(kinds).fill(0);
  for (const counts of Object.values(tally.games)) {
    const dealer = counts.categories.subarray(counts.categories.length - kinds);
    dealer.forEach((count, kind) => {
      observed[kind] = (observed[kind] ?? 0) + count;
    });
  }
  const hands = observed.reduce((a, b) => a + b, 0);
  return {
    decks,
    position:
      decks === 0
        ? null
        : { counts: [...tally.decks.deck.position], test: positionTest(tally.decks.deck) },
    categories: CATEGORIES.map((name, i) => ({
      name,
      observed: observed[i] ?? 0,
      expected: (FIVE_CARD_LAW[i] ?? 0) * hands,
    })),
    returns: evaluation.returns,
    plots: evaluation.plots.map((plot) => plotOf(plot.name, plot.p)),
  };
}
