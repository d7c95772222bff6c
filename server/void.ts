/**
 * Z6 over HTTP (design §4): an operator voids, holds or releases a round. A void gives every stake and
 * fee back, but the antes named in `forfeit`; the record keeps the result that would have been. What
 * was paid already is taken back as far as the balance reaches, the rest is booked to `uncollected`:
 * no player falls below zero. Voiding a round that has ended takes two operators.
 */
import { chargeOf } from '../engine/action.ts';
import type { SettledResult } from '../engine/result.ts';
import { resultOf } from '../engine/result.ts';
import type { Round } from '../engine/round.ts';
import { defaultBets } from '../engine/would-be.ts';
import { roundOf } from './act.ts';
import type { Fate, Stage } from './fate.ts';
import { fateOf } from './fate.ts';
import { decisionOf, foldRow, termsOf } from './fold.ts';
import type { House } from './house.ts';
import { HOUSE_ACCOUNT, playerAccount, UNCOLLECTED_ACCOUNT } from './house.ts';
import type { Plan } from './idempotency.ts';
import { Problem } from './problem.ts';
import { revealOf } from './receipt.ts';
import { roundAnswer, STAFF } from './round-answer.ts';
import type { EventRow, ExpectedBalance, Posting, RoundRow } from './store/store.ts';

export interface OperatorBody {
  readonly reason: string;
  readonly reference: string;
  readonly forfeit?: readonly number[];
}

/** Told to metrics: whether the players would have won, and whether they knew. */
export interface Voided {
  readonly ruleset: string;
  readonly was: Stage;
  readonly wouldBe: Fate;
}

/** What was taken back of a player's payouts, and what could not be. */
interface Taken {
  readonly player: string;
  readonly taken: number;
  readonly uncollected: number;
}

export function planVoid(
  house: House,
  tenant: string,
  actor: string,
  id: string,
  body: OperatorBody,
  onVoid: (voided: Voided) => void,
): Plan {
  const { row, commitment } = roundOf(house, tenant, id);
  if (row.state === 'void') throw new Problem('round-closed', 'the round is void already');
  const forfeit = new Set(body.forfeit ?? []);
  const stranger = [...forfeit].find((box) => !row.boxes.some((b) => b.box === box));
  if (stranger !== undefined) {
    throw new Problem('box-range', `box ${stranger} is not in the round`, { pointer: '/forfeit' });
  }
  const events = house.store.events(id);
  const ended = row.state !== 'open';
  const requested = events.findLast((event) => event.kind === 'void-requested');
  const asked = requested === undefined ? undefined : (JSON.parse(requested.data) as Request);
  if (ended && (asked === undefined || asked.by === actor)) {
    return request(house, row, actor, body, events, asked !== undefined);
  }
  if (asked !== undefined && !sameForfeit(asked.forfeit, body.forfeit)) {
    const detail = 'the second operator names other forfeits than the first';
    throw new Problem('wrong-void', detail, { pointer: '/forfeit' });
  }
  const round = foldRow(house, row, commitment);
  const would = resultOf(ended ? round : defaultBets(round));
  if (would.status !== 'settled') throw new Error('assertion: default bets end a round');
  const postings = refunds(house, row, round, would, forfeit, events);
  const next: RoundRow = {
    ...row,
    state: 'void',
    version: row.version + 1,
    endedAt: row.endedAt ?? house.now(),
  };
  const reveal = ended ? commitment.seed : revealOf(house, commitment);
  const data = JSON.stringify({
    ...record(body),
    by: actor,
    ...(asked === undefined ? {} : { requestedBy: asked.by }),
    wouldBe: would,
  });
  return {
    status: 200,
    body: {
      ...roundAnswer(house, next, { ...commitment, seed: reveal, sealed: null }, round, STAFF),
      void: record(body),
    },
    change: {
      round: next,
      ...(ended ? {} : { commitments: [{ id, from: 'used', to: 'used', reveal }] }),
      postings,
      balances: balancesOf(house, row),
      events: [event(house, id, events, 'voided', data)],
      audit: [{ actor, kind: 'round-void', subject: id, data }],
    },
    after: () =>
      onVoid({
        ruleset: round.game.ruleset.id,
        was: ended ? 'ended' : 'open',
        wouldBe: fateOf(would),
      }),
  };
}

interface Request extends OperatorBody {
  readonly by: string;
}

function sameForfeit(a: readonly number[] = [], b: readonly number[] = []): boolean {
  const text = (list: readonly number[]) => [...list].sort((x, y) => x - y).join();
  return text(a) === text(b);
}

/** The first operator's word: nothing but a note. */
function request(
  house: House,
  row: RoundRow,
  actor: string,
  body: OperatorBody,
  events: readonly EventRow[],
  again: boolean,
): Plan {
  const data = JSON.stringify({ ...record(body), by: actor });
  const answer = { id: row.id, state: row.state, voidRequested: { ...record(body) } };
  if (again) return { status: 200, body: answer, change: {} };
  return {
    status: 200,
    body: answer,
    change: {
      round: { ...row, version: row.version + 1 },
      events: [event(house, row.id, events, 'void-requested', data)],
      audit: [{ actor, kind: 'round-void-requested', subject: row.id, data }],
    },
  };
}

export function planHold(
  house: House,
  tenant: string,
  actor: string,
  id: string,
  body: OperatorBody,
): Plan {
  const { row, commitment } = roundOf(house, tenant, id);
  if (row.state === 'open') throw new Problem('round-open', 'only a settled round can be held');
  if (row.state !== 'settled') throw new Problem('round-closed', `the round is ${row.state}`);
  const round = foldRow(house, row, commitment);
  const result = settledOf(resultOf(round));
  const { currency } = termsOf(house, row.termsHash);
  const taken = players(row).map((player) =>
    takeBack(house, row, player, currency, paidTo(row, result, player)),
  );
  const next: RoundRow = { ...row, state: 'held', version: row.version + 1 };
  const data = JSON.stringify({ ...record(body), by: actor, taken });
  const events = house.store.events(id);
  return {
    status: 200,
    body: { ...roundAnswer(house, next, commitment, round, STAFF), held: record(body) },
    change: {
      round: next,
      balances: balancesOf(house, row),
      postings: taken.flatMap((t) => takings(row.id, currency, t, 'hold')),
      events: [event(house, id, events, 'held', data)],
      audit: [{ actor, kind: 'round-held', subject: id, data }],
    },
  };
}

export function planRelease(
  house: House,
  tenant: string,
  actor: string,
  id: string,
  body: OperatorBody,
): Plan {
  const { row, commitment } = roundOf(house, tenant, id);
  if (row.state !== 'held') throw new Problem('round-closed', `the round is ${row.state}`);
  const { currency } = termsOf(house, row.termsHash);
  const events = house.store.events(id);
  const round = foldRow(house, row, commitment);
  const next: RoundRow = { ...row, state: 'settled', version: row.version + 1 };
  const data = JSON.stringify({ ...record(body), by: actor });
  const postings = heldOf(events).flatMap(({ player, taken, uncollected }): Posting[] =>
    lines(id, currency, [
      [HOUSE_ACCOUNT, playerAccount(player), taken, 'release'],
      [HOUSE_ACCOUNT, UNCOLLECTED_ACCOUNT, uncollected, 'release'],
    ]),
  );
  return {
    status: 200,
    body: roundAnswer(house, next, commitment, round, STAFF),
    change: {
      round: next,
      postings,
      events: [event(house, id, events, 'released', data)],
      audit: [{ actor, kind: 'round-released', subject: id, data }],
    },
  };
}

/** Stakes and fees back; of an ended round first its payouts, of a held one what is still owed. */
function refunds(
  house: House,
  row: RoundRow,
  round: Round,
  would: SettledResult,
  forfeit: ReadonlySet<number>,
  events: readonly EventRow[],
): Posting[] {
  const { currency } = termsOf(house, row.termsHash);
  const held = row.state === 'held' ? heldOf(events) : [];
  return players(row).flatMap((player): Posting[] => {
    const account = playerAccount(player);
    const own = row.boxes.filter((b) => b.player === player);
    const boxes = new Set(own.map((b) => b.box));
    const spent =
      own.reduce((sum, b) => sum + b.ante + b.bonus, 0) +
      row.decisions
        .filter((d) => boxes.has(d.box))
        .reduce((sum, d) => sum + chargeOf(round, decisionOf(d)), 0);
    const kept = own.filter((b) => forfeit.has(b.box)).reduce((sum, b) => sum + b.ante, 0);
    const refund = spent - kept;
    const back = lines(row.id, currency, [[HOUSE_ACCOUNT, account, refund, 'void-refund']]);
    if (row.state === 'open') return back;
    if (row.state === 'held') {
      const owed = held.find((t) => t.player === player)?.uncollected ?? 0;
      const settled = Math.min(owed, refund);
      return [
        ...back,
        ...lines(row.id, currency, [[account, UNCOLLECTED_ACCOUNT, settled, 'void-takeback']]),
      ];
    }
    const payout = paidTo(row, would, player);
    const have = (house.store.balance(row.tenant, account, currency) ?? 0) + refund;
    const taken = Math.min(have, payout);
    return [
      ...back,
      ...takings(row.id, currency, { player, taken, uncollected: payout - taken }, 'void-takeback'),
    ];
  });
}

function takeBack(
  house: House,
  row: RoundRow,
  player: string,
  currency: string,
  payout: number,
): Taken {
  const balance = house.store.balance(row.tenant, playerAccount(player), currency) ?? 0;
  const taken = Math.min(balance, payout);
  return { player, taken, uncollected: payout - taken };
}

function takings(round: string, currency: string, t: Taken, kind: string): Posting[] {
  return lines(round, currency, [
    [playerAccount(t.player), HOUSE_ACCOUNT, t.taken, kind],
    [UNCOLLECTED_ACCOUNT, HOUSE_ACCOUNT, t.uncollected, kind],
  ]);
}

function lines(
  round: string,
  currency: string,
  list: readonly (readonly [from: string, to: string, amount: number, kind: string])[],
): Posting[] {
  return list
    .filter(([, , amount]) => amount > 0)
    .map(([from, to, amount, kind]) => ({ from, to, currency, amount, kind, round }));
}

/** What was taken back was computed from these; another balance at commit decides anew. */
function balancesOf(house: House, row: RoundRow): ExpectedBalance[] {
  const { currency } = termsOf(house, row.termsHash);
  return players(row).map((player) => {
    const account = playerAccount(player);
    return { account, currency, balance: house.store.balance(row.tenant, account, currency) ?? 0 };
  });
}

function players(row: RoundRow): string[] {
  return [...new Set(row.boxes.map((b) => b.player))];
}

function paidTo(row: RoundRow, result: SettledResult, player: string): number {
  const own = new Set(row.boxes.filter((b) => b.player === player).map((b) => b.box));
  return result.boxes.filter((b) => own.has(b.box)).reduce((sum, b) => sum + b.returned, 0);
}

function heldOf(events: readonly EventRow[]): readonly Taken[] {
  const held = events.findLast((e) => e.kind === 'held');
  if (held === undefined) throw new Error('assertion: a held round has the event');
  return (JSON.parse(held.data) as { taken: Taken[] }).taken;
}

function settledOf(result: ReturnType<typeof resultOf>): SettledResult {
  if (result.status !== 'settled') throw new Error('assertion: a settled round has a result');
  return result;
}

function record(body: OperatorBody): OperatorBody {
  const { reason, reference, forfeit } = body;
  return { reason, reference, ...(forfeit === undefined ? {} : { forfeit }) };
}

function event(
  house: House,
  round: string,
  events: readonly EventRow[],
  kind: string,
  data: string,
): EventRow {
  return { round, sequence: (events.at(-1)?.sequence ?? 0) + 1, at: house.now(), kind, data };
}
