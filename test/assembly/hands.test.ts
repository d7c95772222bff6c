/** The hands half of the released core against all its suites. */
import { describe } from 'vitest';
import { createCore } from '../../engine/core.ts';
import { builtModule, rawModule } from '../core-build.ts';
import { combinationSuite } from './suites/combinations.ts';
import { rankSuite } from './suites/rank.ts';
import { settlementSuite } from './suites/settlement.ts';

describe('core.wasm', () => {
  const wasm = builtModule();
  rankSuite(() => rawModule(wasm));
  combinationSuite(() => rawModule(wasm));
  settlementSuite(() => createCore(wasm));
});
