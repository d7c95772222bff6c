/**
 * The one writer, in a worker thread: takes all that is waiting, commits it together, answers after
 * COMMIT (group commit, design §5). No timers: while one fsync runs the next batch grows by itself.
 * A commit that fails for any unlawful reason ends the writer: fsync is never tried again.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { createApplier } from './sqlite-apply.ts';
import { makeDurable, migrate } from './sqlite-schema.ts';
import type { Outcome, Transaction } from './store.ts';

/** Most transactions in one COMMIT. */
export const BATCH_MAX = 256;

export type WriterTask =
  | { readonly id: number; readonly transaction: Transaction }
  | { readonly id: number; readonly documents: readonly { hash: string; json: string }[] }
  | { readonly id: number; readonly setting: { readonly name: string; readonly value: string } }
  | { readonly id: number; readonly close: true };

export type WriterAnswer =
  | { readonly answers: readonly { readonly id: number; readonly outcome: Outcome }[] }
  | { readonly failed: string }
  | { readonly ready: true }
  | { readonly closed: true };

const port = parentPort;
if (port === null) throw new Error('the writer runs in a worker thread');
const db = new Sqlite((workerData as { file: string }).file);
makeDurable(db);
migrate(db);
const applier = createApplier(db);
const putDocument = db.prepare('INSERT INTO document VALUES (?, ?) ON CONFLICT DO NOTHING');
const putSetting = db.prepare(
  'INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
);
const committed: Outcome = { outcome: 'committed' };
const say = (answer: WriterAnswer) => port.postMessage(answer);

port.on('message', (first: WriterTask) => {
  const tasks = [first];
  while (tasks.length < BATCH_MAX) {
    const more = receiveMessageOnPort(port) as { message: WriterTask } | undefined;
    if (more === undefined) break;
    tasks.push(more.message);
  }
  try {
    const transactions = tasks.filter((task) => 'transaction' in task);
    const outcomes = applier.apply(transactions.map((task) => task.transaction));
    const answers = transactions.map((task, i) => ({
      id: task.id,
      outcome: outcomes[i] ?? committed,
    }));
    for (const task of tasks) {
      if ('documents' in task) {
        db.transaction(() => {
          for (const { hash, json } of task.documents) putDocument.run(hash, json);
        }).immediate();
        answers.push({ id: task.id, outcome: committed });
      } else if ('setting' in task) {
        putSetting.run(task.setting.name, task.setting.value);
        answers.push({ id: task.id, outcome: committed });
      }
    }
    say({ answers });
    if (tasks.some((task) => 'close' in task)) {
      db.pragma('wal_checkpoint(TRUNCATE)');
      db.close();
      say({ closed: true });
      port.close();
    }
  } catch (error) {
    say({ failed: (error as Error).message });
    port.close();
  }
});
say({ ready: true });
