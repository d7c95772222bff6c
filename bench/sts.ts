/**
 * `chemmy bench sts`: CPU milliseconds of the battery on 10^6 bits, per test and in all, medians of
 * rounds. No other complete battery runs in Node, so the total stands beside the mark of 62 ms (25
 * times NIST's reference at -O2 on the machine of reference/batteries.md §1); a single test has no
 * peer. p-values are included; reading files is not.
 *
 * Then threads: as many sequences as the standard profile has, by one worker and by two, in turn. The
 * wall clock ratio is what a user sees and falls where the neighbours use the cores; the CPU time that
 * both spend stands beside it, because equal work is what two idle cores halve. Memory is what the
 * second worker adds.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BATTERY, runSequence, runTest } from '../certification/battery/index.ts';
import { createStatistics } from '../certification/battery/statistics.ts';
import { runSts } from '../certification/sts.ts';
import { median } from './measure.ts';

const N = 1_000_000;
/** CPU milliseconds a sequence to reach (issue 5). */
const MARK = 62;
const ROUNDS = 9;
const WARM = 3;
const UNIT = 'CPU ms per sequence of 10^6 bits';

/** A line of `chemmy bench sts --json`; bigger `ratio` is better. */
export interface StsMeasured {
  readonly name: string;
  readonly ours: number;
  readonly peer: number | null;
  readonly ratio: number | null;
  readonly goal: number | null;
  readonly unit: string;
  /** Why there is no peer, or what the peer is. */
  readonly reason: string;
}

/** Median CPU milliseconds of one call. */
function cost(work: () => unknown, repeats: number): number {
  for (let i = 0; i < WARM; i++) work();
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < repeats; i++) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / repeats;
  });
  return Math.round(1000 * median(rounds)) / 1000;
}

/** All fifteen tests alone, then together. */
export function* benchSts(): Generator<StsMeasured> {
  const root = dirname(createRequire(import.meta.url).resolve('#package'));
  const bytes = readFileSync(join(root, 'test', 'vectors', 'sts', 'pi.1e6.bin'));
  const statistics = createStatistics();
  statistics.begin(bytes, N);
  for (const test of BATTERY) {
    const ours = cost(() => runTest(test, statistics, N), 5);
    const reason = 'no complete battery for Node to stand beside';
    yield { name: `sts.${test.id}`, ours, peer: null, ratio: null, goal: null, unit: UNIT, reason };
  }
  const ours = cost(() => runSequence(statistics, bytes, N), 5);
  const ratio = Math.round((100 * MARK) / ours) / 100;
  const reason = 'peer: the mark of issue 5, 62 ms';
  yield { name: 'sts.all', ours, peer: MARK, ratio, goal: 1, unit: UNIT, reason };
}

/** Sequences of one run with threads (64 shards × 2 of each stage), and runs of either kind. */
const SEQUENCES = 256;
const RUNS = 3;
/** Goals of issue 5: wall clock of one worker over that of two, and megabytes a worker. */
const SPEEDUP = 1.8;
const MEGABYTES = 64;
/** Milliseconds between two looks at the memory. */
const LOOK = 20;

interface Threaded {
  readonly wall: number;
  readonly cpu: number;
  /** Largest resident set of the process, MB. */
  readonly resident: number;
}

async function threaded(bytes: Uint8Array, workers: number): Promise<Threaded> {
  let resident = 0;
  const timer = setInterval(() => {
    resident = Math.max(resident, process.memoryUsage.rss() / 2 ** 20);
  }, LOOK);
  const cpu = process.cpuUsage();
  const wall = performance.now();
  await runSts({ next: () => bytes, close: () => undefined }, N, SEQUENCES, workers);
  const spent = process.cpuUsage(cpu);
  clearInterval(timer);
  const milliseconds = (spent.user + spent.system) / 1000;
  return { wall: performance.now() - wall, cpu: milliseconds, resident };
}

/** One worker beside two. */
export async function* benchWorkers(): AsyncGenerator<StsMeasured> {
  const root = dirname(createRequire(import.meta.url).resolve('#package'));
  const bytes = new Uint8Array(readFileSync(join(root, 'test', 'vectors', 'sts', 'pi.1e6.bin')));
  const one: Threaded[] = [];
  const two: Threaded[] = [];
  for (let run = 0; run < RUNS; run++) {
    one.push(await threaded(bytes, 1));
    two.push(await threaded(bytes, 2));
  }
  const of = (runs: readonly Threaded[], key: keyof Threaded) => median(runs.map((r) => r[key]));
  const round = (value: number) => Math.round(100 * value) / 100;
  const best = (runs: readonly Threaded[]) => Math.min(...runs.map((r) => r.wall));
  const work = round(of(two, 'cpu') / of(one, 'cpu'));
  yield {
    name: 'sts.workers',
    ours: Math.round(best(two)),
    peer: Math.round(best(one)),
    ratio: round(best(one) / best(two)),
    goal: SPEEDUP,
    unit: `wall ms of ${SEQUENCES} sequences, best of ${RUNS}, threads started`,
    reason: `peer: one worker; two spend ${work} times its CPU time`,
  };
  const added = Math.max(0, of(two, 'resident') - of(one, 'resident'));
  yield {
    name: 'sts.memory',
    ours: round(added),
    peer: MEGABYTES,
    ratio: round(MEGABYTES / added),
    goal: 1,
    unit: 'MB resident that the second worker adds',
    reason: `peer: the mark of issue 5; the whole process with two: ${Math.round(of(two, 'resident'))} MB`,
  };
}

/** Runs the bench; 0 when it ran. */
export async function main(argv: string[]): Promise<number> {
  const json = argv.includes('--json');
  if (argv.some((word) => word !== '--json')) {
    process.stderr.write('chemmy bench sts: only --json is an option\n');
    return 2;
  }
  const print = (row: StsMeasured): void => {
    const ratio = row.ratio === null ? '' : `${row.ratio}x of ${row.peer}, goal ${row.goal}x`;
    const line = `${row.name.padEnd(32)}${row.ours.toFixed(3).padStart(9)} ${ratio}  (${row.unit})\n`;
    process.stdout.write(json ? `${JSON.stringify(row)}\n` : line);
  };
  for (const row of benchSts()) print(row);
  for await (const row of benchWorkers()) print(row);
  return 0;
}
