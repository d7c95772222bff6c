/**
 * The embedded store: SQLite in WAL with synchronous = FULL, one writer in a worker thread with group
 * commit, reads on the request thread. Measured on a prototype: about a hundred times the rate of one
 * commit per request (reference/service.md §3).
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { STORE_FILE } from './sqlite-file.ts';
import { createReads } from './sqlite-reads.ts';
import type { WriterAnswer, WriterStart, WriterTask } from './sqlite-writer.ts';
import type { Outcome, Store } from './store.ts';
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

/** A task without its number. */
type Body<Task> = Task extends { readonly id: number } ? Omit<Task, 'id'> : never;

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
  const waiting = new Map<number, Waiter>();
  let next = 1;
  let state: 'starting' | 'ready' | 'closing' | 'dead' = 'starting';
  let transactions = 0;
  let commits = 0;
  let closed: () => void = () => {};

  const die = (error: Error): void => {
    if (state === 'dead') return;
    const alive = state === 'ready' || state === 'closing';
    state = 'dead';
    for (const waiter of waiting.values()) waiter.reject(new StoreDeadError(error.message));
    waiting.clear();
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
        for (const { id, done } of answer.answers) {
          const waiter = waiting.get(id);
          waiting.delete(id);
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
  const send = (body: Body<WriterTask>): Promise<Outcome> => {
    if (state !== 'ready') return Promise.reject(new StoreDeadError('the store is closed'));
    if (waiting.size >= queue) return Promise.reject(new StoreBusyError('too many writes wait'));
    const id = next++;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      writer.postMessage({ ...body, id });
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
    load: () => ({ waiting: waiting.size, capacity: queue, transactions, commits }),
    close: async () => {
      if (state !== 'ready') return;
      state = 'closing';
      const ended = new Promise<void>((resolve) => {
        closed = resolve;
      });
      writer.postMessage({ id: 0, close: true });
      await ended;
      db.close();
    },
  };
}
