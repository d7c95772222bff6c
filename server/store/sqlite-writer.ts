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

/** Works in the order in which they are answered, or the end of the writer. */
export type WriterTask = readonly Work[] | 'close';

export type WriterAnswer =
  /** Of the works of one COMMIT, the oldest first; `seconds`: from its begin to its return. */
  | { readonly answers: readonly WorkDone[]; readonly seconds: number }
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
  const waiting: Work[] = [];
  let closing = false;

  const take = (task: WriterTask): void => {
    if (task === 'close') closing = true;
    else for (const work of task) waiting.push(work);
  };

  /** Takes what has come in the meantime, until there is a full batch. */
  const fill = (): void => {
    while (waiting.length < batch) {
      const more = receiveMessageOnPort(port) as { message: WriterTask } | undefined;
      if (more === undefined) break;
      take(more.message);
    }
  };

  port.on('message', (task: WriterTask) => {
    take(task);
    try {
      for (fill(); waiting.length > 0; fill()) {
        const begin = performance.now();
        const answers = applier.apply(waiting.splice(0, batch));
        say({ answers, seconds: (performance.now() - begin) / 1000 });
      }
      if (!closing) return;
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
