/**
 * What a reader may see: the only way out of a round to a player (design §3, rules C13, O3, Z1). A
 * card that the reader may not see yet is `null`; there is no field for the seed, the deck, a burned
 * or a discarded card. Rejected: stripping secrets from a full object, which forgets the next field.
 */

import type { Action, Turn } from './action.ts';
import { turnOf } from './action.ts';
import { cardText } from './card.ts';
import type { BoxResult, SettledResult } from './result.ts';
import { resultOf } from './result.ts';
import type { Round, RoundBox } from './round.ts';

/** A card's text, or null while it is hidden from this reader. */
export type SeenCard = string | null;

export interface BoxView {
  readonly box: number;
  readonly cards: readonly SeenCard[];
  /** Own boxes only, until the end. Amounts in minor units. */
  readonly ante?: number;
  readonly bonus?: number;
  readonly blind?: boolean;
  readonly state?: RoundBox['state'];
  readonly exchanged?: number;
  readonly bought?: boolean;
  readonly insurance?: number;
  readonly dealerExchange?: RoundBox['dealerExchange'];
}

export interface RoundView {
  readonly turn?: Turn | { readonly box: number };
  readonly dealer: { readonly cards: readonly SeenCard[] } | SettledResult['dealer'];
  readonly boxes: readonly (BoxView | (BoxView & BoxResult))[];
}

/** The dealer's fifth and last card is dealt face up (C5). */
const UP_CARD = 4;

/**
 * The round as a reader sees it. `own` holds the reader's box numbers; empty for the public. Pass
 * `all` once a round was void: like a settled one it hides nothing.
 */
export function view(round: Round, own: ReadonlySet<number>, all = false): RoundView {
  if (round.phase === 'ended' || all) return whole(round);
  const turn = turnOf(round);
  const finished = round.phase === 'dealer';
  return {
    ...(turn === null ? {} : { turn: own.has(turn.box) ? turn : { box: turn.box } }),
    dealer: {
      cards: round.dealer.cards.map((card, i) =>
        finished || i === UP_CARD ? cardText(card) : null,
      ),
    },
    boxes: round.boxes.map((box) => {
      const seen = own.has(box.box) && mayBeSeen(round, box);
      const cards = box.cards.map((card) => (seen ? cardText(card) : null));
      return own.has(box.box) ? { ...ownFields(box), cards } : { box: box.box, cards };
    }),
  };
}

/** C13: blind boxes open when the last box has finished; sequential ones one after the other. */
function mayBeSeen(round: Round, box: RoundBox): boolean {
  if (round.phase === 'dealer') return true;
  if (box.blind) return false;
  return round.game.ruleset.visibility === 'own' || box.state !== 'waiting';
}

function ownFields(box: RoundBox): Omit<BoxView, 'cards'> {
  return {
    box: box.box,
    ante: box.ante,
    bonus: box.bonus,
    blind: box.blind,
    state: box.state,
    exchanged: box.exchanged,
    bought: box.bought,
    insurance: box.insurance,
    dealerExchange: box.dealerExchange,
  };
}

function whole(round: Round): RoundView {
  const result = resultOf(round);
  if (result.status === 'settled') {
    return {
      dealer: result.dealer,
      boxes: round.boxes.map((box, i) => ({
        ...ownFields(box),
        ...(result.boxes[i] as BoxResult),
      })),
    };
  }
  return {
    dealer: { cards: round.dealer.cards.map(cardText) },
    boxes: round.boxes.map((box) => ({ ...ownFields(box), cards: box.cards.map(cardText) })),
  };
}

/** Actions that remain when some cannot be paid (C14); the turn is left out when none is known. */
export function withoutActions(turn: Turn, unpayable: ReadonlySet<Action>): Turn {
  const actions = turn.actions.filter((action) => !unpayable.has(action));
  const { exchange, ...rest } = turn;
  return actions.includes('exchange') && exchange !== undefined
    ? { ...rest, actions, exchange }
    : { ...rest, actions };
}
