/**
 * The round: a fold over decisions (design §3). `openRound` deals, `act` takes one decision and gives
 * a new round or a refusal; nothing is ever changed in place, so a refused decision leaves no trace
 * and a stored list of decisions replays for ever (C12). Rejected: a class with methods that move
 * it, and a round that draws chance; the deck comes in as an argument.
 */

import type { Decision } from './action.ts';
import { turnOf } from './action.ts';
import type { Card } from './card.ts';
import { cardText, rankOf } from './card.ts';
import { categoryCode } from './category.ts';
import type { Game } from './game.ts';
import { insuranceRange } from './insurance.ts';
import type { Refusal } from './refusal.ts';
import { isRefusal, refuse } from './refusal.ts';
import type { Stake } from './stake.ts';
import { stakesRefusal } from './stake.ts';

/** The one table limit that settlement knows (C9): cap on a line's winnings; null: none. */
export interface Limits {
  readonly maxPayout: number | null;
}

export interface RoundBox {
  readonly box: number;
  readonly ante: number;
  readonly bonus: number;
  readonly blind: boolean;
  readonly initial: readonly Card[];
  readonly cards: readonly Card[];
  /** How many cards were exchanged. */
  readonly exchanged: number;
  readonly bought: boolean;
  readonly state: 'waiting' | 'acting' | 'folded' | 'bet';
  readonly insurance: number;
  /** The answer to the dealer exchange; null until asked, or never asked. */
  readonly dealerExchange: 'accept' | 'exchange-dealer' | null;
}

export interface DealerHand {
  /** The five cards as dealt. */
  readonly initial: readonly Card[];
  readonly cards: readonly Card[];
  readonly exchanged: readonly { readonly out: Card; readonly in: Card }[];
}

export interface Round {
  readonly game: Game;
  readonly limits: Limits;
  /** Cards in dealing order: 52 of them in play; a script may give fewer. */
  readonly deck: ArrayLike<Card>;
  /** The next undealt position of the deck. */
  readonly next: number;
  readonly phase: 'boxes' | 'dealer' | 'ended';
  /** Boxes still to be asked about the dealer exchange, in order. */
  readonly asked: readonly number[];
  readonly boxes: readonly RoundBox[];
  readonly dealer: DealerHand;
  readonly decisions: readonly Decision[];
}

const ACE_KING = categoryCode('ace-king');
const HAND = 5;

/** Deals a round (C5). Refuses boxes that the ruleset does not have and a deck that is too short. */
export function openRound(
  game: Game,
  limits: Limits,
  deck: ArrayLike<Card>,
  stakes: readonly Stake[],
): Round | Refusal {
  const refused = stakesRefusal(game.ruleset, stakes);
  if (refused !== null) return refused;
  const hands = stakes.length + 1;
  if (deck.length < hands * HAND) return tooFew(deck);
  // C5: one card at a time, boxes ascending, then the dealer.
  const handOf = (i: number) => Array.from({ length: HAND }, (_, k) => cardAt(deck, k * hands + i));
  const boxes = stakes.map((stake, i): RoundBox => {
    const initial = handOf(i);
    return {
      box: stake.box,
      ante: stake.ante,
      bonus: stake.bonus ?? 0,
      blind: stake.blind ?? false,
      initial,
      cards: initial,
      exchanged: 0,
      bought: false,
      state: i === 0 ? 'acting' : 'waiting',
      insurance: 0,
      dealerExchange: null,
    };
  });
  const dealt = handOf(stakes.length);
  return {
    game,
    limits,
    deck,
    next: hands * HAND,
    phase: 'boxes',
    asked: [],
    boxes,
    dealer: { initial: dealt, cards: dealt, exchanged: [] },
    decisions: [],
  };
}

/** Takes one decision. The given round is never changed. */
export function act(round: Round, decision: Decision): Round | Refusal {
  const turn = turnOf(round);
  if (turn === null) return refuse('round-closed', 'the round has ended', '/box');
  if (!round.boxes.some((b) => b.box === decision.box)) {
    return refuse('box-range', `box ${decision.box} is not in the round`, '/box');
  }
  if (turn.box !== decision.box) {
    return refuse('not-your-turn', `box ${turn.box} is to act, not box ${decision.box}`, '/box');
  }
  if (!turn.actions.includes(decision.action)) {
    const may = turn.actions.join(', ');
    return refuse(
      'illegal-action',
      `box ${turn.box} may ${may}, not ${decision.action}`,
      '/action',
    );
  }
  const box = round.boxes.find((b) => b.box === decision.box);
  if (box === undefined) throw new Error('assertion: the acting box is in the round');
  const moved = move(round, box, decision);
  if (isRefusal(moved)) return moved;
  return advance({ ...moved, decisions: [...round.decisions, decision] });
}

function move(round: Round, box: RoundBox, decision: Decision): Round | Refusal {
  switch (decision.action) {
    case 'fold':
      return withBox(round, { ...box, state: 'folded' });
    case 'bet':
      return bet(round, box, decision.insurance);
    case 'exchange':
      return exchange(round, box, decision.cards ?? []);
    case 'buy': {
      if (round.next >= round.deck.length) return tooFew(round.deck);
      const cards = [...box.cards, cardAt(round.deck, round.next)];
      return withBox({ ...round, next: round.next + 1 }, { ...box, cards, bought: true });
    }
    case 'accept':
    case 'exchange-dealer':
      return withBox(
        { ...round, asked: round.asked.slice(1) },
        { ...box, dealerExchange: decision.action },
      );
  }
}

/** R8: the insurance is an option of the bet. */
function bet(round: Round, box: RoundBox, insurance: number | undefined): Round | Refusal {
  if (insurance !== undefined) {
    const range = insuranceRange(round, box);
    if (range === null) {
      return refuse('insurance-not-offered', `box ${box.box} cannot be insured`, '/insurance');
    }
    if (insurance < range.min || insurance > range.max) {
      const detail = `insurance ${insurance} is outside ${range.min} to ${range.max}`;
      return refuse('insurance-range', detail, '/insurance');
    }
  }
  return withBox(round, { ...box, state: 'bet', insurance: insurance ?? 0 });
}

/** O4, R2, Z8, Z9, C11: cards go in the order given; each new card may cost a burned one first. */
function exchange(round: Round, box: RoundBox, out: readonly Card[]): Round | Refusal {
  const rules = round.game.ruleset.exchange;
  if (rules === null)
    throw new Error('assertion: exchange is lawful only where the ruleset has it');
  const twice = out.find((card, i) => out.indexOf(card) !== i);
  if (twice !== undefined) {
    return refuse('duplicate-card', `${cardText(twice)} is given away twice`, '/cards');
  }
  if (out.length < 1 || out.length > rules.fees.length) {
    const detail = `${out.length} cards; 1 to ${rules.fees.length} may be exchanged`;
    return refuse('exchange-size', detail, '/cards');
  }
  const foreign = out.findIndex((card) => !box.cards.includes(card));
  if (foreign >= 0) {
    const detail = `box ${box.box} does not hold ${cardText(out[foreign] ?? 0)}`;
    return refuse('card-not-held', detail, `/cards/${foreign}`);
  }
  const step = 1 + rules.burn;
  if (round.next + out.length * step > round.deck.length) return tooFew(round.deck);
  const cards = [...box.cards];
  out.forEach((card, i) => {
    cards[cards.indexOf(card)] = cardAt(round.deck, round.next + i * step + rules.burn);
  });
  return withBox(
    { ...round, next: round.next + out.length * step },
    { ...box, cards, exchanged: out.length },
  );
}

/** After a decision: the next box, the dealer exchange, or the end. */
function advance(round: Round): Round | Refusal {
  if (round.phase === 'boxes') {
    if (round.boxes.some((b) => b.state === 'acting')) return round;
    const waiting = round.boxes.find((b) => b.state === 'waiting');
    if (waiting !== undefined) return withBox(round, { ...waiting, state: 'acting' });
    const asked = toBeAsked(round);
    if (asked.length > 0) return { ...round, phase: 'dealer', asked };
    return { ...round, phase: 'ended' };
  }
  if (round.asked.length > 0) return round;
  const paid = round.boxes.some((b) => b.dealerExchange === 'exchange-dealer');
  return paid ? exchangeDealer({ ...round, phase: 'ended' }) : { ...round, phase: 'ended' };
}

/** Whether five dealer cards have game (C4). */
export function qualifies(game: Game, cards: readonly Card[]): boolean {
  return game.best(cards).category >= ACE_KING;
}

/** R9, Z10: the boxes that bet are asked when the dealer has no game, in the ruleset's order. */
function toBeAsked(round: Round): number[] {
  const { dealerExchange, blind } = round.game.ruleset;
  if (dealerExchange === null || qualifies(round.game, round.dealer.cards)) return [];
  const boxes = round.boxes
    .filter((b) => b.state === 'bet' && (!b.blind || blind?.dealerExchange === true))
    .map((b) => b.box);
  return dealerExchange.order === 'ascending' ? boxes : boxes.reverse();
}

/** R9, Z10: one shared draw; repeated, free, on the same rank where the ruleset says so. */
function exchangeDealer(round: Round): Round | Refusal {
  const repeat = round.game.ruleset.dealerExchange?.repeatSameRank === true;
  let { next } = round;
  let { cards } = round.dealer;
  const exchanged: { out: Card; in: Card }[] = [];
  for (;;) {
    if (next >= round.deck.length) return tooFew(round.deck);
    // A hand without game has no pair, so that its highest card is one card.
    const out = cards.reduce((high, card) => (rankOf(card) > rankOf(high) ? card : high));
    const fresh = cardAt(round.deck, next);
    next += 1;
    exchanged.push({ out, in: fresh });
    cards = cards.map((card) => (card === out ? fresh : card));
    const again = repeat && rankOf(fresh) === rankOf(out) && !qualifies(round.game, cards);
    if (!again) break;
    // Three more cards of a rank, then another: more is our fault, not chance.
    if (exchanged.length > 3) throw new Error('assertion: a fifth card of one rank');
  }
  return { ...round, next, dealer: { ...round.dealer, cards, exchanged } };
}

function withBox(round: Round, box: RoundBox): Round {
  return { ...round, boxes: round.boxes.map((b) => (b.box === box.box ? box : b)) };
}

function cardAt(deck: ArrayLike<Card>, position: number): Card {
  const card = deck[position];
  if (card === undefined) throw new Error(`assertion: position ${position} is beyond the deck`);
  return card;
}

function tooFew(deck: ArrayLike<Card>): Refusal {
  return refuse('too-few-cards', `the round needs more than the ${deck.length} cards`, '/cards');
}
