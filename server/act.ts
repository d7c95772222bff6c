/**
 * POST /v1/rounds/{id}/actions: one decision, its charge, and at the end the settlement: payouts,
 * reveal of the seed and count of the deck in the same transaction (design §3–§5, C14, Z7).
 */

import type { Decision } from '../engine/action.ts';
import { chargeOf, fundsFor, turnOf } from '../engine/action.ts';
import { isRefusal } from '../engine/refusal.ts';
import type { SettledResult } from '../engine/result.ts';
import { resultOf } from '../engine/result.ts';
import type { Round } from '../engine/round.ts';
import { act } from '../engine/round.ts';
import { changeDeck, retirements } from './closing.ts';
import { problemOf } from './deal.ts';
import type { Fate } from './fate.ts';
import { fateOf, sampledFate } from './fate.ts';
import { decisionOf, foldRow, termsOf } from './fold.ts';
import type { House } from './house.ts';
import { HOUSE_ACCOUNT, playerAccount } from './house.ts';
import type { Plan } from './idempotency.ts';
import { Problem } from './problem.ts';
import { revealOf } from './receipt.ts';
import type { Reader } from './round-answer.ts';
import { roundAnswer } from './round-answer.ts';
import type { CommitmentRow, EventRow, Posting, RoundRow, StoredDecision } from './store/store.ts';

export interface ActionBody {
  readonly player: string;
  readonly box: number;
  readonly action: Decision['action'];
  readonly cards?: readonly string[];
  readonly insurance?: number;
}

/** A round and its commitment, or the problem that there is none of this tenant. */
export function roundOf(
  house: House,
  tenant: string,
  id: string,
): { row: RoundRow; commitment: CommitmentRow } {
  const row = house.store.round(tenant, id);
  const commitment = row === undefined ? undefined : house.store.commitment(tenant, id);
  if (row === undefined || commitment === undefined) {
    throw new Problem('unknown-round', `there is no round ${id}`);
  }
  return { row, commitment };
}

/** What happened, for metrics. */
export interface Settled {
  readonly ruleset: string;
  readonly currency: string;
  readonly staked: number;
  readonly returned: number;
  readonly fate: Fate;
  /** Of sampled rounds: what default bets would have brought. */
  readonly sampled: Fate | undefined;
}

export function planAction(
  house: House,
  tenant: string,
  id: string,
  body: ActionBody,
  onSettled: (settled: Settled) => void,
  /** Who decides, when it is not the player: `house:abandoned`. */
  decidedBy?: string,
): Plan {
  const { row, commitment } = roundOf(house, tenant, id);
  const box = row.boxes.find((b) => b.box === body.box);
  if (box === undefined || box.player !== body.player) {
    const detail = `box ${body.box} is not a box of ${body.player}`;
    throw new Problem('not-your-box', detail, { pointer: '/box' });
  }
  if (row.state !== 'open') throw new Problem('round-closed', 'the round has ended');
  const { player, ...rest } = body;
  const stored: StoredDecision = rest;
  const decision = decisionOf(stored);
  const before = foldRow(house, row, commitment);
  const round = act(before, decision);
  if (isRefusal(round)) throw problemOf(round);
  const { currency } = termsOf(house, row.termsHash);
  const account = playerAccount(player);
  const balance = house.store.balance(tenant, account, currency) ?? 0;
  const need = fundsFor(before, decision);
  if (balance < need) {
    const detail = `${body.action} needs ${need} in funds; the balance is ${balance}`;
    throw new Problem('insufficient-funds', detail, { pointer: '/action' });
  }
  const now = house.now();
  const charges = chargePostings(before, decision, row, player, currency);
  const sequence = row.decisions.length + 2;
  const data = JSON.stringify({ ...stored, ...(decidedBy === undefined ? {} : { by: decidedBy }) });
  const events: EventRow[] = [{ round: id, sequence, at: now, kind: 'decision', data }];
  const next: RoundRow = {
    ...row,
    version: row.version + 1,
    decisions: [...row.decisions, stored],
  };
  const left = balance - charges.reduce((sum, p) => sum + p.amount, 0);
  const actor = decidedBy ?? playerAccount(player);
  if (turnOf(round) !== null) {
    return {
      status: 200,
      body: roundAnswer(house, next, commitment, round, player, left),
      change: {
        round: next,
        postings: charges,
        // Funds (C14) and turn rest on it; a request of the same player in between decides anew.
        balances: [{ account, currency, balance }],
        events,
        audit: [{ actor, kind: 'decision', subject: id, data }],
      },
    };
  }
  return settlement({
    house,
    row: next,
    commitment,
    round,
    charges,
    events,
    actor,
    data,
    currency,
    now,
    player,
    left,
    onSettled,
  });
}

interface Ending {
  readonly house: House;
  readonly row: RoundRow;
  readonly commitment: CommitmentRow;
  readonly round: Round;
  readonly charges: readonly Posting[];
  readonly events: readonly EventRow[];
  readonly actor: string;
  readonly data: string;
  readonly currency: string;
  readonly now: number;
  readonly player: string;
  readonly left: number;
  readonly onSettled: (settled: Settled) => void;
}

function settlement(end: Ending): Plan {
  const { house, commitment, round, currency, now } = end;
  const result = resultOf(round);
  if (result.status !== 'settled') throw new Error('assertion: a round without a turn is settled');
  const row: RoundRow = { ...end.row, state: 'settled', endedAt: now };
  const reveal = revealOf(house, commitment);
  const payouts = result.boxes.flatMap((box): Posting[] => {
    const to = playerAccount(row.boxes.find((b) => b.box === box.box)?.player ?? '');
    return box.returned > 0
      ? [{ from: HOUSE_ACCOUNT, to, currency, amount: box.returned, kind: 'payout', round: row.id }]
      : [];
  });
  assertCharged(row, round, result);
  // Z7: after a winning royal flush a new deck comes in; the old one's unused commitments end with it.
  const royal = result.boxes.some((b) => b.outcome === 'win' && b.category === 'royal-flush');
  const sequence = (end.events.at(-1)?.sequence ?? 0) + 1;
  const event = {
    round: row.id,
    sequence,
    at: now,
    kind: 'settled',
    data: JSON.stringify({
      result,
      ...deckCount(round, result),
      ...(royal ? { reseed: 'royal-flush' } : {}),
    }),
  };
  const totals = {
    staked: result.boxes.reduce((sum, box) => sum + box.staked, 0),
    returned: result.boxes.reduce((sum, box) => sum + box.returned, 0),
  };
  const place = { tenant: row.tenant, table: row.table };
  const unused = royal ? retirements(house, 'royal-flush', place) : {};
  return {
    status: 200,
    body: roundAnswer(
      house,
      row,
      { ...commitment, seed: reveal, sealed: null },
      round,
      end.player,
      end.left,
    ),
    change: {
      round: row,
      commitments: [
        { id: row.id, from: 'used', to: 'used', reveal },
        ...(unused.commitments ?? []),
      ],
      postings: [...end.charges, ...payouts],
      events: [...end.events, event],
      audit: [
        { actor: end.actor, kind: 'decision', subject: row.id, data: end.data },
        { actor: 'house', kind: 'round-settled', subject: row.id, data: JSON.stringify(totals) },
        ...(unused.audit ?? []),
      ],
    },
    after: () => {
      // A failure here is a dead store, which ends the service anyway.
      if (royal) changeDeck(house, row.id, place).catch(() => {});
      const fates = { fate: fateOf(result), sampled: sampledFate(row.id, round) };
      end.onSettled({ ruleset: round.game.ruleset.id, currency, ...totals, ...fates });
    },
  };
}

/** Z7: after a winning straight or better the record states that all 52 cards are accounted for. */
export function deckCount(round: Round, result: SettledResult): object {
  const better = [
    'straight',
    'flush',
    'full-house',
    'four-of-a-kind',
    'straight-flush',
    'royal-flush',
  ];
  if (!result.boxes.some((b) => b.outcome === 'win' && better.includes(b.category))) return {};
  const cards = new Set(Array.from(round.deck)).size;
  if (cards !== 52) throw new Error(`assertion: the deck has ${cards} different cards`);
  return { deck: { counted: cards } };
}

/** Assertion in pair: what was charged on the way is what the core settles as staked. */
function assertCharged(row: RoundRow, round: Round, result: SettledResult): void {
  for (const box of result.boxes) {
    const stakes = row.boxes.find((b) => b.box === box.box);
    const charged = row.decisions
      .filter((d) => d.box === box.box)
      .reduce(
        (sum, d) => sum + chargeOf(round, decisionOf(d)),
        (stakes?.ante ?? 0) + (stakes?.bonus ?? 0),
      );
    if (charged !== box.staked) {
      throw new Error(`assertion: box ${box.box} was charged ${charged} and staked ${box.staked}`);
    }
  }
}

/** C4 of the field log: exactly one debit a bet, named like its line. */
function chargePostings(
  round: Round,
  decision: Decision,
  row: RoundRow,
  player: string,
  currency: string,
): Posting[] {
  const kinds = {
    bet: 'bet',
    exchange: 'exchange-fee',
    buy: 'buy-fee',
    'exchange-dealer': 'dealer-exchange-fee',
    fold: '',
    accept: '',
  };
  const insurance = decision.insurance ?? 0;
  const lines = [
    { kind: kinds[decision.action], amount: chargeOf(round, decision) - insurance },
    { kind: 'insurance', amount: insurance },
  ];
  return lines
    .filter((line) => line.amount > 0)
    .map(({ kind, amount }) => ({
      from: playerAccount(player),
      to: HOUSE_ACCOUNT,
      currency,
      amount,
      kind,
      round: row.id,
    }));
}

/** The round for a reader, now. */
export function readRound(house: House, tenant: string, id: string, reader: Reader): object {
  const { row, commitment } = roundOf(house, tenant, id);
  return roundAnswer(house, row, commitment, foldRow(house, row, commitment), reader);
}
