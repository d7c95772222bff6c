/**
 * Measuring beside a peer: both sides run in turn, many short rounds, and the median of the rounds'
 * ratios counts. Time is CPU time of the process (user and system), because the machine is shared:
 * a round that was interrupted costs wall time, not CPU time. Wall clock and best-of-N were
 * rejected: the first measures the neighbours, the second flatters whoever varies most.
 *
 * Garbage that a side makes is collected on its own account: the engine's helper threads count.
 */

/** One contestant: does `count` operations. What it returns is kept, so that it cannot be optimised away. */
export type Side = (count: number) => number;

export interface Contest {
  readonly name: string;
  /** What one operation is, and what is included. */
  readonly does: string;
  /** The ratio to reach. */
  readonly goal: number;
  /** Operations in what a side counts as one, where it cannot do fewer; else 1. */
  readonly batch?: number;
  readonly ours: Side;
  readonly peer: Side;
}

/** A line of `chemmy bench --json` (design §6); bigger `ratio` is better. */
export interface Measured {
  readonly name: string;
  /** Operations per CPU second, medians. */
  readonly ours: number;
  readonly peer: number;
  /** Median of ours : peer over the rounds. */
  readonly ratio: number;
  readonly goal: number;
  readonly unit: string;
}

export const UNIT = 'operations per CPU second';

/** Rounds of each side, and CPU microseconds that a round should take. */
const ROUNDS = 15;
const ROUND_MICROSECONDS = 40_000;
/** A side is warm after this much: the optimizing compiler works beside it, on a shared machine. */
const WARM_MICROSECONDS = 400_000;

let kept = 0;

/** CPU microseconds of `count` operations. */
function cost(side: Side, count: number): number {
  const before = process.cpuUsage();
  kept = (kept + side(count)) | 0;
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}

/** How many operations fill a round, once warm. */
function calibrate(side: Side): number {
  let count = 1;
  let spent = 0;
  let last = 0;
  while (spent < WARM_MICROSECONDS) {
    last = cost(side, count);
    spent += last;
    if (last < ROUND_MICROSECONDS / 2) count *= 2;
  }
  return Math.max(1, Math.round((count * ROUND_MICROSECONDS) / Math.max(last, 1)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** The value that the share `part` (0 to 1) of the values does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

/** Runs a contest; takes about 2 × 15 × 40 ms of CPU after warming up. */
export function measure(contest: Contest): Measured {
  const counts = [calibrate(contest.ours), calibrate(contest.peer)] as const;
  const speeds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ours = (1e6 * counts[0]) / cost(contest.ours, counts[0]);
    const peer = (1e6 * counts[1]) / cost(contest.peer, counts[1]);
    speeds.push([ours, peer]);
  }
  const batch = contest.batch ?? 1;
  return {
    name: contest.name,
    ours: Math.round(batch * median(speeds.map(([ours]) => ours))),
    peer: Math.round(batch * median(speeds.map(([, peer]) => peer))),
    ratio: Math.round(100 * median(speeds.map(([ours, peer]) => ours / peer))) / 100,
    goal: contest.goal,
    unit: UNIT,
  };
}
