/**
 * The integrity check on a copy of the built service: a flipped byte in core, code, a ruleset or the
 * file of tables is no start; flipped later it stops dealing, on demand and every 24 hours, until a
 * start from files that fit. The pins come from the release, never from the process that is checked.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { House } from '../../server/house.ts';
import { assertIntact, createIntegrity, INTEGRITY_MS } from '../../server/integrity.ts';
import { createMemoryStore } from '../../server/store/memory.ts';
import { startUpkeep, UPKEEP_MS } from '../../server/upkeep.ts';
import { ROOT } from '../games.ts';
import type { Service } from './service.ts';
import { freshFolder, list, removeFolder, startService } from './service.ts';

const root = mkdtempSync(join(tmpdir(), 'chemmy-release-'));
const tables = join(root, 'tables.json');
const TABLES = {
  tables: ['oasis-poker', 'caribbean-stud'].map((id) => ({
    id,
    ruleset: id,
    currency: 'EUR',
    limits: {
      ante: { min: 100, max: 1000 },
      ...(id === 'oasis-poker' ? { bonus: { min: 100, max: 1000 } } : {}),
      maxPayout: 10_000_000,
    },
  })),
};
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

beforeAll(() => {
  for (const path of [
    'build',
    'rulesets',
    'bin/chemmy.js',
    'package.json',
    'assembly/core.lock.json',
    'engine/script.schema.json',
  ]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(ROOT, path), join(root, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(tables, JSON.stringify(TABLES));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Flips the lowest bit of one byte of a file of the copy; gives what puts it back. */
function flip(path: string, at: number | string): () => void {
  const file = join(root, path);
  const before = readFileSync(file);
  const bytes = Buffer.from(before);
  const place = typeof at === 'string' ? bytes.indexOf(at) : at < 0 ? bytes.length + at : at;
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  writeFileSync(file, bytes);
  return () => writeFileSync(file, before);
}

const deal = (service: Service) =>
  service.post('/v1/rounds', {
    table: 'oasis-poker',
    player: 'p1',
    boxes: [{ box: 1, ante: 100 }],
  });
const check = (service: Service) => service.post('/v1/integrity/check', { reason: 'test' });

describe('a flipped byte is no start, one line that names the file', () => {
  it.each<[string, number | string]>([
    ['build/core.wasm', -1],
    // Still JSON, still a lawful ruleset: only its title differs.
    ['rulesets/oasis-poker.json', 'Oasis'],
    // In a comment of the code.
    ['build/server/void.js', 'operator'],
    ['assembly/core.lock.json', -5],
    ['tables.json', '1000'],
  ])('%s at %s', async (path, at) => {
    const restore = flip(path, at);
    const folder = freshFolder();
    const env = { TABLES: tables, TABLES_SHA256: sha256(JSON.stringify(TABLES)) };
    const message = await startService(folder, env, root).then(
      async (service) => `started ${await service.stop()}`,
      (error: Error) => error.message,
    );
    restore();
    removeFolder(folder);
    expect(message).toMatch(/^exit 2: chemmy serve: /);
    expect(message.trim().split('\n')).toHaveLength(1);
    const named = { 'tables.json': 'TABLES', 'assembly/core.lock.json': 'build/core.wasm' }[path];
    expect(message).toContain(named ?? path);
  });

  it('a ruleset that no build has seen is refused too', async () => {
    const file = join(root, 'rulesets/own.json');
    cpSync(join(root, 'rulesets/oasis-poker.json'), file);
    const folder = freshFolder();
    await expect(startService(folder, {}, root)).rejects.toThrow(/exit 2: .*rulesets\/own\.json/);
    rmSync(file);
    removeFolder(folder);
  });
});

describe('a byte flipped later', () => {
  it('stops dealing on demand and for good; open rounds go on; a start from sound files deals', async () => {
    const folder = freshFolder();
    for (const [path, at, item] of [
      ['build/core.wasm', 100, 'build/core.wasm'],
      ['tables.json', '1000', 'TABLES'],
    ] as const) {
      const service = await startService(folder, { TABLES: tables }, root);
      await service.post('/v1/accounts/p1/deposits', { amount: 100_000, currency: 'EUR' });
      const open = await deal(service);
      expect(open.status, open.text).toBe(201);
      const ask = { table: 'caribbean-stud', player: 'p1' };
      const receipt = await service.post('/v1/commitments', ask);
      const sound = await check(service);
      expect([sound.status, sound.json['ok']]).toEqual([200, true]);
      expect(list(sound.json, 'checks').map((c) => c['item'])).toContain(item);

      const restore = flip(path, at);
      const found = await check(service);
      expect([found.status, found.json['ok']]).toEqual([200, false]);
      const wrong = list(found.json, 'checks').filter((c) => c['ok'] !== true);
      expect(wrong.map((c) => c['item'])).toEqual([item]);
      restore();
      // Sound again on the disk, and still latched: what ran meanwhile is not known.
      expect((await check(service)).json['ok']).toBe(false);
      expect((await service.get('/readyz')).status).toBe(503);
      for (const refused of [await deal(service), await service.post('/v1/commitments', ask)]) {
        expect([refused.status, refused.json['code']]).toEqual([503, 'not-ready']);
        expect(refused.headers.get('retry-after')).not.toBeNull();
      }
      const action = { player: 'p1', box: 1, action: 'bet' };
      const ended = await service.post(`/v1/rounds/${open.json['id']}/actions`, action);
      expect(ended.json['state']).toBe('settled');
      await vi.waitFor(async () => {
        const { json } = await service.get(`/v1/commitments/${receipt.json['id']}`);
        expect([json['state'], typeof json['seed']]).toEqual(['retired', 'string']);
      }, 5_000);
      expect(await service.stop()).toBe(0);
    }
    const service = await startService(folder, { TABLES: tables }, root);
    expect((await deal(service)).status).toBe(201);
    const audit = await service.get('/v1/audit?limit=200');
    const checks = list(audit.json, 'items').filter((r) => r['kind'] === 'integrity-checked');
    expect(checks.filter((r) => JSON.stringify(r['data']).includes('"ok":false'))).toHaveLength(4);
    expect(await service.stop()).toBe(0);
    removeFolder(folder);
  });
});

describe('the parts', () => {
  it('memory that has changed, and a file that has gone, are found', () => {
    let text = 'as it was';
    const pinned = new Map([['a', sha256('a')]]);
    let read = (item: string): Uint8Array => Buffer.from(item);
    const parts = {
      sha256,
      pinned,
      read: (item: string) => read(item),
      running: () => new Map([['memory', text]]),
    };
    assertIntact(parts);
    const integrity = createIntegrity(parts);
    expect(integrity.run().every((c) => c.ok)).toBe(true);
    text = 'as it is';
    expect(integrity.run().map((c) => c.ok)).toEqual([true, false]);
    text = 'as it was';
    read = () => {
      throw new Error('gone');
    };
    expect(integrity.run().map((c) => c.ok)).toEqual([false, true]);
    expect(integrity.ok()).toBe(false);
    expect(() => assertIntact(parts)).toThrow(/a: gone/);
  });

  it('upkeep checks at the start and every 24 hours, and records it', async () => {
    vi.useFakeTimers();
    let now = 1_000_000_000;
    let runs = 0;
    let sound = true;
    const store = createMemoryStore();
    const house = {
      store,
      now: () => now,
      generator: { ready: () => true },
      integrity: {
        ok: () => sound,
        run: () => {
          runs += 1;
          return [{ item: 'a', ok: sound, detail: '' }];
        },
      },
    } as unknown as House;
    const upkeep = startUpkeep(house, 0, () => {}, pino({ level: 'silent' }), house.now);
    const pass = async (ms: number) => {
      now += ms;
      await vi.advanceTimersByTimeAsync(UPKEEP_MS);
    };
    await pass(0);
    expect(runs).toBe(1);
    await pass(INTEGRITY_MS - UPKEEP_MS);
    expect(runs).toBe(1);
    sound = false;
    await pass(UPKEEP_MS);
    expect(runs).toBe(2);
    await upkeep.stop();
    vi.useRealTimers();
    const { items } = store.audit({ tenant: 'house', limit: 10, cursor: null });
    expect(items.map((r) => JSON.parse(r.data).ok)).toEqual([false, true]);
  });
});
