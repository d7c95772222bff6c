/**
 * POST /v1/analysis (Z11): labs and operators only, a pure function of its body, equal to `advise`,
 * with a rate of its own; development mode only with ANALYSIS=1.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAnalysis } from '../../server/analysis.ts';
import { ROOT } from '../games.ts';
import type { Json, Service } from './service.ts';
import { freshFolder, list, removeFolder, startService } from './service.ts';
import type { Key } from './signed.ts';
import { signed } from './signed.ts';

const secret = (n: number): string => n.toString(16).padStart(2, '0').repeat(32);
const KEYS = {
  studio: { id: 'acme-1', secret: secret(1), tenant: 'acme', role: 'studio' },
  lab: { id: 'lab-1', secret: secret(2), tenant: 'acme', role: 'lab' },
  operator: { id: 'op-1', secret: secret(3), tenant: 'acme', role: 'operator' },
  auditor: { id: 'aud-1', secret: secret(4), tenant: 'acme', role: 'auditor' },
  slow: { id: 'lab-2', secret: secret(5), tenant: 'acme', role: 'lab' },
} as const;
const CARDS = ['Ah', 'Kd', '7c', '8s', '2h'];
const BODY = { ruleset: 'caribbean-stud', cards: CARDS, up: 'Td' };
const file = JSON.parse(
  readFileSync(join(ROOT, 'rulesets', 'caribbean-stud.json'), 'utf8'),
) as object;

let service: Service;
let dataDir: string;
const ask = (key: Key, body: unknown) => signed(service, key, 'POST', '/v1/analysis', body);

beforeAll(async () => {
  dataDir = freshFolder();
  mkdirSync(dataDir, { recursive: true });
  const keysFile = join(dataDir, '..', 'keys.json');
  writeFileSync(keysFile, JSON.stringify({ keys: Object.values(KEYS) }));
  service = await startService(dataDir, { API_KEYS_FILE: keysFile, ANALYSIS_RATE: '20' });
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  removeFolder(dataDir);
});

describe('who may ask', () => {
  it.each(['studio', 'auditor'] as const)('a key of the role %s: 403', async (role) => {
    const reply = await ask(KEYS[role], BODY);
    expect([reply.status, reply.json['code']]).toEqual([403, 'forbidden']);
  });

  it.each(['lab', 'operator'] as const)('a key of the role %s is answered', async (role) => {
    const reply = await ask(KEYS[role], BODY);
    expect(reply.status, reply.text).toBe(200);
    expect(list(reply.json, 'actions').map((one) => one['action'])).toEqual(['fold', 'bet']);
  });
});

describe('what is answered', () => {
  it('equals the command, and leaves no trace in the store', async () => {
    // Of a key's first use the audit log has a record, and nothing else does.
    const before = service.digest(['audit', 'audit_head']);
    const reply = await ask(KEYS.lab, BODY);
    const argv = [join(ROOT, 'bin/chemmy.js'), 'advise', BODY.ruleset];
    const printed = execFileSync(process.execPath, [
      ...argv,
      '--cards',
      CARDS.join(' '),
      '--up',
      BODY.up,
      '--json',
    ]);
    expect(reply.json).toEqual(JSON.parse(printed.toString()));
    expect(service.digest(['audit', 'audit_head'])).toBe(before);
  });

  it('is the same for the ruleset written out, and the same again', async () => {
    const [named, whole, again] = [
      await ask(KEYS.lab, BODY),
      await ask(KEYS.lab, { ...BODY, ruleset: file }),
      await ask(KEYS.lab, BODY),
    ];
    expect(whole.text).toBe(named.text);
    expect(again.text).toBe(named.text);
  });

  it.each([
    ['an unknown ruleset', { ...BODY, ruleset: 'whist' }, 422, 'unknown-ruleset'],
    ['a ruleset that is refused', { ...BODY, ruleset: { ...file, pay: {} } }, 400, 'schema'],
    ['a card twice', { ...BODY, up: 'Ah' }, 422, 'duplicate-card'],
    ['four cards', { ...BODY, cards: CARDS.slice(1) }, 400, 'schema'],
    ['no card', { ...BODY, up: '10d' }, 400, 'schema'],
    ['a round’s id', { ...BODY, round: 'x' }, 400, 'schema'],
    ['exchanges of six cards', { ...BODY, sizes: 6 }, 400, 'schema'],
  ] as const)('%s is refused', async (_name, body, status, code) => {
    const reply = await ask(KEYS.operator, body);
    expect([reply.status, reply.json['code']], reply.text).toEqual([status, code]);
    expect(list(reply.json, 'errors').length).toBeGreaterThan(0);
  });
});

describe('limits', () => {
  it('a key has a rate of its own', async () => {
    const replies = await Promise.all(
      Array.from({ length: 120 }, () => ask(KEYS.slow, { ...BODY, up: 'zz' })),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(20);
    const late = replies.find(({ status }) => status === 429);
    expect(late?.json['code']).toBe('too-many-requests');
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('more than eight that wait, and one that takes too long, are told so', async () => {
    const analyst = createAnalysis(1);
    const ruleset = file as Parameters<typeof analyst.ask>[0]['ruleset'];
    const question = { ruleset, rulesetHash: '', cards: [0, 1, 2, 3, 4], up: 5, sizes: 0 };
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => analyst.ask(question)),
    );
    const reasons = answers.map((one) =>
      one.status === 'rejected' ? (one.reason as Error).message : 'answered',
    );
    expect(reasons.filter((text) => text === '8 analyses wait already')).toHaveLength(2);
    expect(reasons[0]).toBe('the analysis took too long and was given up');
    await analyst.close();
  });
});

describe('development mode', () => {
  const inDevelopment = async (env: {
    [name: string]: string;
  }): Promise<Json & { status: number }> => {
    const own = await startService(freshFolder(), env);
    const reply = await own.post('/v1/analysis', BODY, null);
    await own.stop();
    removeFolder(own.dataDir);
    return { ...reply.json, status: reply.status };
  };

  it('refuses unless ANALYSIS=1', async () => {
    expect(await inDevelopment({})).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await inDevelopment({ ANALYSIS: '1' })).toMatchObject({
      status: 200,
      ruleset: 'caribbean-stud',
      method: 'exact',
    });
  });
});
