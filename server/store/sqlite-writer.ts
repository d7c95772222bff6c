/**
 * The one writer, in a worker thread: takes all that is waiting, commits it together, answers after
 * COMMIT (group commit, design §5). No timers: while one fsync runs the next batch grows by itself.
 * A commit that fails for any unlawful reason ends the writer: fsync is never tried again.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Work, WorkDone } from './sqlite-apply.ts';
import { createApplier } from './sqlite-apply.ts';
import { openWriter } from './sqlite-file.ts';

export interface WriterStart {
  readonly folder: string;
  /** Most in one COMMIT; 1 is one commit a request, for comparison. */
  readonly batch: number;
}

export type WriterTask = { readonly id: number } & (Work | { readonly close: true });

export type WriterAnswer =
  | { readonly answers: readonly { readonly id: number; readonly done: WorkDone }[] }
  | { readonly failed: string }
  | { readonly refused: string }
  | { readonly ready: { readonly synchronous: string } }
  | { readonly closed: true };

const port = parentPort;
if (port === null) throw new Error('the writer runs in a worker thread');
const { folder, batch } = workerData as WriterStart;
const say = (answer: WriterAnswer) => port.postMessage(answer);

try {
  const { db, synchronous, release } = openWriter(folder);
  const applier = createApplier(db);

  port.on('message', (first: WriterTask) => {
    const tasks = [first];
    while (tasks.length < batch) {
      const more = receiveMessageOnPort(port) as { message: WriterTask } | undefined;
      if (more === undefined) break;
      tasks.push(more.message);
    }
    try {
      const works = tasks.filter((task) => !('close' in task)) as (Work & { id: number })[];
      if (works.length > 0) {
        const done = applier.apply(works);
        say({ answers: works.map(({ id }, i) => ({ id, done: done[i] as WorkDone })) });
      }
      if (works.length === tasks.length) return;
      db.pragma('wal_checkpoint(TRUNCATE)');
      db.close();
      release();
      say({ closed: true });
      port.close();
    } catch (error) {
      say({ failed: (error as Error).message });
      port.close();
    }
  });
  say({ ready: { synchronous } });
} catch (error) {
  say({ refused: (error as Error).message });
  port.close();
}
