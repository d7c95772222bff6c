/**
 * Plays whole rounds with the solver's strategy: decks of the core (dealt by the thousand, bit for
 * bit the same), the policy for first decisions, the solver's counts for later ones, and the core's
 * settlement for the money. A round whose later decisions need counts waits, by upcard rank, until
 * the counts of that rank are made once for all of them.
 */
import type { BatchDealer } from '../engine/batch-deal.ts';
import type { Core } from '../engine/core.ts';
import type { BoxEnd, Game } from '../engine/game.ts';
import { exchangeGain, netOf, redrawn } from './dealer-exchange.ts';
import { actionOf, canonicalViewer } from './dealt-place.ts';
import type { Kernel } from './kernel.ts';
import type { Tally } from './tally.ts';
import { added, NOTHING } from './tally.ts';

/** Rounds of one piece: what a thread takes at a time. */
export const PIECE = 131_072;
/** Keys of 32 bytes dealt at a time, and the blocks of 64 bytes that they take of the key stream. */
const KEYS = 1_024;
const BLOCKS = KEYS / 2;
/** Five cards each, and at most five new ones behind as many burned; four more for the dealer. */
const CARDS_MOST = 20;
/** Waiting rounds that are kept in memory before they are played. */
const WAITING_MOST = 1 << 20;
const NO_GAME = 0;
/**
 * Least odds at which a dealer exchange can gain: at even odds it would have to succeed two times in
 * three, and no dealer hand lets more than about half of the cards make one.
 */
const PAY_LEAST = 2;
/** A tie (7 × 12/42 = 2) may come out a little above nothing; the least gain that is none is 1/42/42. */
const LEAST_GAIN = 1e-9;

export interface PlayerParts {
  readonly core: Core;
  readonly game: Game;
  readonly dealer: BatchDealer;
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

/** Cards that a round can need of the deck: those dealt, and the most that decisions draw. */
function cardsNeeded({ exchange, buy, dealerExchange }: Game['ruleset']): number {
  const drawn = exchange === null ? 0 : exchange.fees.length * (1 + exchange.burn);
  const dealer = dealerExchange === null ? 0 : dealerExchange.repeatSameRank ? 4 : 1;
  return 10 + Math.max(drawn, buy === null ? 0 : 1) + dealer;
}

export function createPlayer({ core, game, dealer, kernel, policy, places }: PlayerParts): Player {
  const { ruleset } = game;
  const needed = cardsNeeded(ruleset);
  if (needed > CARDS_MOST) throw new RangeError('simulation: more cards than a round can need');
  const view = canonicalViewer();
  const initial = new Uint8Array(5);
  const tallies = new Map<number, Tally>();
  const waiting: { deck: Uint8Array; piece: number }[][] = Array.from({ length: 13 }, () => []);
  let waits = 0;

  function tell(piece: number, net: number, taken: number): void {
    const found = { rounds: 1, sum: net, squares: net * net, taken };
    tallies.set(piece, added(tallies.get(piece) ?? NOTHING, found));
  }

  function playWaiting(): void {
    waiting.forEach((rounds, rank) => {
      if (rounds.length === 0) return;
      kernel.prepareUpcard(rank);
      for (const { deck, piece } of rounds) {
        const { net, taken } = playOut(deck);
        tell(piece, net, taken);
      }
      rounds.length = 0;
    });
    waits = 0;
  }

  return {
    play(key, number, rounds) {
      let sum = 0;
      let squares = 0;
      let done = 0;
      for (let from = 0; from < rounds; from += KEYS) {
        const many = Math.min(KEYS, rounds - from);
        const stream = core.chacha20(key, ((number * PIECE + from) / KEYS) * BLOCKS, BLOCKS);
        const decks = dealer.deal(stream.subarray(0, 32 * many), needed);
        for (let i = 0; i < many; i++) {
          const at = i * needed;
          // Alternate dealing (C5): box, dealer, box, …; the dealer's fifth card is open.
          for (let j = 0; j < 5; j++) initial[j] = decks[at + 2 * j] ?? 0;
          const action = actionOf(policy, places, view(initial), decks[at + 9] ?? 0);
          if (action === 0) {
            sum -= 1;
            squares += 1;
          } else if (
            action === 1 &&
            ruleset.insurance === null &&
            ruleset.dealerExchange === null
          ) {
            const net = betNow(decks, at);
            sum += net;
            squares += net * net;
          } else {
            const deck = decks.slice(at, at + needed);
            waiting[(deck[9] ?? 0) >> 2]?.push({ deck, piece: number });
            waits++;
            continue;
          }
          done++;
        }
      }
      const found = { rounds: done, sum, squares, taken: 0 };
      tallies.set(number, added(tallies.get(number) ?? NOTHING, found));
      if (waits >= WAITING_MOST) playWaiting();
    },
    finish() {
      playWaiting();
      return tallies;
    },
  };

  /** Every second card of a deck from `at` on: the box's five, or the dealer's. */
  function five(deck: Uint8Array, at: number): number[] {
    const card = (i: number): number => deck[at + 2 * i] ?? 0;
    return [card(0), card(1), card(2), card(3), card(4)];
  }

  /** Net of a bet on the dealt cards, nothing else to decide. */
  function betNow(decks: Uint8Array, at: number): number {
    const cards = five(decks, at);
    const dealerFirst = five(decks, at + 1);
    const end = { ...PLAIN, initial: cards, cards, dealerFirst, dealerFinal: dealerFirst };
    return netOf(game.settle(end));
  }

  /** Net of a round with later decisions; the counts of its upcard's rank are made. */
  function playOut(deck: Uint8Array): { net: number; taken: number } {
    const dealt = five(deck, 0);
    const dealerFirst = five(deck, 1);
    const up = deck[9] ?? 0;
    const own = view(dealt);
    const action = actionOf(policy, places, own, up);
    const cards = [...dealt];
    const gone: number[] = [];
    let next = 10;
    let folded = action === 0;
    if (action === 2) {
      cards.push(deck[next++] ?? 0);
      folded = !kernel.finalBet(cards, gone, up);
    } else if (action >= 32) {
      const burn = ruleset.exchange?.burn ?? 0;
      for (let i = 0; i < 5; i++) {
        if (((action >> i) & 1) === 0) continue;
        const out = dealt.findIndex(
          (card) => ((card & ~3) | (own.suits[card & 3] ?? 0)) === own.cards[i],
        );
        gone.push(dealt[out] ?? 0);
        next += burn;
        cards[out] = deck[next++] ?? 0;
      }
      folded = !kernel.finalBet(cards, gone, up);
    }
    const end: BoxEnd = {
      ...PLAIN,
      insurance: folded ? 0 : kernel.finalInsurance(cards, gone, up),
      folded,
      exchanged: gone.length,
      bought: action === 2,
      initial: dealt,
      cards,
      dealerFirst,
      dealerFinal: dealerFirst,
    };
    if (folded || !exchangesDealer(end, gone)) return { net: netOf(game.settle(end)), taken: 0 };
    const dealerFinal = redrawn(game, dealerFirst, deck.subarray(next));
    return { net: netOf(game.settle({ ...end, dealerExchange: true, dealerFinal })), taken: 1 };
  }

  /** Whether paying for the dealer exchange is best, the position worked out exactly. */
  function exchangesDealer(end: BoxEnd, gone: readonly number[]): boolean {
    if (ruleset.dealerExchange === null) return false;
    if (game.combinations(end.cards).pay < PAY_LEAST) return false;
    if (game.best(end.dealerFirst).category !== NO_GAME) return false;
    return exchangeGain(game, end, gone) > LEAST_GAIN;
  }
}

const PLAIN = {
  ante: 1,
  bonus: 0,
  insurance: 0,
  maxPayout: null,
  folded: false,
  blind: false,
  exchanged: 0,
  bought: false,
  dealerExchange: false,
} as const;
