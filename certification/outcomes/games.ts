/**
 * Family D, game level: decks dealt by the engine's own fold in every game, with decisions that are
 * fixed before the cards (which action: by the round's number) or depend on the player's own cards
 * alone (which cards: the lowest), so that every later card is uniform on the unseen ones. Every
 * second round is plain: all boxes bet on what they were dealt, and the first box's net result has
 * the exact law of duel-law.ts. Counted are the cards at each place of the deal, hand categories,
 * replacement cards and money.
 */
import type { Decision, Turn } from '../../engine/action.ts';
import { turnOf } from '../../engine/action.ts';
import type { Card } from '../../engine/card.ts';
import { CATEGORIES } from '../../engine/category.ts';
import type { Game } from '../../engine/game.ts';
import type { Refusal } from '../../engine/refusal.ts';
import { isRefusal } from '../../engine/refusal.ts';
import { resultOf } from '../../engine/result.ts';
import type { Round, RoundBox } from '../../engine/round.ts';
import { act, openRound, qualifies } from '../../engine/round.ts';
import type { Ruleset } from '../../engine/ruleset.ts';
import type { Stake } from '../../engine/stake.ts';
import { playLaw } from './duel-law.ts';

const CARDS = 52;
const HAND = 5;
const KINDS = CATEGORIES.length;
/** Cards that a player has not seen when he exchanges: 52 − his five − the dealer's open card (D3). */
export const UNSEEN = 46;
/** Cards that are not the dealer's first five when his highest is replaced. */
export const UNSEEN_DEALER = 47;
/** Most replacements that are told apart: five of a box, four of the dealer. */
export const REPLACEMENTS = 5;
/** Antes in minor units; every other cycle of actions plays the other one. */
const ANTES = [100, 1000] as const;

export interface GameCounts {
  rounds: number;
  /** (box · 5 + card) × card dealt; the dealer comes last. */
  readonly dealt: Uint32Array;
  /** hand × category of the first five cards; the dealer comes last. */
  readonly categories: Uint32Array;
  /** box × category of six cards. Boxes of one round share its deck: each is counted for itself. */
  readonly sixCards: Uint32Array;
  /** ante × category of the first box. */
  readonly stakes: Uint32Array;
  /** (box · 5 + number of the replacement) × index among the unseen cards. */
  readonly replaced: Uint32Array;
  readonly dealerReplaced: Uint32Array;
  /** Dealer's first five have game. */
  qualified: number;
  /** Plain rounds by the first box's net result in antes, in the order of its law. */
  readonly nets: Uint32Array;
}

export function gameCounts(ruleset: Ruleset): GameCounts {
  const hands = handsOf(ruleset);
  return {
    rounds: 0,
    dealt: new Uint32Array(hands * HAND * CARDS),
    categories: new Uint32Array(hands * KINDS),
    sixCards: new Uint32Array((hands - 1) * KINDS),
    stakes: new Uint32Array(ANTES.length * KINDS),
    replaced: new Uint32Array((hands - 1) * REPLACEMENTS * UNSEEN),
    dealerReplaced: new Uint32Array(REPLACEMENTS * UNSEEN_DEALER),
    qualified: 0,
    nets: new Uint32Array(playLaw(ruleset).nets.length),
  };
}

/** Hands of a full table: every box in play, and the dealer. */
function handsOf(ruleset: Ruleset): number {
  return ruleset.boxes.max + 1;
}

/** One way to play a box: how many cards to exchange, or a card bought, before the bet; or the bet alone. */
type Option = { readonly exchange: number } | 'buy' | 'plain';

function optionsOf(ruleset: Ruleset): Option[] {
  const options: Option[] = (ruleset.exchange?.fees ?? []).map((_, i) => ({ exchange: i + 1 }));
  if (ruleset.buy !== null) options.push('buy');
  return options.length === 0 ? ['plain'] : options.flatMap((option) => [option, 'plain']);
}

export interface GameCounter {
  readonly counts: GameCounts;
  /** Plays one deck to its end. */
  add(deck: Uint8Array): void;
}

/** Plays and counts the rounds of one game. */
export function createGameCounter(game: Game): GameCounter {
  const { ruleset } = game;
  const counts = gameCounts(ruleset);
  const { nets } = playLaw(ruleset);
  const options = optionsOf(ruleset);
  const open = Math.min(ruleset.boxes.maxOpen, ruleset.boxes.max);
  return {
    counts,
    add(deck) {
      const option = options[counts.rounds % options.length]!;
      const ante = Math.floor(counts.rounds / options.length) % ANTES.length;
      const stakes: Stake[] = Array.from({ length: ruleset.boxes.max }, (_, i) => ({
        box: i + 1,
        ante: ANTES[ante]!,
        ...(i >= open ? { blind: true } : {}),
      }));
      const opened = lawful(openRound(game, { maxPayout: null }, deck, stakes));
      countDeal(counts, opened, ante);
      const ended = play(opened, option);
      countReplacements(counts, ended);
      if (option === 'plain') countNet(counts, nets, ended);
      counts.rounds++;
    },
  };
}

function lawful(round: Round | Refusal): Round {
  if (isRefusal(round)) throw new Error(`assertion: a lawful round was refused: ${round.detail}`);
  return round;
}

function play(opened: Round, option: Option): Round {
  let round = opened;
  for (let turn = turnOf(round); turn !== null; turn = turnOf(round)) {
    round = lawful(act(round, decide(round, turn, option)));
  }
  return round;
}

function decide(round: Round, turn: Turn, option: Option): Decision {
  const { box, actions } = turn;
  if (actions.includes('exchange-dealer')) {
    return { box, action: option === 'plain' ? 'accept' : 'exchange-dealer' };
  }
  if (option === 'buy' && actions.includes('buy')) return { box, action: 'buy' };
  if (typeof option === 'object' && actions.includes('exchange')) {
    const held = round.boxes.find((b) => b.box === box)?.cards ?? [];
    const cards = [...held].sort((a, b) => a - b).slice(0, option.exchange);
    return { box, action: 'exchange', cards };
  }
  return { box, action: 'bet' };
}

function countDeal(counts: GameCounts, round: Round, ante: number): void {
  const hands = [...round.boxes.map((box) => box.initial), round.dealer.initial];
  hands.forEach((hand, h) => {
    hand.forEach((card, i) => {
      counts.dealt[(h * HAND + i) * CARDS + card]!++;
    });
    const { category } = round.game.best(hand);
    counts.categories[h * KINDS + category]!++;
    if (h === 0) counts.stakes[ante * KINDS + category]!++;
  });
  if (qualifies(round.game, round.dealer.initial)) counts.qualified++;
}

/** Index of `card` among the cards that are not in `seen`, ascending. */
function indexAmong(seen: readonly Card[], card: Card): number {
  let index = card;
  for (const other of seen) if (other < card) index--;
  return index;
}

function countReplacements(counts: GameCounts, round: Round): void {
  const shown = round.dealer.initial[HAND - 1]!;
  round.boxes.forEach((box, b) => {
    const seen = [...box.initial, shown];
    freshCards(box).forEach((card, k) => {
      counts.replaced[(b * REPLACEMENTS + k) * UNSEEN + indexAmong(seen, card)]!++;
      seen.push(card);
    });
    if (box.cards.length !== HAND + 1) return;
    counts.sixCards[b * KINDS + round.game.best(box.cards).category]!++;
  });
  const seen = [...round.dealer.initial];
  round.dealer.exchanged.forEach((exchange, k) => {
    if (k < REPLACEMENTS) {
      counts.dealerReplaced[k * UNSEEN_DEALER + indexAmong(seen, exchange.in)]!++;
    }
    seen.push(exchange.in);
  });
}

/** The cards that came later, in the order in which they were drawn: lowest card replaced first. */
function freshCards(box: RoundBox): Card[] {
  if (box.bought) return box.cards.slice(HAND);
  if (box.exchanged === 0) return [];
  const out = [...box.initial].sort((a, b) => a - b).slice(0, box.exchanged);
  return out.map((card) => box.cards[box.initial.indexOf(card)]!);
}

function countNet(counts: GameCounts, nets: readonly number[], round: Round): void {
  const result = resultOf(round);
  if (result.status !== 'settled') throw new Error('assertion: the round has ended');
  const net = result.boxes[0]!.net / round.boxes[0]!.ante;
  const place = nets.indexOf(net);
  if (place < 0) throw new Error(`assertion: a net result of ${net} antes is not in the law`);
  counts.nets[place]!++;
}
