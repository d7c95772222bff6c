/**
 * A round as answered (design §4), for one reader. Cards come from the engine's view alone; this file
 * adds ids, money state and the turn without what the box's player cannot pay (C14).
 */

import type { Action, Decision, Turn } from '../engine/action.ts';
import { fundsFor } from '../engine/action.ts';
import type { Round } from '../engine/round.ts';
import { view, withoutActions } from '../engine/view.ts';
import { gameOf, termsOf } from './fold.ts';
import type { House } from './house.ts';
import { playerAccount } from './house.ts';
import type { CommitmentRow, RoundRow } from './store/store.ts';

/** An operator or auditor: the public while the round is open, then players' ids too (design §4). */
export const STAFF = Symbol('staff');
/** A player's id, null for the public, or staff. */
export type Reader = string | null | typeof STAFF;

/**
 * The answer body. `reader` null: the public. `balance`: what the reader's account holds right after
 * the request that is answered; `turn` names what it can pay. Without it the balance of now.
 */
export function roundAnswer(
  house: House,
  row: RoundRow,
  commitment: CommitmentRow,
  round: Round,
  reader: Reader,
  balance?: number,
): object {
  const own = new Set(row.boxes.filter((b) => b.player === reader).map((b) => b.box));
  const { turn, dealer, boxes } = view(round, own, row.state === 'void');
  const funds = balance ?? fundsOf(house, row, reader);
  const all = reader === STAFF && row.state !== 'open';
  return {
    id: row.id,
    table: row.table,
    ruleset: gameOf(house, row.rulesetHash).ruleset.id,
    rulesetHash: row.rulesetHash,
    state: row.state,
    fairness: row.boxes.some((b) => b.clientSeed !== '') ? 'player-seeded' : 'server-only',
    ...(turn === undefined ? {} : { turn: 'actions' in turn ? payable(round, turn, funds) : turn }),
    commitment: commitment.commitment,
    ...(commitment.seed === null ? {} : { seed: commitment.seed }),
    openedAt: new Date(row.openedAt).toISOString(),
    ...(row.endedAt === null ? {} : { endedAt: new Date(row.endedAt).toISOString() }),
    dealer,
    boxes: boxes.map((box) => {
      const { box: number, ...rest } = box;
      const player = row.boxes.find((b) => b.box === number)?.player;
      return all || own.has(number) ? { box: number, player, ...rest } : { box: number, ...rest };
    }),
    ...(row.state === 'void' || row.state === 'held'
      ? { [row.state]: intervention(house, row) }
      : {}),
  };
}

/** Why a round is void or held, as it stands in its events; undefined before they are committed. */
function intervention(house: House, row: RoundRow): object | undefined {
  const kind = row.state === 'void' ? 'voided' : 'held';
  const event = house.store.events(row.id).findLast((e) => e.kind === kind);
  if (event === undefined) return undefined;
  const { reason, reference, forfeit } = JSON.parse(event.data) as {
    readonly [member: string]: unknown;
  };
  return { reason, reference, ...(forfeit === undefined ? {} : { forfeit }) };
}

function fundsOf(house: House, row: RoundRow, reader: Reader): number {
  if (typeof reader !== 'string') return 0;
  const { currency } = termsOf(house, row.termsHash);
  return house.store.balance(row.tenant, playerAccount(reader), currency) ?? 0;
}

/** C14: what the funds do not cover is not listed; exchange sizes one by one. */
function payable(round: Round, turn: Turn, funds: number): Turn {
  const covers = (decision: Omit<Decision, 'box'>) =>
    fundsFor(round, { ...decision, box: turn.box }) <= funds;
  const sizes = (turn.exchange?.sizes ?? []).filter((size) =>
    covers({ action: 'exchange', cards: Array.from({ length: size }, (_, i) => i) }),
  );
  const unpayable = new Set<Action>(
    turn.actions.filter((action) =>
      action === 'exchange' ? sizes.length === 0 : !covers({ action }),
    ),
  );
  const rest = withoutActions(turn, unpayable);
  const { insurance, exchange, ...base } = rest;
  const bet = fundsFor(round, { box: turn.box, action: 'bet' });
  const most = insurance === undefined ? 0 : Math.min(insurance.max, funds - bet);
  return {
    ...base,
    ...(insurance !== undefined && most >= insurance.min
      ? { insurance: { min: insurance.min, max: most } }
      : {}),
    ...(exchange === undefined
      ? {}
      : { exchange: { sizes, fees: sizes.map((size) => exchange.fees[size - 1] ?? 0) } }),
  };
}
