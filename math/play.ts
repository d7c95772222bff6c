/**
 * Plays whole rounds with the solver's strategy. Decks, ranks and money are the core's: by the
 * thousand in simulation.wasm where that knows the ruleset, else one by one. A round with later
 * decisions waits, by upcard rank, until the counts of that rank are set up once for all of them.
 */
import type { BatchDealer } from '../engine/batch-deal.ts';
import type { BatchPlayer } from '../engine/batch-play.ts';
import type { Core } from '../engine/core.ts';
import type { Game } from '../engine/game.ts';
import { netOf } from './dealer-exchange.ts';
import { actionOf, canonicalViewer } from './dealt-place.ts';
import type { Kernel } from './kernel.ts';
import { cardsNeeded, five, PLAIN, playLate } from './late-play.ts';
import type { Tally } from './tally.ts';
import { added, NOTHING } from './tally.ts';

/** Rounds of one piece: what a thread takes at a time. */
export const PIECE = 131_072;
/** Keys of 32 bytes dealt at a time, and the blocks of 64 bytes that they take of the key stream. */
const KEYS = 1_024;
const BLOCKS = KEYS / 2;
/** Waiting rounds that are kept in memory before they are played. */
const WAITING_MOST = 1 << 20;

export interface PlayerParts {
  readonly core: Core;
  readonly game: Game;
  readonly dealer: BatchDealer;
  /** Plays what needs no solver; null: everything is played one by one. */
  readonly batch: BatchPlayer | null;
  readonly kernel: Kernel;
  readonly policy: Uint8Array;
  /** Of `handPlaces`. */
  readonly places: Int32Array;
}

export interface Player {
  /** Plays piece `number` of the run that `key` (32 bytes) names: its first `rounds` rounds. */
  play(key: Uint8Array, number: number, rounds: number): void;
  /** What was found, by piece; everything that waited has been played. */
  finish(): ReadonlyMap<number, Tally>;
}

export function createPlayer(parts: PlayerParts): Player {
  const { core, game, dealer, batch, kernel, policy, places } = parts;
  const { ruleset } = game;
  const needed = cardsNeeded(ruleset);
  const later = ruleset.insurance !== null || ruleset.dealerExchange !== null;
  const view = canonicalViewer();
  const tallies = new Map<number, Tally>();
  const waiting: { deck: Uint8Array; piece: number }[][] = Array.from({ length: 13 }, () => []);
  let waits = 0;

  function add(piece: number, found: Tally): void {
    tallies.set(piece, added(tallies.get(piece) ?? NOTHING, found));
  }

  function wait(deck: Uint8Array, piece: number): void {
    waiting[(deck[9] ?? 0) >> 2]?.push({ deck, piece });
    waits++;
  }

  function playWaiting(): void {
    waiting.forEach((rounds, rank) => {
      if (rounds.length === 0) return;
      kernel.prepareUpcard(rank);
      for (const { deck, piece } of rounds) {
        const own = view(five(deck, 0));
        const action = actionOf(policy, places, own, deck[9] ?? 0);
        const { net, redrawn } = playLate(game, kernel, deck, action, own);
        add(piece, { rounds: 1, sum: net, squares: net * net, redrawn: Number(redrawn) });
      }
      rounds.length = 0;
    });
    waits = 0;
  }

  /** One round after the other; what needs no later decision is settled at once. */
  function playPlainly(keys: Uint8Array, piece: number): void {
    const decks = dealer.deal(keys, needed);
    let [rounds, sum, squares] = [0, 0, 0];
    for (let at = 0; at < decks.length; at += needed) {
      const deck = decks.subarray(at, at + needed);
      const initial = five(deck, 0);
      const action = actionOf(policy, places, view(initial), deck[9] ?? 0);
      if (action > 1 || (action === 1 && later)) {
        wait(deck.slice(), piece);
        continue;
      }
      const dealerFirst = five(deck, 1);
      const cards = { initial, cards: initial, dealerFirst, dealerFinal: dealerFirst };
      const net = netOf(game.settle({ ...PLAIN, ...cards, folded: action === 0 }));
      rounds++;
      sum += net;
      squares += net * net;
    }
    add(piece, { rounds, sum, squares, redrawn: 0 });
  }

  return {
    play(key, number, rounds) {
      for (let from = 0; from < rounds; from += KEYS) {
        const stream = core.chacha20(key, ((number * PIECE + from) / KEYS) * BLOCKS, BLOCKS);
        const keys = stream.subarray(0, 32 * Math.min(KEYS, rounds - from));
        if (batch === null) playPlainly(keys, number);
        else for (const { cards } of batch.play(keys)) wait(cards, number);
      }
      for (const { net, rounds: many } of batch?.take() ?? []) {
        add(number, { rounds: many, sum: many * net, squares: many * net * net, redrawn: 0 });
      }
      if (waits >= WAITING_MOST) playWaiting();
    },
    finish() {
      playWaiting();
      return tallies;
    },
  };
}
