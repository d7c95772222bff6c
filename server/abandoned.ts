/**
 * Rounds that nobody finishes (issue of interrupted games): kept open for ever by default, or after a
 * disclosed time finished by the published default action: `fold` on a box still to act, the forced
 * bet where only that is left, `accept` at the dealer exchange. Never void, never dealt anew: that
 * would be a free look. A forced bet that the funds do not cover leaves the round open.
 */
import type { Action } from '../engine/action.ts';
import { turnOf } from '../engine/action.ts';
import type { Round } from '../engine/round.ts';
import type { Settled } from './act.ts';
import { planAction, roundOf } from './act.ts';
import { foldRow } from './fold.ts';
import type { House } from './house.ts';
import { Problem } from './problem.ts';
import { SeedKeyError } from './seal.ts';
import type { RoundRow } from './store/store.ts';

/** Rounds looked at in one go. */
const BATCH_MAX = 100;
/** More decisions than any round has. */
const DECISIONS_MAX = 64;

/** What the house decides for a player who does not: the first of these that is lawful. */
const DEFAULTS: readonly Action[] = ['fold', 'accept', 'bet'];

export function defaultAction(round: Round): { box: number; action: Action } | null {
  const turn = turnOf(round);
  if (turn === null) return null;
  const action = DEFAULTS.find((a) => turn.actions.includes(a));
  if (action === undefined) throw new Error('assertion: every turn has a default action');
  return { box: turn.box, action };
}

/**
 * Finishes rounds whose last event is older than `afterMs`, and `counted` too, the moment from which
 * on players could decide; gives how many were finished. Throws SeedKeyError, once the others are finished, where the seed of one does not open.
 */
export async function finishAbandoned(
  house: House,
  afterMs: number,
  onSettled: (settled: Settled) => void,
  counted = 0,
): Promise<number> {
  let finished = 0;
  let cursor: string | null = null;
  let unreadable: SeedKeyError | null = null;
  do {
    const page: { items: readonly RoundRow[]; next: string | null } = house.store.openRounds({
      limit: BATCH_MAX,
      cursor,
    });
    for (const row of page.items) {
      const last = house.store.events(row.id).at(-1)?.at ?? row.openedAt;
      if (house.now() - Math.max(last, counted) < afterMs) continue;
      try {
        if (await finish(house, row, onSettled)) finished += 1;
      } catch (error) {
        // One seed that does not open keeps no other round from its end.
        if (!(error instanceof SeedKeyError)) throw error;
        unreadable = error;
      }
    }
    cursor = page.next;
  } while (cursor !== null);
  if (unreadable !== null) throw unreadable;
  return finished;
}

async function finish(
  house: House,
  { tenant, id }: RoundRow,
  onSettled: (settled: Settled) => void,
): Promise<boolean> {
  let absent: string | null = null;
  for (let i = 0; i < DECISIONS_MAX; i++) {
    const { row, commitment } = roundOf(house, tenant, id);
    if (row.state !== 'open') return i > 0;
    const decision = defaultAction(foldRow(house, row, commitment));
    if (decision === null) throw new Error('assertion: an open round has a turn');
    const player = row.boxes.find((b) => b.box === decision.box)?.player ?? '';
    // The next player's turn begins with this event: he has the whole time, whoever was absent before.
    if (absent !== null && player !== absent) return false;
    absent = player;
    try {
      const body = { player, ...decision };
      const plan = planAction(house, tenant, id, body, onSettled, 'house:abandoned');
      const outcome = await house.store.commit({ ...plan.change, tenant, at: house.now() });
      if (outcome.outcome === 'committed') plan.after?.();
      // The player has come back, or his funds have just gone: it is looked at again next time.
      else return false;
    } catch (error) {
      if (error instanceof Problem && error.code === 'insufficient-funds') return false;
      throw error;
    }
  }
  throw new Error('assertion: a round ends');
}
