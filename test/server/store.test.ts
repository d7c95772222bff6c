/** Both drivers of the store against one suite; what only the embedded one promises beside it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../server/store/memory.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import { migrate } from '../../server/store/sqlite-schema.ts';
import { StoreBusyError, StoreStartError } from '../../server/store/store.ts';
import { conformance } from './store-conformance.ts';
import { answerOf, commitmentRow, deposit, roundRow, stake } from './store-rows.ts';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'chemmy-store-'));
  folders.push(made);
  return made;
}
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});
const dies = (error: Error) => {
  throw error;
};

conformance('memory', async () => createMemoryStore());
conformance('sqlite', () => openSqlite(folder(), dies));
conformance('sqlite, one commit a request', () => openSqlite(folder(), dies, { batch: 1 }));

describe('the embedded store', () => {
  it('says the durability that SQLite answers, and groups what waits', async () => {
    const store = await openSqlite(folder(), dies);
    expect(store.description).toEqual({ driver: 'sqlite', synchronous: 'full' });
    const writes = Array.from({ length: 500 }, (_, i) =>
      store.commit({ tenant: 'dev', at: i, postings: [deposit('ann', 1)] }),
    );
    await Promise.all(writes);
    const { transactions, commits } = store.load();
    expect(transactions).toBe(500);
    expect(commits).toBeLessThan(250);
    expect(store.balance('dev', 'player:ann', 'EUR')).toBe(500);
    await store.close();
  });

  it('refuses what cannot be handed to its writer, and its neighbours go through', async () => {
    const store = await openSqlite(folder(), dies);
    const uncopied = { actor: 'a', kind: 'k', subject: 's', data: (() => {}) as unknown as string };
    const done = await Promise.allSettled([
      store.commit({ tenant: 'dev', at: 1, postings: [deposit('ann', 1)] }),
      store.commit({ tenant: 'dev', at: 1, audit: [uncopied] }),
      store.commit({
        tenant: 'dev',
        at: 1,
        postings: [deposit('ann', 2)],
        idempotency: answerOf('k'),
      }),
      store.commit({
        tenant: 'dev',
        at: 1,
        postings: [deposit('ann', 4)],
        idempotency: answerOf('k'),
      }),
    ]);
    expect(done).toMatchObject([
      { value: { outcome: 'committed' } },
      { reason: { name: 'StoreFaultError' } },
      { value: { outcome: 'committed' } },
      { value: { outcome: 'duplicate-key' } },
    ]);
    expect(store.balance('dev', 'player:ann', 'EUR')).toBe(3);
    expect(store.load()).toMatchObject({ waiting: 0, transactions: 3 });
    await store.close();
  });

  it('tells after each COMMIT how much it held and how long it took', async () => {
    const store = await openSqlite(folder(), dies);
    const told: [number, number][] = [];
    store.watchCommits((transactions, seconds) => told.push([transactions, seconds]));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.commit({ tenant: 'dev', at: 1, postings: [deposit('ann', 1)] }),
      ),
    );
    expect(told.reduce((sum, [transactions]) => sum + transactions, 0)).toBe(20);
    expect(told).toHaveLength(store.load().commits);
    expect(told.every(([, seconds]) => seconds > 0 && seconds < 60)).toBe(true);
    await store.close();
  });

  it('refuses what its queue cannot hold, and takes it later', async () => {
    const store = await openSqlite(folder(), dies, { queue: 4 });
    const write = () => store.commit({ tenant: 'dev', at: 1, postings: [deposit('ann', 1)] });
    const done = await Promise.allSettled(Array.from({ length: 10 }, write));
    const refused = done.filter((d) => d.status === 'rejected');
    expect(refused).toHaveLength(6);
    expect(refused.every((d) => d.reason instanceof StoreBusyError)).toBe(true);
    expect(await write()).toEqual({ outcome: 'committed' });
    expect(store.balance('dev', 'player:ann', 'EUR')).toBe(5);
    await store.close();
  });

  it('finds everything again after a restart, and goes on with sequence and chain', async () => {
    const at = folder();
    const audit = [{ actor: 'a', kind: 'k', subject: 's', data: '{}' }];
    let store = await openSqlite(at, dies);
    await store.commit({
      tenant: 'dev',
      at: 1,
      idempotency: answerOf('k', 'bytes'),
      newCommitments: [commitmentRow(1, { state: 'used' })],
      newRound: roundRow(1),
      postings: [deposit('ann', 9)],
      audit,
    });
    await store.close();
    store = await openSqlite(at, dies);
    expect(store.openRounds({ limit: 9, cursor: null }).items).toEqual([roundRow(1)]);
    expect(Buffer.from(store.idempotency('dev', 'k')?.bytes ?? []).toString()).toBe('bytes');
    await store.commit({ tenant: 'dev', at: 2, audit });
    expect(store.auditHead().sequence).toBe(2);
    expect(store.check()).toEqual([]);
    await store.close();
  });

  it('is of one process: a second opening is refused, after the first one has gone it is not', async () => {
    const at = folder();
    const first = await openSqlite(at, dies);
    const script = createRequire(import.meta.url).resolve('#build/server/store/sqlite.js');
    const open = `import(${JSON.stringify(script)}).then(async ({ openSqlite }) => {
      const store = await openSqlite(${JSON.stringify(at)}, () => {});
      await store.close();
    }).catch((error) => { console.log(error.name + ': ' + error.message); process.exit(3); });`;
    const second = spawnSync(process.execPath, ['-e', open], { encoding: 'utf8' });
    expect(second.stdout).toMatch(/^StoreStartError: .*in use/);
    expect(second.status).toBe(3);
    await first.close();
    expect(spawnSync(process.execPath, ['-e', open]).status).toBe(0);
  });

  it('refuses a store of a newer version and a folder that is not there', async () => {
    const at = folder();
    const db = new Sqlite(join(at, 'chemmy.sqlite'));
    migrate(db);
    db.pragma('user_version = 999');
    db.close();
    await expect(openSqlite(at, dies)).rejects.toThrow(/version 999/);
    await expect(openSqlite(join(at, 'absent'), dies)).rejects.toThrow(StoreStartError);
  });

  it('brings the first version up to date without losing a row', async () => {
    const at = folder();
    const db = new Sqlite(join(at, 'chemmy.sqlite'));
    migrate(db, 1);
    const row = commitmentRow(1, { state: 'used' });
    db.prepare('INSERT INTO commitment VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)').run(
      Object.values(row),
    );
    const { boxes, decisions, ...rest } = roundRow(1);
    db.prepare('INSERT INTO round VALUES (?,?,?,?,?,?,?,?,?,?,?,?)').run(
      ...Object.values(rest),
      JSON.stringify(boxes),
      JSON.stringify(decisions),
    );
    const answer = answerOf('k', 'bytes');
    db.prepare('INSERT INTO idempotency VALUES (?,?,?,?,?,?)').run(
      'dev',
      answer.key,
      answer.digest,
      answer.status,
      answer.location,
      answer.bytes,
    );
    db.close();
    const store = await openSqlite(at, dies);
    const kept = store.idempotency('dev', 'k');
    expect({ ...kept, bytes: Buffer.from(kept?.bytes ?? []) }).toEqual(answer);
    expect(await store.commit({ tenant: 'dev', at: 1, idempotency: answer })).toMatchObject({
      outcome: 'duplicate-key',
    });
    expect(store.openRoundsOf('dev', 'table', 'ann')).toEqual([row.id]);
    expect(store.sealKeyIds()).toHaveLength(1);
    expect(store.check()).toEqual([]);
    await store.close();
  });

  it('keeps history in the database itself: no statement edits or deletes it', async () => {
    const at = folder();
    const store = await openSqlite(at, dies);
    await store.commit({
      tenant: 'dev',
      at: 1,
      idempotency: answerOf('k'),
      newCommitments: [commitmentRow(1, { state: 'used' })],
      newRound: roundRow(1),
      events: [{ round: roundRow(1).id, sequence: 1, at: 1, kind: 'dealt', data: '{}' }],
      postings: [deposit('ann', 9), stake('ann', 2)],
      audit: [{ actor: 'a', kind: 'k', subject: 's', data: '{}' }],
    });
    await store.close();
    const db = new Sqlite(join(at, 'chemmy.sqlite'));
    const statements = [
      ...['entry', 'audit', 'event', 'idempotency', 'commitment', 'round', 'account'].map(
        (table) => `DELETE FROM ${table}`,
      ),
      'UPDATE entry SET amount = 1',
      `UPDATE audit SET data = '{"x":1}'`,
      `UPDATE event SET data = '[]'`,
      `UPDATE idempotency SET status = 500`,
      `UPDATE account SET balance = -1 WHERE account = 'player:ann'`,
      `INSERT INTO entry (tenant, at, "from", "to", currency, amount, kind, from_balance, to_balance)
       VALUES ('dev', 1, 'cashier', 'house', 'EUR', 1, 'x', -10, 3)`,
    ];
    for (const statement of statements) {
      expect(() => db.exec(statement), statement).toThrow(/final|must say|CHECK|FOREIGN/);
    }
    db.close();
  });

  it('finds what was done to the tables behind its back', async () => {
    const doings: readonly (readonly [string, RegExp])[] = [
      [`UPDATE account SET balance = 8 WHERE account = 'player:ann'`, /sums to|its entries give/],
      ['DROP TRIGGER entry_stays; DELETE FROM entry WHERE id = 1', /its entries give|leaves/],
      [
        'DROP TRIGGER entry_kept; UPDATE entry SET amount = 4, from_balance = -4, to_balance = 4 WHERE id = 1',
        /its entries give|leaves/,
      ],
      [`DROP TRIGGER audit_kept; UPDATE audit SET data = '{"a":1}' WHERE sequence = 2`, /record 2/],
      ['DROP TRIGGER audit_stays; DELETE FROM audit WHERE sequence = 2', /record 2 is missing/],
      ['DROP TRIGGER audit_stays; DELETE FROM audit WHERE sequence = 3', /noted its head at 3/],
      [
        `DROP TRIGGER audit_kept; UPDATE audit SET sequence = 9 WHERE sequence = 2;
         UPDATE audit SET sequence = 2 WHERE sequence = 3; UPDATE audit SET sequence = 3 WHERE sequence = 9`,
        /record 2/,
      ],
      ['DELETE FROM open_seat', /nobody sits/],
    ];
    for (const [doing, finding] of doings) {
      const at = folder();
      const store = await openSqlite(at, dies);
      const record = (subject: string) => ({ actor: 'a', kind: 'k', subject, data: '{}' });
      await store.commit({
        tenant: 'dev',
        at: 1,
        newCommitments: [commitmentRow(1, { state: 'used' })],
        newRound: roundRow(1),
        postings: [deposit('ann', 9), stake('ann', 2)],
        audit: [record('1'), record('2'), record('3')],
      });
      expect(store.check()).toEqual([]);
      const db = new Sqlite(join(at, 'chemmy.sqlite'));
      db.exec(doing);
      db.close();
      expect(store.check().join('\n'), doing).toMatch(finding);
      await store.close();
    }
  });
});
