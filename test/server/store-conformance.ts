/**
 * What every driver of the store must do (design §5), run on each of them: outcomes, constraints,
 * pages, the ledger, the audit chain. A driver's own suites (crash, power cut, disk) come on top.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../server/audit.ts';
import type { Store, Transaction } from '../../server/store/store.ts';
import { StoreDeadError, StoreFaultError } from '../../server/store/store.ts';
import { answerOf, commitmentRow, deposit, idOf, roundRow, seedHex, stake } from './store-rows.ts';

const base = { tenant: 'dev', at: 7 } as const;
const COMMITTED = { outcome: 'committed' };

export function conformance(name: string, open: () => Promise<Store>): void {
  describe(`${name}: every driver`, () => {
    let store: Store;
    const commit = (tx: Partial<Transaction>) => store.commit({ ...base, ...tx });
    const dealt = (n: number, sequence: number, fields = {}): Partial<Transaction> => ({
      newCommitments: [commitmentRow(n, { state: 'used', sequence })],
      newRound: roundRow(n, fields),
    });

    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      expect(store.check()).toEqual([]);
      await store.close();
      await expect(commit({})).rejects.toThrow(StoreDeadError);
    });

    it('keeps documents and settings; documents never change', async () => {
      await store.putDocuments([{ hash: 'aa', json: '{"a":1}' }]);
      await store.putDocuments([{ hash: 'aa', json: '{"a":2}' }]);
      await store.putSetting('name', 'one');
      await store.putSetting('name', 'two');
      expect(store.document('aa')).toBe('{"a":1}');
      expect(store.document('bb')).toBeUndefined();
      expect(store.setting('name')).toBe('two');
    });

    it('gives rows back as they were', async () => {
      const c = commitmentRow(1);
      expect(await commit({ newCommitments: [c] })).toEqual(COMMITTED);
      const kept = store.commitment('dev', c.id);
      expect({ ...kept, sealed: Buffer.from(kept?.sealed ?? []) }).toEqual(c);
      expect(store.openCommitment('dev', 'table', 'ann')?.id).toBe(c.id);
      expect(store.sealedSeeds()).toBe(1);
      expect(store.sealKeyIds()).toEqual([
        Buffer.from(c.sealed ?? [])
          .subarray(0, 4)
          .toString('hex'),
      ]);
      const r = roundRow(1, { decisions: [{ box: 1, action: 'exchange', cards: ['Ts'] }] });
      await commit({
        newRound: r,
        commitments: [{ id: c.id, from: 'open', to: 'used', reveal: null }],
      });
      expect(store.round('dev', r.id)).toEqual(r);
      expect(store.openCommitment('dev', 'table', 'ann')).toBeUndefined();
      expect(store.openRoundsOf('dev', 'table', 'ann')).toEqual([r.id]);
    });

    it('shows nothing to another tenant', async () => {
      await commit({ ...dealt(1, 1), idempotency: answerOf('k'), postings: [deposit('ann', 5)] });
      expect(store.commitment('other', idOf(1))).toBeUndefined();
      expect(store.round('other', idOf(1))).toBeUndefined();
      expect(store.idempotency('other', 'k')).toBeUndefined();
      expect(store.balances('other', 'player:ann')).toEqual([]);
      expect(
        store.rounds({ tenant: 'other', player: 'ann', limit: 9, cursor: null }).items,
      ).toEqual([]);
      const change = { id: idOf(1), from: 'used', to: 'used', reveal: seedHex(1) } as const;
      expect(await commit({ tenant: 'other', commitments: [change] })).toMatchObject({
        outcome: 'conflict',
      });
    });

    it('keeps sequences without gap or twin, and one open commitment', async () => {
      expect(await commit({ newCommitments: [commitmentRow(1, { sequence: 2 })] })).toMatchObject({
        outcome: 'conflict',
      });
      await commit({ newCommitments: [commitmentRow(2)] });
      for (const sequence of [1, 2, 3]) {
        const twin = commitmentRow(3, { sequence });
        expect(await commit({ newCommitments: [twin] })).toMatchObject({ outcome: 'conflict' });
      }
      expect(store.lastSequence('dev', 'table', 'ann')).toBe(1);
    });

    it('lets a new commitment take the place of an expired one in one transaction', async () => {
      await commit({ newCommitments: [commitmentRow(1)] });
      const closing = { id: idOf(1), from: 'open', to: 'expired', reveal: seedHex(1) } as const;
      const next = commitmentRow(2, { sequence: 2 });
      expect(await commit({ commitments: [closing], newCommitments: [next] })).toEqual(COMMITTED);
      expect(store.openCommitment('dev', 'table', 'ann')?.id).toBe(next.id);
      expect(store.commitment('dev', idOf(1))).toMatchObject({
        state: 'expired',
        seed: seedHex(1),
        sealed: null,
      });
    });

    it('takes one of two that use the same commitment', async () => {
      await commit({ newCommitments: [commitmentRow(1)] });
      const use: Partial<Transaction> = {
        commitments: [{ id: idOf(1), from: 'open', to: 'used', reveal: null }],
        newRound: roundRow(1),
      };
      const both = await Promise.all([
        commit({ ...use, idempotency: answerOf('a') }),
        commit({ ...use, idempotency: answerOf('b') }),
      ]);
      expect(both.map((o) => o.outcome).sort()).toEqual(['committed', 'conflict']);
    });

    it('locks rounds by version, and an ended round stays ended', async () => {
      await commit(dealt(1, 1));
      const next = roundRow(1, { version: 2, decisions: [{ box: 1, action: 'bet' }] });
      const both = await Promise.all([commit({ round: next }), commit({ round: next })]);
      expect(both.map((o) => o.outcome).sort()).toEqual(['committed', 'conflict']);
      const reveal = { id: idOf(1), from: 'used', to: 'used', reveal: seedHex(1) } as const;
      const ended = roundRow(1, { version: 3, state: 'settled', endedAt: 9 });
      const end = { round: ended, commitments: [reveal] };
      const two = await Promise.all([commit(end), commit(end)]);
      expect(two.map((o) => o.outcome).sort()).toEqual(['committed', 'conflict']);
      expect(store.openRoundsOf('dev', 'table', 'ann')).toEqual([]);
      await expect(commit({ round: roundRow(1, { version: 4 }) })).rejects.toThrow(StoreFaultError);
      expect(store.round('dev', idOf(1))?.version).toBe(3);
    });

    it('answers one key once, with the first bytes, to 20 at the same time', async () => {
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          commit({ idempotency: answerOf('key', `answer ${i}`), postings: [deposit('ann', 10)] }),
        ),
      );
      expect(all.filter((o) => o.outcome === 'committed')).toHaveLength(1);
      const bytes = all.flatMap((o) =>
        o.outcome === 'duplicate-key' ? [Buffer.from(o.record.bytes).toString()] : [],
      );
      expect(bytes).toHaveLength(19);
      expect(new Set(bytes)).toEqual(new Set(['answer 0']));
      expect(store.balance('dev', 'player:ann', 'EUR')).toBe(10);
    });

    it('never lets a player fall below zero, and takes the whole transaction back', async () => {
      await commit({ postings: [deposit('ann', 100)] });
      const outcome = await commit({
        ...dealt(1, 1),
        idempotency: answerOf('k'),
        postings: [stake('ann', 60), stake('ann', 60)],
        audit: [{ actor: 'a', kind: 'k', subject: 's', data: '{}' }],
      });
      expect(outcome).toEqual({ outcome: 'insufficient-funds', account: 'player:ann' });
      expect(store.balance('dev', 'player:ann', 'EUR')).toBe(100);
      expect(store.round('dev', idOf(1))).toBeUndefined();
      expect(store.idempotency('dev', 'k')).toBeUndefined();
      expect(store.auditHead().sequence).toBe(0);
      expect(store.balance('dev', 'house', 'EUR') ?? 0).toBe(0);
    });

    it('refuses what was computed from another balance', async () => {
      await commit({ postings: [deposit('ann', 100)] });
      const withBalance = (balance: number) => ({
        balances: [{ account: 'player:ann', currency: 'EUR', balance }],
        postings: [stake('ann', 40)],
      });
      const both = await Promise.all([commit(withBalance(100)), commit(withBalance(100))]);
      expect(both.map((o) => o.outcome)).toEqual(['committed', 'conflict']);
      expect(await commit(withBalance(60))).toEqual(COMMITTED);
      const nobody = [{ account: 'player:bob', currency: 'EUR', balance: 0 }];
      expect(await commit({ balances: nobody })).toEqual(COMMITTED);
    });

    it('limits open rounds of a table by every player with a box, two deals at once', async () => {
      const box = { ante: 100, bonus: 0, blind: false, clientSeed: '' };
      const boxes = [
        { ...box, box: 1, player: 'ann' },
        { ...box, box: 2, player: 'bob' },
      ];
      const both = await Promise.all([
        commit({ ...dealt(1, 1, { boxes }), openRoundsMax: 1 }),
        commit({
          newCommitments: [commitmentRow(2, { state: 'used', player: 'bob' })],
          newRound: roundRow(2, { player: 'bob' }),
          openRoundsMax: 1,
        }),
      ]);
      expect(both.map((o) => o.outcome)).toEqual(['committed', 'conflict']);
      expect(store.openRoundsOf('dev', 'table', 'bob')).toEqual([idOf(1)]);
      const other = { table: 'other', player: 'bob' };
      const elsewhere = await commit({
        newCommitments: [commitmentRow(3, { ...other, state: 'used' })],
        newRound: roundRow(3, other),
        openRoundsMax: 1,
      });
      expect(elsewhere).toEqual(COMMITTED);
    });

    it('takes back a broken transaction alone: its neighbours commit', async () => {
      const done = await Promise.allSettled([
        commit({ postings: [deposit('ann', 1)] }),
        commit({ postings: [{ ...deposit('ann', 5), amount: 0 }] }),
        commit({ newRound: roundRow(9) }),
        commit({ postings: [deposit('ann', 2)] }),
      ]);
      expect(done.map((d) => d.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
      expect(store.ready()).toBe(true);
      expect(store.balance('dev', 'player:ann', 'EUR')).toBe(3);
    });

    it('holds no balance beyond 2^53-1', async () => {
      await commit({ postings: [deposit('ann', Number.MAX_SAFE_INTEGER)] });
      await expect(commit({ postings: [deposit('ann', 1)] })).rejects.toThrow(StoreFaultError);
      expect(store.balance('dev', 'player:ann', 'EUR')).toBe(Number.MAX_SAFE_INTEGER);
    });

    it('closes commitments for good', async () => {
      await commit({ newCommitments: [commitmentRow(1)] });
      const retire = { id: idOf(1), from: 'open', to: 'retired', reveal: seedHex(1) } as const;
      await commit({ commitments: [retire] });
      const again = { ...retire, from: 'retired', to: 'open' } as const;
      await expect(commit({ commitments: [again] })).rejects.toThrow(StoreFaultError);
      const hidden = commitmentRow(2, { sequence: 2 });
      await commit({ newCommitments: [hidden] });
      const silent = { ...retire, id: idOf(2), reveal: null };
      await expect(commit({ commitments: [silent] })).rejects.toThrow(StoreFaultError);
    });

    it('pages entries with running balances, newest first', async () => {
      for (const amount of [100, 50, 25]) await commit({ postings: [deposit('ann', amount)] });
      await commit({ postings: [stake('ann', 70)] });
      const query = { tenant: 'dev', account: 'player:ann', currency: 'EUR', limit: 3 };
      const first = store.entries({ ...query, cursor: null });
      expect(first.items.map((e) => [e.amount, e.balance])).toEqual([
        [-70, 105],
        [25, 175],
        [50, 150],
      ]);
      const second = store.entries({ ...query, cursor: first.next });
      expect(second.items.map((e) => [e.amount, e.balance])).toEqual([[100, 100]]);
      expect(second.next).toBeNull();
    });

    it('pages rounds by player, by state, of all; a cursor never repeats or skips', async () => {
      for (let n = 1; n <= 7; n++) {
        await commit(dealt(n, n));
        if (n % 2 === 1) continue;
        await commit({
          round: roundRow(n, { version: 2, state: 'settled', endedAt: 9 }),
          commitments: [{ id: idOf(n), from: 'used', to: 'used', reveal: seedHex(n) }],
        });
      }
      const ids = (query: { player?: string; state?: 'open' | 'settled' }): string[] => {
        const found: string[] = [];
        let cursor: string | null = null;
        do {
          const page: ReturnType<Store['rounds']> = store.rounds({
            tenant: 'dev',
            limit: 2,
            cursor,
            ...query,
          });
          found.push(...page.items.map((r) => r.id));
          cursor = page.next;
        } while (cursor !== null);
        return found;
      };
      const some = (...of: number[]) => of.map(idOf);
      expect(ids({ player: 'ann' })).toEqual(some(7, 6, 5, 4, 3, 2, 1));
      expect(ids({ player: 'ann', state: 'open' })).toEqual(some(7, 5, 3, 1));
      expect(ids({ state: 'settled' })).toEqual(some(6, 4, 2));
      expect(ids({})).toHaveLength(7);
      expect(ids({ player: 'bob' })).toEqual([]);
      const open = store.openRounds({ limit: 3, cursor: null });
      expect(open.items.map((r) => r.id)).toEqual(some(1, 3, 5));
      const rest = store.openRounds({ limit: 3, cursor: open.next });
      expect(rest.items.map((r) => r.id)).toEqual(some(7));
    });

    it('pages commitments, and lists the unused ones oldest first', async () => {
      await commit({ newCommitments: [commitmentRow(1, { state: 'used' })] });
      await commit({ newCommitments: [commitmentRow(2, { player: 'bob' })] });
      await commit({ newCommitments: [commitmentRow(3, { sequence: 2 })] });
      const page = store.commitments({ tenant: 'dev', player: 'ann', limit: 1, cursor: null });
      expect(page.items.map((c) => c.id)).toEqual([idOf(3)]);
      const next = store.commitments({
        tenant: 'dev',
        player: 'ann',
        limit: 1,
        cursor: page.next,
      });
      expect(next.items.map((c) => c.id)).toEqual([idOf(1)]);
      await commit({ newCommitments: [commitmentRow(4, { table: 'other' })] });
      const unused = (...of: Parameters<Store['openCommitments']>) =>
        store.openCommitments(...of).map((c) => c.id);
      expect(unused(9)).toEqual([idOf(2), idOf(3), idOf(4)]);
      expect(unused(2)).toEqual([idOf(2), idOf(3)]);
      expect(unused(9, { tenant: 'dev', table: 'other' })).toEqual([idOf(4)]);
      expect(unused(9, { tenant: 'other', table: 'other' })).toEqual([]);
    });

    it('keeps events in order', async () => {
      const event = { round: idOf(1), at: 7, kind: 'dealt', data: '{}' };
      await commit({ ...dealt(1, 1), events: [{ ...event, sequence: 1 }] });
      const twin = await commit({ events: [{ ...event, sequence: 1 }] });
      expect(twin.outcome).toBe('conflict');
      await commit({ events: [{ ...event, sequence: 2, kind: 'decision' }] });
      expect(store.events(idOf(1)).map((e) => [e.sequence, e.kind])).toEqual([
        [1, 'dealt'],
        [2, 'decision'],
      ]);
    });

    it('chains the audit records, over transactions that are taken back too', async () => {
      const record = (subject: string) => [{ actor: 'a', kind: 'k', subject, data: '{}' }];
      await Promise.all([
        commit({ audit: record('1') }),
        commit({ audit: record('lost'), postings: [stake('ann', 1)] }),
        commit({ audit: [...record('2'), ...record('3')], tenant: 'other' }),
      ]);
      expect(store.auditAfter(0, 10).map((r) => [r.sequence, r.subject])).toEqual([
        [1, '1'],
        [2, '2'],
        [3, '3'],
      ]);
      const { head, fault } = verifyAudit(store);
      expect(fault).toBeNull();
      expect(head).toEqual(store.auditHead());
      expect(store.audit({ tenant: 'dev', limit: 9, cursor: null }).items).toHaveLength(1);
    });
  });
}
