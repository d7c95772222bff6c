/**
 * POST /v1/rounds: stakes checked against table and funds, the commitment used or made, the round
 * dealt; all of it one transaction (design §4, O2, C6, C14).
 */
import { clientSeedBytes } from '../engine/chance.ts';
import type { Refusal } from '../engine/refusal.ts';
import { isRefusal } from '../engine/refusal.ts';
import { openRound } from '../engine/round.ts';
import { stakesRefusal } from '../engine/stake.ts';
import { assertDealing, newCommitment, tableOf } from './commitment.ts';
import { deckOfRound } from './fold.ts';
import { hasRoom, mostFor, NO_ROOM } from './headroom.ts';
import type { House } from './house.ts';
import { HOUSE_ACCOUNT, playerAccount } from './house.ts';
import type { Plan } from './idempotency.ts';
import { Problem } from './problem.ts';
import { closing, openSeed, receiptOf } from './receipt.ts';
import { roundAnswer } from './round-answer.ts';
import type { CommitmentRow, Posting, RoundRow, RoundRowBox } from './store/store.ts';
import { assertTableOpen } from './table-state.ts';
import type { Table } from './tables.ts';

export interface DealBody {
  readonly table: string;
  readonly player: string;
  readonly boxes: readonly {
    readonly box: number;
    readonly ante: number;
    readonly bonus?: number;
    readonly blind?: boolean;
    readonly player?: string;
    readonly clientSeed?: string;
  }[];
  readonly commitment?: string;
}

/** A refusal of the engine as the problem it is over HTTP. */
export function problemOf(refusal: Refusal): Problem {
  return new Problem(refusal.refusal, refusal.detail, { pointer: refusal.pointer });
}

export function planDeal(house: House, tenant: string, body: DealBody): Plan {
  assertDealing(house);
  const table = tableOf(house, body.table);
  assertTableOpen(house, tenant, table.id);
  const boxes = boxesOf(table, body);
  assertFewOpen(house, tenant, table, boxes);
  const now = house.now();
  const { commitment, change } = commitmentFor(house, tenant, table, body, now);
  const row: RoundRow = {
    id: commitment.id,
    tenant,
    table: table.id,
    player: body.player,
    rulesetHash: commitment.rulesetHash,
    termsHash: commitment.termsHash,
    state: 'open',
    version: 1,
    openedAt: now,
    endedAt: null,
    boxes,
    decisions: [],
  };
  const postings = stakePostings(table, row);
  const funds = fundsAfter(house, tenant, table, boxes, postings);
  const left = funds.get(body.player);
  const seed = openSeed(house, commitment);
  const deck = deckOfRound(house, row.id, row.rulesetHash, seed, boxes);
  const stakes = boxes.map(({ box, ante, bonus, blind }) => ({ box, ante, bonus, blind }));
  const { maxPayout } = table.terms.limits;
  const round = openRound(table.entry.game, { maxPayout }, deck, stakes);
  if (isRefusal(round)) throw problemOf(round);
  return {
    status: 201,
    location: `/v1/rounds/${row.id}`,
    body: roundAnswer(house, row, commitment, round, body.player, left?.after),
    change: {
      ...change,
      // Reserve (C14) and turn rest on these; a request of the same player in between decides anew.
      balances: [...funds].map(([player, { before }]) => ({
        account: playerAccount(player),
        currency: table.terms.currency,
        balance: before,
      })),
      newRound: row,
      openRoundsMax: house.openRoundsMax,
      postings,
      events: [
        { round: row.id, sequence: 1, at: now, kind: 'dealt', data: JSON.stringify({ stakes }) },
      ],
      audit: [
        {
          actor: playerAccount(body.player),
          kind: 'round-dealt',
          subject: row.id,
          data: JSON.stringify({ table: table.id, commitment: commitment.commitment, stakes }),
        },
      ],
    },
  };
}

/** Every round counts in which a player has a box; no other player is named (409 `round-open`). */
function assertFewOpen(
  house: House,
  tenant: string,
  table: Table,
  boxes: readonly RoundRowBox[],
): void {
  for (const [i, { player }] of boxes.entries()) {
    const open = house.store.openRoundsOf(tenant, table.id, player);
    if (open.length < house.openRoundsMax) continue;
    const detail = `a player of the round has ${open.length} open at this table; finish it first`;
    throw new Problem('round-open', detail, { pointer: `/boxes/${i}` });
  }
}

/** Boxes against ruleset, table limits and players; every "no" names its place. */
function boxesOf(table: Table, body: DealBody): RoundRowBox[] {
  const { ruleset } = table.entry;
  const refused = stakesRefusal(ruleset, body.boxes);
  if (refused !== null) throw problemOf(refused);
  const { ante, bonus } = table.terms.limits;
  const players = new Set<string>();
  return body.boxes.map((box, i): RoundRowBox => {
    const at = `/boxes/${i}`;
    within(box.ante, ante, `${at}/ante`, 'ante');
    if (box.bonus !== undefined && bonus !== null) within(box.bonus, bonus, `${at}/bonus`, 'bonus');
    const player = box.player ?? body.player;
    if (ruleset.players === 'one' && player !== body.player) {
      const detail = 'boxes of this table all belong to the player who opens the round';
      throw new Problem('wrong-player', detail, { pointer: `${at}/player` });
    }
    if (ruleset.players === 'many' && players.has(player)) {
      const detail = 'a player has one box at this table (Z1)';
      throw new Problem('wrong-player', detail, { pointer: `${at}/player` });
    }
    players.add(player);
    const clientSeed = box.clientSeed ?? '';
    const bytes = clientSeedBytes(clientSeed);
    if (isRefusal(bytes)) throw problemOf({ ...bytes, pointer: `${at}/clientSeed` });
    if (clientSeed !== '' && body.commitment === undefined) {
      const detail = 'a client seed counts only after a commitment: POST /v1/commitments first';
      throw new Problem('client-seed-without-commitment', detail, { pointer: `${at}/clientSeed` });
    }
    return {
      box: box.box,
      player,
      ante: box.ante,
      bonus: box.bonus ?? 0,
      blind: box.blind ?? false,
      clientSeed,
    };
  });
}

function within(
  amount: number,
  limits: { readonly min: number; readonly max: number },
  pointer: string,
  what: string,
): void {
  if (amount >= limits.min && amount <= limits.max) return;
  const detail = `${what} ${amount} is outside ${limits.min} to ${limits.max}`;
  throw new Problem('outside-limits', detail, { pointer });
}

/** The named commitment, or a new one that is used at once (`server-only`). */
function commitmentFor(
  house: House,
  tenant: string,
  table: Table,
  body: DealBody,
  now: number,
): { commitment: CommitmentRow; change: Pick<Plan['change'], 'commitments' | 'newCommitments'> } {
  if (body.commitment === undefined) {
    const made = newCommitment(house, tenant, table, body.player, 'used', now);
    return { commitment: made, change: { newCommitments: [made] } };
  }
  const pointer = '/commitment';
  const row = house.store.commitment(tenant, body.commitment);
  if (row === undefined) {
    throw new Problem('wrong-commitment', `there is no commitment ${body.commitment}`, { pointer });
  }
  if (row.table !== table.id || row.player !== body.player) {
    throw new Problem('wrong-commitment', 'the commitment is of another table or player', {
      pointer,
    });
  }
  if (row.state === 'used') {
    throw new Problem('commitment-used', `round ${row.id} has used it`, { pointer });
  }
  const close = closing(house, row, now);
  if (row.state !== 'open' || close !== null) {
    const extra = { receipt: receiptOf(row) };
    throw new Problem('commitment-closed', 'the commitment has expired or was retired', {
      pointer,
      extra,
    });
  }
  const used = { ...row, state: 'used' as const };
  return {
    commitment: used,
    change: { commitments: [{ id: row.id, from: 'open', to: 'used', reveal: null }] },
  };
}

function stakePostings(table: Table, row: RoundRow): Posting[] {
  const { currency } = table.terms;
  return row.boxes.flatMap((box): Posting[] => {
    const base = { from: playerAccount(box.player), to: HOUSE_ACCOUNT, currency, round: row.id };
    const ante = { ...base, amount: box.ante, kind: 'ante' };
    return box.bonus > 0 ? [ante, { ...base, amount: box.bonus, kind: 'bonus' }] : [ante];
  });
}

/** O2, C14: all stakes, and what must be left for every box. Gives each player's balance around it. */
function fundsAfter(
  house: House,
  tenant: string,
  table: Table,
  boxes: readonly RoundRowBox[],
  postings: readonly Posting[],
): Map<string, { readonly before: number; readonly after: number }> {
  const reserve = table.entry.ruleset.funds.reservePerBoxInAntes;
  const funds = new Map<string, { before: number; after: number }>();
  for (const player of new Set(boxes.map((b) => b.player))) {
    const account = playerAccount(player);
    const balance = house.store.balance(tenant, account, table.terms.currency) ?? 0;
    const own = boxes.filter((b) => b.player === player);
    const stakes = postings.filter((p) => p.from === account).reduce((sum, p) => sum + p.amount, 0);
    const kept = own.reduce((sum, b) => sum + reserve * b.ante, 0);
    if (balance < stakes + kept) {
      const detail = `the deal needs ${stakes} and then ${kept} left; the balance is too small`;
      const i = boxes.findIndex((b) => b.player === player);
      throw new Problem('insufficient-funds', detail, { pointer: `/boxes/${i}/ante` });
    }
    const most = () => mostFor(table.entry.ruleset, table.terms, boxes, player);
    const { currency } = table.terms;
    if (!hasRoom(house, tenant, player, currency, balance - stakes, most)) {
      const i = boxes.findIndex((b) => b.player === player);
      throw new Problem('outside-limits', NO_ROOM, { pointer: `/boxes/${i}/ante` });
    }
    funds.set(player, { before: balance, after: balance - stakes });
  }
  return funds;
}
