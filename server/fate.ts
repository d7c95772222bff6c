/**
 * What a round meant for its players, for the watch on voids: a house that voids what it would have
 * paid must show. Voids are counted by the result that would have been, apart by whether the round was
 * open or had ended; the yardstick beside them are rounds that were not void: every result of an ended
 * one, and of one in eight what it would have brought had every box bet from the deal on, the same fold
 * that a void of an open round is judged by. Rejected: a fixed share of wins as the yardstick; rulesets
 * are data, and a studio's own differ.
 */
import { isRefusal } from '../engine/refusal.ts';
import type { SettledResult } from '../engine/result.ts';
import { resultOf } from '../engine/result.ts';
import type { Round } from '../engine/round.ts';
import { openRound } from '../engine/round.ts';
import { defaultBets } from '../engine/would-be.ts';

/** Of all boxes together: more came back than was staked, less, or as much. */
export const FATES = ['win', 'loss', 'even'] as const;
export type Fate = (typeof FATES)[number];

/** Where a round stood when it was void; the yardstick has the same two. */
export const STAGES = ['open', 'ended'] as const;
export type Stage = (typeof STAGES)[number];

/** One round in so many is folded a second time: 8 µs of CPU with one box, 41 µs with six (20,000 runs). */
const SAMPLE = 8;

export function fateOf(result: SettledResult): Fate {
  const net = result.boxes.reduce((sum, box) => sum + box.net, 0);
  return net > 0 ? 'win' : net < 0 ? 'loss' : 'even';
}

/**
 * The fate that default bets would have given an ended round, for one in eight: chosen by the last
 * octet of its id, which is random and which no decision can move. Undefined for the others.
 */
export function sampledFate(id: string, round: Round): Fate | undefined {
  if (Number.parseInt(id.slice(-2), 16) % SAMPLE !== 0) return undefined;
  const dealt = openRound(round.game, round.limits, round.deck, round.boxes);
  if (isRefusal(dealt)) throw new Error(`assertion: a round deals again: ${dealt.detail}`);
  const result = resultOf(defaultBets(dealt));
  if (result.status !== 'settled') throw new Error('assertion: default bets end a round');
  return fateOf(result);
}
