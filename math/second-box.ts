/**
 * A second open box of one player (O1, R1): it has seen the five cards that the first was dealt, so
 * that it plays against a smaller unknown and does better. What that is worth is a mean over deals,
 * each worked out exactly: dealer hands and draws are counted, not dealt, with the seen cards dead.
 *
 * A lower bound: the first box's new card is not used, an exchange of one card is weighed only where
 * it is nearly best without the cards seen, and where a larger exchange or a bought card is best
 * without them, it is what is done.
 */
import type { Core } from '../engine/core.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import type { CanonicalView } from './dealt-place.ts';
import { actionOf, canonicalViewer } from './dealt-place.ts';
import type { Kernel } from './kernel.ts';
import { forcesBet } from './kernel.ts';

export interface SecondBox {
  /** At most: the house edge of one open box less the gain. */
  readonly houseEdge: number;
  /** What the cards seen are worth at least, antes a round, and its standard error. */
  readonly gain: number;
  readonly standardError: number;
  /** Share of deals in which they change what is done or what follows. */
  readonly frequency: number;
  readonly rounds: number;
  readonly method: 'simulation';
  readonly bound: 'house-edge-at-most';
}

/** Σ gain, Σ gain², deals that gain, deals. */
export interface SeenTally {
  readonly sum: number;
  readonly squares: number;
  readonly changed: number;
  readonly rounds: number;
}

/** Deals of one piece of work; a multiple of what one call of the key stream serves. */
export const SEEN_PIECE = 5_120;
/** Draws of more cards take too long to look at one by one. */
const EXCHANGED_MOST = 1;
/** Exchanges further below the best than this, antes, are not looked at again. */
const NEAR = 0.5;
/** Five cards each, and the dealer's open one. */
const CARDS = 11;
const DECK = 52;
/** Keys of 32 bytes in one call of the key stream. */
const KEYS = 1_024;

/** Whether one player may hold two open boxes and sees the first before the second decides (C13). */
export function hasSecondBox({ players, boxes, visibility, fees }: Ruleset): boolean {
  const seen = players === 'one' && boxes.maxOpen >= 2 && visibility === 'sequential';
  return seen && !fees.returnedOnPush;
}

/** Largest exchange that the kernel of `seenPiece` must know. */
export function sizesSeen({ exchange }: Ruleset): number {
  return Math.min(EXCHANGED_MOST, exchange?.fees.length ?? 0);
}

export interface SeenParts {
  readonly core: Core;
  readonly ruleset: Ruleset;
  /** Of `sizesSeen` cards. */
  readonly kernel: Kernel;
  /** Of one box alone, and where to look it up (`handPlaces`). */
  readonly policy: Uint8Array;
  readonly places: Int32Array;
}

/** Deals `rounds` second boxes of the run that `key` names, from number `from` on. */
export function seenTally(
  parts: SeenParts,
  key: Uint8Array,
  from: number,
  rounds: number,
): SeenTally {
  const { core, kernel, ruleset, policy, places } = parts;
  const view = canonicalViewer();
  const decks: Uint8Array[][] = Array.from({ length: 13 }, () => []);
  let stream = new Uint8Array(0);
  for (let i = 0; i < rounds; i++) {
    const at = i % KEYS;
    if (at === 0) stream = core.chacha20(key, (from + i) / 2, KEYS / 2) as Uint8Array<ArrayBuffer>;
    const deck = core.shuffle(stream.subarray(32 * at, 32 * at + 32), CARDS);
    decks[(deck[10] ?? 0) >> 2]?.push(deck);
  }
  let [sum, squares, changed] = [0, 0, 0];
  decks.forEach((list, rank) => {
    if (list.length === 0) return;
    kernel.prepare(rank);
    for (const deck of list) {
      const seen = [...deck.subarray(0, 5)];
      const own = [...deck.subarray(5, 10)].sort((a, b) => a - b);
      const up = deck[10] ?? 0;
      const action = actionOf(policy, places, view(own), up);
      const set = action < 32 ? action : 32 + ownPlaces(own, view(own), action & 31);
      const gain = gainOf(kernel, ruleset, { seen, own, up, alone: set });
      sum += gain;
      squares += gain * gain;
      if (gain > 0) changed++;
    }
  });
  return { sum, squares, changed, rounds };
}

/** A set of places of the canonical hand as places of the hand itself. */
function ownPlaces(own: readonly number[], view: CanonicalView, set: number): number {
  let places = 0;
  own.forEach((card, i) => {
    const renamed = (card & ~3) | (view.suits[card & 3] ?? 0);
    if ((set >> view.cards.indexOf(renamed)) & 1) places |= 1 << i;
  });
  return places;
}

/** Value of the best action with the cards seen less that of the one that is best without them. */
export function gainOf(
  kernel: Kernel,
  ruleset: Ruleset,
  { seen, own, up, alone }: SeenDeal,
): number {
  const size = alone < 32 ? 0 : setSize(alone & 31);
  if (alone === 2 || size > EXCHANGED_MOST) return 0;
  const judged = kernel.judge(own, up);
  const bet = kernel.finalValue(own, seen, up);
  let best = Math.max(-1, bet);
  let played = alone === 1 ? bet : -1;
  const value = Math.max(judged.fold, judged.bet, ...judged.exchanges.values());
  for (const [set, worth] of judged.exchanges) {
    if (worth < value - NEAR && alone !== 32 + set) continue;
    const { blind, sighted } = exchangeOf(kernel, ruleset, seen, own, set, up);
    if (alone === 32 + set) played = blind;
    best = Math.max(best, sighted);
  }
  return best - played;
}

/** One second box: what was seen, what it holds in ascending order, and what it would do alone. */
export interface SeenDeal {
  readonly seen: readonly number[];
  readonly own: readonly number[];
  readonly up: number;
  /** 0 fold, 1 bet, 2 buy, 32 + set of places of `own`. */
  readonly alone: number;
}

function setSize(set: number): number {
  let size = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) size++;
  return size;
}

/** Mean net of an exchange: bets decided without the cards seen, and with them; both paid with them. */
function exchangeOf(
  kernel: Kernel,
  ruleset: Ruleset,
  seen: readonly number[],
  own: readonly number[],
  set: number,
  up: number,
): { readonly blind: number; readonly sighted: number } {
  const gone = own.filter((_, i) => (set >> i) & 1);
  const kept = own.filter((_, i) => ((set >> i) & 1) === 0);
  const [only] = gone;
  if (only === undefined || gone.length > 1) throw new RangeError('second box: one card at a time');
  const fee = ruleset.exchange?.fees[0] ?? 0;
  const dead = new Set([...seen, ...own, up]);
  let [blind, sighted, draws] = [0, 0, 0];
  for (let card = 0; card < DECK; card++) {
    if (dead.has(card)) continue;
    draws++;
    const hand = [...kept, card];
    const bet = kernel.finalValue(hand, [only, ...seen], up);
    const forced = forcesBet(ruleset, 1);
    sighted += forced ? bet : Math.max(-1, bet);
    blind += kernel.finalBet(hand, gone, up) ? bet : -1;
  }
  return { blind: blind / draws - fee, sighted: sighted / draws - fee };
}

/** The block of the sheet from all tallies, added in order. */
export function secondBoxSheet(tallies: readonly SeenTally[], houseEdge: number): SecondBox {
  let [sum, squares, changed, rounds] = [0, 0, 0, 0];
  for (const one of tallies) {
    sum += one.sum;
    squares += one.squares;
    changed += one.changed;
    rounds += one.rounds;
  }
  const gain = sum / rounds;
  return {
    houseEdge: houseEdge - gain,
    gain,
    standardError: Math.sqrt((squares / rounds - gain * gain) / rounds),
    frequency: changed / rounds,
    rounds,
    method: 'simulation',
    bound: 'house-edge-at-most',
  };
}
