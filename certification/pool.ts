/**
 * Workers that pull jobs from an iterator, so that no more than one block of a file per worker is
 * in memory. Without workers the jobs run here, one after the other, with the same results.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** More threads than these are refused. */
export const WORKERS_MAX = 64;

export type Jobs<Job> = AsyncIterable<Job> | Iterable<Job>;

/** The worker scripts of this room, by their built names. */
export type Script = 'worker' | 'sts-worker';

/** Runs every job by `script`; `done` is called once a result, in the order of completion. */
export async function runPool<Job, Result>(
  name: Script,
  jobs: Jobs<Job>,
  workers: number,
  inline: (job: Job) => Result,
  done: (result: Result) => void,
): Promise<void> {
  if (workers === 0) {
    for await (const job of jobs) done(inline(job));
    return;
  }
  const iterator = (async function* () {
    yield* jobs;
  })();
  const script = createRequire(import.meta.url).resolve(`#build/certification/${name}.js`);
  const crew = Array.from({ length: workers }, () => new Worker(script));
  try {
    await Promise.all(crew.map((worker) => serve(worker, iterator, done)));
  } finally {
    await Promise.all(crew.map((worker) => worker.terminate()));
  }
}

async function serve<Job, Result>(
  worker: Worker,
  jobs: AsyncGenerator<Job>,
  done: (result: Result) => void,
): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a worker ended with code ${code}`)));
  });
  failed.catch(() => undefined);
  for (;;) {
    const next = await jobs.next();
    if (next.done === true) return;
    const answer = new Promise<Result>((resolve) => worker.once('message', resolve));
    worker.postMessage(next.value);
    done(await Promise.race([answer, failed]));
  }
}
