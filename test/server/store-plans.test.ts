/**
 * How SQLite carries out every read: by an index or the table's own order, never by reading all of a
 * table and never by sorting what it found: a page of a long history must cost what a page costs.
 */
import type { Database } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createReads } from '../../server/store/sqlite-reads.ts';
import { migrate } from '../../server/store/sqlite-schema.ts';

const PAGE = { tenant: 'dev', limit: 10, cursor: null } as const;

it('reads every page by an index, and sorts nothing', () => {
  const db = new Sqlite(':memory:');
  migrate(db);
  const texts: string[] = [];
  const recorded = {
    prepare: (text: string) => {
      texts.push(text);
      return db.prepare(text);
    },
  } as unknown as Database;
  const reads = createReads(recorded);
  reads.document('h');
  reads.commitment('dev', 'id');
  reads.openCommitment('dev', 'table', 'ann');
  reads.lastSequence('dev', 'table', 'ann');
  for (const of of [{}, { table: 't' }, { player: 'ann' }, { table: 't', player: 'ann' }]) {
    reads.commitments({ ...PAGE, ...of });
  }
  reads.openCommitments(10);
  reads.openCommitments(10, { tenant: 'dev', table: 'table' });
  reads.round('dev', 'id');
  for (const state of ['open', 'settled', 'held', 'void'] as const) {
    reads.rounds({ ...PAGE, state });
    reads.rounds({ ...PAGE, state, player: 'ann' });
  }
  reads.rounds(PAGE);
  reads.rounds({ ...PAGE, player: 'ann' });
  reads.openRounds(PAGE);
  reads.openRoundsOf('dev', 'table', 'ann');
  reads.events('id');
  reads.balance('dev', 'player:ann', 'EUR');
  reads.balances('dev', 'player:ann');
  reads.entries({ ...PAGE, account: 'player:ann', currency: 'EUR' });
  reads.idempotency('dev', 'key');
  reads.audit(PAGE);
  reads.auditAfter(0, 10);
  reads.setting('name');
  expect(texts.length).toBeGreaterThan(25);
  const slow = texts.flatMap((text) => {
    const values = Array.from({ length: text.split('?').length - 1 }, () => 'x');
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values) as { detail: string }[];
    return steps
      .map(({ detail }) => detail)
      .filter((detail) => /TEMP B-TREE|^SCAN (?!.* USING (COVERING )?INDEX)/.test(detail))
      .map((detail) => `${detail}: ${text}`);
  });
  expect(slow).toEqual([]);
  db.close();
});
