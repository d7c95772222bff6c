/**
 * Reads of the embedded store, on a read-only connection of the request thread: it sees committed
 * data only. Cursors are opaque to clients: base64url of the last row's key.
 */
import type { Database, Statement } from 'better-sqlite3';
import { EMPTY_HEAD } from '../audit.ts';
import { checkSqlite } from './sqlite-check.ts';
import type {
  AuditHead,
  AuditRow,
  CommitmentRow,
  EntryRow,
  EventRow,
  IdempotencyRow,
  Page,
  RoundRow,
  RoundState,
  Store,
} from './store.ts';

type Reads = Omit<
  Store,
  | 'description'
  | 'commit'
  | 'putDocuments'
  | 'putSetting'
  | 'ready'
  | 'load'
  | 'watchCommits'
  | 'close'
>;

const COMMITMENT = `id, tenant, "table", player, sequence, ruleset_hash AS rulesetHash,
  terms_hash AS termsHash, commitment, issued_at AS issuedAt, expires_at AS expiresAt, state,
  sealed, seed, signature`;
const ROUND = `id, tenant, "table", player, ruleset_hash AS rulesetHash, terms_hash AS termsHash,
  state, version, opened_at AS openedAt, ended_at AS endedAt, boxes, decisions`;
/** The same of a round beside its seats. */
const ROUND_OF_SEAT = ROUND.split(',')
  .map((column) => `r.${column.trim()}`)
  .join(', ');
/** Above every text key: cursors go downward from it. */
const TOP = '\u{10ffff}';

export function createReads(db: Database): Reads {
  const sql = new Map<string, Statement<unknown[]>>();
  const prepare = (text: string) => {
    const known = sql.get(text) ?? db.prepare<unknown[]>(text);
    sql.set(text, known);
    return known;
  };
  const get = <Row>(text: string, ...values: unknown[]) =>
    prepare(text).get(...values) as Row | undefined;
  const all = <Row>(text: string, ...values: unknown[]) => prepare(text).all(...values) as Row[];

  const rounds = (rows: unknown[]) => rows.map((raw) => roundOf(raw) as RoundRow);

  const reads: Omit<Reads, 'check'> = {
    document: (hash) =>
      get<{ json: string }>('SELECT json FROM document WHERE hash = ?', hash)?.json,
    commitment: (tenant, id) =>
      get<CommitmentRow>(
        `SELECT ${COMMITMENT} FROM commitment WHERE tenant = ? AND id = ?`,
        tenant,
        id,
      ),
    openCommitment: (tenant, table, player) =>
      get<CommitmentRow>(
        `SELECT ${COMMITMENT} FROM commitment WHERE tenant = ? AND "table" = ? AND player = ? AND state = 'open'`,
        tenant,
        table,
        player,
      ),
    lastSequence: (tenant, table, player) =>
      get<{ last: number }>(
        'SELECT coalesce(max(sequence), 0) AS last FROM commitment WHERE tenant = ? AND "table" = ? AND player = ?',
        tenant,
        table,
        player,
      )?.last ?? 0,
    commitments: ({ tenant, table, player, limit, cursor }) => {
      // Only what is asked for stands in the statement: an index serves no "is null or equal". Without
      // a player rows come in the order of the table itself; the plus keeps SQLite from sorting all.
      const of = player === undefined ? '+tenant' : 'tenant';
      const asked = [
        ...(table === undefined ? [] : [['AND "table" = ?', table] as const]),
        ...(player === undefined ? [] : [['AND player = ?', player] as const]),
      ];
      const rows = all<CommitmentRow>(
        `SELECT ${COMMITMENT} FROM commitment WHERE ${of} = ?
         ${asked.map(([condition]) => condition).join(' ')} AND id < ? ORDER BY id DESC LIMIT ?`,
        tenant,
        ...asked.map(([, value]) => value),
        decode(cursor) ?? TOP,
        limit + 1,
      );
      return page(rows, limit, (row) => row.id);
    },
    openCommitments: (limit, of) =>
      all<CommitmentRow>(
        `SELECT ${COMMITMENT} FROM commitment WHERE state = 'open'
         AND (? IS NULL OR (tenant = ? AND "table" = ?)) ORDER BY issued_at LIMIT ?`,
        of?.tenant ?? null,
        of?.tenant ?? null,
        of?.table ?? null,
        limit,
      ),
    round: (tenant, id) =>
      roundOf(get(`SELECT ${ROUND} FROM round WHERE tenant = ? AND id = ?`, tenant, id)),
    rounds: ({ tenant, player, state, limit, cursor }) => {
      const below = decode(cursor) ?? TOP;
      const only = state === undefined ? '' : `AND r.state = '${roundState(state)}'`;
      // From the seats for a player, so that nobody else's rounds are read.
      const rows =
        player === undefined
          ? all(
              `SELECT ${ROUND} FROM round r WHERE tenant = ? AND id < ? ${only}
               ORDER BY id DESC LIMIT ?`,
              tenant,
              below,
              limit + 1,
            )
          : all(
              `SELECT ${ROUND_OF_SEAT} FROM seat s CROSS JOIN round r ON r.id = s.round
               WHERE s.tenant = ? AND s.player = ? AND s.round < ? ${only}
               ORDER BY s.round DESC LIMIT ?`,
              tenant,
              player,
              below,
              limit + 1,
            );
      return page(rounds(rows), limit, (row) => row.id);
    },
    openRounds: ({ limit, cursor }) =>
      page(
        rounds(
          all(
            `SELECT ${ROUND} FROM round WHERE state = 'open' AND id > ? ORDER BY id LIMIT ?`,
            decode(cursor) ?? '',
            limit + 1,
          ),
        ),
        limit,
        (row) => row.id,
      ),
    openRoundsOf: (tenant, table, player) =>
      all<{ round: string }>(
        'SELECT round FROM open_seat WHERE tenant = ? AND "table" = ? AND player = ?',
        tenant,
        table,
        player,
      ).map((row) => row.round),
    events: (round) =>
      all<EventRow>(
        'SELECT round, sequence, at, kind, data FROM event WHERE round = ? ORDER BY sequence',
        round,
      ),
    balance: (tenant, account, currency) =>
      get<{ balance: number }>(
        'SELECT balance FROM account WHERE tenant = ? AND account = ? AND currency = ?',
        tenant,
        account,
        currency,
      )?.balance,
    balances: (tenant, account) =>
      all<{ currency: string; balance: number }>(
        'SELECT currency, balance FROM account WHERE tenant = ? AND account = ? ORDER BY currency',
        tenant,
        account,
      ),
    entries: ({ tenant, account, currency, limit, cursor }) =>
      page(
        all<EntryRow>(
          // Ordered as a whole, not around a subquery: two indices are merged and nothing is sorted.
          `SELECT id, at, kind, round, currency, -amount AS amount, from_balance AS balance FROM entry
           WHERE tenant = ? AND "from" = ? AND currency = ? AND id < ?
           UNION ALL
           SELECT id, at, kind, round, currency, amount, to_balance AS balance FROM entry
           WHERE tenant = ? AND "to" = ? AND currency = ? AND id < ?
           ORDER BY id DESC LIMIT ?`,
          tenant,
          account,
          currency,
          idCursor(cursor),
          tenant,
          account,
          currency,
          idCursor(cursor),
          limit + 1,
        ),
        limit,
        (row) => String(row.id),
      ),
    idempotency: (tenant, key) =>
      get<IdempotencyRow>(
        'SELECT key, digest, status, location, bytes FROM idempotency WHERE tenant = ? AND key = ?',
        tenant,
        key,
      ),
    audit: ({ tenant, limit, cursor }) =>
      page(
        all<AuditRow>(
          'SELECT * FROM audit WHERE tenant = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?',
          tenant,
          idCursor(cursor),
          limit + 1,
        ),
        limit,
        (row) => String(row.sequence),
      ),
    auditAfter: (sequence, limit) =>
      all<AuditRow>(
        'SELECT * FROM audit WHERE sequence > ? ORDER BY sequence LIMIT ?',
        sequence,
        limit,
      ),
    auditHead: () => get<AuditHead>('SELECT sequence, hash FROM audit_head') ?? EMPTY_HEAD,
    setting: (name) =>
      get<{ value: string }>('SELECT value FROM setting WHERE name = ?', name)?.value,
    sealedSeeds: () =>
      get<{ count: number }>('SELECT count(*) AS count FROM commitment WHERE sealed IS NOT NULL')
        ?.count ?? 0,
    sealKeyIds: () =>
      all<{ id: string }>(
        `SELECT DISTINCT lower(hex(substr(sealed, 1, 4))) AS id FROM commitment
         WHERE sealed IS NOT NULL`,
      ).map((row) => row.id),
  };
  return { ...reads, check: () => checkSqlite(db, reads) };
}

const ROUND_STATES: readonly RoundState[] = ['open', 'settled', 'held', 'void'];

/** The state as SQL text: partial indexes want literals. */
function roundState(state: RoundState): string {
  if (!ROUND_STATES.includes(state)) throw new RangeError(`no round is ${state}`);
  return state;
}

type RawRound = Omit<RoundRow, 'boxes' | 'decisions'> & {
  readonly boxes: string;
  readonly decisions: string;
};

function roundOf(raw: unknown): RoundRow | undefined {
  if (raw === undefined) return undefined;
  const row = raw as RawRound;
  return { ...row, boxes: JSON.parse(row.boxes), decisions: JSON.parse(row.decisions) };
}

function page<Row>(rows: Row[], limit: number, key: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next: more ? Buffer.from(key(last)).toString('base64url') : null };
}

function decode(cursor: string | null): string | null {
  return cursor === null ? null : Buffer.from(cursor, 'base64url').toString();
}

function idCursor(cursor: string | null): number {
  const id = Number(decode(cursor) ?? Number.MAX_SAFE_INTEGER);
  return Number.isSafeInteger(id) ? id : 0;
}
