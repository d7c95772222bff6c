/**
 * The embedded store: SQLite in WAL with synchronous = FULL, one writer in a worker thread with group
 * commit, reads on the request thread. Measured on a prototype: about a hundred times the rate of one
 * commit per request (reference/service.md §3).
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { createReads } from './sqlite-reads.ts';
import type { WriterAnswer, WriterTask } from './sqlite-writer.ts';
import type { Outcome, Store } from './store.ts';
import { StoreBusyError, StoreDeadError } from './store.ts';

/** Most writes that may wait; one more is refused (503 with Retry-After). */
export const QUEUE_MAX = 4096;
const FILE = 'chemmy.sqlite';

interface Waiter {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** A task without its number. */
type Body<Task> = Task extends { readonly id: number } ? Omit<Task, 'id'> : never;

/**
 * Opens or creates the store in a folder that exists. `onDeath` is called once when a commit failed
 * unlawfully: every waiter has then been refused and the process must end.
 */
export async function openSqlite(folder: string, onDeath: (error: Error) => void): Promise<Store> {
  const file = join(folder, FILE);
  const script = createRequire(import.meta.url).resolve('#build/server/store/sqlite-writer.js');
  const writer = new Worker(script, { workerData: { file } });
  const waiting = new Map<number, Waiter>();
  let next = 1;
  let state: 'starting' | 'ready' | 'closing' | 'dead' = 'starting';
  let closed: () => void = () => {};

  const die = (error: Error): void => {
    if (state === 'dead') return;
    const wasReady = state === 'ready';
    state = 'dead';
    for (const waiter of waiting.values()) waiter.reject(new StoreDeadError(error.message));
    waiting.clear();
    if (wasReady) onDeath(error);
  };

  await new Promise<void>((resolve, reject) => {
    writer.on('message', (answer: WriterAnswer) => {
      if ('ready' in answer) {
        state = 'ready';
        resolve();
      } else if ('failed' in answer) {
        die(new Error(answer.failed));
      } else if ('closed' in answer) {
        closed();
      } else {
        for (const { id, outcome } of answer.answers) {
          waiting.get(id)?.resolve(outcome);
          waiting.delete(id);
        }
      }
    });
    writer.on('error', (error) => {
      reject(error);
      die(error as Error);
    });
    writer.on('exit', (code) => {
      if (state !== 'closing') die(new Error(`the writer ended with code ${code}`));
      closed();
    });
  });

  const db = new Sqlite(file, { readonly: true });
  const send = (body: Body<WriterTask>): Promise<Outcome> => {
    if (state !== 'ready') return Promise.reject(new StoreDeadError('the store is closed'));
    if (waiting.size >= QUEUE_MAX)
      return Promise.reject(new StoreBusyError('too many writes wait'));
    const id = next++;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      writer.postMessage({ ...body, id });
    });
  };

  return {
    ...createReads(db),
    description: { driver: 'sqlite', synchronous: 'full' },
    commit: (transaction) => send({ transaction }),
    putDocuments: async (documents) => {
      await send({ documents });
    },
    putSetting: async (name, value) => {
      await send({ setting: { name, value } });
    },
    ready: () => state === 'ready',
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
