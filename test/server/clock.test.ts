/**
 * Clock jumps, expired keys, replays and skew to the millisecond: the app with a clock in the test's
 * hands. Nothing is accepted twice, revived, or dealt out of order because the wall clock moved.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiKey } from '../../server/keys.ts';
import { SKEW_MS } from '../../server/signature.ts';
import type { Inside } from './in-process.ts';
import { EPOCH, houseOf, replayEntropy, serveInside } from './in-process.ts';
import type { Json } from './service.ts';
import { list } from './service.ts';
import type { Changes } from './signed.ts';
import { signed } from './signed.ts';

const HOUR = 3_600_000;
const SECRETS = { one: '01'.repeat(32), two: '02'.repeat(32) };
const keyOf = (id: keyof typeof SECRETS, expiresAt: number | null): ApiKey => ({
  id,
  secret: Buffer.from(SECRETS[id], 'hex'),
  principal: { tenant: 'acme', role: 'studio', actor: `key:${id}` },
  expiresAt,
});
const keys = new Map([
  ['one', keyOf('one', EPOCH + 10 * HOUR)],
  ['two', keyOf('two', null)],
]);

let now = EPOCH;
let service: Inside;
beforeAll(async () => {
  service = await serveInside(
    await houseOf({ now: () => now, entropy: replayEntropy('clock') }),
    keys,
  );
});
afterAll(() => service.close());

const ask = (
  id: keyof typeof SECRETS,
  method: string,
  path: string,
  body?: unknown,
  change: Changes = {},
) =>
  signed(service, { id, secret: SECRETS[id] }, method, path, body, {
    timestamp: String(now),
    ...change,
  });

describe('signed requests', () => {
  beforeEach(() => {
    now = EPOCH;
  });

  it('are taken up to a minute either way, to the millisecond', async () => {
    for (const [skew, status] of [
      [-SKEW_MS, 200],
      [SKEW_MS, 200],
      [-SKEW_MS - 1, 401],
      [SKEW_MS + 1, 401],
    ] as const) {
      const timestamp = String(now + skew);
      const reply = await ask('one', 'GET', '/v1/tables', undefined, { timestamp });
      expect(reply.status, `${skew}`).toBe(status);
    }
  });

  it('end with their key, in mid-life; its successor goes on', async () => {
    now = EPOCH + 10 * HOUR - 1;
    expect((await ask('one', 'GET', '/v1/tables')).status).toBe(200);
    now += 1;
    expect((await ask('one', 'GET', '/v1/tables')).status).toBe(401);
    expect((await ask('two', 'GET', '/v1/tables')).status).toBe(200);
  });
});

describe('a clock that jumps', () => {
  it.each([
    ['ahead by ten minutes and back', 600_000],
    ['ahead by three minutes and back', 180_000],
    ['ahead by a year and back', 8_760 * HOUR],
  ])('%s: a captured request is not taken again, a new one is', async (_, jump) => {
    // Each case starts later than the last one has been.
    now += 20 * HOUR + 2 * 8_760 * HOUR;
    const start = now;
    const captured = { timestamp: String(start), nonce: `captured-${'n'.repeat(20)}` };
    const send = () => ask('two', 'GET', '/v1/tables', undefined, captured);
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(401);
    for (const far of [start + jump, start + 2 * jump]) {
      now = far;
      expect((await ask('two', 'GET', '/v1/tables')).status).toBe(200);
    }
    now = start + 1;
    expect((await send()).status, 'replayed after the jump').toBe(401);
    if (jump > 4 * SKEW_MS) {
      // What was signed while the clock was wrong is of a time that has not come.
      now = start + 3 * jump;
      expect((await ask('two', 'GET', '/v1/tables')).status).toBe(200);
    }
  });

  it('an expired commitment stays expired when the clock goes back; sequences go on', async () => {
    now += 10 * 8_760 * HOUR;
    const start = now;
    const asked = { table: 'oasis-poker', player: 'p1' };
    await ask('two', 'POST', '/v1/accounts/p1/deposits', { amount: 1_000_000, currency: 'EUR' });
    const first = await ask('two', 'POST', '/v1/commitments', asked);
    const deal = (commitment: unknown) => {
      const boxes = [{ box: 1, ante: 100, clientSeed: 'mine' }];
      return ask('two', 'POST', '/v1/rounds', { ...asked, boxes, commitment });
    };
    now = start + 600_000;
    expect((await deal(first.json['id'])).json['code']).toBe('commitment-closed');
    const second = await ask('two', 'POST', '/v1/commitments', asked);
    expect([second.status, second.json['sequence']]).toEqual([201, 2]);
    now = start + 1;
    const back = await ask('two', 'GET', `/v1/commitments/${first.json['id']}`);
    expect([back.status, back.json['state']]).toEqual([200, 'expired']);
    expect((await deal(first.json['id'])).json['code']).toBe('commitment-closed');
    expect((await deal(second.json['id'])).status).toBe(201);
  });

  it('round ids ascend and Game History keeps the order of dealing', async () => {
    const start = now + 20 * 8_760 * HOUR;
    now = start;
    const entropy = replayEntropy('clock of a development house');
    const open = await serveInside(await houseOf({ now: () => now, entropy }));
    await open.post('/v1/accounts/p2/deposits', { amount: 1_000_000, currency: 'EUR' });
    const dealt: string[] = [];
    for (const jump of [0, 2 * HOUR, -HOUR, -5 * HOUR, 0, 8_760 * HOUR, -8_760 * HOUR, 1]) {
      now += jump;
      const body = { table: 'oasis-poker', player: 'p2', boxes: [{ box: 1, ante: 100 }] };
      const reply = await open.post('/v1/rounds', body);
      expect(reply.status, reply.text).toBe(201);
      dealt.push(String(reply.json['id']));
    }
    expect([...dealt].sort()).toEqual(dealt);
    const history = await open.get('/v1/rounds?player=p2');
    const ids = list<Json>(history.json, 'items').map((round) => round['id']);
    expect(ids).toEqual([...dealt].reverse());
    expect(open.house.store.check()).toEqual([]);
    await open.close();
  });
});
