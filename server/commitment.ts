/**
 * Making commitments (design §2.3, §4): the round id is drawn and the seed generated, encrypted and
 * hashed when the commitment is made. One open commitment per tenant, table and player.
 */
import { commitmentOf } from '../engine/chance.ts';
import { fromHex, toHex, uuidText } from '../engine/octets.ts';
import type { House } from './house.ts';
import type { Plan } from './idempotency.ts';
import { Problem } from './problem.ts';
import { closing, receiptOf } from './receipt.ts';
import type { CommitmentRow, CommitmentState } from './store/store.ts';
import { assertTableOpen } from './table-state.ts';
import type { Table } from './tables.ts';

/** Refuses new chance while the generator is latched or the service drains. */
export function assertDealing(house: House): void {
  if (house.draining()) throw new Problem('not-ready', 'the service is shutting down');
  if (!house.integrity.ok()) throw new Problem('not-ready', 'the integrity check has failed');
  if (!house.generator.ready()) throw new Problem('not-ready', 'the generator does not deal');
  if (!house.store.ready()) throw new Problem('not-ready', 'the store takes no writes');
}

export function tableOf(house: House, id: string): Table {
  const table = house.tables.get(id);
  if (table === undefined) {
    throw new Problem('unknown-table', `there is no table ${JSON.stringify(id)}`, {
      pointer: '/table',
    });
  }
  return table;
}

/** A new commitment row; `state` is `used` when the server makes one for a round at once. */
export function newCommitment(
  house: House,
  tenant: string,
  table: Table,
  player: string,
  state: CommitmentState,
  now: number,
): CommitmentRow {
  const roundId = house.generator.roundId(now);
  const seed = house.generator.seed(roundId);
  const commitment = commitmentOf(house.core, {
    roundId,
    rulesetHash: hash(table.entry.hash),
    termsHash: hash(table.termsHash),
    seed,
  });
  const sealed = house.seal.seal(seed, roundId, tenant);
  seed.fill(0);
  const row: CommitmentRow = {
    id: uuidText(roundId),
    tenant,
    table: table.id,
    player,
    sequence: house.store.lastSequence(tenant, table.id, player) + 1,
    rulesetHash: table.entry.hash,
    termsHash: table.termsHash,
    commitment: toHex(commitment),
    issuedAt: now,
    expiresAt: now + house.commitmentLifeMs,
    state,
    sealed,
    seed: null,
    signature: null,
  };
  return { ...row, signature: house.signer.sign(receiptOf(row)) };
}

/** POST /v1/commitments: the open one (200), or a new one (201). */
export function planCommitment(
  house: House,
  tenant: string,
  body: { readonly table: string; readonly player: string },
): Plan {
  assertDealing(house);
  const table = tableOf(house, body.table);
  assertTableOpen(house, tenant, table.id);
  const now = house.now();
  const open = house.store.openCommitment(tenant, table.id, body.player);
  const close = open === undefined ? null : closing(house, open, now);
  if (open !== undefined && close === null) {
    return { status: 200, body: receiptOf(open), change: {} };
  }
  const row = newCommitment(house, tenant, table, body.player, 'open', now);
  return {
    status: 201,
    location: `/v1/commitments/${row.id}`,
    body: receiptOf(row),
    change: {
      newCommitments: [row],
      ...(close === null ? {} : { commitments: [close] }),
      audit: [
        {
          actor: `player:${body.player}`,
          kind: 'commitment-made',
          subject: row.id,
          data: JSON.stringify({ commitment: row.commitment, sequence: row.sequence }),
        },
      ],
    },
  };
}

/** A commitment as its owner sees it: receipt, state, the round once used, the seed once revealed. */
export function commitmentAnswer(row: CommitmentRow): object {
  return {
    ...receiptOf(row),
    state: row.state,
    ...(row.state === 'used' ? { round: row.id } : {}),
    ...(row.seed === null ? {} : { seed: row.seed }),
  };
}

function hash(hex: string): Uint8Array {
  const octets = fromHex(hex);
  if (octets?.length !== 32) throw new Error('assertion: a hash has 32 octets');
  return octets;
}
