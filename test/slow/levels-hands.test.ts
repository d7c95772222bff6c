/**
 * The optimizer changes nothing in the hands half either: every suite of ranking, second combination
 * and settlement on a build without optimization (the chance half stands in test/assembly/levels).
 */
import { beforeAll, describe } from 'vitest';
import { createCore } from '../../engine/core.ts';
import { combinationSuite } from '../assembly/suites/combinations.ts';
import { rankSuite } from '../assembly/suites/rank.ts';
import { settlementSuite } from '../assembly/suites/settlement.ts';
import { compileModule, rawModule } from '../core-build.ts';

describe('hands built at -O0', () => {
  let wasm: Uint8Array;
  beforeAll(async () => {
    wasm = await compileModule('assembly/index.ts', 0);
  });
  rankSuite(() => rawModule(wasm));
  combinationSuite(() => rawModule(wasm));
  settlementSuite(() => createCore(wasm));
});
