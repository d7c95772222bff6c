/**
 * Replay: the audit entry point. Folds a list of decisions over a deal; the same function serves
 * play, live-table settlement, disputes and certification (design §3).
 */

import type { Decision } from './action.ts';
import type { Card } from './card.ts';
import type { Game } from './game.ts';
import type { Refusal } from './refusal.ts';
import { isRefusal } from './refusal.ts';
import type { Limits, Round } from './round.ts';
import { act, openRound } from './round.ts';
import type { Stake } from './stake.ts';

/** Most decisions of any round: 8 boxes × (exchange, bet, dealer exchange), with room to refuse. */
export const DECISIONS_MAX = 64;

/** The round after all decisions, or the first refusal with a pointer into `decisions`. */
export function replay(
  game: Game,
  limits: Limits,
  deck: ArrayLike<Card>,
  stakes: readonly Stake[],
  decisions: readonly Decision[],
): Round | Refusal {
  let round = openRound(game, limits, deck, stakes);
  for (const [i, decision] of decisions.entries()) {
    if (isRefusal(round)) return round;
    const next = act(round, decision);
    if (isRefusal(next)) {
      const place = next.pointer === '/cards' && next.refusal === 'too-few-cards';
      return place ? next : { ...next, pointer: `/decisions/${i}${next.pointer ?? ''}` };
    }
    round = next;
  }
  return round;
}

/** A round after 0, 1, … all of its decisions: the last one is the round as given. */
export function stepsOf(round: Round): readonly Round[] {
  let step = openRound(round.game, round.limits, round.deck, round.boxes);
  const steps: Round[] = [];
  for (const decision of [...round.decisions, null]) {
    if (isRefusal(step)) throw new Error(`assertion: a round folds again: ${step.detail}`);
    steps.push(step);
    if (decision !== null) step = act(step, decision);
  }
  return steps;
}
