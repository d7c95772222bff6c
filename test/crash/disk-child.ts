/**
 * A child process that writes to a store until its disk fails, and tells what became of each write:
 * the source of a module, because faults are put on whole processes.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Last line of the child. */
export interface DiskReport {
  readonly acknowledged: string[];
  /** Names of the errors of writes that were refused, each once. */
  readonly refusals: string[];
  /** How often the store said that it has died. */
  readonly deaths: number;
  readonly ready: boolean;
  /** What a write after the death was told. */
  readonly after: string;
  /** Waiters that were never told. */
  readonly unanswered: number;
}

/** Deposits in waves of eight, at most `writes`; ends at the first refusal. */
export function diskChild(folder: string, writes: number): string {
  return `
  const { openSqlite } = await import(${JSON.stringify(require.resolve('#build/server/store/sqlite.js'))});
  let deaths = 0;
  const store = await openSqlite(${JSON.stringify(folder)}, () => { deaths += 1; });
  const acknowledged = [], refusals = new Set();
  let unanswered = 0;
  const write = async (n) => {
    unanswered += 1;
    const posting = { from: 'cashier', to: 'player:p', currency: 'EUR', amount: 1, kind: 'deposit',
      round: null };
    try {
      const { outcome } = await store.commit({ tenant: 'dev', at: n, postings: [posting],
        idempotency: { key: 'k' + n, digest: 'd', status: 200, location: null,
          bytes: Buffer.alloc(3000, n) } });
      if (outcome === 'committed') acknowledged.push('k' + n);
    } catch (error) { refusals.add(error.name); }
    unanswered -= 1;
  };
  for (let n = 0; n < ${writes} && refusals.size === 0; n += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, i) => write(n + i)));
  }
  const after = await store.commit({ tenant: 'dev', at: 1 }).then((o) => o.outcome, (e) => e.name);
  console.log(JSON.stringify({ acknowledged, refusals: [...refusals], deaths,
    ready: store.ready(), after, unanswered }));
  process.exit(0);`;
}
