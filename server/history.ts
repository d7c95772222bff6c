/**
 * Game recall: a round phase by phase, each with the cards and choices as the reader then saw them:
 * deal, decisions with what was drawn, reveal of the dealer, dealer exchange, settlement, and what
 * operators did with it afterwards. Nothing of it is stored: the phases are folded again from the
 * round, the times and reasons come from its events. While the round is open a reader gets his own
 * view of every phase and no more (C13); after its end also `all`, everything that lay on the table.
 * Rejected: storing what was shown, a second truth that could differ from the fold.
 */
import type { Decision } from '../engine/action.ts';
import { chargeOf } from '../engine/action.ts';
import type { Card } from '../engine/card.ts';
import { cardText } from '../engine/card.ts';
import { stepsOf } from '../engine/replay.ts';
import type { Round, RoundBox } from '../engine/round.ts';
import { view } from '../engine/view.ts';
import { roundOf } from './act.ts';
import { decisionOf, foldRow } from './fold.ts';
import type { House } from './house.ts';
import type { Reader } from './round-answer.ts';
import { STAFF } from './round-answer.ts';
import type { EventRow, RoundRow, StoredDecision } from './store/store.ts';

/** One phase of a round; members beside `phase` and `at` depend on it. */
export interface Phase {
  readonly phase:
    | 'deal'
    | 'decision'
    | 'reveal'
    | 'dealer-exchange'
    | 'settlement'
    | 'hold'
    | 'release'
    | 'void-request'
    | 'void';
  readonly at: string;
  readonly [member: string]: unknown;
}

type Data = { readonly [member: string]: unknown };

/** The phases of a round for a reader, in order. Throws Problem `unknown-round`. */
export function historyOf(house: House, tenant: string, id: string, reader: Reader): Phase[] {
  const { row, commitment } = roundOf(house, tenant, id);
  const steps = stepsOf(foldRow(house, row, commitment));
  const events = house.store.events(id);
  const seat = seatOf(row, reader);
  let step = 0;
  return events.flatMap((event): Phase[] => {
    const data = JSON.parse(event.data) as Data;
    if (event.kind === 'dealt') return [dealt(event, roundAt(steps, 0), seat)];
    if (event.kind === 'decision') {
      step += 1;
      return decided(event, data, roundAt(steps, step - 1), roundAt(steps, step), seat);
    }
    if (event.kind === 'settled') return [settled(event, data, roundAt(steps, step), seat)];
    return intervened(event, data, seat);
  });
}

/** What the reader may see: his boxes; everything once the round has ended; staff also who acted. */
interface Seat {
  readonly own: ReadonlySet<number>;
  readonly ended: boolean;
  readonly staff: boolean;
}

function seatOf(row: RoundRow, reader: Reader): Seat {
  const own = new Set(row.boxes.filter((b) => b.player === reader).map((b) => b.box));
  return { own, ended: row.state !== 'open', staff: reader === STAFF };
}

function roundAt(steps: readonly Round[], index: number): Round {
  const round = steps[index];
  if (round === undefined) throw new Error(`assertion: the round has no step ${index}`);
  return round;
}

function timeOf(event: EventRow): string {
  return new Date(event.at).toISOString();
}

/** Cards after a phase: as the reader saw them then, and, after the end, all that lay there. */
function shown(round: Round, { own, ended }: Seat): { seen: object; all?: object } {
  const { turn, dealer, boxes } = view(round, own);
  const seen = { ...(turn === undefined ? {} : { turn: { box: turn.box } }), dealer, boxes };
  if (!ended) return { seen };
  const all = view(round, own, true);
  return { seen, all: { dealer: all.dealer, boxes: all.boxes } };
}

function dealt(event: EventRow, round: Round, seat: Seat): Phase {
  return { phase: 'deal', at: timeOf(event), ...shown(round, seat) };
}

/** A decision, and what it led to: the dealer's cards opened, the dealer exchange drawn. */
function decided(event: EventRow, data: Data, before: Round, after: Round, seat: Seat): Phase[] {
  const at = timeOf(event);
  const { by, ...decision } = data as unknown as StoredDecision & { readonly by?: string };
  const phases: Phase[] = [
    {
      phase: 'decision',
      at,
      ...choice(decision, before, after, seat),
      ...(by === undefined ? {} : { by }),
      ...shown(after, seat),
    },
  ];
  if (before.phase === 'boxes' && after.phase !== 'boxes') {
    phases.push({ phase: 'reveal', at, dealer: { cards: after.dealer.initial.map(cardText) } });
  }
  if (after.dealer.exchanged.length > before.dealer.exchanged.length) {
    const exchanged = after.dealer.exchanged.map((e) => ({
      out: cardText(e.out),
      in: cardText(e.in),
    }));
    const cards = after.dealer.cards.map(cardText);
    phases.push({ phase: 'dealer-exchange', at, dealer: { cards, exchanged } });
  }
  return phases;
}

/** Another player's choice is his own while the round is open: only that his box has acted. */
function choice(stored: StoredDecision, before: Round, after: Round, seat: Seat): object {
  const { box } = stored;
  if (!seat.ended && !seat.own.has(box)) return { box };
  const decision = decisionOf(stored);
  const drawn = drawnBy(decision, cardsOf(before, box), cardsOf(after, box));
  return {
    ...stored,
    charge: chargeOf(before, decision),
    ...(drawn.length === 0 ? {} : { drawn: drawn.map(cardText) }),
  };
}

/** The new cards in the order of the deck: a card takes the place of the one that it is drawn for. */
function drawnBy(decision: Decision, before: readonly Card[], after: readonly Card[]): Card[] {
  const places = (decision.cards ?? []).map((card) => before.indexOf(card));
  if (decision.action === 'buy') places.push(before.length);
  return places.map((place) => {
    const card = after[place];
    if (card === undefined) throw new Error(`assertion: nothing was drawn to place ${place}`);
    return card;
  });
}

function cardsOf(round: Round, box: number): RoundBox['cards'] {
  return round.boxes.find((b) => b.box === box)?.cards ?? [];
}

function settled(event: EventRow, data: Data, round: Round, seat: Seat): Phase {
  // `result`, and where Z7 asks for them `deck` (counted) and `reseed`.
  return { phase: 'settlement', at: timeOf(event), ...data, ...shown(round, seat) };
}

const INTERVENTIONS: { readonly [kind: string]: Phase['phase'] } = {
  held: 'hold',
  released: 'release',
  voided: 'void',
  'void-requested': 'void-request',
};

/** Why a round was held, released or void; who did it, and what is only asked for, is for staff. */
function intervened(event: EventRow, data: Data, { staff }: Seat): Phase[] {
  const phase = INTERVENTIONS[event.kind];
  if (phase === undefined) throw new Error(`assertion: unknown event ${event.kind}`);
  const { by, requestedBy, taken, ...told } = data;
  if (!staff) return phase === 'void-request' ? [] : [{ phase, at: timeOf(event), ...told }];
  return [{ phase, at: timeOf(event), ...data }];
}
