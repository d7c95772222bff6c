/** A worker thread of `chemmy sts`: takes one sequence at a time and answers with its fifteen outcomes. */
import { parentPort } from 'node:worker_threads';
import type { SequenceResult } from './battery/index.ts';
import { runSequence } from './battery/index.ts';
import { createStatistics } from './battery/statistics.ts';

export interface SequenceJob {
  readonly index: number;
  readonly bytes: Uint8Array;
  readonly bits: number;
}

export interface SequenceDone {
  readonly index: number;
  readonly outcomes: SequenceResult;
}

const port = parentPort;
if (port !== null) {
  const statistics = createStatistics();
  port.on('message', ({ index, bytes, bits }: SequenceJob) => {
    const done: SequenceDone = { index, outcomes: runSequence(statistics, bytes, bits) };
    port.postMessage(done);
  });
}
