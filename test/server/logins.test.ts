/**
 * Logins, keys and configuration in the audit log: failed signatures counted and bounded, first uses,
 * keys reloaded on SIGHUP, what a start has changed; and in none of it a secret.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Keys } from '../../server/keys.ts';
import { createLoginWatch, KEYS_TOLD, LOGIN_FAULTS, SUMMARY_MS } from '../../server/login-watch.ts';
import type { Keyed } from './keyed.ts';
import { KEYS, startKeyed } from './keyed.ts';
import type { Json, Service } from './service.ts';
import { list, object, removeFolder, startService } from './service.ts';
import type { Changes, Key } from './signed.ts';
import { signed } from './signed.ts';

let service: Service;
let keysFile: string;
let call: Keyed['call'];
beforeAll(async () => {
  ({ service, keysFile, call } = await startKeyed());
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  removeFolder(service.dataDir);
});

const records = async (kind: string, scope = 'house'): Promise<Json[]> => {
  const { json } = await signed(service, KEYS.auditor, 'GET', `/v1/audit?scope=${scope}&limit=200`);
  return list(json, 'items').filter((item) => item['kind'] === kind);
};
const eventually = <Value>(read: () => Promise<Value>) =>
  vi.waitFor(read, { timeout: 20_000, interval: 200 });

describe('the watch on logins', () => {
  const keys: Keys = new Map(
    (['acme', 'rival'] as const).map((tenant) => [
      `${tenant}-1`,
      {
        id: `${tenant}-1`,
        secret: new Uint8Array(32),
        principal: { tenant, role: 'studio' as const, actor: `key:${tenant}-1` },
        expiresAt: null,
      },
    ]),
  );

  it('writes one record a tenant and minute, however many failures and names there are', () => {
    const counted = { n: 0 };
    const watch = createLoginWatch(
      () => keys,
      'house',
      () => {
        counted.n += 1;
      },
    );
    let written = 0;
    for (let second = 0; second < 300; second++) {
      for (let i = 0; i < 50; i++) {
        watch.failed('unknown-key', `stranger-${second}-${i}`);
        watch.failed('bad-signature', 'acme-1');
      }
      written += watch.due(second * 1000).length;
    }
    expect(written).toBe(2 * 5);
    const [last, ...more] = watch.due(300_000, true);
    expect(more.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(last).length).toBeLessThan(300);
    expect(counted.n).toBe(300 * 100);
    expect(JSON.stringify(watch.due(300_000 + SUMMARY_MS))).toBe('[]');
  });

  it('names the twenty keys that failed most, and counts the others', () => {
    const many: Keys = new Map(
      Array.from({ length: 100 }, (_, i) => {
        const id = `acme-${i}`;
        const principal = { tenant: 'acme', role: 'studio' as const, actor: `key:${id}` };
        return [id, { id, secret: new Uint8Array(32), principal, expiresAt: null }];
      }),
    );
    const watch = createLoginWatch(() => many, 'house');
    for (let i = 0; i < 100; i++) {
      for (let n = 0; n <= i; n++) watch.failed('bad-signature', `acme-${i}`);
    }
    const [due] = watch.due(0);
    const { failed } = JSON.parse(due?.audit[0]?.data ?? '{}') as { failed: Json[] };
    expect(failed).toHaveLength(KEYS_TOLD + 1);
    expect(failed[0]).toEqual({ key: 'acme-99', 'bad-signature': 100 });
    // 1 + 2 + … + 80 of the eighty keys that failed least.
    expect(failed.at(-1)).toEqual({ others: 3_240 });
  });

  it('tells a tenant of his own keys alone, strangers without a name, and a first use once', () => {
    const watch = createLoginWatch(() => keys, 'house');
    watch.failed('replayed-nonce', 'rival-1');
    watch.failed('unknown-key', 'constructor');
    watch.failed('no-key', undefined);
    const acme = keys.get('acme-1')?.principal;
    if (acme === undefined) throw new Error('no key');
    watch.used(acme);
    watch.used(acme);
    const due = watch.due(0);
    const of = (tenant: string) =>
      due
        .filter((d) => d.tenant === tenant)
        .flatMap((d) => d.audit.map(({ actor, kind, data }) => [actor, kind, JSON.parse(data)]));
    expect(of('rival')).toEqual([
      ['stranger', 'login-failed', { failed: [{ key: 'rival-1', 'replayed-nonce': 1 }] }],
    ]);
    expect(of('house')).toEqual([
      ['stranger', 'login-failed', { failed: [{ 'unknown-key': 1, 'no-key': 1 }] }],
    ]);
    expect(of('acme')).toEqual([['key:acme-1', 'login', {}]]);
    watch.used(acme);
    expect(watch.due(1)).toEqual([]);
    // A clock that goes back by an hour silences nothing.
    watch.failed('no-key', undefined);
    expect(watch.due(-3_600_000)).toHaveLength(1);
  });
});

describe('over HTTP', () => {
  it('failed logins are recorded with their kind, counted in metrics, and say no secret', async () => {
    const nonce = 'n'.repeat(32);
    const wrong: [Key, Changes][] = [
      [{ id: 'nobody', secret: KEYS.studio.secret }, {}],
      [KEYS.studio, { signature: '0'.repeat(64) }],
      [KEYS.dead, {}],
      [KEYS.studio, { timestamp: String(Date.now() - 120_000) }],
      [KEYS.studio, { nonce: 'x' }],
    ];
    for (const [key, change] of wrong) {
      expect((await call(key, 'GET', '/v1/tables', undefined, change)).status).toBe(401);
    }
    for (const status of [200, 401]) {
      const reply = await call(KEYS.studio, 'GET', '/v1/tables', undefined, { nonce });
      expect(reply.status).toBe(status);
    }
    expect((await fetch(`${service.url}/v1/tables`)).status).toBe(401);
    expect((await call(KEYS.lab, 'GET', '/v1/audit')).status).toBe(403);
    const text = await (await fetch(service.metricsUrl)).text();
    for (const fault of LOGIN_FAULTS) {
      expect(text).toMatch(
        new RegExp(`^chemmy_logins_failed_total\\{fault="${fault}"\\} [1-9]`, 'm'),
      );
    }
    // The first failure is told within a second or two; what came later waits for the next minute.
    await eventually(async () => {
      const found = [
        ...(await records('login-failed')),
        ...(await records('login-failed', 'tenant')),
      ];
      expect(found.length).toBeGreaterThan(0);
      expect(JSON.stringify(found)).not.toContain('nobody');
      expect((await records('login', 'tenant')).map((r) => r['actor'])).toContain('key:acme-1');
    });
  });

  it('SIGHUP reloads the keys: the new one signs, the old one does not; a wrong file changes nothing', async () => {
    const fresh = { ...KEYS.rotated, id: 'acme-3', secret: 'ab'.repeat(32) };
    const replaced = { ...KEYS.lab, secret: 'cd'.repeat(32) };
    const { studio, auditor, operator } = KEYS;
    writeFileSync(keysFile, '{"keys": [');
    service.process.kill('SIGHUP');
    await eventually(async () => expect(await records('keys-refused')).toHaveLength(1));
    expect((await call(KEYS.rotated, 'GET', '/v1/tables')).status).toBe(200);

    writeFileSync(keysFile, JSON.stringify({ keys: [studio, auditor, operator, fresh, replaced] }));
    service.process.kill('SIGHUP');
    const [record] = await eventually(async () => {
      const found = await records('keys-reloaded');
      expect(found).toHaveLength(1);
      return found;
    });
    expect((await call(fresh, 'GET', '/v1/tables')).status).toBe(200);
    expect((await call(replaced, 'GET', '/v1/tables')).status).toBe(200);
    for (const gone of [KEYS.rotated, KEYS.lab, KEYS.rival]) {
      expect((await call(gone, 'GET', '/v1/tables')).status).toBe(401);
    }
    const changes = list(object(record, 'data'), 'changes');
    expect(changes).toContainEqual({ member: 'key acme-2', before: 'acme studio', after: null });
    expect(changes).toContainEqual({ member: 'key acme-3', before: null, after: 'acme studio' });
    expect(changes.map((c) => c['member'])).toContain('secret of key lab-1');
    const house = await signed(service, auditor, 'GET', '/v1/audit?scope=house&limit=200');
    for (const { secret } of [...Object.values(KEYS), fresh, replaced]) {
      expect(house.text + service.log()).not.toContain(secret);
    }
  });

  it('a start with another configuration is recorded, before and after; a second source of entropy is read', async () => {
    expect(await service.stop()).toBe(0);
    const second = join(service.dataDir, '..', 'second');
    const again = (env: { [name: string]: string }) =>
      startService(service.dataDir, { API_KEYS_FILE: keysFile, ...env });
    await expect(again({ SECOND_ENTROPY: second })).rejects.toThrow(
      /exit 2: .*SECOND_ENTROPY.*second/,
    );
    writeFileSync(second, Buffer.alloc(64, 7));
    service = await again({ SECOND_ENTROPY: second, OPEN_ROUNDS_MAX: '3' });
    expect((await service.get('/readyz')).status).toBe(200);
    const [now, first] = await records('service-started');
    expect(object(first, 'data')).toMatchObject({ before: null, changes: [] });
    const data = object(now, 'data');
    expect(data['before']).toMatch(/^[0-9a-f]{64}$/);
    expect(data['after']).not.toBe(data['before']);
    expect(list(data, 'changes')).toEqual([
      { member: 'openRoundsMax', before: '10000', after: '3' },
      { member: 'secondEntropy', before: '', after: second },
    ]);
    expect(await records('service-stopped')).toHaveLength(1);
    // What had waited for its minute was told when the service ended.
    const failed = [
      ...(await records('login-failed')),
      ...(await records('login-failed', 'tenant')),
    ];
    const told = JSON.stringify(failed);
    for (const fault of LOGIN_FAULTS) expect(told).toContain(`"${fault}"`);
  });
});
