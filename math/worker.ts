/** A worker thread of the solver: takes upcard ranks until none is left, and gives what each has. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { FINAL_ROW } from '../engine/batch-play.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import type { Sums } from './kernel.ts';
import { CANONICAL_HANDS, createKernel } from './kernel.ts';
import { takePieces } from './pool.ts';

export interface Task {
  readonly ruleset: Ruleset;
  readonly sizes: number;
}

/** One upcard rank, solved. */
export interface SolvedRank {
  readonly sums: Sums;
  /** Best first action by canonical hand · 4 + suit of the upcard. */
  readonly policy: Uint8Array;
  /** The rank's row of `Kernel.final`. */
  readonly final: Uint8Array;
}

/** The dearest ranks first, so that threads end together: an ace is the highest card most often. */
export const rankOfPiece = (piece: number): number => 12 - piece;

const port = parentPort;
if (port !== null) {
  const task = workerData as Task;
  const wasm = readFileSync(createRequire(import.meta.url).resolve('#build/math.wasm'));
  const kernel = createKernel(new Uint8Array(wasm), task.ruleset, task.sizes);
  const found = new Map<number, SolvedRank>();
  const solved = (rank: number): SolvedRank => {
    kernel.clear();
    kernel.solve(rank);
    const whole = kernel.policy();
    const policy = new Uint8Array(4 * CANONICAL_HANDS);
    for (let hand = 0; hand < CANONICAL_HANDS; hand++) {
      const at = 52 * hand + 4 * rank;
      policy.set(whole.subarray(at, at + 4), 4 * hand);
    }
    const final = kernel
      .final()
      .subarray(FINAL_ROW * rank, FINAL_ROW * (rank + 1))
      .slice();
    return { sums: kernel.sums(), policy, final };
  };
  takePieces(
    port,
    (piece) => found.set(piece, solved(rankOfPiece(piece))),
    () => found,
  );
}
