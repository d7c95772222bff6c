/**
 * Threads that share out numbered pieces of work: each asks for the next number until none is left,
 * then gives all that it found. What comes out must not depend on who did which piece.
 */
import { createRequire } from 'node:module';
import type { MessagePort } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';

type Message<Found> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly found: ReadonlyMap<number, Found> };

/** Runs `pieces` pieces on `workers` threads of `build/math/NAME.js`; what was found, by piece. */
export async function shareOut<Task, Found>(
  name: string,
  task: Task,
  pieces: number,
  workers: number,
  progress: (done: number) => void,
): Promise<Map<number, Found>> {
  const entry = createRequire(import.meta.url).resolve(`#build/math/${name}.js`);
  const all = new Map<number, Found>();
  let next = 0;
  let finished = 0;
  await Promise.all(
    Array.from({ length: Math.min(workers, pieces) }, () => {
      return new Promise<void>((resolve, reject) => {
        const worker = new Worker(entry, { workerData: task });
        let busy = false;
        worker.on('error', reject);
        worker.on('message', (message: Message<Found>) => {
          if (message.kind === 'done') {
            for (const [piece, found] of message.found) all.set(piece, found);
            resolve();
            return;
          }
          if (busy) progress(++finished);
          busy = true;
          worker.postMessage(next < pieces ? next++ : null);
        });
      });
    }),
  );
  if (all.size !== pieces) throw new Error('assertion: a piece of work is missing');
  return all;
}

/** The thread's side: `work` on each number, then `found` once. */
export function takePieces<Found>(
  port: MessagePort,
  work: (piece: number) => void,
  found: () => ReadonlyMap<number, Found>,
): void {
  const say = (message: Message<Found>): void => port.postMessage(message);
  port.on('message', (piece: number | null) => {
    if (piece === null) {
      say({ kind: 'done', found: found() });
      port.close();
      return;
    }
    work(piece);
    say({ kind: 'ready' });
  });
  say({ kind: 'ready' });
}
