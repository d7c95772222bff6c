/**
 * One shard of a run: a house of its own (or a block of somebody's file) and everything counted on
 * it. A shard is a pure function of its task, so that it may run in any process, again after a kill,
 * and in any order.
 */

import type { Casino } from './casino.ts';
import { addCounts } from './merge.ts';
import {
  adjacencyTests,
  lehmerTest,
  positionTest,
  TABLE_DECKS_MIN,
} from './outcomes/deck-tests.ts';
import type { DeckCounts } from './outcomes/decks.ts';
import { createDeckCounter, deckCounts } from './outcomes/decks.ts';
import type { DrawCounts } from './outcomes/draws.ts';
import { createDrawCounter, drawCounts } from './outcomes/draws.ts';
import type { GameCounts } from './outcomes/games.ts';
import { createGameCounter, gameCounts } from './outcomes/games.ts';
import type { WordCounts } from './outcomes/word-counts.ts';
import { countWords, wordCounts } from './outcomes/word-counts.ts';
import type { RawBattery, RawResult, WholeResult } from './raw.ts';
import { createHouse } from './stream.ts';

export type Stage = 'drbg' | 'words' | 'input';

export type Task =
  | {
      readonly kind: 'house';
      readonly shard: number;
      /** 48 bytes. */
      readonly seed: Uint8Array;
      readonly decks: number;
      readonly bits: number;
      readonly sequences: { readonly drbg: number; readonly words: number };
      readonly gamesEvery: number;
      /** Whether planes, large rank and spacings are looked at here. */
      readonly whole: boolean;
    }
  | {
      readonly kind: 'decks';
      readonly shard: number;
      /** 52 bytes a deck, checked. */
      readonly bytes: Uint8Array;
      readonly gamesEvery: number;
    }
  | {
      readonly kind: 'bits';
      readonly shard: number;
      /** Whole sequences of `bits` bits, each starting on a byte. */
      readonly bytes: Uint8Array;
      readonly bits: number;
      readonly sequences: number;
      readonly whole: boolean;
    };

/** Counts that add up across shards. */
export interface Tally {
  readonly decks: DeckCounts;
  readonly draws: DrawCounts;
  readonly words: WordCounts;
  readonly games: { readonly [id: string]: GameCounts };
}

export interface ShardResult {
  readonly shard: number;
  readonly tally: Tally;
  /** Sorted keys of the decks' first eleven cards. */
  readonly keys: BigUint64Array;
  /** p-values of this shard alone, for plots: independent of every other shard's. */
  readonly series: { readonly [name: string]: number };
  readonly raw: readonly { readonly stage: Stage; readonly result: RawResult }[];
  readonly whole: readonly { readonly stage: Stage; readonly results: readonly WholeResult[] }[];
}

export function emptyTally(casino: Casino): Tally {
  const games: { [id: string]: GameCounts } = {};
  for (const [id, { ruleset }] of casino.library) games[id] = gameCounts(ruleset);
  return { decks: deckCounts(), draws: drawCounts(), words: wordCounts(), games };
}

const CARDS = 52;

/** Runs a task. Throws where a deck is not 52 different cards (checked before) or a core is dead. */
export function runShard(task: Task, casino: Casino, battery: RawBattery): ShardResult {
  if (task.kind === 'bits') {
    return {
      shard: task.shard,
      tally: emptyTally(casino),
      keys: new BigUint64Array(0),
      series: {},
      raw: rawOf('input', task.bytes, task.bits, task.sequences, battery),
      whole: task.whole ? [{ stage: 'input', results: battery.whole(task.bytes) }] : [],
    };
  }
  return task.kind === 'house' ? house(task, casino, battery) : foreign(task, casino);
}

function rawOf(
  stage: Stage,
  bytes: Uint8Array,
  bits: number,
  sequences: number,
  battery: RawBattery,
): ShardResult['raw'] {
  const size = bits / 8;
  return Array.from({ length: sequences }, (_, i) => ({
    stage,
    result: battery.sequence(bytes.subarray(i * size, (i + 1) * size), bits),
  }));
}

function house(
  task: Extract<Task, { kind: 'house' }>,
  casino: Casino,
  battery: RawBattery,
): ShardResult {
  const made = createHouse({
    system: casino.freshCore(),
    core: casino.freshCore(),
    coreHash: casino.coreHash,
    rulesets: casino.hashes,
    seed: task.seed,
  });
  const tally = emptyTally(casino);
  const decks = createDeckCounter(task.decks);
  const draws = createDrawCounter(task.decks);
  const games = casino.ids.map((id) => createGameCounter(gameOf(casino, id)));
  const seeds = new Uint8Array((task.sequences.drbg * task.bits) / 8);
  const words = new Uint8Array((task.sequences.words * task.bits) / 8);
  const turn = casino.ids.length * task.gamesEvery;
  for (let t = 0; t < task.decks; t++) {
    const drawn = made.next();
    const deck = made.deck(drawn.key);
    const stream = made.words(drawn.key);
    put(seeds, drawn.seed, t * drawn.seed.length);
    put(words, stream, t * stream.length);
    countWords(tally.words, stream);
    decks.add(deck);
    draws.add(deck);
    if (t % turn < casino.ids.length) games[drawn.ruleset]?.add(deck);
  }
  const keys = decks.close();
  draws.close();
  addCounts(tally.decks, decks.counts);
  addCounts(tally.draws, draws.counts);
  casino.ids.forEach((id, i) => {
    addCounts(tally.games[id] ?? {}, games[i]?.counts ?? {});
  });
  return {
    shard: task.shard,
    tally,
    keys,
    series: seriesOf(decks.counts),
    raw: [
      ...rawOf('drbg', seeds, task.bits, task.sequences.drbg, battery),
      ...rawOf('words', words, task.bits, task.sequences.words, battery),
    ],
    whole: task.whole
      ? [
          { stage: 'drbg', results: battery.whole(seeds) },
          { stage: 'words', results: battery.whole(words) },
        ]
      : [],
  };
}

function foreign(task: Extract<Task, { kind: 'decks' }>, casino: Casino): ShardResult {
  const tally = emptyTally(casino);
  const total = task.bytes.length / CARDS;
  const decks = createDeckCounter(total);
  const games = casino.ids.map((id) => createGameCounter(gameOf(casino, id)));
  const turn = casino.ids.length * task.gamesEvery;
  for (let t = 0; t < total; t++) {
    const deck = task.bytes.subarray(t * CARDS, (t + 1) * CARDS);
    decks.add(deck);
    if (t % turn < casino.ids.length) games[t % casino.ids.length]?.add(deck);
  }
  const keys = decks.close();
  addCounts(tally.decks, decks.counts);
  casino.ids.forEach((id, i) => {
    addCounts(tally.games[id] ?? {}, games[i]?.counts ?? {});
  });
  return { shard: task.shard, tally, keys, series: seriesOf(decks.counts), raw: [], whole: [] };
}

function gameOf(casino: Casino, id: string) {
  const entry = casino.library.get(id);
  if (entry === undefined) throw new Error(`assertion: no ruleset ${id}`);
  return entry.game;
}

/** Copies as much of `bytes` as fits at `at`. */
function put(into: Uint8Array, bytes: Uint8Array, at: number): void {
  if (at < into.length) into.set(bytes.subarray(0, into.length - at), at);
}

function seriesOf(counts: DeckCounts): { [name: string]: number } {
  if (counts.deck.total < TABLE_DECKS_MIN || counts.quotient.total < TABLE_DECKS_MIN) return {};
  const adjacency = adjacencyTests(counts.deck);
  return {
    position: positionTest(counts.deck).p,
    'adjacency-symmetric': adjacency.symmetric.p,
    'adjacency-antisymmetric': adjacency.antisymmetric.p,
    lehmer: lehmerTest(counts.deck).p,
    'quotient.position': positionTest(counts.quotient).p,
  };
}
