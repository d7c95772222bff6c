/**
 * Rows D and F of the field log over HTTP: what public verifiers, dealers and services got wrong about
 * bytes, texts, order, rejection and numbers. D4 and D5: test/server/round-vectors.test.ts; F1 and F2:
 * contract.test.ts; F7: round.test.ts, parallel.test.ts; F10: drain.test.ts.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProofRecord } from '../../engine/proof.ts';
import { core } from '../games.ts';
import { recompute } from '../reference/record.ts';
import type { Inside } from './in-process.ts';
import { houseOf, serveInside } from './in-process.ts';
import { fund } from './play.ts';
import type { Json, Reply } from './service.ts';
import { list } from './service.ts';

let service: Inside;
const ASK = { table: 'caribbean-stud', player: 'p1' };
beforeAll(async () => {
  service = await serveInside(await houseOf());
  await fund(service, ['p1']);
});
afterAll(() => service.close());

/** The record of a round that was played with this client seed, by the whole way over HTTP. */
async function recordWith(clientSeed: string): Promise<ProofRecord> {
  const receipt = await service.post('/v1/commitments', ASK);
  const boxes = [{ box: 1, ante: 100, clientSeed }];
  const dealt = await service.post('/v1/rounds', {
    ...ASK,
    boxes,
    commitment: receipt.json['id'],
  });
  expect(dealt.status, dealt.text).toBe(201);
  const path = `/v1/rounds/${dealt.json['id']}`;
  await service.post(`${path}/actions`, { player: 'p1', box: 1, action: 'fold' });
  return (await service.get(`${path}/proof`)).json as unknown as ProofRecord;
}

const wrong = async (record: object): Promise<string[]> => {
  const { json } = await service.post('/v1/verify', record, null);
  return list(json, 'checks')
    .filter((check) => check['ok'] !== true)
    .map((check) => String(check['item']));
};

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('D1: keys are bytes, not their text', () => {
  it('the published HMAC values', () => {
    const text = '00112233445566778899aabbccddeeff'.repeat(2);
    const message = Buffer.from('client:0');
    expect(hex(core.hmac(Buffer.from(text, 'hex'), message))).toBe(
      '7d5b287dde87521c7476316a6f372f77d54e01c26e5a46c149bce3fd571bf584',
    );
    expect(hex(core.hmac(Buffer.from(text), message))).toBe(
      '8ef6cdd33dc37b3bdf1f0ec236c3c924798f592792e36420ce4f2620d50270fc',
    );
    expect(hex(core.hmac(Buffer.from(text.toUpperCase()), message))).toBe(
      'c1bd0300a166ce160cebca791011b53b27fec9837ca3b1379de7131df6e805a8',
    );
  });

  it('a round’s deck comes of the seed’s 32 bytes', async () => {
    const record = await recordWith('client:0');
    expect(recompute(record).deck).toEqual(record.deck);
    const asText = Buffer.from(record.seed).toString('hex').slice(0, 64);
    expect(recompute({ ...record, seed: asText }).deck).not.toEqual(record.deck);
    // A seed in capitals is another text of the same bytes: refused, not guessed at.
    expect(await wrong({ ...record, seed: record.seed.toUpperCase() })).toEqual(['shape']);
  });
});

describe('D2: a client seed is its exact UTF-8', () => {
  it('the published HMAC values', () => {
    const key = Buffer.from('k');
    const text = 'игрок–1';
    expect(hex(core.hmac(key, Buffer.from(text, 'utf8')))).toBe(
      'c7caa3658da016fde9adb7926ec19c8c369f904b211ea168c5b8e0bd6cc14ec8',
    );
    expect(hex(core.hmac(key, Buffer.from(text, 'latin1')))).toBe(
      '322105d2dd5a163e63325dfaa9a6060b1e4ad87e26970fdc0436ff5e5d6bec34',
    );
  });

  it('is echoed in hex; one é of one code point is another seed than one of two', async () => {
    const [dash, one, two] = [
      await recordWith('игрок–1'),
      await recordWith('\u00e9'),
      await recordWith('e\u0301'),
    ];
    expect(dash.clientSeeds).toEqual([
      { box: 1, text: 'игрок–1', hex: 'd0b8d0b3d180d0bed0bae2809331' },
    ]);
    expect([one.clientSeeds[0]?.hex, two.clientSeeds[0]?.hex]).toEqual(['c3a9', '65cc81']);
    for (const record of [dash, one, two]) {
      expect(recompute(record).deck).toEqual(record.deck);
      expect(await wrong(record)).toEqual([]);
    }
    expect(await wrong({ ...one, clientSeeds: two.clientSeeds })).toContain('deck');
    const mixed = [{ box: 1, text: '\u00e9', hex: '65cc81' }];
    expect(await wrong({ ...one, clientSeeds: mixed })).toEqual(['clientSeeds']);
  });

  it('counts bytes, 1 to 64: 32 letters of two bytes fit, one more does not', async () => {
    expect((await recordWith('я'.repeat(32))).clientSeeds[0]?.hex).toHaveLength(128);
    const receipt = await service.post('/v1/commitments', ASK);
    const refused = await service.post('/v1/rounds', {
      ...ASK,
      boxes: [{ box: 1, ante: 100, clientSeed: 'я'.repeat(33) }],
      commitment: receipt.json['id'],
    });
    expect([refused.status, refused.json['code']]).toEqual([422, 'client-seed']);
  });
});

describe('D3: there is one algorithm, by no name of the client’s', () => {
  it('a specification in capitals or of another hash is none', async () => {
    const record = await recordWith('d3');
    for (const spec of ['V1', 'v1 ', 'SHA512', 'sha256']) {
      expect(await wrong({ ...record, spec })).toEqual(['spec']);
    }
    expect(await wrong({ ...record, algorithm: 'SHA512' })).toEqual(['shape']);
  });

  it('keys shorter, equal and longer than a block of SHA-256 as node:crypto has them', () => {
    for (const size of [0, 1, 31, 32, 63, 64, 65, 127, 128, 129, 200]) {
      const key = Buffer.alloc(size, size);
      const message = Buffer.from('some payload');
      const wanted = createHmac('sha256', key).update(message).digest('hex');
      expect(hex(core.hmac(key, message)), `${size}`).toBe(wanted);
    }
  });
});

describe('D6: the commitment comes first', () => {
  const told = (reply: Reply) => [reply.status, reply.json['code']];
  const boxes = (clientSeed: string) => [{ box: 1, ante: 100, clientSeed }];

  it('a client seed without one is refused, and one that was made stands before any is taken', async () => {
    const { store } = service.house;
    const early = await service.post('/v1/rounds', { ...ASK, boxes: boxes('mine') });
    expect(told(early)).toEqual([422, 'client-seed-without-commitment']);
    const receipt = await service.post('/v1/commitments', ASK);
    const id = String(receipt.json['id']);
    const kept = store.commitment('dev', id);
    expect([kept?.state, kept?.commitment]).toEqual(['open', receipt.json['commitment']]);
    expect(receipt.text).not.toContain('"seed"');
    const dealt = await service.post('/v1/rounds', {
      ...ASK,
      boxes: boxes('mine'),
      commitment: id,
    });
    expect(dealt.json['commitment']).toBe(receipt.json['commitment']);
    // A change afterwards, on any way there is.
    const late = await service.post('/v1/rounds', {
      ...ASK,
      boxes: boxes('other'),
      commitment: id,
    });
    expect(told(late)).toEqual([409, 'commitment-used']);
    const smuggled = { player: 'p1', box: 1, action: 'fold', clientSeed: 'other' };
    const acted = await service.post(`/v1/rounds/${id}/actions`, smuggled);
    expect(told(acted)).toEqual([400, 'schema']);
    await service.post(`/v1/rounds/${id}/actions`, { player: 'p1', box: 1, action: 'fold' });
    const proof: Json = (await service.get(`/v1/rounds/${id}/proof`)).json;
    expect(proof['commitment']).toBe(receipt.json['commitment']);
    expect(list(proof, 'clientSeeds').map((seed) => seed['text'])).toEqual(['mine']);
  });

  it('an absent client seed and "" are the same: server-only, called nothing better', async () => {
    for (const own of [{}, { clientSeed: '' }]) {
      const { json } = await service.post('/v1/commitments', ASK);
      const dealt = await service.post('/v1/rounds', {
        ...ASK,
        boxes: [{ box: 1, ante: 100, ...own }],
        commitment: json['id'],
      });
      expect([dealt.status, dealt.json['fairness']]).toEqual([201, 'server-only']);
    }
  });
});

describe('F3 to F6: numbers and members', () => {
  const deal = (ante: string) =>
    service.post(
      '/v1/rounds',
      `{"table":"caribbean-stud","player":"p1","boxes":[{"box":1,${ante}}]}`,
    );
  const refused = async (text: string, codes: readonly string[]) => {
    const before = service.house.store.auditHead();
    const reply = await deal(text);
    expect(reply.status, `${text} ${reply.text}`).toBe(400);
    expect(codes, text).toContain(reply.json['code']);
    expect(service.house.store.auditHead()).toEqual(before);
  };

  it('F3: no amount is a fraction; its minor units are taken as they are', async () => {
    for (const amount of ['143.48', '8.69', '2.34', '0.07', '19.99', '4.35', '100.0', '1e3']) {
      await refused(`"ante":${amount}`, ['not-an-integer']);
    }
    for (const amount of ['14348', '869', '234', '1999', '435']) {
      expect((await deal(`"ante":${amount}`)).status).toBe(201);
    }
  });

  it('F4: null, true and texts are no amounts', async () => {
    for (const value of ['null', 'true', 'false', '"  "', '"0x10"', '"100"', '[100]', '{}']) {
      await refused(`"ante":${value}`, ['schema']);
    }
  });

  it('F5: the largest amounts are written exactly; beyond is a refusal, never a 500', async () => {
    const path = '/v1/accounts/rich/deposits';
    const most = 10 ** 15;
    const full = await service.post(path, { amount: most, currency: 'EUR' });
    expect([full.status, full.text]).toEqual([
      200,
      `{"player":"rich","accounts":[{"currency":"EUR","balance":${most}}]}`,
    ]);
    const more = await service.post(path, { amount: 1, currency: 'EUR' });
    expect([more.status, more.json['code']]).toEqual([422, 'outside-limits']);
    for (const amount of ['9007199254740993', '1e21', '18446744073709551616', '-1', '0']) {
      const reply = await service.post(path, `{"amount":${amount},"currency":"EUR"}`);
      expect(reply.status, reply.text).toBe(400);
    }
  });

  it('F6: a prototype is a member like another: it does not belong here', async () => {
    await refused('"ante":100,"__proto__":{"bonus":500}', ['malformed-json']);
    await refused('"ante":100,"constructor":{"prototype":{"bonus":500}}', ['schema']);
    await refused('"toString":100', ['schema']);
    expect(({} as { bonus?: number }).bonus).toBeUndefined();
  });
});
