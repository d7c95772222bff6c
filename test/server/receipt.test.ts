/**
 * Receipts beside a record, offline (`chemmy verify`) and over HTTP (`POST /v1/verify`): every member
 * changed on its own is named, the signature is checked with the service's public key alone, and wrong
 * input is one line and exit 2 (field log D4–D6).
 */
import { spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, seeded } from '../games.ts';
import { fund, playRound } from './play.ts';
import type { Json, Service } from './service.ts';
import { list, object, removeFolder, startService } from './service.ts';

let service: Service;
let receipt: Json;
let proof: Json;
let version: Json;
let publicKey: string;

beforeAll(async () => {
  service = await startService();
  await fund(service, ['p1']);
  receipt = (await service.post('/v1/commitments', { table: 'oasis-poker', player: 'p1' })).json;
  await playRound(service, 'oasis-poker', seeded(4), () => {}, {
    commitment: String(receipt['id']),
    clientSeed: 'игрок–1',
    seats: { opener: 'p1', boxes: [{ box: 2, ante: 100 }] },
  });
  proof = (await service.get(`/v1/rounds/${receipt['id']}/proof`)).json;
  version = (await service.get('/v1/version')).json;
  publicKey = String(object(version, 'receiptKey')['publicKey']);
});
afterAll(async () => {
  await service.stop();
  removeFolder(service.dataDir);
});

let files = 0;
const file = (value: unknown): string => {
  const path = join(service.dataDir, '..', `file-${files++}`);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
};
const run = (...args: string[]) => {
  const bin = join(ROOT, 'bin/chemmy.js');
  const done = spawnSync(process.execPath, [bin, 'verify', ...args], { encoding: 'utf8' });
  return { ...done, json: done.stdout === '' ? {} : (JSON.parse(done.stdout) as Json) };
};
const failed = (json: Json): string[] =>
  list(json, 'checks')
    .filter((check) => check['ok'] !== true)
    .map((check) => `${check['item']}: ${check['detail']}`);
const check = (json: Json, item: string): Json | undefined =>
  list(json, 'checks').find((c) => c['item'] === item);
/** What /v1/verify finds wrong with a receipt (and a record). */
const wrongOf = async (changed: Json, record: Json = proof): Promise<string[]> => {
  const reply = await service.post('/v1/verify', { record, receipt: changed }, null);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.json['ok']).toBe(failed(reply.json).length === 0);
  return failed(reply.json);
};

describe('POST /v1/verify with a receipt', () => {
  it('checks members and signature; the record alone is as before', async () => {
    expect(await wrongOf(receipt)).toEqual([]);
    const alone = await service.post('/v1/verify', proof, null);
    expect(check(alone.json, 'commitment-first')?.['detail']).toContain('self-consistent');
    const shown = await service.get(`/v1/commitments/${receipt['id']}`);
    expect(await wrongOf(shown.json)).toEqual([]);
  });

  it('names the member that is not of this round, and the signature with it', async () => {
    const other = '0'.repeat(64);
    const signature = 'receipt-signature: the signature is not of this receipt by the given key';
    for (const [member, value] of [
      ['id', '01234567-89ab-7def-8123-456789abcdef'],
      ['commitment', other],
      ['rulesetHash', other],
      ['termsHash', other],
    ] as const) {
      expect(await wrongOf({ ...receipt, [member]: value })).toEqual([
        `receipt: differs in ${member}`,
        signature,
      ]);
    }
    // What the record does not hold is the signature's to keep.
    for (const [member, value] of [
      ['table', 'russian-poker'],
      ['player', 'p2'],
      ['sequence', Number(receipt['sequence']) + 1],
      ['issuedAt', '2020-01-01T00:00:00.000Z'],
      ['expiresAt', '2020-01-01T00:00:00.000Z'],
      ['signature', '0'.repeat(128)],
    ] as const) {
      expect(await wrongOf({ ...receipt, [member]: value }), member).toEqual([signature]);
    }
    const { table: _, ...lacking } = receipt;
    expect(await wrongOf(lacking)).toEqual(['receipt: lacks table', signature]);
    expect(await wrongOf({ ...receipt, signature: 'x' })).toEqual([
      'receipt-signature: signature is not 128 lower-case hex digits',
    ]);
  });

  it('a receipt of another round fits in nothing but its signature', async () => {
    const next = (await service.post('/v1/commitments', { table: 'oasis-poker', player: 'p1' }))
      .json;
    expect(await wrongOf(next)).toEqual(['receipt: differs in id, commitment']);
  });

  it('another key has not signed it; evidence of a wrong shape is 400', async () => {
    const { publicKey: stranger } = generateKeyPairSync('ed25519');
    const hex = stranger.export({ type: 'spki', format: 'der' }).subarray(12).toString('hex');
    const body = { record: proof, receipt, publicKey: hex };
    const reply = await service.post('/v1/verify', body, null);
    expect(failed(reply.json)).toHaveLength(1);
    expect(failed(reply.json)[0]).toContain('receipt-signature');
    for (const change of [{ receipt: 5 }, { publicKey: 'ab' }, { record: [] }, { more: 1 }]) {
      const refused = await service.post('/v1/verify', { ...body, ...change }, null);
      expect([refused.status, refused.json['code']]).toEqual([400, 'schema']);
    }
  });

  it('hostile members of a record or receipt are failed checks, never a failure of ours', async () => {
    const lone = JSON.stringify({ record: proof, receipt }).replace('"p1"', '"\\ud800"');
    const reply = await service.post('/v1/verify', lone, null);
    expect(reply.status, reply.text).toBeLessThan(500);
    for (const change of [
      { terms: { x: { y: [] } } },
      { decisions: [{ box: 2, action: 'exchange', cards: 5 }] },
      { decisions: [{ box: 2, action: 'exchange', cards: [null] }] },
      { boxes: [{ box: 'x', ante: {} }] },
      { ruleset: { id: 1 } },
    ]) {
      expect(await wrongOf(receipt, { ...proof, ...change })).not.toEqual([]);
    }
  });
});

describe('chemmy verify --receipt --public-key', () => {
  it('takes the key as hex, as a PEM and as the JSON of /v1/version', () => {
    const x = Buffer.from(publicKey, 'hex').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const pem = String(key.export({ type: 'spki', format: 'pem' }));
    const files = ['--receipt', file(receipt), '--client-seed', 'игрок–1'];
    const record = file(proof);
    for (const given of [publicKey, file(`${publicKey}\n`), file(pem), file(version)]) {
      const { status, json, stderr } = run(record, ...files, '--public-key', given);
      expect(status, stderr).toBe(0);
      expect(check(json, 'receipt-signature')?.['detail']).toContain('signed by the given key');
    }
  });

  it('without a key it says that the signature was not checked; a forged receipt is exit 1', () => {
    const record = file(proof);
    const bare = run(record, '--receipt', file(receipt));
    expect(bare.status).toBe(0);
    expect(check(bare.json, 'receipt-signature')?.['detail']).toContain('not checked');
    const forged = file({ ...receipt, issuedAt: '2020-01-01T00:00:00.000Z' });
    const { status, json } = run(record, '--receipt', forged, '--public-key', publicKey);
    expect(status).toBe(1);
    expect(failed(json)[0]).toContain('receipt-signature');
  });

  it('wrong input is one line that names it, and exit 2', () => {
    const record = file(proof);
    const good = ['--receipt', file(receipt)];
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const absent = join(service.dataDir, 'absent');
    for (const [args, words] of [
      [[], 'one FILE'],
      [[absent], absent],
      [[file('{')], 'file-'],
      [[record, '--receipt', absent], absent],
      [[record, '--receipt', file('[]')], 'JSON object'],
      [[record, '--receipt', file('{"id"')], 'file-'],
      [[record, '--public-key', publicKey], '--receipt'],
      [[record, ...good, '--public-key', 'ab'], '--public-key'],
      [[record, ...good, '--public-key', file('{}')], 'receiptKey'],
      [[record, ...good, '--public-key', file(pem)], 'private key'],
      [[record, ...good, '--commitment', '0'.repeat(64)], 'not both'],
      [[record, '--wrong'], '--wrong'],
    ] as const) {
      const { status, stdout, stderr } = run(...args);
      expect(status, args.join(' ')).toBe(2);
      expect(stdout).toBe('');
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toContain(words);
    }
  });
});
