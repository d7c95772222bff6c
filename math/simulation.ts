/**
 * Whole rounds through the production core with the solver's strategy, on all threads: the deck is
 * the core's shuffle, hands and money are the core's; only the decisions are the solver's. Decks come
 * from a seeded key stream (RFC 8439), so that a run can be repeated, whatever the number of threads.
 */
import type { Core } from '../engine/core.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import type { PlayerParts } from './play.ts';
import { createPlayer, PIECE } from './play.ts';
import { shareOut } from './pool.ts';
import { SEEN_PIECE, type SecondBox, type SeenTally, secondBoxSheet } from './second-box.ts';
import type { SeenTask, SimulationTask } from './simulation-worker.ts';
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
  /** Share of rounds whose box paid for a dealer exchange; null without one. */
  readonly redrawn: number | null;
}

/** What is played: a ruleset, and the best first action of every hand. */
interface Strategy {
  readonly core: Core;
  readonly ruleset: Ruleset;
  readonly policy: Uint8Array;
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
  const redrawn = ruleset.dealerExchange === null ? null : all.redrawn / rounds;
  return { rounds, seed, mean, sigma, z: (mean - exact) / sigma, redrawn };
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
  { core, ruleset, policy, final }: Strategy & { final: Uint8Array },
  rounds: number,
  seed: string,
  exact: number,
  workers: number,
  progress: (done: number) => void,
): Promise<SimulationSheet> {
  const pieces = Math.ceil(rounds / PIECE);
  const shares = { policy: shared(policy), final: shared(final) };
  const task: SimulationTask = { ruleset, ...shares, key: keyOf(core, seed), rounds };
  const tallies = await shareOut<SimulationTask, Tally>(
    'simulation-worker',
    task,
    pieces,
    workers,
    (done) => progress(Math.min(rounds, done * PIECE)),
  );
  return sheetOf(ruleset, tallies, seed, exact);
}

/** What a second box gains by the first one's cards, over `rounds` deals on `workers` threads. */
export async function simulateSecondBox(
  { core, ruleset, policy }: Strategy,
  rounds: number,
  seed: string,
  houseEdge: number,
  workers: number,
  progress: (done: number) => void,
): Promise<SecondBox> {
  const key = keyOf(core, `${seed}/second-box`);
  const task: SeenTask = { ruleset, policy: shared(policy), key, rounds };
  const pieces = Math.ceil(rounds / SEEN_PIECE);
  const found = await shareOut<SeenTask, SeenTally>(
    'second-box-worker',
    task,
    pieces,
    workers,
    (done) => progress(Math.min(rounds, done * SEEN_PIECE)),
  );
  const order = [...found.keys()].sort((a, b) => a - b);
  return secondBoxSheet(
    order.flatMap((piece) => found.get(piece) ?? []),
    houseEdge,
  );
}

/** The same bytes for every thread. */
function shared(policy: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(policy.length));
  bytes.set(policy);
  return bytes;
}
