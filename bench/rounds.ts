/**
 * Whole rounds played by the solver's strategy (deal, look-up, ranks, the core's settlement, counts)
 * beside the core's fastest ten-card deals in the same run (issue 6: at least 0.4). Both sides take
 * the same keys, ready made, from a supply larger than the caches, so that neither meets a deck again
 * while it still is at hand.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CHACHA_KEY_SIZE, DEALS_MAX } from '../assembly/layout.ts';
import { createBatchDealer } from '../engine/batch-deal.ts';
import { createBatchPlayer } from '../engine/batch-play.ts';
import { createCore } from '../engine/core.ts';
import { readRuleset } from '../engine/library.ts';
import { handPlaces } from '../math/dealt-place.ts';
import { createKernel } from '../math/kernel.ts';
import { PIECE } from '../math/play.ts';
import { simulate } from '../math/simulation.ts';
import type { Contest } from './measure.ts';

const require = createRequire(import.meta.url);
const built = (name: string) => new Uint8Array(readFileSync(require.resolve(`#build/${name}`)));
const BATCHES = 128;
const BATCH_BYTES = DEALS_MAX * CHACHA_KEY_SIZE;

/** Keys of one key stream, a batch after the other. */
function keySupply(): (batch: number, deals: number) => Uint8Array {
  const core = createCore(built('core.wasm'));
  const blocks = BATCH_BYTES / 64;
  const keys = new Uint8Array(BATCHES * BATCH_BYTES);
  for (let batch = 0; batch < BATCHES; batch++) {
    keys.set(core.chacha20(new Uint8Array(32), batch * blocks, blocks), batch * BATCH_BYTES);
  }
  return (batch, deals) => {
    const at = (batch % BATCHES) * BATCH_BYTES;
    return keys.subarray(at, at + deals * CHACHA_KEY_SIZE);
  };
}

/** Rounds of one ruleset without exchange, whose decisions are a look-up. */
function rounds(): Contest {
  const dealer = createBatchDealer(built('batch.wasm'));
  const path = require.resolve('#rulesets/caribbean-stud.json');
  const ruleset = readRuleset('caribbean-stud', readFileSync(path, 'utf8'));
  const kernel = createKernel(built('math.wasm'), ruleset);
  for (let rank = 0; rank < 13; rank++) kernel.solve(rank);
  const decisions = { hands: kernel.hands().cards, policy: kernel.policy() };
  const player = createBatchPlayer(built('simulation.wasm'), ruleset, decisions);
  const keys = keySupply();
  let next = 0;
  const each = (n: number, batch: (keys: Uint8Array) => number): number => {
    let sum = 0;
    for (let left = n; left > 0; left -= DEALS_MAX) {
      sum += batch(keys(next++, Math.min(DEALS_MAX, left)));
    }
    return sum;
  };
  return {
    name: 'rounds',
    does: 'whole rounds of optimal play, nets counted, beside ten-card deals of the batch core',
    goal: 0.4,
    ours: (n) => each(n, (some) => player.play(some).length),
    peer: (n) => each(n, (some) => dealer.deal(some, 10)[0] ?? 0),
  };
}

/** Rounds played in one go: counts of an upcard rank are set up once for all that ask for them. */
const PLAYED = 16 * PIECE;

/** Rounds of a ruleset with an exchange: last decisions looked up, or asked of the exact counts. */
function exchangedRounds(): Contest {
  const dealer = createBatchDealer(built('batch.wasm'));
  const core = createCore(built('core.wasm'));
  const path = require.resolve('#rulesets/oasis-poker.json');
  const ruleset = readRuleset('oasis-poker', readFileSync(path, 'utf8'));
  const kernel = createKernel(built('math.wasm'), ruleset);
  for (let rank = 0; rank < 13; rank++) kernel.solve(rank);
  const policy = kernel.policy();
  const decisions = { hands: kernel.hands().cards, policy, final: kernel.final() };
  const parts = {
    core,
    game: core.game(ruleset),
    dealer,
    batch: createBatchPlayer(built('simulation.wasm'), ruleset, decisions),
    kernel,
    policy,
    places: handPlaces(kernel),
  };
  const keys = keySupply();
  let run = 0;
  return {
    name: 'rounds-exchange',
    does: 'whole rounds with an exchange, keys and last decisions included, beside ten-card deals',
    goal: 0.4,
    batch: PLAYED,
    ours: (n) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += simulate(parts, PLAYED, `bench/${run++}`, 0).mean;
      return sum;
    },
    peer: (n) => {
      let sum = 0;
      for (let at = 0; at < n * PLAYED; at += DEALS_MAX) {
        sum += dealer.deal(keys(at / DEALS_MAX, DEALS_MAX), 10)[0] ?? 0;
      }
      return sum;
    },
  };
}

export function roundsContests(): Contest[] {
  return [rounds(), exchangedRounds()];
}
