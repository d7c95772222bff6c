/** A thread of the simulation: plays pieces of whole rounds. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { createBatchDealer } from '../engine/batch-deal.ts';
import { batchPlays, createBatchPlayer } from '../engine/batch-play.ts';
import { createCore } from '../engine/core.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import { handPlaces } from './dealt-place.ts';
import { createKernel } from './kernel.ts';
import { createPlayer, PIECE } from './play.ts';
import { takePieces } from './pool.ts';

/** What a thread plays; tables are shared between the threads. */
export interface SeenTask {
  readonly ruleset: Ruleset;
  readonly policy: Uint8Array;
  readonly key: Uint8Array;
  readonly rounds: number;
}

export interface SimulationTask extends SeenTask {
  /** Last decisions that hold whatever was given away (Kernel.final). */
  readonly final: Uint8Array;
}

const port = parentPort;
if (port !== null) {
  const { ruleset, policy, final, key, rounds } = workerData as SimulationTask;
  const require = createRequire(import.meta.url);
  const built = (name: string) => new Uint8Array(readFileSync(require.resolve(`#build/${name}`)));
  const core = createCore(built('core.wasm'));
  const kernel = createKernel(built('math.wasm'), ruleset, 0);
  const decisions = { hands: kernel.hands().cards, policy, final };
  const player = createPlayer({
    core,
    game: core.game(ruleset),
    dealer: createBatchDealer(built('batch.wasm')),
    batch: batchPlays(ruleset)
      ? createBatchPlayer(built('simulation.wasm'), ruleset, decisions)
      : null,
    kernel,
    policy,
    places: handPlaces(kernel),
  });
  takePieces(
    port,
    (piece) => player.play(key, piece, Math.min(PIECE, rounds - piece * PIECE)),
    () => player.finish(),
  );
}
