/**
 * `chemmy bench sts`: CPU milliseconds of the battery on 10^6 bits, per test and in all, medians of
 * rounds. No other complete battery runs in Node, so the total stands beside the mark of 62 ms (25
 * times NIST's reference at -O2 on the machine of reference/batteries.md §1); a single test has no
 * peer. p-values are included; reading files is not.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BATTERY, runSequence, runTest } from '../certification/battery/index.ts';
import { createStatistics } from '../certification/battery/statistics.ts';
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

/** Runs the bench; 0 when it ran. */
export async function main(argv: string[]): Promise<number> {
  const json = argv.includes('--json');
  if (argv.some((word) => word !== '--json')) {
    process.stderr.write('chemmy bench sts: only --json is an option\n');
    return 2;
  }
  for (const row of benchSts()) {
    const ratio = row.ratio === null ? '' : `${row.ratio}x of ${row.peer} ms, goal ${row.goal}x`;
    const line = `${row.name.padEnd(32)}${row.ours.toFixed(3).padStart(9)} ms  ${ratio}\n`;
    process.stdout.write(json ? `${JSON.stringify(row)}\n` : line);
  }
  return 0;
}
