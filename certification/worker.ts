/** A worker thread: takes jobs one at a time and answers each; a throw ends it and the run. */
import { parentPort } from 'node:worker_threads';
import { loadBattery } from './bit-battery.ts';
import { loadCasino } from './casino.ts';
import type { Job } from './job.ts';
import { runJob } from './job.ts';

const port = parentPort;
if (port === null) throw new Error('assertion: certification/worker runs as a worker thread');
const casino = loadCasino();
const battery = loadBattery();
port.on('message', (job: Job) => {
  port.postMessage(runJob(job, casino, battery));
});
