/**
 * Whole rounds through the production core with the solver's strategy: the deck is dealt by the
 * core's shuffle, ranked and settled by the core's settlement; only the decisions are the solver's.
 * Decks come from a seeded key stream (RFC 8439), so that a run can be repeated. Rounds are dealt in
 * batches and played by upcard rank, because the counts behind a second decision are kept by rank.
 */
import type { Core } from '../engine/core.ts';
import type { BoxEnd, Game } from '../engine/game.ts';
import { exchangeGain, netOf } from './dealer-exchange.ts';
import type { Kernel } from './kernel.ts';
import { CANONICAL_HANDS } from './kernel.ts';

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

/** Rounds of a batch; 52 bytes each stay in memory. */
const BATCH = 131_072;
/** Keys of 32 bytes in one piece of key stream: 1,024 blocks of 64. */
const KEYS = 2_048;
const CARDS_NEEDED = 15;
const NO_GAME = 0;

/** Colexicographic number of five ascending cards. */
function handNumber(cards: readonly number[]): number {
  let number = 0;
  for (let i = 0; i < 5; i++) {
    const c = cards[i] ?? 0;
    let ways = 1;
    for (let j = 0; j <= i; j++) ways = (ways * (c - j)) / (j + 1);
    number += ways;
  }
  return number;
}

/** Puts suits in the canonical order: rank sets do not rise. Gives cards and the map of suits. */
export function canonical(cards: readonly number[]): { cards: number[]; suits: number[] } {
  const sets = [0, 0, 0, 0];
  for (const card of cards) sets[card & 3] = (sets[card & 3] ?? 0) | (1 << (card >> 2));
  const order = [0, 1, 2, 3].sort((a, b) => (sets[b] ?? 0) - (sets[a] ?? 0) || a - b);
  const suits = [0, 0, 0, 0];
  order.forEach((suit, place) => {
    suits[suit] = place;
  });
  return { cards: cards.map((card) => (card & ~3) | (suits[card & 3] ?? 0)), suits };
}

/** Canonical hands by the number of their cards, −1 elsewhere. */
export function handPlaces(kernel: Kernel): Int32Array {
  const { cards } = kernel.hands();
  const places = new Int32Array(2_598_960).fill(-1);
  for (let i = 0; i < CANONICAL_HANDS; i++) {
    places[handNumber([...cards.subarray(5 * i, 5 * i + 5)])] = i;
  }
  return places;
}

export interface Player {
  readonly core: Core;
  readonly game: Game;
  readonly kernel: Kernel;
  readonly policy: Uint8Array;
  /** Of `handPlaces`. */
  readonly places: Int32Array;
}

/** Plays `rounds` rounds; `exact` is the mean to compare with, in antes. */
export function simulate(
  { core, game, kernel, policy, places }: Player,
  rounds: number,
  seed: string,
  exact: number,
  progress: (done: number) => void,
): SimulationSheet {
  const key = core.sha256(new TextEncoder().encode(`chemmy/simulation/${seed}`));
  let sum = 0;
  let squares = 0;
  let gains = 0;
  let gainSquares = 0;
  let taken = 0;
  let dealt = 0;
  let stream: Uint8Array = new Uint8Array(0);
  while (dealt < rounds) {
    const many = Math.min(BATCH, rounds - dealt);
    const decks: Uint8Array[][] = Array.from({ length: 13 }, () => []);
    for (let i = 0; i < many; i++) {
      const at = (dealt + i) % KEYS;
      if (at === 0) stream = core.chacha20(key, ((dealt + i) / KEYS) * (KEYS / 2), KEYS / 2);
      const deck = core.shuffle(stream.subarray(32 * at, 32 * at + 32), CARDS_NEEDED);
      // Alternate dealing (C5): box, dealer, box, …; the dealer's fifth card is open.
      decks[(deck[9] ?? 0) >> 2]?.push(deck);
    }
    for (let rank = 0; rank < 13; rank++) {
      kernel.prepareUpcard(rank);
      for (const deck of decks[rank] ?? []) {
        const net = play(deck);
        sum += net;
        squares += net * net;
      }
    }
    dealt += many;
    progress(dealt);
  }
  const mean = sum / rounds;
  const sigma = Math.sqrt((squares / rounds - mean * mean) / rounds);
  const worth = gains / rounds;
  const dealerExchange =
    game.ruleset.dealerExchange === null
      ? null
      : {
          worth,
          standardError: Math.sqrt((gainSquares / rounds - worth * worth) / rounds),
          frequency: taken / rounds,
        };
  return { rounds, seed, mean, sigma, z: (mean - exact) / sigma, dealerExchange };

  function play(deck: Uint8Array): number {
    const at = (i: number) => deck[i] ?? 0;
    const initial = [at(0), at(2), at(4), at(6), at(8)].sort((a, b) => a - b);
    const dealer = [at(1), at(3), at(5), at(7), at(9)];
    const up = at(9);
    const same = canonical(initial);
    const sorted = [...same.cards].sort((a, b) => a - b);
    const upSame = (up & ~3) | (same.suits[up & 3] ?? 0);
    const action = policy[(places[handNumber(sorted)] ?? 0) * 52 + upSame] ?? 0;
    let cards = initial;
    let folded = action === 0;
    let exchanged = 0;
    const gone: number[] = [];
    if (action >= 32) {
      cards = [...initial];
      for (let i = 0; i < 5; i++) {
        if (((action >> i) & 1) === 0) continue;
        const out = initial.findIndex(
          (card) => ((card & ~3) | (same.suits[card & 3] ?? 0)) === sorted[i],
        );
        gone.push(initial[out] ?? 0);
        cards[out] = at(10 + exchanged++);
      }
      folded = !kernel.finalBet(cards, gone, up);
    }
    const insurance = folded ? 0 : kernel.finalInsurance(cards, gone, up);
    const end = {
      ante: 1,
      bonus: 0,
      insurance,
      maxPayout: null,
      folded,
      blind: false,
      exchanged,
      bought: false,
      dealerExchange: false,
      initial,
      cards,
      dealerFirst: dealer,
      dealerFinal: dealer,
    };
    if (!folded) weighExchange(end, gone);
    return netOf(game.settle(end));
  }

  /** Adds what a dealer exchange gains. A box that is paid nothing but its ante never gains by it. */
  function weighExchange(end: BoxEnd, gone: readonly number[]): void {
    if (game.ruleset.dealerExchange === null) return;
    if (game.combinations(end.cards).pay === 0) return;
    if (game.best(end.dealerFirst).category !== NO_GAME) return;
    const gain = exchangeGain(game, end, gone);
    if (gain <= 0) return;
    gains += gain;
    gainSquares += gain * gain;
    taken++;
  }
}
