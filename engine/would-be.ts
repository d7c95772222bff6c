/**
 * The result that an open round would have had (Z6): every box still to act bets without insurance,
 * the dealer exchange is declined. For the record of a void round; no money moves by it.
 */
import { turnOf } from './action.ts';
import { isRefusal } from './refusal.ts';
import type { Round } from './round.ts';
import { act } from './round.ts';

/** More turns than any round has. */
const TURNS_MAX = 64;

export function defaultBets(round: Round): Round {
  let now = round;
  for (let i = 0; i < TURNS_MAX; i++) {
    const turn = turnOf(now);
    if (turn === null) return now;
    const action = turn.actions.includes('bet') ? 'bet' : 'accept';
    const next = act(now, { box: turn.box, action });
    if (isRefusal(next)) throw new Error(`assertion: ${action} is lawful: ${next.detail}`);
    now = next;
  }
  throw new Error('assertion: a round ends');
}
