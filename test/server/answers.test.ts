/**
 * Every call's real answer against the schema that /openapi.json promises for it: one lawful request an
 * operation, none left out.
 */
import Ajv from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Operation } from '../../server/operation.ts';
import { OPERATIONS } from '../../server/operations.ts';
import { ANSWERS } from '../../server/schemas/answers.ts';
import type { Inside } from './in-process.ts';
import { houseOf, serveInside } from './in-process.ts';
import type { Json } from './service.ts';
import { freshKey } from './service.ts';

let at: Inside;
beforeAll(async () => {
  at = await serveInside(await houseOf(), undefined, true);
  await at.post('/v1/accounts/p1/deposits', { amount: 1_000_000, currency: 'EUR' });
});
afterAll(() => at.close());

const WHY = { reason: 'drill', reference: 'INC-1' };
const deal = async (): Promise<string> => {
  const boxes = [{ box: 1, ante: 100 }];
  const body = { table: 'caribbean-stud', player: 'p1', boxes };
  return String((await at.post('/v1/rounds', body)).json['id']);
};
const ended = async (): Promise<string> => {
  const id = await deal();
  await at.post(`/v1/rounds/${id}/actions`, { player: 'p1', box: 1, action: 'bet' });
  return id;
};
const held = async (): Promise<string> => {
  const id = await ended();
  await at.post(`/v1/rounds/${id}/hold`, WHY);
  return id;
};
const script = {
  id: 'a',
  ruleset: 'caribbean-stud',
  cards: 'As Ks Qs Js Ts 2c 3d 4h 5s 7c'.split(' '),
  boxes: [{ box: 1, ante: 100 }],
  decisions: [],
};

/** Path and body of a lawful request, by method and path; those without need neither. */
const SAMPLES: { readonly [operation: string]: () => Promise<{ path?: string; body?: object }> } = {
  'get /v1/rulesets/{id}': async () => ({ path: '/v1/rulesets/oasis-poker' }),
  'post /v1/commitments': async () => ({ body: { table: 'oasis-poker', player: 'p1' } }),
  'get /v1/commitments/{commitment}': async () => ({ path: `/v1/commitments/${await ended()}` }),
  'post /v1/rounds': async () => ({
    body: { table: 'russian-poker', player: 'p1', boxes: [{ box: 1, ante: 100 }] },
  }),
  'get /v1/rounds': async () => ({ path: '/v1/rounds?player=p1' }),
  'get /v1/rounds/{round}': async () => ({ path: `/v1/rounds/${await deal()}?player=p1` }),
  'post /v1/rounds/{round}/actions': async () => ({
    path: `/v1/rounds/${await deal()}/actions`,
    body: { player: 'p1', box: 1, action: 'bet' },
  }),
  'get /v1/rounds/{round}/history': async () => ({ path: `/v1/rounds/${await held()}/history` }),
  'get /v1/rounds/{round}/proof': async () => ({ path: `/v1/rounds/${await ended()}/proof` }),
  'post /v1/settle': async () => ({ body: script }),
  'post /v1/verify': async () => ({
    body: (await at.get(`/v1/rounds/${await ended()}/proof`)).json,
  }),
  'post /v1/accounts/{player}/deposits': async () => ({
    path: '/v1/accounts/p1/deposits',
    body: { amount: 100, currency: 'EUR' },
  }),
  'post /v1/accounts/{player}/withdrawals': async () => ({
    path: '/v1/accounts/p1/withdrawals',
    body: { amount: 100, currency: 'EUR' },
  }),
  'get /v1/accounts/{player}': async () => ({ path: '/v1/accounts/p1' }),
  'get /v1/accounts/{player}/entries': async () => ({
    path: '/v1/accounts/p1/entries?currency=EUR',
  }),
  'post /v1/rounds/{round}/void': async () => ({
    path: `/v1/rounds/${await deal()}/void`,
    body: WHY,
  }),
  'post /v1/rounds/{round}/hold': async () => ({
    path: `/v1/rounds/${await ended()}/hold`,
    body: WHY,
  }),
  'post /v1/rounds/{round}/release': async () => ({
    path: `/v1/rounds/${await held()}/release`,
    body: WHY,
  }),
  'post /v1/analysis': async () => ({
    body: { ruleset: 'caribbean-stud', cards: ['Ah', 'Kd', '7c', '8s', '2h'], up: 'Td' },
  }),
  'put /v1/tables/{table}/state': async () => ({
    path: '/v1/tables/oasis-stud/state',
    body: { open: false, reason: 'drill' },
  }),
};

const ajv = new Ajv.default({
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  validateFormats: false,
});

async function answerTo({
  method,
  path,
  body,
}: Operation): Promise<{ status: number; json: Json }> {
  const sample = (await SAMPLES[`${method} ${path}`]?.()) ?? {};
  const reason = body === 'Reason' ? { reason: 'drill' } : undefined;
  const sent = sample.body ?? reason;
  const reply = await fetch(at.url + (sample.path ?? path), {
    method: method.toUpperCase(),
    ...(sent === undefined
      ? {}
      : {
          body: JSON.stringify(sent),
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': freshKey() },
        }),
  });
  return { status: reply.status, json: (await reply.json()) as Json };
}

it.each(
  OPERATIONS.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)('%s answers what its schema says', async (_name, operation) => {
  const { status, json } = await answerTo(operation);
  expect(status, JSON.stringify(json)).toBe(operation.created === true ? 201 : 200);
  const check = ajv.compile(ANSWERS[operation.answer]);
  expect(check(json), `${ajv.errorsText(check.errors)} ${JSON.stringify(json)}`).toBe(true);
});

it('every sample is of an operation', () => {
  const known = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(SAMPLES).filter((name) => !known.includes(name))).toEqual([]);
});
