/**
 * Bad input: each gets problem+json with a stable code, names the place, and changes nothing (the
 * digest over every row of the store stays the same). The whole list of "wrong" is a table.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../server/problem.ts';
import { PROBLEMS } from '../../server/problem.ts';
import { deal, WRONG_ROUNDS } from './bad-rounds.table.ts';
import { fund } from './play.ts';
import type { Reply, Service } from './service.ts';
import { freshKey, list, removeFolder, startService } from './service.ts';

let service: Service;
/** An open round of oasis-poker with boxes 1 and 2, and of russian-poker with box 1, both of p1. */
let oasis = '';
let russian = '';
let ended = '';
let held: string[] = [];
beforeAll(async () => {
  service = await startService();
  await fund(service, ['p1', 'p2']);
  const deal = async (table: string, boxes: object[]) =>
    (await service.post('/v1/rounds', { table, player: 'p1', boxes })).json;
  const two = await deal('oasis-poker', [
    { box: 1, ante: 100 },
    { box: 2, ante: 100 },
  ]);
  oasis = String(two['id']);
  held = list<string>(list(two, 'boxes')[0], 'cards');
  russian = String((await deal('russian-poker', [{ box: 1, ante: 100 }]))['id']);
  ended = String((await deal('caribbean-stud', [{ box: 1, ante: 100 }]))['id']);
  await service.post(`/v1/rounds/${ended}/actions`, { player: 'p1', box: 1, action: 'fold' });
});
afterAll(async () => {
  await service.stop();
  removeFolder(service.dataDir);
});

/** Asserts a problem, its code and place, and that the store is as it was. */
async function refused(
  send: () => Promise<Reply>,
  status: number,
  code: ProblemCode,
  pointer?: string,
): Promise<void> {
  const before = service.digest();
  const reply = await send();
  expect([reply.status, reply.json['code']], reply.text).toEqual([status, code]);
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(reply.json['title']).toBe(PROBLEMS[code][1]);
  expect(reply.json['instance']).toBe(reply.headers.get('request-id'));
  if (pointer !== undefined) {
    expect(list(reply.json, 'errors').map((e) => e['pointer'])).toContain(pointer);
  }
  expect(reply.text).not.toMatch(/node_modules|\.ts:|\.js:|\\n +at /);
  expect(service.digest()).toBe(before);
}

describe('POST /v1/rounds', () => {
  it.each(WRONG_ROUNDS)('%s', async (_name, body, status, code, pointer) => {
    await refused(() => service.post('/v1/rounds', body), status, code, pointer);
  });

  it('client seeds that are not 1–64 bytes of UTF-8', async () => {
    const { json } = await service.post('/v1/commitments', { table: 'oasis-poker', player: 'p2' });
    const of = (clientSeed: string) => ({
      table: 'oasis-poker',
      player: 'p2',
      commitment: json['id'],
      boxes: [{ box: 1, ante: 100, clientSeed }],
    });
    await refused(
      () => service.post('/v1/rounds', of('é'.repeat(33))),
      422,
      'client-seed',
      '/boxes/0/clientSeed',
    );
    const lone = JSON.stringify(of('@')).replace('"@"', '"\\ud800"');
    await refused(
      () => service.post('/v1/rounds', lone),
      422,
      'client-seed',
      '/boxes/0/clientSeed',
    );
    const foreign = {
      table: 'oasis-poker',
      player: 'p1',
      commitment: json['id'],
      boxes: [{ box: 1, ante: 100 }],
    };
    await refused(
      () => service.post('/v1/rounds', foreign),
      422,
      'wrong-commitment',
      '/commitment',
    );
  });

  it('too little money for the stakes', async () => {
    await refused(
      () => service.post('/v1/rounds', deal({ player: 'nobody' })),
      409,
      'insufficient-funds',
      '/boxes/0/ante',
    );
  });
});

describe('POST /v1/rounds/{id}/actions', () => {
  const act = (id: string, change: object) =>
    service.post(`/v1/rounds/${id}/actions`, { player: 'p1', box: 1, action: 'bet', ...change });

  it('a wrong turn', () => refused(() => act(oasis, { box: 2 }), 409, 'not-your-turn', '/box'));
  it('an action that the ruleset has not', () =>
    refused(() => act(oasis, { action: 'buy' }), 409, 'illegal-action', '/action'));
  it('an action of another phase', () =>
    refused(() => act(russian, { action: 'accept' }), 409, 'illegal-action', '/action'));
  it('an unknown action', () =>
    refused(() => act(oasis, { action: 'raise' }), 400, 'schema', '/action'));
  it('someone else’s box: 403 and no card', async () => {
    const send = () => act(oasis, { player: 'p2' });
    await refused(send, 403, 'not-your-box', '/box');
    expect((await send()).text).not.toMatch(/"[2-9TJQKA][cdhs]"/);
  });
  it('a box that is not in the round', () =>
    refused(() => act(oasis, { box: 5 }), 403, 'not-your-box', '/box'));
  it('an unknown round', () =>
    refused(() => act('01234567-89ab-7def-8123-456789abcdef', {}), 404, 'unknown-round'));
  it('a round that is no id', () => refused(() => act('1', {}), 404, 'unknown-round'));
  it('a round that has ended', () => refused(() => act(ended, {}), 409, 'round-closed'));
  it('a card not held', () => {
    const foreign = ['As', 'Ks', 'Qs', 'Js', 'Ts', '9s'].find((card) => !held.includes(card));
    return refused(
      () => act(oasis, { action: 'exchange', cards: [foreign] }),
      422,
      'card-not-held',
      '/cards/0',
    );
  });
  it('B8 of the field log: a card twice', () =>
    refused(
      () => act(oasis, { action: 'exchange', cards: [held[0], held[0]] }),
      422,
      'duplicate-card',
      '/cards',
    ));
  it('too many cards', () =>
    refused(
      () => act(oasis, { action: 'exchange', cards: held.slice(0, 2) }),
      422,
      'exchange-size',
      '/cards',
    ));
  it.each(['10s', 'ts', 'TS', 'Tx', '1s', 'As ', '', 'Тс'])(
    'B4 of the field log: the card %j',
    (card) =>
      refused(() => act(oasis, { action: 'exchange', cards: [card] }), 400, 'schema', '/cards/0'),
  );
  it('an exchange without cards', () =>
    refused(() => act(oasis, { action: 'exchange' }), 400, 'schema', '/cards'));
  it('cards with another action', () =>
    refused(() => act(oasis, { cards: [held[0]] }), 400, 'schema', '/cards'));
  it('an insurance where there is none', () =>
    refused(() => act(oasis, { insurance: 100 }), 422, 'insurance-not-offered', '/insurance'));
  it('an insurance with another action', () =>
    refused(() => act(russian, { action: 'fold', insurance: 100 }), 400, 'schema', '/insurance'));
  it('a negative insurance', () =>
    refused(() => act(russian, { insurance: -1 }), 400, 'schema', '/insurance'));
});

describe('R8: an insurance out of range', () => {
  it('below one ante and above the pay of the bet, on a hand that may be insured', async () => {
    // Dealt until three of a kind or better comes: about one hand in 35.
    for (let i = 0; i < 600; i++) {
      const { json } = await service.post('/v1/rounds', {
        table: 'russian-poker',
        player: 'p2',
        boxes: [{ box: 1, ante: 100 }],
      });
      const range = (json['turn'] as { insurance?: { min: number; max: number } }).insurance;
      if (range === undefined) continue;
      for (const insurance of [range.min - 1, range.max + 1]) {
        const body = { player: 'p2', box: 1, action: 'bet', insurance };
        await refused(
          () => service.post(`/v1/rounds/${json['id']}/actions`, body),
          422,
          'insurance-range',
          '/insurance',
        );
      }
      return;
    }
    throw new Error('no hand that may be insured in 600 deals');
  });
});

describe('everywhere', () => {
  const body = { amount: 100, currency: 'EUR' };
  const path = '/v1/accounts/p1/deposits';
  it('no idempotency key', () =>
    refused(
      () => service.post(path, body, null),
      400,
      'missing-idempotency-key',
      'Idempotency-Key',
    ));
  it.each(['', ' ', 'a b', 'x'.repeat(65)])('the idempotency key %j', (key) =>
    refused(() => service.post(path, body, key), 400, 'missing-idempotency-key', 'Idempotency-Key'),
  );
  it('a reused idempotency key', async () => {
    const key = freshKey();
    await service.post(path, body, key);
    await refused(
      () => service.post(path, { ...body, amount: 101 }, key),
      422,
      'key-reused',
      'Idempotency-Key',
    );
    await refused(
      () => service.post(`${path}?x=1`, body, key),
      422,
      'key-reused',
      'Idempotency-Key',
    );
  });
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/xml',
  ])('the content type %s', (type) =>
    refused(
      () => service.post(path, body, freshKey(), { 'Content-Type': type }),
      415,
      'unsupported-media-type',
      'Content-Type',
    ),
  );
  it('a compressed body', () =>
    refused(
      () => service.post(path, body, freshKey(), { 'Content-Encoding': 'gzip' }),
      415,
      'unsupported-media-type',
      'Content-Encoding',
    ));
  it('a currency that no table plays', () =>
    refused(
      () => service.post(path, { ...body, currency: 'USD' }),
      422,
      'wrong-currency',
      '/currency',
    ));
  it('more than there is', () =>
    refused(
      () => service.post('/v1/accounts/p1/withdrawals', { amount: 10 ** 12, currency: 'EUR' }),
      409,
      'insufficient-funds',
      '/amount',
    ));
  it('more than an account holds', () =>
    refused(
      () => service.post(path, { amount: Number.MAX_SAFE_INTEGER, currency: 'EUR' }),
      422,
      'outside-limits',
      '/amount',
    ));
  it('an unknown path and a wrong method', async () => {
    await refused(() => service.get('/v1/nothing'), 404, 'not-found');
    await refused(() => service.get('/v1/accounts/p1/deposits'), 405, 'method-not-allowed');
    await refused(() => service.get('/v1/accounts/nobody'), 404, 'unknown-account');
  });
  it.each(['limit=0', 'limit=201', 'limit=x', 'limit=1&limit=2', 'cursor=%00', 'state=lost'])(
    'the query %s',
    (query) => refused(() => service.get(`/v1/rounds?player=p1&${query}`), 400, 'bad-query'),
  );
  it('a list without its player', () =>
    refused(() => service.get('/v1/rounds'), 400, 'bad-query', 'player'));
  it('development mode: a proxy in front, a foreign name', async () => {
    await refused(
      () => service.get('/v1/version', { 'X-Forwarded-For': '10.0.0.1' }),
      403,
      'foreign-host',
    );
    await refused(
      () => service.get('/v1/version', { Forwarded: 'for=10.0.0.1' }),
      403,
      'foreign-host',
    );
  });
});

describe('POST /v1/settle refuses with the code of chemmy replay', () => {
  const script = {
    id: 's',
    ruleset: 'oasis-poker',
    cards: 'As 2c Ks 2d Qs 8h Js 9s Ts Jc'.split(' '),
    boxes: [{ box: 1, ante: 10 }],
    decisions: [{ box: 1, action: 'bet' }],
  };
  const wrong: [string, unknown, number, ProblemCode][] = [
    ['a wrong shape', { ...script, boxes: [{ box: 1, ante: -1 }] }, 400, 'schema'],
    ['an unknown ruleset', { ...script, ruleset: 'poker' }, 422, 'unknown-ruleset'],
    ['a wrong turn', { ...script, decisions: [{ box: 2, action: 'bet' }] }, 422, 'box-range'],
    [
      'decisions left over',
      { ...script, decisions: [...script.decisions, ...script.decisions] },
      422,
      'round-closed',
    ],
    [
      'an illegal action',
      { ...script, decisions: [{ box: 1, action: 'buy' }] },
      422,
      'illegal-action',
    ],
    ['B8: a card twice', { ...script, cards: ['As', ...script.cards] }, 422, 'duplicate-card'],
    ['too few cards', { ...script, cards: script.cards.slice(1) }, 422, 'too-few-cards'],
    ['a misspelt card', { ...script, cards: ['10s', ...script.cards.slice(1)] }, 400, 'schema'],
  ];
  it.each(wrong)('%s', async (_name, body, status, code) => {
    await refused(() => service.post('/v1/settle', body, null), status, code);
  });
});
