/**
 * The store's metrics: how many writes wait, how many go into one COMMIT, how long it takes. Batches
 * that grow while commits slow down are a slow disk; a queue that grows while batches stay small is
 * not the disk. Apart from the others (metrics.ts), because a driver feeds them and no request.
 */
import type { Registry } from 'prom-client';
import { Gauge, Histogram } from 'prom-client';
import type { Store } from './store/store.ts';

/** Seconds: from 250 µs (a fast sync) to the slowest disk that is still served from. */
const SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
/** Transactions: powers of two up to the most that one COMMIT takes. */
const TRANSACTIONS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export function registerStoreMetrics(registry: Registry, store: Store): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('chemmy_store_waiting', 'Writes that wait for their COMMIT.', () => store.load().waiting);
  gauge(
    'chemmy_store_waiting_max',
    'Writes that may wait; one more is refused with 503.',
    () => store.load().capacity,
  );
  const seconds = new Histogram({
    name: 'chemmy_store_commit_seconds',
    help: 'From the begin of a transaction of the database to its return from the disk.',
    buckets: SECONDS,
    registers,
  });
  const transactions = new Histogram({
    name: 'chemmy_store_commit_transactions',
    help: 'Requests that one COMMIT held.',
    buckets: TRANSACTIONS,
    registers,
  });
  store.watchCommits((held, took) => {
    transactions.observe(held);
    seconds.observe(took);
  });
}
