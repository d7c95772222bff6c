/**
 * Kill and restart: every acknowledged answer is there, an open round resumes with the same cards, the
 * same key gives the same bytes; every start deals anew (field log A1, A4, A10); wrong keys and wrong
 * configuration stop the start with one line.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder, freshKey, list, removeFolder, startService } from './service.ts';

const body = { table: 'russian-poker', player: 'p1', boxes: [{ box: 1, ante: 100 }] };
const deposit = { amount: 1_000_000, currency: 'EUR' };

describe('O9: a lost connection, a killed service: nothing is lost', () => {
  it('kill -9 in mid-round: resumed where it stood, with the same deck', async () => {
    const folder = freshFolder();
    let service = await startService(folder);
    await service.post('/v1/accounts/p1/deposits', deposit);
    const key = freshKey();
    const dealt = await service.post('/v1/rounds', body, key);
    const path = `/v1/rounds/${dealt.json['id']}`;
    const [card] = list<string>(list(dealt.json, 'boxes')[0], 'cards');
    const exchange = { player: 'p1', box: 1, action: 'exchange', cards: [card] };
    const exchangeKey = freshKey();
    const exchanged = await service.post(`${path}/actions`, exchange, exchangeKey);
    expect(exchanged.status).toBe(200);
    await service.kill();

    service = await startService(folder);
    const open = await service.get('/v1/rounds?player=p1&state=open');
    expect(list(open.json, 'items').map((r) => r['id'])).toEqual([dealt.json['id']]);
    expect((await service.get(`${path}?player=p1`)).json).toEqual(exchanged.json);
    expect((await service.post('/v1/rounds', body, key)).text).toBe(dealt.text);
    expect((await service.post(`${path}/actions`, exchange, exchangeKey)).text).toBe(
      exchanged.text,
    );
    await service.kill();

    service = await startService(folder);
    const last = await service.post(`${path}/actions`, { player: 'p1', box: 1, action: 'fold' });
    expect(last.json['state']).toBe('settled');
    const proof = await service.get(`${path}/proof`);
    const deck = list<string>(proof.json, 'deck');
    // The card that came in was position 10 of a deck that was fixed at the deal.
    expect(list<string>(list(exchanged.json, 'boxes')[0], 'cards')).toContain(deck[10]);
    expect((await service.post('/v1/verify', proof.text, null)).json['ok']).toBe(true);
    expect(await service.stop()).toBe(0);
    removeFolder(folder);
  });
});

describe('A1, A10 of the field log: distinct starts', () => {
  it('twenty restarts, two of them at the same moment, twenty different first decks', async () => {
    const hands: string[] = [];
    const first = async () => {
      const service = await startService();
      await service.post('/v1/accounts/p1/deposits', deposit);
      const { json } = await service.post('/v1/rounds', {
        ...body,
        boxes: [{ box: 1, ante: 100 }],
      });
      await service.post(`/v1/rounds/${json['id']}/actions`, {
        player: 'p1',
        box: 1,
        action: 'fold',
      });
      const proof = await service.get(`/v1/rounds/${json['id']}/proof`);
      hands.push(list<string>(proof.json, 'deck').join(''));
      await service.kill();
      removeFolder(service.dataDir);
    };
    for (let i = 0; i < 10; i++) await Promise.all([first(), first()]);
    expect(new Set(hands).size).toBe(20);
  });
});

describe('a start that must not be', () => {
  const refused = async (folder: string, env: { [name: string]: string }): Promise<string> => {
    const error = await startService(folder, env).then(
      async (service) => {
        await service.kill();
        return new Error('it started');
      },
      (reason: Error) => reason,
    );
    expect(error.message).toMatch(/^exit 2: chemmy serve: [^\n]+\n$/);
    return error.message;
  };

  it.each([
    [{ PORT: 'x' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ DATABASE_URL: 'postgres://localhost/x' }, 'not yet'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ SEED_KEY: 'short' }, 'SEED_KEY'],
    [{ TABLES: '/nowhere.json' }, 'TABLES'],
  ])('%j', async (env, named) => {
    const folder = freshFolder();
    expect(await refused(folder, env as { [name: string]: string })).toContain(named);
    removeFolder(folder);
  });

  it('a table that contradicts its ruleset or could leave the safe integers', async () => {
    const folder = freshFolder();
    const file = join(folder, '..', 'tables.json');
    const table = {
      id: 't',
      ruleset: 'oasis-stud',
      currency: 'CZK',
      limits: { ante: { min: 1, max: 100 }, bonus: { min: 2000, max: 2000 } },
    };
    const withTables = (change: object) => {
      writeFileSync(file, JSON.stringify({ tables: [{ ...table, ...change }] }));
      return refused(folder, { TABLES: file });
    };
    expect(await withTables({ currency: 'EUR' })).toContain('currency');
    expect(await withTables({ ruleset: 'poker' })).toContain('ruleset');
    expect(await withTables({ limits: { ante: { min: 1, max: 100 } } })).toContain('limits.bonus');
    expect(
      await withTables({ limits: { ante: { min: 5, max: 1 }, bonus: { min: 1, max: 1 } } }),
    ).toContain('limits.ante');
    expect(
      await withTables({
        ruleset: 'oasis-poker',
        currency: 'EUR',
        limits: { ante: { min: 1, max: 10 ** 12 }, bonus: { min: 1, max: 10 ** 12 } },
      }),
    ).toContain('2^53-1');
    removeFolder(folder);
  });

  it('a missing or foreign seed key, once the store holds a sealed seed', async () => {
    const folder = freshFolder();
    const service = await startService(folder);
    await service.post('/v1/commitments', { table: 'oasis-poker', player: 'p1' });
    await service.kill();
    expect(await refused(folder, { SEED_KEY: '0'.repeat(64) })).toContain('seed');
    rmSync(`${folder}.seed-key`);
    expect(await refused(folder, {})).toContain('seed');
    removeFolder(folder);
  });
});
