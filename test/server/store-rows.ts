/** Rows for tests of the store: lawful by default, each field open to change. */
import { createHash } from 'node:crypto';
import { uuidText, uuidV7 } from '../../engine/octets.ts';
import type { CommitmentRow, RoundRow, Transaction } from '../../server/store/store.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** The n-th id: version 7, ascending with n. */
export function idOf(n: number): string {
  return uuidText(uuidV7(1_800_000_000_000 + n, new Uint8Array(10)));
}

export function commitmentRow(n: number, fields: Partial<CommitmentRow> = {}): CommitmentRow {
  return {
    id: idOf(n),
    tenant: 'dev',
    table: 'table',
    player: 'ann',
    sequence: 1,
    rulesetHash: hash('ruleset'),
    termsHash: hash('terms'),
    commitment: hash(`commitment ${n}`),
    issuedAt: n,
    expiresAt: n + 600_000,
    state: 'open',
    sealed: Buffer.from(hash(`sealed ${n}`), 'hex'),
    seed: null,
    signature: null,
    ...fields,
  };
}

export function roundRow(n: number, fields: Partial<RoundRow> = {}): RoundRow {
  const player = fields.player ?? 'ann';
  return {
    id: idOf(n),
    tenant: 'dev',
    table: 'table',
    player,
    rulesetHash: hash('ruleset'),
    termsHash: hash('terms'),
    state: 'open',
    version: 1,
    openedAt: n,
    endedAt: null,
    boxes: [{ box: 1, player, ante: 100, bonus: 0, blind: false, clientSeed: '' }],
    decisions: [],
    ...fields,
  };
}

export const seedHex = (n: number): string => hash(`seed ${n}`);

export function answerOf(key: string, text = key): NonNullable<Transaction['idempotency']> {
  return { key, digest: hash(key), status: 201, location: null, bytes: Buffer.from(text) };
}

export function deposit(player: string, amount: number): NonNullable<Transaction['postings']>[0] {
  const to = `player:${player}`;
  return { from: 'cashier', to, currency: 'EUR', amount, kind: 'deposit', round: null };
}

export function stake(player: string, amount: number): NonNullable<Transaction['postings']>[0] {
  const from = `player:${player}`;
  return { from, to: 'house', currency: 'EUR', amount, kind: 'ante', round: null };
}
