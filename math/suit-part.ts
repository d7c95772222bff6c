/**
 * The one part of the dealer exchange that the solver leaves out: behind exchanges of three cards and
 * more, what four dealer cards of one suit change in its worth (assembly/math/gains.ts). Deals, draws
 * and decisions are sampled, the part itself is exact for each sampled hand, so that its standard
 * error is a few millionths of an ante after some hundred thousand deals.
 */
import type { BatchDealer } from '../engine/batch-deal.ts';
import type { Core } from '../engine/core.ts';
import type { Game } from '../engine/game.ts';
import { actionOf, canonicalViewer, handPlaces } from './dealt-place.ts';
import type { Kernel } from './kernel.ts';
import { GAINS_EXACT } from './term.ts';

export interface SuitPart {
  /** Mean a round, antes; negative where four cards of a suit harm. */
  readonly worth: number;
  readonly standardError: number;
  readonly rounds: number;
}

/** Deals of one sample: standard error about 3e-6 antes in russian-poker. */
export const SAMPLE = 1_048_576;
/** Deals kept in memory at a time. */
const BATCH = 65_536;
/** Keys of 32 bytes dealt at a time, and the blocks of 64 bytes that they take of the key stream. */
const KEYS = 1_024;
const BLOCKS = KEYS / 2;
const CARDS = 20;

export interface SuitParts {
  readonly core: Core;
  readonly game: Game;
  readonly dealer: BatchDealer;
  readonly kernel: Kernel;
  readonly policy: Uint8Array;
}

/** Samples `rounds` deals (a multiple of KEYS is dealt) of the run that `key`, 32 bytes, names. */
export function suitPart(parts: SuitParts, key: Uint8Array, rounds: number): SuitPart {
  const { core, game, dealer, kernel, policy } = parts;
  const { exchange } = game.ruleset;
  const burn = exchange?.burn ?? 0;
  const places = handPlaces(kernel);
  const view = canonicalViewer();
  let [sum, squares, dealt] = [0, 0, 0];
  while (dealt < rounds) {
    const waiting: Hand[][] = Array.from({ length: 13 }, () => []);
    for (let i = 0; i < BATCH && dealt < rounds; i += KEYS, dealt += KEYS) {
      const stream = core.chacha20(key, (dealt / KEYS) * BLOCKS, BLOCKS);
      const decks = dealer.deal(stream, CARDS);
      for (let j = 0; j < KEYS; j++) {
        const hand = exchanged(decks.subarray(j * CARDS, j * CARDS + CARDS));
        if (hand !== null) waiting[hand.up >> 2]?.push(hand);
      }
    }
    waiting.forEach((hands, rank) => {
      if (hands.length > 0) kernel.prepareUpcard(rank);
      for (const { cards, gone, up } of hands) {
        const part = kernel.suitPart(cards, gone, up);
        sum += part;
        squares += part * part;
      }
    });
  }
  const worth = sum / dealt;
  const standardError = Math.sqrt((squares / dealt - worth * worth) / dealt);
  return { worth, standardError, rounds: dealt };

  /** Final cards of a deal in which three cards or more are exchanged and the hand can gain. */
  function exchanged(deck: Uint8Array): Hand | null {
    const at = (i: number): number => deck[i] ?? 0;
    const cards = [at(0), at(2), at(4), at(6), at(8)];
    const up = at(9);
    const own = view(cards);
    const action = actionOf(policy, places, own, up);
    if (action < 32) return null;
    const sorted = [...own.cards];
    const gone: number[] = [];
    let next = 10;
    cards.forEach((card, i) => {
      const renamed = (card & ~3) | (own.suits[card & 3] ?? 0);
      if (((action >> sorted.indexOf(renamed)) & 1) === 0) return;
      gone.push(card);
      next += burn;
      cards[i] = at(next++);
    });
    if (gone.length <= GAINS_EXACT || game.combinations(cards).pay === 0) return null;
    return { cards, gone, up };
  }
}

interface Hand {
  readonly cards: readonly number[];
  readonly gone: readonly number[];
  readonly up: number;
}
