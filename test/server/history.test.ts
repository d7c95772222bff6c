/**
 * Game recall: every phase of a round in order, with the cards and choices that the reader saw when it
 * was played (compared with what the service had answered at that moment), and after the end all of
 * it (compared with the proof's deck). What no reader may see yet is the business of leak.test.ts.
 */
import Ajv from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS } from '../../server/schemas/answers.ts';
import { seeded } from '../games.ts';
import { fund, playRound, seats, TABLES } from './play.ts';
import type { Json, Service } from './service.ts';
import { list, object, removeFolder, startService } from './service.ts';

let service: Service;
const PLAYERS = ['p1', 'p2', 'p3'];
beforeAll(async () => {
  service = await startService();
  await fund(service, PLAYERS);
});
afterAll(async () => {
  await service.stop();
  removeFolder(service.dataDir);
});

const lawful = new Ajv.default({ strict: true, allowUnionTypes: true, validateFormats: false });
const check = lawful.compile(ANSWERS.History);
const historyOf = async (id: string, player?: string): Promise<Json[]> => {
  const query = player === undefined ? '?limit=200' : `?limit=200&player=${player}`;
  const { json, text } = await service.get(`/v1/rounds/${id}/history${query}`);
  expect(check(json), `${JSON.stringify(check.errors)} ${text}`).toBe(true);
  return list(json, 'items');
};
/** Dealer's and boxes' cards of a round as answered, or of a phase. */
const cardsOf = (json: Json) => ({
  dealer: object(json, 'dealer')['cards'],
  boxes: list(json, 'boxes').map((box) => [box['box'], box['cards']]),
});
const phases = (items: readonly Json[]) => items.map((item) => item['phase']);

describe('GET /v1/rounds/{round}/history', () => {
  it.each(TABLES)('%s: tells each phase as it was', async (table) => {
    const next = seeded(2_100 + TABLES.indexOf(table));
    for (let i = 0; i < 3; i++) {
      const chosen = seats(table, next, PLAYERS);
      const seen: Json[] = [];
      const { id } = await playRound(
        service,
        table,
        next,
        async (_seen, round) => {
          seen.push((await service.get(`/v1/rounds/${round}?player=p1`)).json);
        },
        { seats: chosen },
      );
      const items = await historyOf(id, 'p1');
      const proof = (await service.get(`/v1/rounds/${id}/proof`)).json;
      const played = items.filter((x) => x['phase'] === 'deal' || x['phase'] === 'decision');
      expect(played).toHaveLength(seen.length);
      played.forEach((item, step) => {
        expect(cardsOf(object(item, 'seen'))).toEqual(cardsOf(seen[step] ?? {}));
      });
      const decided = items.filter((item) => item['phase'] === 'decision');
      expect(decided.map(({ box, action, cards }) => [box, action, cards])).toEqual(
        list(proof, 'decisions').map(({ box, action, cards }) => [box, action, cards]),
      );
      // C5: at the deal lay the first cards of the deck; what was drawn came behind them, in order.
      const deck = list<string>(proof, 'deck');
      const hands = chosen.boxes.length + 1;
      const { dealer, boxes } = cardsOf(object(items[0], 'all'));
      const dealt = (hand: number) => [0, 1, 2, 3, 4].map((k) => deck[k * hands + hand]);
      expect([...boxes.map(([, cards]) => cards), dealer]).toEqual(
        Array.from({ length: hands }, (_, hand) => dealt(hand)),
      );
      const drawn = decided.flatMap((item) => (item['drawn'] ?? []) as string[]);
      const burned = Number((object(proof, 'ruleset')['exchange'] as Json | null)?.['burn'] ?? 0);
      expect(drawn).toEqual(drawn.map((_, k) => deck[hands * 5 + k * (1 + burned) + burned]));
      const last = items.at(-1);
      expect(last?.['phase']).toBe('settlement');
      expect(last?.['result']).toEqual(proof['result']);
      const charged = decided.reduce((sum, item) => sum + Number(item['charge']), 0);
      const staked = list(object(proof, 'result'), 'boxes').map((box) => Number(box['staked']));
      const stakes = list(proof, 'boxes').map((b) => Number(b['ante']) + Number(b['bonus'] ?? 0));
      const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);
      expect(sum(stakes) + charged).toBe(sum(staked));
    }
  });

  it('R9, Z10: the reveal and the dealer exchange are phases of their own', async () => {
    const next = seeded(7);
    const met = new Set<unknown>();
    for (let i = 0; i < 60 && met.size < 2; i++) {
      const boxes = [{ box: 1, ante: 100, player: 'p1' }];
      const seats = { opener: 'p1', boxes };
      const { id } = await playRound(service, 'oasis-stud-exchange', next, () => {}, { seats });
      const items = await historyOf(id, 'p1');
      const { dealer } = object((await service.get(`/v1/rounds/${id}/proof`)).json, 'result');
      const exchanged = list(dealer as Json, 'exchanged');
      const found = items.find((item) => item['phase'] === 'dealer-exchange');
      expect(found === undefined).toBe(exchanged.length === 0);
      if (found !== undefined)
        expect(list(object(found, 'dealer'), 'exchanged')).toEqual(exchanged);
      const reveal = items.findIndex((item) => item['phase'] === 'reveal');
      expect(reveal).toBeGreaterThan(0);
      met.add(found === undefined);
    }
    expect(met.size).toBe(2);
  });

  it('while the round is open another player’s choice is only that his box has acted', async () => {
    const boxes = PLAYERS.map((player, i) => ({ box: i + 1, ante: 12_300 + i, player }));
    const round = await service.post('/v1/rounds', {
      table: 'oasis-stud-buy',
      player: 'p1',
      boxes,
    });
    const id = String(round.json['id']);
    const [card] = list<string>(list(round.json, 'boxes')[0], 'cards');
    const action = { player: 'p1', box: 1, action: 'exchange', cards: [card] };
    await service.post(`/v1/rounds/${id}/actions`, action);
    const own = await historyOf(id, 'p1');
    expect(own[1]).toMatchObject({ action: 'exchange', cards: [card], charge: 12_300 });
    expect(list(own[1], 'drawn')).toHaveLength(1);
    for (const reader of ['p2', undefined]) {
      const text = JSON.stringify(await historyOf(id, reader));
      expect(text).not.toMatch(/"exchange"|p1|p3|12300|12302|"all"/);
      expect(text).not.toContain(`"${card}"`);
    }
    const [, other] = await historyOf(id, 'p2');
    expect(Object.keys(other ?? {}).sort()).toEqual(['at', 'box', 'phase', 'seen']);
  });

  it('hold, release and void stand in it with their reasons, without the operator’s name', async () => {
    const why = { reason: 'exposed card', reference: 'INC-9' };
    const seats = { opener: 'p1', boxes: [{ box: 1, ante: 100 }] };
    const { id } = await playRound(service, 'caribbean-stud', seeded(3), () => {}, { seats });
    for (const what of ['hold', 'release']) {
      expect((await service.post(`/v1/rounds/${id}/${what}`, why)).status).toBe(200);
    }
    await service.post(`/v1/rounds/${id}/void`, why);
    const items = await historyOf(id, 'p1');
    expect(phases(items).slice(-3)).toEqual(['settlement', 'hold', 'release']);
    for (const item of items.slice(-2)) {
      const { at, phase: _, ...rest } = item;
      expect(Number.isNaN(Date.parse(String(at)))).toBe(false);
      expect(rest).toEqual(why);
    }
    const open = await service.post('/v1/rounds', {
      table: 'caribbean-stud',
      player: 'p1',
      ...{ boxes: [{ box: 1, ante: 100 }] },
    });
    await service.post(`/v1/rounds/${open.json['id']}/void`, why);
    const ended = await historyOf(String(open.json['id']));
    expect(phases(ended)).toEqual(['deal', 'void']);
    expect(ended[1]).toMatchObject(why);
    expect(object(ended[1], 'wouldBe')['status']).toBe('settled');
    expect(JSON.stringify(cardsOf(object(ended[0], 'all')))).not.toContain('null');
  });

  it('comes in pages and as a file; an unknown round is 404', async () => {
    const seats = { opener: 'p1', boxes: [{ box: 1, ante: 100 }] };
    const { id } = await playRound(service, 'oasis-poker', seeded(5), () => {}, { seats });
    const whole = await historyOf(id, 'p1');
    const read: Json[] = [];
    let cursor: unknown = null;
    do {
      const at = cursor === null ? '' : `&cursor=${cursor}`;
      const { json } = await service.get(`/v1/rounds/${id}/history?player=p1&limit=1${at}`);
      read.push(...list(json, 'items'));
      cursor = json['next'];
    } while (cursor !== null);
    expect(read).toEqual(whole);
    const lines = await fetch(`${service.url}/v1/rounds/${id}/history?player=p1&format=jsonl`);
    expect((await lines.text()).trim().split('\n')).toHaveLength(whole.length);
    const csv = await service.get(`/v1/rounds/${id}/history?player=p1&format=csv`);
    expect(csv.text.split('\r\n')[0]).toMatch(/^phase,at,/);
    const none = await service.get('/v1/rounds/01234567-89ab-7def-8123-456789abcdef/history');
    expect([none.status, none.json['code']]).toEqual([404, 'unknown-round']);
    expect((await service.get(`/v1/rounds/${id}/history?cursor=x`)).status).toBe(400);
  });
});
