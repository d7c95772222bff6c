/**
 * The store behind its interface: what the service keeps, and the one way to change it. Reads are
 * plain look-ups of committed state. There is a single write, `commit`: everything that one request
 * changes goes in one transaction with its idempotency record and its audit link, and is answered
 * only after COMMIT (design §5). What was read may have changed in between: a transaction names what
 * it expects, and a driver answers `conflict` instead of overwriting. No driver's SQL shows here.
 *
 * Amounts: integer minor units ≤ 2^53−1. Times: milliseconds since 1970-01-01 UTC.
 */

export type CommitmentState = 'open' | 'used' | 'expired' | 'retired';

/** A commitment; its id is the later round's id (design §2.3). */
export interface CommitmentRow {
  readonly id: string;
  readonly tenant: string;
  readonly table: string;
  readonly player: string;
  /** Gapless per tenant, table and player, from 1. */
  readonly sequence: number;
  readonly rulesetHash: string;
  readonly termsHash: string;
  /** SHA-256 of design §2.3, hex. */
  readonly commitment: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly state: CommitmentState;
  /** The encrypted seed (server/seal.ts) until it is revealed. */
  readonly sealed: Uint8Array | null;
  /** The seed, hex, once revealed. */
  readonly seed: string | null;
  readonly signature: string | null;
}

/** A change of a commitment: from an expected state to a new one, with or without reveal. */
export interface CommitmentChange {
  readonly id: string;
  readonly from: CommitmentState;
  readonly to: CommitmentState;
  /** Hex; set together with the loss of the sealed one. */
  readonly reveal: string | null;
}

export type RoundState = 'open' | 'settled' | 'held' | 'void';

/** What a fold needs (design §3), and who may ask for it. */
export interface RoundRow {
  readonly id: string;
  readonly tenant: string;
  readonly table: string;
  /** The player who opened it. */
  readonly player: string;
  readonly rulesetHash: string;
  readonly termsHash: string;
  readonly state: RoundState;
  /** 1 when opened, +1 with every change: optimistic lock. */
  readonly version: number;
  readonly openedAt: number;
  readonly endedAt: number | null;
  readonly boxes: readonly RoundRowBox[];
  /** Decisions as in a script, cards as text. */
  readonly decisions: readonly StoredDecision[];
}

export interface RoundRowBox {
  readonly box: number;
  readonly player: string;
  readonly ante: number;
  readonly bonus: number;
  readonly blind: boolean;
  /** "" when the box contributed nothing. */
  readonly clientSeed: string;
}

export interface StoredDecision {
  readonly box: number;
  readonly action: string;
  readonly cards?: readonly string[];
  readonly insurance?: number;
}

/** A step of a round, for Game History. */
export interface EventRow {
  readonly round: string;
  /** 1, 2, … within the round. */
  readonly sequence: number;
  readonly at: number;
  readonly kind: string;
  /** JSON text; never a seed, never an undealt card. */
  readonly data: string;
}

/** Double entry by construction: one amount leaves one account for another. */
export interface Posting {
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  /** At least 1. */
  readonly amount: number;
  /** A line's name, `payout`, `deposit`, `withdrawal`, … */
  readonly kind: string;
  readonly round: string | null;
}

export interface EntryRow {
  readonly id: number;
  readonly at: number;
  readonly kind: string;
  readonly round: string | null;
  readonly currency: string;
  /** Signed, as seen from the account. */
  readonly amount: number;
  /** Balance of the account after this entry. */
  readonly balance: number;
}

export interface IdempotencyRow {
  readonly key: string;
  /** SHA-256 of design §4, hex. */
  readonly digest: string;
  readonly status: number;
  readonly location: string | null;
  readonly bytes: Uint8Array;
}

/** A significant event, chained by the driver: hash = SHA-256(previous hash ‖ canonical record). */
export interface AuditEntry {
  readonly actor: string;
  readonly kind: string;
  readonly subject: string;
  /** JSON text: before, after, reason; never a seed. */
  readonly data: string;
}

export interface AuditRow extends AuditEntry {
  readonly sequence: number;
  readonly at: number;
  readonly tenant: string;
  readonly hash: string;
}

export interface AuditHead {
  /** 0 where there is no record yet. */
  readonly sequence: number;
  readonly hash: string;
}

/** A balance that an answer was computed from. */
export interface ExpectedBalance {
  readonly account: string;
  readonly currency: string;
  /** 0 where there is no account yet. */
  readonly balance: number;
}

/**
 * Everything that one request changes; all of it or nothing. Changes of commitments apply before new
 * commitments, so that one may take the place of an expired one; the rest in the order written here.
 */
export interface Transaction {
  readonly tenant: string;
  readonly at: number;
  readonly idempotency?: IdempotencyRow;
  /** Balances before the postings, where the answer tells one; another value is a `conflict`. */
  readonly balances?: readonly ExpectedBalance[];
  readonly newCommitments?: readonly CommitmentRow[];
  readonly commitments?: readonly CommitmentChange[];
  readonly newRound?: RoundRow;
  /**
   * Most open rounds of the new round's table that any player with a box may have, this one counted;
   * one more is a `conflict` (two deals at once are told apart here, not by what each had read).
   */
  readonly openRoundsMax?: number;
  /** The whole row with its version already raised; replaces the row of version − 1. */
  readonly round?: RoundRow;
  readonly events?: readonly EventRow[];
  readonly postings?: readonly Posting[];
  readonly audit?: readonly AuditEntry[];
  /** Small values of the service that change with it (state of a table). */
  readonly settings?: readonly { readonly name: string; readonly value: string }[];
}

export type Outcome =
  | { readonly outcome: 'committed' }
  /** Something read before has changed: read again, decide again. */
  | { readonly outcome: 'conflict'; readonly what: string }
  | { readonly outcome: 'insufficient-funds'; readonly account: string }
  /** Another request with this key was committed first. */
  | { readonly outcome: 'duplicate-key'; readonly record: IdempotencyRow };

export interface Page<Row> {
  readonly items: readonly Row[];
  /** Opaque cursor of the next page; null at the end. */
  readonly next: string | null;
}

export interface PageQuery {
  /** 1…200. */
  readonly limit: number;
  readonly cursor: string | null;
}

/** Thrown when the queue of writes is full; the service answers 503 with Retry-After. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
}

/** Thrown when a store cannot be opened: in use, not writable, of a newer version. No start. */
export class StoreStartError extends Error {
  override readonly name = 'StoreStartError';
}

/** Thrown when a commit failed for a reason that is not lawful (disk, fsync): fail closed. */
export class StoreDeadError extends Error {
  override readonly name = 'StoreDeadError';
}

/**
 * Thrown when a transaction broke an invariant of the database (a bug of the caller: a check, a
 * trigger, a missing row, a value that no column takes). It alone was taken back; the store lives.
 */
export class StoreFaultError extends Error {
  override readonly name = 'StoreFaultError';
}

/** What the writer has to do and has done, for metrics and shedding. */
export interface StoreLoad {
  /** Writes that wait for their COMMIT now. */
  readonly waiting: number;
  /** Most that may wait; one more is refused. */
  readonly capacity: number;
  /** Transactions answered since the start. */
  readonly transactions: number;
  /** COMMITs since the start: transactions ÷ commits is the size of a batch. */
  readonly commits: number;
}

/** Told after each COMMIT how many transactions it held and how many seconds it took. */
export type CommitWatcher = (transactions: number, seconds: number) => void;

export interface Store {
  /**
   * Names the driver and how durable it is, for /v1/version and metrics: `synchronous` is what the
   * database itself answered at the start, `none` for a store that forgets.
   */
  readonly description: { readonly driver: string; readonly synchronous: string };
  /**
   * The one write. Resolves after the COMMIT that holds it. Rejects with StoreBusyError (nothing was
   * queued), StoreDeadError (unknown whether it was kept: the process must end) or StoreFaultError.
   */
  commit(transaction: Transaction): Promise<Outcome>;
  /** Rulesets and terms by hash, kept for ever so that every old round replays. */
  putDocuments(
    documents: readonly { readonly hash: string; readonly json: string }[],
  ): Promise<void>;
  document(hash: string): string | undefined;
  commitment(tenant: string, id: string): CommitmentRow | undefined;
  openCommitment(tenant: string, table: string, player: string): CommitmentRow | undefined;
  lastSequence(tenant: string, table: string, player: string): number;
  commitments(
    query: PageQuery & {
      readonly tenant: string;
      readonly table?: string;
      readonly player?: string;
    },
  ): Page<CommitmentRow>;
  /** Unused commitments, of every tenant or of one table, oldest first; for expiry and retirement. */
  openCommitments(
    limit: number,
    of?: { readonly tenant: string; readonly table: string },
  ): readonly CommitmentRow[];
  round(tenant: string, id: string): RoundRow | undefined;
  /** Newest first; `player` matches any box's player and the opener; without it, all of the tenant. */
  rounds(
    query: PageQuery & {
      readonly tenant: string;
      readonly player?: string;
      readonly state?: RoundState;
    },
  ): Page<RoundRow>;
  /** Open rounds of every tenant, oldest id first: for abandoned ones, and after a restart. */
  openRounds(query: PageQuery): Page<RoundRow>;
  /** Ids of the open rounds of this table in which the player has a box. */
  openRoundsOf(tenant: string, table: string, player: string): readonly string[];
  events(round: string): readonly EventRow[];
  balance(tenant: string, account: string, currency: string): number | undefined;
  balances(tenant: string, account: string): readonly { currency: string; balance: number }[];
  /** Newest first. */
  entries(
    query: PageQuery & {
      readonly tenant: string;
      readonly account: string;
      readonly currency: string;
    },
  ): Page<EntryRow>;
  idempotency(tenant: string, key: string): IdempotencyRow | undefined;
  audit(query: PageQuery & { readonly tenant: string }): Page<AuditRow>;
  /** Links of the whole chain after `sequence`, in order, at most `limit`: for verification. */
  auditAfter(sequence: number, limit: number): readonly AuditRow[];
  /** The last link, as the store has noted it apart from the chain: a lost tail shows. */
  auditHead(): AuditHead;
  /** A small value of the service itself (check value of the seed key, counters). */
  setting(name: string): string | undefined;
  putSetting(name: string, value: string): Promise<void>;
  /** How many seeds are encrypted now. */
  sealedSeeds(): number;
  /** Ids (hex) of the keys that the encrypted seeds name: each must be at hand. */
  sealKeyIds(): readonly string[];
  /**
   * Reads everything and gives what does not fit, in words; empty when all is well: the ledger sums to
   * zero, each balance is the sum of its entries, each running balance follows, the audit chain holds.
   */
  check(): readonly string[];
  load(): StoreLoad;
  /** For metrics. A driver without COMMITs never calls. */
  watchCommits(watch: CommitWatcher): void;
  /** True while writes can be committed. */
  ready(): boolean;
  close(): Promise<void>;
}
