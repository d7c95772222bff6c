/**
 * Bad input: each gets problem+json with a stable code, names the place, and changes nothing (the
 * digest over every row of the store stays the same). The whole list of "wrong" is a table.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../server/problem.ts';
import { PROBLEMS } from '../../server/problem.ts';
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

const deal = (change: object) => ({
  table: 'oasis-poker',
  player: 'p1',
  boxes: [{ box: 1, ante: 100 }],
  ...change,
});
const boxes = (...list: object[]) => deal({ boxes: list });

describe('POST /v1/rounds', () => {
  const wrong: [string, unknown, number, ProblemCode, string?][] = [
    ['an unknown table', deal({ table: 'poker' }), 404, 'unknown-table', '/table'],
    [
      'an ante below the limits',
      boxes({ box: 1, ante: 99 }),
      422,
      'outside-limits',
      '/boxes/0/ante',
    ],
    [
      'an ante above the limits',
      boxes({ box: 1, ante: 100_001 }),
      422,
      'outside-limits',
      '/boxes/0/ante',
    ],
    [
      'a bonus outside the limits',
      boxes({ box: 1, ante: 100, bonus: 99 }),
      422,
      'outside-limits',
      '/boxes/0/bonus',
    ],
    [
      'C5 of the field log: an ante of −600',
      boxes({ box: 1, ante: -600 }),
      400,
      'schema',
      '/boxes/0/ante',
    ],
    ['C5: an ante of 0', boxes({ box: 1, ante: 0 }), 400, 'schema', '/boxes/0/ante'],
    ['C5: an ante of 1.5', boxes({ box: 1, ante: 1.5 }), 400, 'not-an-integer', '/boxes/0/ante'],
    ['C5: an ante of "600"', boxes({ box: 1, ante: '600' }), 400, 'schema', '/boxes/0/ante'],
    ['F4: an ante of null', boxes({ box: 1, ante: null }), 400, 'schema', '/boxes/0/ante'],
    ['F4: an ante of true', boxes({ box: 1, ante: true }), 400, 'schema', '/boxes/0/ante'],
    [
      'a huge ante',
      '{"table":"oasis-poker","player":"p1","boxes":[{"box":1,"ante":9007199254740993}]}',
      400,
      'not-an-integer',
      '/boxes/0/ante',
    ],
    [
      'an ante beyond every number',
      '{"table":"oasis-poker","player":"p1","boxes":[{"box":1,"ante":1e400}]}',
      400,
      'not-an-integer',
      '/boxes/0/ante',
    ],
    [
      'an ante written 1e2',
      '{"table":"oasis-poker","player":"p1","boxes":[{"box":1,"ante":1e2}]}',
      400,
      'not-an-integer',
      '/boxes/0/ante',
    ],
    [
      'an ante written 100.0',
      '{"table":"oasis-poker","player":"p1","boxes":[{"box":1,"ante":100.0}]}',
      400,
      'not-an-integer',
      '/boxes/0/ante',
    ],
    [
      'O1: too many boxes',
      boxes({ box: 1, ante: 100 }, { box: 2, ante: 100 }, { box: 3, ante: 100 }),
      422,
      'too-many-boxes',
      '/boxes',
    ],
    [
      'a box that the table has not',
      boxes({ box: 6, ante: 100 }),
      422,
      'box-range',
      '/boxes/0/box',
    ],
    [
      'a box twice',
      boxes({ box: 1, ante: 100 }, { box: 1, ante: 100 }),
      422,
      'box-order',
      '/boxes/1/box',
    ],
    [
      'boxes not ascending',
      boxes({ box: 2, ante: 100 }, { box: 1, ante: 100 }),
      422,
      'box-order',
      '/boxes/1/box',
    ],
    ['no box', boxes(), 400, 'schema', '/boxes'],
    ['C6: a bonus without an ante', boxes({ box: 1, bonus: 100 }), 400, 'schema', '/boxes/0/ante'],
    [
      'a bonus where there is none',
      { ...boxes({ box: 1, ante: 100, bonus: 100 }), table: 'caribbean-stud' },
      422,
      'no-bonus',
      '/boxes/0/bonus',
    ],
    [
      'a blind box where there is none',
      boxes({ box: 1, ante: 100, blind: true }),
      422,
      'no-blind-boxes',
      '/boxes/0/blind',
    ],
    [
      'R1: a third open box',
      {
        ...boxes({ box: 1, ante: 100 }, { box: 2, ante: 100 }, { box: 3, ante: 100 }),
        table: 'russian-poker',
      },
      422,
      'too-many-open-boxes',
      '/boxes/2/blind',
    ],
    [
      'another player’s box',
      boxes({ box: 1, ante: 100, player: 'p2' }),
      422,
      'wrong-player',
      '/boxes/0/player',
    ],
    [
      'Z1: two boxes of one player',
      { ...boxes({ box: 1, ante: 100 }, { box: 2, ante: 100 }), table: 'oasis-stud' },
      422,
      'wrong-player',
      '/boxes/1/player',
    ],
    [
      'Z5: a bonus that is not the table’s stake',
      { ...boxes({ box: 1, ante: 100, bonus: 1_999 }), table: 'oasis-stud' },
      422,
      'outside-limits',
      '/boxes/0/bonus',
    ],
    [
      'D6: a client seed without a commitment',
      boxes({ box: 1, ante: 100, clientSeed: 'x' }),
      422,
      'client-seed-without-commitment',
      '/boxes/0/clientSeed',
    ],
    [
      'a commitment that is not there',
      deal({ commitment: '01234567-89ab-7def-8123-456789abcdef' }),
      422,
      'wrong-commitment',
      '/commitment',
    ],
    ['a commitment that is no id', deal({ commitment: 'x' }), 400, 'schema', '/commitment'],
    ['an unknown member', deal({ tip: 1 }), 400, 'schema', '/tip'],
    [
      'no player',
      { table: 'oasis-poker', boxes: [{ box: 1, ante: 100 }] },
      400,
      'schema',
      '/player',
    ],
    ['a player with a slash', deal({ player: 'a/b' }), 400, 'schema', '/player'],
    ['malformed JSON', '{"table":', 400, 'malformed-json'],
    ['an empty body', '', 400, 'malformed-json'],
    ['a list', '[]', 400, 'schema'],
    [
      'a member twice',
      '{"table":"oasis-poker","table":"caribbean-stud","player":"p1","boxes":[{"box":1,"ante":100}]}',
      400,
      'duplicate-member',
      '/table',
    ],
    [
      'a nested member twice',
      '{"table":"oasis-poker","player":"p1","boxes":[{"box":1,"ante":100,"ante":200}]}',
      400,
      'duplicate-member',
      '/boxes/0/ante',
    ],
    [
      'F6: __proto__',
      '{"table":"oasis-poker","player":"p1","boxes":[{"box":1,"ante":100}],"__proto__":{"bonus":500}}',
      400,
      'malformed-json',
      '/__proto__',
    ],
    [
      'F6: constructor',
      '{"table":"oasis-poker","player":"p1","boxes":[{"box":1,"ante":100}],"constructor":{}}',
      400,
      'schema',
      '/constructor',
    ],
    ['40,000 nested lists', '['.repeat(8_000) + ']'.repeat(8_000), 400, 'malformed-json'],
    [
      'a body above 16 KiB',
      JSON.stringify(deal({ player: 'x'.repeat(20_000) })),
      413,
      'body-too-large',
    ],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400, 'malformed-json'],
  ];
  it.each(wrong)('%s', async (_name, body, status, code, pointer) => {
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
    expect((await send()).text).not.toMatch(/[2-9TJQKA][cdhs]"/);
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
