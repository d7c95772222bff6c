/**
 * Whole rounds played by the solver's strategy through the production core (deal, decisions,
 * settlement) beside the core's fastest ten-card deals in the same run (issue 6: at least 0.4).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DEALS_MAX } from '../assembly/layout.ts';
import { createBatchDealer } from '../engine/batch-deal.ts';
import { createCore } from '../engine/core.ts';
import { readRuleset } from '../engine/library.ts';
import { handPlaces } from '../math/dealt-place.ts';
import { createKernel } from '../math/kernel.ts';
import { simulate } from '../math/simulation.ts';
import type { Contest } from './measure.ts';

const require = createRequire(import.meta.url);

/** Rounds of one ruleset without exchange, whose decisions are a look-up. */
function rounds(): Contest {
  const core = createCore(readFileSync(require.resolve('#build/core.wasm')));
  const batch = createBatchDealer(readFileSync(require.resolve('#build/batch.wasm')));
  const wasm = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));
  const path = require.resolve('#rulesets/caribbean-stud.json');
  const ruleset = readRuleset('caribbean-stud', readFileSync(path, 'utf8'));
  const kernel = createKernel(wasm, ruleset);
  for (let rank = 0; rank < 13; rank++) kernel.solve(rank);
  const policy = kernel.policy();
  const dealer = createBatchDealer(readFileSync(require.resolve('#build/batch.wasm')));
  const places = handPlaces(kernel);
  const player = { core, game: core.game(ruleset), dealer, kernel, policy, places };
  const keys = new Uint8Array(DEALS_MAX * 32).map((_, i) => i ^ (i >> 7));
  return {
    name: 'rounds',
    does: 'whole rounds of optimal play through the core, beside ten-card deals of the batch core',
    goal: 0.4,
    ours: (n) => simulate(player, n, 'bench', 0).mean,
    peer: (n) => {
      let sum = 0;
      for (let done = 0; done < n; done += DEALS_MAX) {
        keys[0] = done >> 10;
        const deals = Math.min(DEALS_MAX, n - done);
        sum += batch.deal(keys.subarray(0, deals * 32), 10)[0] ?? 0;
      }
      return sum;
    },
  };
}

export function roundsContests(): Contest[] {
  return [rounds()];
}
