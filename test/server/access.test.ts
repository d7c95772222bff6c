/**
 * Who may do what: signed keys, roles, tenants, replays, clock skew, rotation, rate limits; and what
 * operators do with tables and the generator.
 */
import { createPublicKey, verify } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalize } from 'json-canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../server/keys.ts';
import { OPERATIONS } from '../../server/operations.ts';
import type { Keyed } from './keyed.ts';
import { KEYS, startKeyed } from './keyed.ts';
import type { Json, Service } from './service.ts';
import { freshFolder, list, object, removeFolder, startService } from './service.ts';
import type { Changes, Key } from './signed.ts';
import { signed } from './signed.ts';

let service: Service;
let call: Keyed['call'];

beforeAll(async () => {
  ({ service, call } = await startKeyed());
  for (const key of [KEYS.studio, KEYS.rival]) {
    const body = { amount: 1_000_000, currency: 'EUR' };
    expect((await call(key, 'POST', '/v1/accounts/p1/deposits', body)).status).toBe(200);
  }
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  removeFolder(service.dataDir);
});

const deal = async (key: Key = KEYS.studio, player = 'p1'): Promise<Json> => {
  const body = { table: 'oasis-poker', player, boxes: [{ box: 1, ante: 1000 }] };
  const reply = await call(key, 'POST', '/v1/rounds', body);
  expect(reply.status, reply.text).toBe(201);
  return reply.json;
};
const act = (id: unknown, action: string) =>
  call(KEYS.studio, 'POST', `/v1/rounds/${id}/actions`, { player: 'p1', box: 1, action });

describe('signatures', () => {
  const refused: [string, Key, Changes][] = [
    ['an unknown key', { id: 'nobody', secret: KEYS.studio.secret }, {}],
    ['another key’s secret', { id: 'acme-1', secret: KEYS.rotated.secret }, {}],
    ['an expired key', KEYS.dead, {}],
    ['a wrong signature', KEYS.studio, { signature: '0'.repeat(64) }],
    ['no hex', KEYS.studio, { signature: 'x' }],
    ['a clock two minutes behind', KEYS.studio, { timestamp: String(Date.now() - 120_000) }],
    ['a clock two minutes ahead', KEYS.studio, { timestamp: String(Date.now() + 120_000) }],
    ['a timestamp that is none', KEYS.studio, { timestamp: 'now' }],
    ['a short nonce', KEYS.studio, { nonce: 'x' }],
    ['another body than was signed', KEYS.studio, { sent: '{"amount":9,"currency":"EUR"}' }],
    ['another path than was signed', KEYS.studio, { path: '/v1/accounts/p2/deposits' }],
    ['another query than was signed', KEYS.studio, { path: '/v1/accounts/p1/deposits?a=1' }],
  ];
  it.each(refused)('%s: 401, nothing changed', async (_name, key, change) => {
    // Failed logins are summarized in the audit log, at a time of their own (logins.test.ts).
    const before = service.digest(['audit', 'audit_head']);
    const body = { amount: 1, currency: 'EUR' };
    const reply = await call(key, 'POST', '/v1/accounts/p1/deposits', body, change);
    expect([reply.status, reply.json['code']], reply.text).toEqual([401, 'unauthenticated']);
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(service.digest(['audit', 'audit_head'])).toBe(before);
  });

  it('a request that comes twice is refused the second time', async () => {
    const change = { nonce: 'n'.repeat(32) };
    expect((await call(KEYS.studio, 'GET', '/v1/tables', undefined, change)).status).toBe(200);
    const again = await call(KEYS.studio, 'GET', '/v1/tables', undefined, change);
    expect([again.status, again.json['code']]).toEqual([401, 'unauthenticated']);
    // The nonce is the key's own: another key may use the same.
    expect((await call(KEYS.rival, 'GET', '/v1/tables', undefined, change)).status).toBe(200);
  });

  it('no headers at all: 401 on every call with a permission', async () => {
    for (const { method, path, permission } of OPERATIONS) {
      if (permission === undefined) continue;
      const url = service.url + path.replace(/\{[a-z]+\}/g, '01234567-89ab-7def-8123-456789abcdef');
      const init = { method: method.toUpperCase() };
      const sent =
        method === 'get'
          ? init
          : { ...init, body: '{}', headers: { 'Content-Type': 'application/json' } };
      expect((await fetch(url, sent)).status, `${method} ${path}`).toBe(401);
    }
  });

  it('two live keys of a tenant see the same, so that keys rotate', async () => {
    const one = await call(KEYS.studio, 'GET', '/v1/accounts/p1');
    const two = await call(KEYS.rotated, 'GET', '/v1/accounts/p1');
    expect(two.text).toBe(one.text);
  });

  it('secrets stand in no log', () => {
    for (const key of Object.values(KEYS)) expect(service.log()).not.toContain(key.secret);
  });
});

describe('roles', () => {
  const roles: (keyof typeof KEYS)[] = ['studio', 'lab', 'operator', 'auditor'];
  it.each(roles)('%s: 403 exactly where the matrix says so', async (name) => {
    const key = KEYS[name];
    for (const { method, path, permission } of OPERATIONS) {
      if (permission === undefined) continue;
      const target = path.replace(/\{[a-z]+\}/g, '01234567-89ab-7def-8123-456789abcdef');
      const reply = await call(
        key,
        method.toUpperCase(),
        target,
        method === 'get' ? undefined : {},
      );
      const may = PERMISSIONS[key.role].includes(permission);
      expect(reply.status === 403, `${key.role} ${method} ${path}: ${reply.text}`).toBe(!may);
    }
  });
});

describe('tenants', () => {
  it('nothing of one is there for another: 404, no cards', async () => {
    const round = await deal();
    const id = String(round['id']);
    for (const [method, path, body] of [
      ['GET', `/v1/rounds/${id}?player=p1`, undefined],
      ['GET', `/v1/rounds/${id}/proof`, undefined],
      ['GET', `/v1/rounds/${id}/history?player=p1`, undefined],
      ['GET', `/v1/commitments/${id}`, undefined],
      ['POST', `/v1/rounds/${id}/actions`, { player: 'p1', box: 1, action: 'bet' }],
    ] as const) {
      const reply = await call(KEYS.rival, method, path, body);
      expect(reply.status, path).toBe(404);
      expect(reply.text).not.toMatch(/"[2-9TJQKA][cdhs]"/);
    }
    const lists = await call(KEYS.rival, 'GET', '/v1/rounds?player=p1');
    expect(list(lists.json, 'items')).toEqual([]);
    await act(id, 'fold');
  });

  it('one idempotency key of two tenants is two keys', async () => {
    const body = { amount: 5, currency: 'EUR' };
    const change = { idempotency: 'shared-key' };
    for (const key of [KEYS.studio, KEYS.rival]) {
      const reply = await call(key, 'POST', '/v1/accounts/p9/deposits', body, change);
      expect(reply.headers.get('idempotent-replayed')).toBeNull();
    }
    const again = await call(KEYS.studio, 'POST', '/v1/accounts/p9/deposits', body, change);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('receipts', () => {
  it('are signed over their canonical bytes by the key of /v1/version', async () => {
    const body = { table: 'oasis-poker', player: 'p3' };
    const { json } = await call(KEYS.studio, 'POST', '/v1/commitments', body);
    const { signature, ...receipt } = json;
    const version = (await service.get('/v1/version')).json;
    expect(version['mode']).toBe('keys');
    const raw = Buffer.from(String(object(version, 'receiptKey')['publicKey']), 'hex');
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
      format: 'jwk',
    });
    const good = (value: object) =>
      verify(null, Buffer.from(canonicalize(value)), key, Buffer.from(String(signature), 'hex'));
    expect(good(receipt)).toBe(true);
    expect(good({ ...receipt, sequence: Number(receipt['sequence']) + 1 })).toBe(false);
  });
});

describe('tables and the generator', () => {
  it('a closed table finishes its rounds and deals no new one, for this tenant alone', async () => {
    const { id } = await deal();
    const path = '/v1/tables/oasis-poker/state';
    await call(KEYS.operator, 'PUT', path, { open: false, reason: 'deck change' });
    const body = { table: 'oasis-poker', player: 'p1', boxes: [{ box: 1, ante: 1000 }] };
    const refusal = await call(KEYS.studio, 'POST', '/v1/rounds', body);
    expect([refusal.status, refusal.json['code']]).toEqual([409, 'table-closed']);
    expect(refusal.json['detail']).toContain('deck change');
    expect((await act(id, 'fold')).json['state']).toBe('settled');
    expect((await call(KEYS.rival, 'POST', '/v1/rounds', body)).status).toBe(201);
    await call(KEYS.operator, 'PUT', path, { open: true, reason: 'done' });
    expect((await call(KEYS.studio, 'POST', '/v1/rounds', body)).status).toBe(201);
  });

  it('reseed, self-test, clear and integrity check answer and leave their records', async () => {
    for (const path of ['rng/reseed', 'rng/selftest', 'rng/clear', 'integrity/check']) {
      const reply = await call(KEYS.operator, 'POST', `/v1/${path}`, { reason: 'drill' });
      expect([reply.status, reply.json['ok']], reply.text).toEqual([200, true]);
    }
    const audit = await call(KEYS.auditor, 'GET', '/v1/audit?limit=20');
    const asked = list(audit.json, 'items').filter(
      (r) => r['actor'] === 'key:op-1' && r['kind'] !== 'login',
    );
    expect(asked.slice(0, 4).map((r) => r['kind'])).toEqual([
      'integrity-checked',
      'rng-clear-asked',
      'rng-selftest-asked',
      'rng-reseed-asked',
    ]);
    const house = await call(KEYS.auditor, 'GET', '/v1/audit?scope=house&limit=50');
    const kinds = list(house.json, 'items').map((r) => r['kind']);
    for (const kind of ['rng-started', 'rng-reseeded', 'integrity-checked']) {
      expect(kinds).toContain(kind);
    }
    expect(house.text).not.toMatch(/"seed"/);
  });
});

describe('limits that need a service of their own', () => {
  it('one open round a player and table; a rate of requests a key; abandoned rounds end', async () => {
    const folder = freshFolder();
    mkdirSync(folder, { recursive: true });
    const file = join(folder, '..', 'keys.json');
    writeFileSync(file, JSON.stringify({ keys: [KEYS.studio, KEYS.rotated] }));
    const own = await startService(folder, {
      API_KEYS_FILE: file,
      OPEN_ROUNDS_MAX: '1',
      ABANDONED_AFTER: '2',
      RATE_LIMIT: '5',
    });
    const ask = (method: string, path: string, body?: unknown) =>
      signed(own, KEYS.studio, method, path, body);
    await ask('POST', '/v1/accounts/p1/deposits', { amount: 100_000, currency: 'EUR' });
    const body = { table: 'oasis-poker', player: 'p1', boxes: [{ box: 1, ante: 1000 }] };
    const both = await Promise.all([
      ask('POST', '/v1/rounds', body),
      ask('POST', '/v1/rounds', body),
    ]);
    expect(both.map((r) => r.status).sort()).toEqual([201, 409]);
    const round: Json = both.find((r) => r.status === 201)?.json ?? {};
    expect(both.find((r) => r.status === 409)?.json['code']).toBe('round-open');
    // The other key's bucket is its own: five at once, and five more each second that the burst takes.
    const begun = performance.now();
    const many = await Promise.all(
      Array.from({ length: 100 }, () => signed(own, KEYS.rotated, 'GET', '/v1/tables')),
    );
    const seconds = (performance.now() - begun) / 1000;
    const limited = many.filter((r) => r.status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(many.length - limited.length).toBeLessThanOrEqual(5 + 5 * seconds);
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // Nobody decides: the published default, a fold, never a void and never a new deal.
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    const ended = await ask('GET', `/v1/rounds/${round['id']}?player=p1`);
    expect(ended.json['state']).toBe('settled');
    expect(list(ended.json, 'boxes')[0]?.['outcome']).toBe('fold');
    expect(await own.stop()).toBe(0);
    removeFolder(folder);
  });

  it('keys that are wrong stop the start, and say no secret', async () => {
    const folder = freshFolder();
    mkdirSync(folder, { recursive: true });
    const file = join(folder, '..', 'keys.json');
    for (const keys of [
      [{ ...KEYS.studio, secret: 'abcd1234' }],
      [{ ...KEYS.studio, role: 'king' }],
      [KEYS.studio, KEYS.studio],
      [{ ...KEYS.studio, tenant: 'dev' }],
    ]) {
      writeFileSync(file, JSON.stringify({ keys }));
      const start = startService(folder, { API_KEYS_FILE: file });
      const message = await start.then(
        () => 'started',
        (error: Error) => error.message,
      );
      expect(message).toMatch(/exit 2.*API_KEYS_FILE/s);
      expect(message).not.toContain(keys[0]?.secret);
    }
    removeFolder(folder);
  });
});
