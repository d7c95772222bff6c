/** A worker thread of the solver: takes upcard ranks until none is left, then gives its sums. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Ruleset } from '../engine/ruleset.ts';
import type { Sums } from './kernel.ts';
import { createKernel } from './kernel.ts';

export interface Task {
  readonly ruleset: Ruleset;
  readonly sizes: number;
}
export type Message =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'done';
      readonly sums: Sums;
      readonly policy: Uint8Array;
      readonly final: Uint8Array;
    };

const port = parentPort;
if (port !== null) {
  const task = workerData as Task;
  const wasm = readFileSync(createRequire(import.meta.url).resolve('#build/math.wasm'));
  const kernel = createKernel(new Uint8Array(wasm), task.ruleset, task.sizes);
  const ready: Message = { kind: 'ready' };
  port.on('message', (rank: number | null) => {
    if (rank === null) {
      const done: Message = {
        kind: 'done',
        sums: kernel.sums(),
        policy: kernel.policy(),
        final: kernel.final(),
      };
      port.postMessage(done);
      port.close();
      return;
    }
    kernel.solve(rank);
    port.postMessage(ready);
  });
  port.postMessage(ready);
}
