/**
 * The worker thread behind an analysis: one question at a time, the last ruleset's kernel kept, so
 * that a lab's next question about it is quick. Memory is that of one kernel, whatever is asked.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Ruleset } from '../engine/ruleset.ts';
import type { Advice, Adviser } from './advice.ts';
import { createAdviser } from './advice.ts';

export interface Question {
  readonly id: number;
  readonly ruleset: Ruleset;
  readonly rulesetHash: string;
  readonly cards: readonly number[];
  readonly up: number;
  readonly sizes: number;
}

export interface Reply {
  readonly id: number;
  readonly advice: Advice;
}

const port = parentPort;
if (port !== null) {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('#build/math.wasm'));
  const math = new Uint8Array(wasm);
  let kept: { readonly name: string; readonly adviser: Adviser } | undefined;
  port.on('message', ({ id, ruleset, rulesetHash, cards, up, sizes }: Question) => {
    const name = `${rulesetHash}/${sizes}`;
    if (kept?.name !== name) {
      // Let the old kernel's memory go before the new one is made.
      kept = undefined;
      kept = { name, adviser: createAdviser({ ruleset, rulesetHash, math }, sizes) };
    }
    const reply: Reply = { id, advice: kept.adviser.advise(cards, up) };
    port.postMessage(reply);
  });
}
