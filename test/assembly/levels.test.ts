/**
 * The optimizer changes nothing: the same sources built without optimization pass the same suites.
 * With the released build (-O3) passing them, both give the same results throughout.
 */
import { beforeAll, describe } from 'vitest';
import { type BatchDealer, createBatchDealer } from '../../engine/batch-deal.ts';
import { createCore } from '../../engine/core.ts';
import { compileModule, type RawModule, rawModule } from '../core-build.ts';
import { batchSuite } from './suites/batch.ts';
import { deckSuite } from './suites/deck.ts';
import { drbgSuite } from './suites/drbg.ts';
import { hashSuite } from './suites/hash.ts';
import { streamSuite } from './suites/stream.ts';
import { uniformSuite } from './suites/uniform.ts';
import { wipingSuite } from './suites/wiping.ts';

describe('built at -O0', () => {
  let wasm: Uint8Array;
  let core: ReturnType<typeof createCore>;
  let raw: RawModule;
  let batch: BatchDealer;
  beforeAll(async () => {
    wasm = await compileModule('assembly/index.ts', 0);
    core = createCore(wasm);
    raw = rawModule(wasm);
    batch = createBatchDealer(await compileModule('assembly/batch/index.ts', 0));
  });
  hashSuite(() => core);
  streamSuite(() => core);
  drbgSuite(() => createCore(wasm));
  deckSuite(
    () => core,
    () => raw,
  );
  uniformSuite(() => raw);
  wipingSuite(() => rawModule(wasm));
  batchSuite(
    () => core,
    () => batch,
  );
});
