/**
 * The embedded store: SQLite in WAL with synchronous = FULL, one writer in a worker thread with group
 * commit, reads on the request thread. Measured on a prototype: about a hundred times the rate of one
 * commit per request (reference/service.md §3).
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import type { Work } from './sqlite-apply.ts';
import { STORE_FILE } from './sqlite-file.ts';
import { createReads } from './sqlite-reads.ts';
import type { WriterAnswer, WriterStart, WriterTask } from './sqlite-writer.ts';
import type { CommitWatcher, Outcome, Store } from './store.ts';
import { StoreBusyError, StoreDeadError, StoreFaultError, StoreStartError } from './store.ts';

/** Most writes that may wait; one more is refused (503 with Retry-After). */
export const QUEUE_MAX = 4096;
/** Most transactions in one COMMIT. */
export const BATCH_MAX = 256;

export interface SqliteOptions {
  /** Most transactions in one COMMIT; 1 is one commit a request, for comparison only. */
  readonly batch?: number;
  readonly queue?: number;
}

interface Waiter {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Opens or creates the store in a folder that exists. `onDeath` is called once when a commit failed
 * unlawfully: every waiter has then been refused and the process must end. Rejects where the folder
 * is in use, not writable, or was made by a newer version.
 */
export async function openSqlite(
  folder: string,
  onDeath: (error: Error) => void,
  { batch = BATCH_MAX, queue = QUEUE_MAX }: SqliteOptions = {},
): Promise<Store> {
  const script = createRequire(import.meta.url).resolve('#build/server/store/sqlite-writer.js');
  const start: WriterStart = { folder, batch };
  const writer = new Worker(script, { workerData: start });
  /** In the order in which the writer answers. */
  let waiters: Waiter[] = [];
  /** Works of this turn of the event loop: one message instead of one each. */
  let turn: Work[] = [];
  let state: 'starting' | 'ready' | 'closing' | 'dead' = 'starting';
  let transactions = 0;
  let commits = 0;
  let closed: () => void = () => {};
  const watchers: CommitWatcher[] = [];

  const die = (error: Error): void => {
    if (state === 'dead') return;
    const alive = state === 'ready' || state === 'closing';
    state = 'dead';
    const left = waiters;
    waiters = [];
    for (const waiter of left) waiter.reject(new StoreDeadError(error.message));
    closed();
    if (alive) onDeath(error);
  };

  const synchronous = await new Promise<string>((resolve, reject) => {
    const refuse = (error: Error): void => {
      reject(error);
      die(error);
    };
    writer.on('message', (answer: WriterAnswer) => {
      if ('answers' in answer) {
        commits += 1;
        transactions += answer.answers.length;
        for (const watch of watchers) watch(answer.answers.length, answer.seconds);
        const settled = waiters.splice(0, answer.answers.length);
        for (const [i, done] of answer.answers.entries()) {
          const waiter = settled[i];
          if (done.outcome === 'fault') waiter?.reject(new StoreFaultError(done.message));
          else waiter?.resolve(done);
        }
      } else if ('ready' in answer) {
        state = 'ready';
        resolve(answer.ready.synchronous);
      } else if ('failed' in answer) {
        die(new Error(answer.failed));
      } else if ('refused' in answer) {
        refuse(new StoreStartError(answer.refused));
      } else {
        closed();
      }
    });
    writer.on('error', (error) => refuse(error as Error));
    writer.on('exit', (code) => {
      if (state === 'closing') closed();
      else refuse(new Error(`the writer ended with code ${code}`));
    });
  });

  const db = new Sqlite(join(folder, STORE_FILE), { readonly: true });
  const post = (): void => {
    const works = turn;
    turn = [];
    if (works.length === 0 || state === 'dead') return;
    try {
      writer.postMessage(works satisfies WriterTask);
    } catch {
      postApart(works);
    }
  };
  /** A work that cannot be copied is the fault of one request, not of its neighbours. */
  const postApart = (works: readonly Work[]): void => {
    const mine = waiters.splice(waiters.length - works.length);
    for (const [i, work] of works.entries()) {
      const waiter = mine[i];
      try {
        writer.postMessage([work] satisfies WriterTask);
        if (waiter !== undefined) waiters.push(waiter);
      } catch (error) {
        waiter?.reject(new StoreFaultError((error as Error).message));
      }
    }
  };
  const send = (work: Work): Promise<Outcome> => {
    if (state !== 'ready') return Promise.reject(new StoreDeadError('the store is closed'));
    if (waiters.length >= queue) return Promise.reject(new StoreBusyError('too many writes wait'));
    return new Promise((resolve, reject) => {
      waiters.push({ resolve, reject });
      if (turn.length === 0) setImmediate(post);
      turn.push(work);
    });
  };

  return {
    ...createReads(db),
    description: { driver: 'sqlite', synchronous },
    commit: (transaction) => send({ transaction }),
    putDocuments: async (documents) => {
      await send({ documents });
    },
    putSetting: async (name, value) => {
      await send({ setting: { name, value } });
    },
    ready: () => state === 'ready',
    watchCommits: (watch) => {
      watchers.push(watch);
    },
    load: () => ({ waiting: waiters.length, capacity: queue, transactions, commits }),
    close: async () => {
      if (state !== 'ready') return;
      state = 'closing';
      const ended = new Promise<void>((resolve) => {
        closed = resolve;
      });
      post();
      writer.postMessage('close' satisfies WriterTask);
      await ended;
      db.close();
    },
  };
}
