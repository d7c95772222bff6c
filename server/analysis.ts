/**
 * The analyst: exact math on a thread of its own, so that no deal waits for it. Questions queue, few
 * at a time; a thread that fails or takes too long is ended and the next question starts another. It
 * sees the body of a request and nothing of the house: no round, no player, no seed (Z11).
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Advice } from '../math/advice.ts';
import type { Question, Reply } from '../math/advice-worker.ts';
import { Problem } from './problem.ts';

/** Questions that may wait, the one in work included. */
const WAITING_MAX = 8;
/** A question takes seconds; one that takes this long is given up. */
const DEADLINE_MS = 120_000;

export interface Analysis {
  /** The advice, or a Problem `busy`. */
  ask(question: Omit<Question, 'id'>): Promise<Advice>;
  close(): Promise<void>;
}

interface Waiting {
  readonly question: Question;
  readonly resolve: (advice: Advice) => void;
  readonly reject: (error: Error) => void;
}

/** Starts nothing until the first question. */
export function createAnalysis(deadlineMs = DEADLINE_MS): Analysis {
  const entry = createRequire(import.meta.url).resolve('#build/math/advice-worker.js');
  const queue: Waiting[] = [];
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let count = 0;

  function started(): Worker {
    const fresh = new Worker(entry);
    fresh.unref();
    fresh.on('message', ({ id, advice }: Reply) => {
      if (worker !== fresh || queue[0]?.question.id !== id) return;
      clearTimeout(timer);
      queue.shift()?.resolve(advice);
      next();
    });
    fresh.on('error', (error) => {
      if (worker === fresh) fail(error);
    });
    return fresh;
  }

  function fail(error: Error): void {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
    queue.shift()?.reject(error);
    next();
  }

  function next(): void {
    const [first] = queue;
    if (first === undefined) return;
    worker ??= started();
    timer = setTimeout(
      () => fail(new Problem('busy', 'the analysis took too long and was given up')),
      deadlineMs,
    );
    timer.unref();
    worker.postMessage(first.question);
  }

  return {
    ask(question) {
      if (queue.length >= WAITING_MAX) {
        return Promise.reject(new Problem('busy', `${WAITING_MAX} analyses wait already`));
      }
      return new Promise((resolve, reject) => {
        queue.push({ question: { ...question, id: count++ }, resolve, reject });
        if (queue.length === 1) next();
      });
    },
    async close() {
      clearTimeout(timer);
      for (const { reject } of queue.splice(0)) reject(new Problem('busy', 'the service ends'));
      await worker?.terminate();
    },
  };
}
