/**
 * Whole rounds through the production core with the solver's strategy, on all threads: the deck is
 * the core's shuffle, hands and money are the core's; only the decisions are the solver's. Decks come
 * from a seeded key stream (RFC 8439), so that a run can be repeated, whatever the number of threads.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Core } from '../engine/core.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import type { PlayerParts } from './play.ts';
import { createPlayer, PIECE } from './play.ts';
import type { SimulationMessage, SimulationTask } from './simulation-worker.ts';
import type { Tally } from './tally.ts';
import { added, NOTHING } from './tally.ts';

export interface SimulationSheet {
  readonly rounds: number;
  readonly seed: string;
  readonly mean: number;
  /** Standard error of the mean. */
  readonly sigma: number;
  /** (mean − exact) / sigma; the exact value is that of the same strategy. */
  readonly z: number;
  /**
   * Mean gain of the dealer exchange, taken where it gains, over the same rounds (each position
   * worked out exactly), its standard error, and how often it is taken; null without one.
   */
  readonly dealerExchange: {
    readonly worth: number;
    readonly standardError: number;
    readonly frequency: number;
  } | null;
}

/** Key of a run's key stream. */
function keyOf(core: Core, seed: string): Uint8Array {
  return core.sha256(new TextEncoder().encode(`chemmy/simulation/${seed}`));
}

function sheetOf(
  ruleset: Ruleset,
  tallies: ReadonlyMap<number, Tally>,
  seed: string,
  exact: number,
): SimulationSheet {
  const order = [...tallies.keys()].sort((a, b) => a - b);
  const all = order.reduce((sum, piece) => added(sum, tallies.get(piece) ?? NOTHING), NOTHING);
  const { rounds } = all;
  const mean = all.sum / rounds;
  const sigma = Math.sqrt((all.squares / rounds - mean * mean) / rounds);
  const worth = all.gains / rounds;
  const dealerExchange =
    ruleset.dealerExchange === null
      ? null
      : {
          worth,
          standardError: Math.sqrt((all.gainSquares / rounds - worth * worth) / rounds),
          frequency: all.taken / rounds,
        };
  return { rounds, seed, mean, sigma, z: (mean - exact) / sigma, dealerExchange };
}

/** Plays `rounds` rounds on this thread; `exact` is the mean to compare with, in antes. */
export function simulate(
  parts: PlayerParts,
  rounds: number,
  seed: string,
  exact: number,
): SimulationSheet {
  const player = createPlayer(parts);
  const key = keyOf(parts.core, seed);
  for (let piece = 0; piece * PIECE < rounds; piece++) {
    player.play(key, piece, Math.min(PIECE, rounds - piece * PIECE));
  }
  return sheetOf(parts.game.ruleset, player.finish(), seed, exact);
}

/** The same on `workers` threads; `progress` hears how many rounds were dealt. */
export async function simulateOnThreads(
  { core, ruleset, policy }: { core: Core; ruleset: Ruleset; policy: Uint8Array },
  rounds: number,
  seed: string,
  exact: number,
  workers: number,
  progress: (done: number) => void,
): Promise<SimulationSheet> {
  const entry = createRequire(import.meta.url).resolve('#build/math/simulation-worker.js');
  const shared = new Uint8Array(new SharedArrayBuffer(policy.length));
  shared.set(policy);
  const pieces = Math.ceil(rounds / PIECE);
  const task: SimulationTask = { ruleset, policy: shared, key: keyOf(core, seed), rounds };
  const tallies = new Map<number, Tally>();
  let next = 0;
  let finished = 0;
  await Promise.all(
    Array.from({ length: Math.min(workers, pieces) }, () => {
      return new Promise<void>((resolve, reject) => {
        const worker = new Worker(entry, { workerData: task });
        let busy = false;
        worker.on('error', reject);
        worker.on('message', (message: SimulationMessage) => {
          if (message.kind === 'done') {
            for (const [piece, tally] of message.tallies) tallies.set(piece, tally);
            resolve();
            return;
          }
          if (busy) progress(Math.min(rounds, ++finished * PIECE));
          busy = true;
          worker.postMessage(next < pieces ? next++ : null);
        });
      });
    }),
  );
  return sheetOf(ruleset, tallies, seed, exact);
}
