/**
 * The embedded store's tables, in steps of `user_version`: a step is never edited, only followed.
 * Invariants that must hold whatever the code does stand here: a player's balance is never negative,
 * one open commitment per tenant, table and player, sequences without twins, history only grows.
 */
import type { Database } from 'better-sqlite3';

const STEPS: readonly string[] = [
  `
  CREATE TABLE document (hash TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE commitment (
    id TEXT PRIMARY KEY, tenant TEXT NOT NULL, "table" TEXT NOT NULL, player TEXT NOT NULL,
    sequence INTEGER NOT NULL CHECK (sequence >= 1),
    ruleset_hash TEXT NOT NULL, terms_hash TEXT NOT NULL, commitment TEXT NOT NULL,
    issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'used', 'expired', 'retired')),
    sealed BLOB, seed TEXT, signature TEXT,
    CHECK ((sealed IS NULL) <> (seed IS NULL)),
    CHECK (state NOT IN ('expired', 'retired') OR seed IS NOT NULL),
    CHECK (state <> 'open' OR seed IS NULL),
    UNIQUE (tenant, "table", player, sequence)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX commitment_open ON commitment (tenant, "table", player) WHERE state = 'open';
  CREATE INDEX commitment_waiting ON commitment (issued_at) WHERE state = 'open';
  CREATE INDEX commitment_player ON commitment (tenant, player, id);
  CREATE TABLE round (
    id TEXT PRIMARY KEY REFERENCES commitment (id), tenant TEXT NOT NULL, "table" TEXT NOT NULL,
    player TEXT NOT NULL, ruleset_hash TEXT NOT NULL, terms_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'settled', 'held', 'void')),
    version INTEGER NOT NULL CHECK (version >= 1),
    opened_at INTEGER NOT NULL, ended_at INTEGER,
    boxes TEXT NOT NULL, decisions TEXT NOT NULL,
    CHECK ((state = 'open') = (ended_at IS NULL))
  ) WITHOUT ROWID;
  CREATE TABLE seat (
    tenant TEXT NOT NULL, player TEXT NOT NULL, round TEXT NOT NULL REFERENCES round (id),
    PRIMARY KEY (tenant, player, round)
  ) WITHOUT ROWID;
  CREATE TABLE event (
    round TEXT NOT NULL REFERENCES round (id), sequence INTEGER NOT NULL, at INTEGER NOT NULL,
    kind TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (round, sequence)
  ) WITHOUT ROWID;
  CREATE TABLE account (
    tenant TEXT NOT NULL, account TEXT NOT NULL, currency TEXT NOT NULL,
    balance INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, account, currency),
    CONSTRAINT funds CHECK (account NOT LIKE 'player:%' OR balance BETWEEN 0 AND 9007199254740991)
  ) WITHOUT ROWID;
  CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, at INTEGER NOT NULL,
    "from" TEXT NOT NULL, "to" TEXT NOT NULL, currency TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 1), kind TEXT NOT NULL, round TEXT,
    from_balance INTEGER NOT NULL, to_balance INTEGER NOT NULL, CHECK ("from" <> "to")
  );
  CREATE INDEX entry_from ON entry (tenant, "from", currency, id);
  CREATE INDEX entry_to ON entry (tenant, "to", currency, id);
  CREATE TABLE idempotency (
    tenant TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL, status INTEGER NOT NULL,
    location TEXT, bytes BLOB NOT NULL, PRIMARY KEY (tenant, key)
  ) WITHOUT ROWID;
  CREATE TABLE audit (
    sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, tenant TEXT NOT NULL, actor TEXT NOT NULL,
    kind TEXT NOT NULL, subject TEXT NOT NULL, data TEXT NOT NULL, hash TEXT NOT NULL
  );
  CREATE TRIGGER entry_kept BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are final'); END;
  CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are final'); END;
  CREATE TRIGGER audit_kept BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit is final'); END;
  CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit is final'); END;
  CREATE TRIGGER event_kept BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are final'); END;
  CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are final'); END;
  CREATE TRIGGER commitment_final BEFORE UPDATE ON commitment WHEN OLD.state IN ('expired', 'retired')
    BEGIN SELECT RAISE(ABORT, 'a closed commitment is final'); END;
  `,
  // Who sits in an open round (limits a player's open rounds), which seeds are sealed with which key,
  // the head of the audit chain apart from the chain, and what may not go.
  `
  CREATE TABLE open_seat (
    tenant TEXT NOT NULL, "table" TEXT NOT NULL, player TEXT NOT NULL,
    round TEXT NOT NULL REFERENCES round (id), PRIMARY KEY (tenant, "table", player, round)
  ) WITHOUT ROWID;
  INSERT INTO open_seat SELECT DISTINCT r.tenant, r."table", json_extract(box.value, '$.player'), r.id
    FROM round r, json_each(r.boxes) box WHERE r.state = 'open';
  CREATE INDEX round_open ON round (id) WHERE state = 'open';
  CREATE INDEX commitment_sealed ON commitment (substr(sealed, 1, 4)) WHERE sealed IS NOT NULL;
  CREATE TABLE audit_head (
    one INTEGER PRIMARY KEY CHECK (one = 1), sequence INTEGER NOT NULL, hash TEXT NOT NULL
  );
  INSERT INTO audit_head SELECT 1, sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1;
  CREATE TRIGGER entry_balanced AFTER INSERT ON entry WHEN
    NEW.from_balance IS NOT (SELECT balance FROM account
      WHERE tenant = NEW.tenant AND account = NEW."from" AND currency = NEW.currency)
    OR NEW.to_balance IS NOT (SELECT balance FROM account
      WHERE tenant = NEW.tenant AND account = NEW."to" AND currency = NEW.currency)
    BEGIN SELECT RAISE(ABORT, 'an entry must say the balances that it leaves'); END;
  CREATE TRIGGER account_stays BEFORE DELETE ON account
    BEGIN SELECT RAISE(ABORT, 'accounts are final'); END;
  CREATE TRIGGER round_stays BEFORE DELETE ON round
    BEGIN SELECT RAISE(ABORT, 'rounds are final'); END;
  CREATE TRIGGER round_reopened BEFORE UPDATE ON round WHEN OLD.state <> 'open' AND NEW.state = 'open'
    BEGIN SELECT RAISE(ABORT, 'an ended round stays ended'); END;
  CREATE TRIGGER commitment_stays BEFORE DELETE ON commitment
    BEGIN SELECT RAISE(ABORT, 'commitments are final'); END;
  CREATE TRIGGER commitment_used BEFORE UPDATE ON commitment
    WHEN OLD.state = 'used' AND (NEW.state <> 'used' OR OLD.seed IS NOT NULL)
    BEGIN SELECT RAISE(ABORT, 'a used commitment only reveals its seed, once'); END;
  CREATE TRIGGER idempotency_kept BEFORE UPDATE ON idempotency
    BEGIN SELECT RAISE(ABORT, 'answers are final'); END;
  CREATE TRIGGER idempotency_stays BEFORE DELETE ON idempotency
    BEGIN SELECT RAISE(ABORT, 'answers are final'); END;
  `,
  // Answers in the order in which they were given, found by an index of their keys. Keys are random:
  // in a tree ordered by them each answer dirtied a page of its own and its overflow page.
  `
  ALTER TABLE idempotency RENAME TO idempotency_by_key;
  DROP TRIGGER idempotency_kept;
  DROP TRIGGER idempotency_stays;
  CREATE TABLE idempotency (
    tenant TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL, status INTEGER NOT NULL,
    location TEXT, bytes BLOB NOT NULL
  );
  INSERT INTO idempotency SELECT tenant, key, digest, status, location, bytes FROM idempotency_by_key;
  DROP TABLE idempotency_by_key;
  CREATE UNIQUE INDEX idempotency_key ON idempotency (tenant, key);
  CREATE TRIGGER idempotency_kept BEFORE UPDATE ON idempotency
    BEGIN SELECT RAISE(ABORT, 'answers are final'); END;
  CREATE TRIGGER idempotency_stays BEFORE DELETE ON idempotency
    BEGIN SELECT RAISE(ABORT, 'answers are final'); END;
  `,
];

/** Creates or brings up to date (`to`: for tests). Throws where a newer version made the file. */
export function migrate(db: Database, to = STEPS.length): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > STEPS.length) {
    throw new Error(`the store is of version ${version}; this program knows ${STEPS.length}`);
  }
  for (let step = version; step < to; step++) {
    db.transaction(() => {
      db.exec(STEPS[step] ?? '');
      db.pragma(`user_version = ${step + 1}`);
    }).immediate();
  }
}

/** Name of a level of `synchronous` as SQLite numbers it. */
const LEVELS = ['off', 'normal', 'full', 'extra'];

/**
 * Pages of the WAL after which it is carried over, by the writer between two commits: 16 MB. SQLite's
 * own 1,000 are few beside a full batch, and each time costs two more syncs.
 */
const CHECKPOINT_PAGES = 4_000;

/**
 * WAL and FULL: a commit is on the disk when it returns. Gives the level that SQLite answers; throws
 * where it is another.
 */
export function makeDurable(db: Database): string {
  const journal = db.pragma('journal_mode = WAL', { simple: true });
  db.pragma('synchronous = FULL');
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  const synchronous = db.pragma('synchronous', { simple: true }) as number;
  if (journal !== 'wal' || synchronous !== 2) {
    throw new Error(`the store is not durable: journal ${journal}, synchronous ${synchronous}`);
  }
  return LEVELS[synchronous] ?? '';
}
