/** The chance half of the released core against all its suites. */
import { describe } from 'vitest';
import { createCore } from '../../engine/core.ts';
import { builtModule, rawModule } from '../core-build.ts';
import { deckSuite } from './suites/deck.ts';
import { drbgSuite } from './suites/drbg.ts';
import { hashSuite } from './suites/hash.ts';
import { streamSuite } from './suites/stream.ts';
import { uniformSuite } from './suites/uniform.ts';
import { wipingSuite } from './suites/wiping.ts';

describe('core.wasm', () => {
  const wasm = builtModule();
  const core = createCore(wasm);
  const raw = rawModule(wasm);
  hashSuite(() => core);
  streamSuite(() => core);
  drbgSuite(() => createCore(wasm));
  deckSuite(
    () => core,
    () => raw,
  );
  uniformSuite(() => raw);
  wipingSuite(() => rawModule(wasm));
});
