/**
 * The whole solution of a ruleset: thirteen upcard ranks shared out to worker threads, sums added in
 * the order of ranks, so that it is the same to the last bit for any number of threads.
 */
import { FINAL_ROW } from '../engine/batch-play.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import type { Sums } from './kernel.ts';
import { CANONICAL_HANDS } from './kernel.ts';
import { shareOut } from './pool.ts';
import type { SolvedRank, Task } from './worker.ts';
import { rankOfPiece } from './worker.ts';

/** C(52, 5) × 47: hands and upcards. */
export const DEALS = 122_151_120;
/** Most worker threads: more than the thirteen upcard ranks have nothing to do. */
export const WORKERS_MAX = 13;
const RANKS = 13;

export interface Solution {
  readonly sums: Sums;
  readonly policy: Uint8Array;
  /** Last decisions that hold whatever was given away (Kernel.final). */
  readonly final: Uint8Array;
}

/** Solves on `workers` threads; `progress` hears how many of 13 ranks are done. */
export async function solve(
  ruleset: Ruleset,
  sizes: number,
  workers: number,
  progress: (done: number) => void,
): Promise<Solution> {
  if (!(workers >= 1 && workers <= WORKERS_MAX)) throw new RangeError('math: 1 to 13 workers');
  const task: Task = { ruleset, sizes };
  const found = await shareOut<Task, SolvedRank>('worker', task, RANKS, workers, progress);
  const ranks = Array.from({ length: RANKS }, (_, piece) => {
    const solved = found.get(piece);
    if (solved === undefined) throw new Error('assertion: a rank is missing');
    return { rank: rankOfPiece(piece), ...solved };
  }).sort((a, b) => a.rank - b.rank);
  const policy = new Uint8Array(52 * CANONICAL_HANDS);
  const final = new Uint8Array(RANKS * FINAL_ROW);
  for (const { rank, ...own } of ranks) {
    for (let hand = 0; hand < CANONICAL_HANDS; hand++) {
      policy.set(own.policy.subarray(4 * hand, 4 * hand + 4), 52 * hand + 4 * rank);
    }
    final.set(own.final, FINAL_ROW * rank);
  }
  return { sums: ranks.map(({ sums }) => sums).reduce(added), policy, final };
}

/** Sums of two disjoint sets of deals. */
function added(a: Sums, b: Sums): Sums {
  const sum = (x: Float64Array, y: Float64Array) => x.map((value, i) => value + (y[i] ?? 0));
  return {
    nets: sum(a.nets, b.nets),
    outcomes: sum(a.outcomes, b.outcomes),
    totals: sum(a.totals, b.totals),
    deals: sum(a.deals, b.deals),
    values: sum(a.values, b.values),
    numerators: a.numerators.map((value, i) => value + (b.numerators[i] ?? 0n)),
    settled: a.settled && b.settled,
  };
}
