/**
 * Decisions and what may be decided: the action union, the box whose turn it is and its lawful
 * actions, in the order of cases/README.md. Funds are not the engine's business: the service takes
 * away what the player cannot pay (C14) with `chargeOf` and `fundsFor`.
 */
import type { Card } from './card.ts';
import { insuranceRange } from './insurance.ts';
import type { Round, RoundBox } from './round.ts';

export const ACTIONS = ['fold', 'bet', 'exchange', 'buy', 'accept', 'exchange-dealer'] as const;
export type Action = (typeof ACTIONS)[number];

/** A decision of a box; `cards` with exchange only, `insurance` (minor units) with bet only. */
export interface Decision {
  readonly box: number;
  readonly action: Action;
  /** Cards given away, in the order in which they are replaced. */
  readonly cards?: readonly Card[];
  readonly insurance?: number;
}

/** Whose turn it is and what that box may do. */
export interface Turn {
  readonly box: number;
  readonly actions: readonly Action[];
  /** Range of an insurance with the bet, in minor units; absent where none is offered. */
  readonly insurance?: { readonly min: number; readonly max: number };
  /** How many cards may be exchanged, and the fee of each number in minor units. */
  readonly exchange?: { readonly sizes: readonly number[]; readonly fees: readonly number[] };
}

/** The turn of a round; null when nothing is left to decide. */
export function turnOf(round: Round): Turn | null {
  if (round.phase === 'ended') return null;
  const position = round.phase === 'dealer' ? round.asked[0] : undefined;
  const box = round.boxes.find((b) =>
    round.phase === 'dealer' ? b.box === position : b.state === 'acting',
  );
  if (box === undefined) throw new Error('assertion: an open round has no box to act');
  if (round.phase === 'dealer') return { box: box.box, actions: ['accept', 'exchange-dealer'] };
  const actions = boxActions(round, box);
  const range = insuranceRange(round, box);
  const { exchange } = round.game.ruleset;
  return {
    box: box.box,
    actions,
    ...(range === null ? {} : { insurance: range }),
    ...(actions.includes('exchange') && exchange !== null
      ? {
          exchange: {
            sizes: exchange.fees.map((_, i) => i + 1),
            fees: exchange.fees.map((fee) => fee * box.ante),
          },
        }
      : {}),
  };
}

/** C7, O4, R1, R2, Z8, Z9: what a box to act may do. */
function boxActions(round: Round, box: RoundBox): Action[] {
  const { ruleset } = round.game;
  if (box.blind) {
    const allowed = ruleset.blind?.actions ?? [];
    return (['fold', 'bet'] as const).filter((action) => allowed.includes(action));
  }
  const forced = ruleset.exchange?.forcedBetAt ?? null;
  if (forced !== null && box.exchanged >= forced) return ['bet'];
  if (box.exchanged > 0 || box.bought) return ['fold', 'bet'];
  const actions: Action[] = ['fold', 'bet'];
  if (ruleset.exchange !== null) actions.push('exchange');
  if (ruleset.buy !== null) actions.push('buy');
  return actions;
}

/** What a decision takes from the player's funds, in minor units (the bet is 2 antes, C6). */
export function chargeOf(round: Round, decision: Decision): number {
  const box = round.boxes.find((b) => b.box === decision.box);
  if (box === undefined) throw new Error(`assertion: box ${decision.box} is not in the round`);
  const { ruleset } = round.game;
  switch (decision.action) {
    case 'bet':
      return 2 * box.ante + (decision.insurance ?? 0);
    case 'exchange':
      return (ruleset.exchange?.fees[(decision.cards ?? []).length - 1] ?? 0) * box.ante;
    case 'buy':
      return (ruleset.buy?.fee ?? 0) * box.ante;
    case 'exchange-dealer':
      return ruleset.dealerExchange?.fee === 'extra-ante' ? box.ante : 0;
    default:
      return 0;
  }
}

/** Funds a decision needs: an exchange or a buy must leave the box's bet covered (C14, O4). */
export function fundsFor(round: Round, decision: Decision): number {
  const charge = chargeOf(round, decision);
  const box = round.boxes.find((b) => b.box === decision.box);
  const later = decision.action === 'exchange' || decision.action === 'buy' ? 2 : 0;
  return charge + later * (box?.ante ?? 0);
}
