/** A thread of the second box's simulation. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { createCore } from '../engine/core.ts';
import { handPlaces } from './dealt-place.ts';
import { createKernel } from './kernel.ts';
import { takePieces } from './pool.ts';
import type { SeenTally } from './second-box.ts';
import { SEEN_PIECE, seenTally, sizesSeen } from './second-box.ts';
import type { SeenTask } from './simulation-worker.ts';

const port = parentPort;
if (port !== null) {
  const { ruleset, policy, key, rounds } = workerData as SeenTask;
  const require = createRequire(import.meta.url);
  const core = createCore(readFileSync(require.resolve('#build/core.wasm')));
  const wasm = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));
  const kernel = createKernel(wasm, ruleset, sizesSeen(ruleset));
  const parts = { core, ruleset, kernel, policy, places: handPlaces(kernel) };
  const found = new Map<number, SeenTally>();
  takePieces(
    port,
    (piece) => {
      const from = piece * SEEN_PIECE;
      found.set(piece, seenTally(parts, key, from, Math.min(SEEN_PIECE, rounds - from)));
    },
    () => found,
  );
}
