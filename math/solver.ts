/**
 * The whole solution of a ruleset: thirteen upcard ranks shared out to worker threads, sums added.
 * Sums of integers are exact whatever the order; probabilities are added in the order of workers.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { FINAL_ASK } from '../engine/batch-play.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import type { Sums } from './kernel.ts';
import type { Message, Task } from './worker.ts';

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
  const entry = createRequire(import.meta.url).resolve('#build/math/worker.js');
  let next = 0;
  let finished = 0;
  const parts = await Promise.all(
    Array.from({ length: workers }, () => {
      return new Promise<Solution>((resolve, reject) => {
        const task: Task = { ruleset, sizes };
        const worker = new Worker(entry, { workerData: task });
        let busy = false;
        worker.on('error', reject);
        worker.on('message', (message: Message) => {
          if (message.kind === 'done') {
            resolve(message);
            return;
          }
          if (busy) progress(++finished);
          busy = true;
          worker.postMessage(next < RANKS ? next++ : null);
        });
      });
    }),
  );
  const first = parts[0];
  if (first === undefined) throw new Error('assertion: no worker answered');
  for (const part of parts.slice(1)) {
    add(first.sums.nets, part.sums.nets);
    add(first.sums.outcomes, part.sums.outcomes);
    add(first.sums.totals, part.sums.totals);
    add(first.sums.deals, part.sums.deals);
    add(first.sums.values, part.sums.values);
    part.sums.numerators.forEach((value, i) => {
      first.sums.numerators[i] = (first.sums.numerators[i] ?? 0n) + value;
    });
    // Each upcard was solved by one worker; the others left its places 0.
    part.policy.forEach((value, i) => {
      if (value !== 0) first.policy[i] = value;
    });
    part.final.forEach((value, i) => {
      if (value !== FINAL_ASK) first.final[i] = value;
    });
  }
  return first;
}

function add(to: Float64Array, from: Float64Array): void {
  from.forEach((value, i) => {
    to[i] = (to[i] ?? 0) + value;
  });
}
