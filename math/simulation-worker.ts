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

export interface SimulationTask {
  readonly ruleset: Ruleset;
  /** Shared between the threads. */
  readonly policy: Uint8Array;
  readonly key: Uint8Array;
  readonly rounds: number;
}

const port = parentPort;
if (port !== null) {
  const { ruleset, policy, key, rounds } = workerData as SimulationTask;
  const require = createRequire(import.meta.url);
  const built = (name: string) => new Uint8Array(readFileSync(require.resolve(`#build/${name}`)));
  const core = createCore(built('core.wasm'));
  const kernel = createKernel(built('math.wasm'), ruleset, 0);
  const decisions = { hands: kernel.hands().cards, policy };
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
