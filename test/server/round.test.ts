/** Rounds over HTTP on all eight tables: money, history, proof, idempotency, concurrency. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCard } from '../../engine/card.ts';
import { isRefusal } from '../../engine/refusal.ts';
import { replay } from '../../engine/replay.ts';
import { resultOf } from '../../engine/result.ts';
import { deckCount } from '../../server/act.ts';
import { deckFrom, game, ROOT, seeded } from '../games.ts';
import { currencyOf, fund, playRound, TABLES } from './play.ts';
import type { Json, Service } from './service.ts';
import { freshKey, list, object, removeFolder, startService } from './service.ts';

let service: Service;
const PLAYERS = ['p1', 'p2', 'p3'];
beforeAll(async () => {
  service = await startService();
  await fund(service, PLAYERS);
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  removeFolder(service.dataDir);
});
const items = (json: Json): Json[] => list(json, 'items');
const balance = async (player: string, currency: string): Promise<number> => {
  const { json } = await service.get(`/v1/accounts/${player}`);
  const account = list(json, 'accounts').find((a) => a['currency'] === currency);
  return Number(account?.['balance']);
};

describe.each(TABLES)('a round of %s', (table) => {
  it('O9: is dealt, decided, settled, proven, and stands in Game and Cash History', async () => {
    const next = seeded(TABLES.indexOf(table) + 77);
    for (let i = 0; i < 4; i++) {
      const before = await Promise.all(PLAYERS.map((p) => balance(p, currencyOf(table))));
      const { id, final } = await playRound(service, table, next);
      expect(final.json['state']).toBe('settled');
      const boxes = list(final.json, 'boxes');
      const after = await Promise.all(PLAYERS.map((p) => balance(p, currencyOf(table))));
      const net = boxes.reduce((sum, box) => sum + Number(box['net']), 0);
      expect(sum(after) - sum(before)).toBe(net);
      const history = await service.get('/v1/rounds?player=p1&state=settled&limit=1');
      expect(items(history.json)[0]?.['id']).toBe(id);
      const cash = await service.get(
        `/v1/accounts/p1/entries?currency=${currencyOf(table)}&limit=200`,
      );
      const own = items(cash.json).filter((entry) => entry['round'] === id);
      expect(own.length).toBeGreaterThan(0);
      const proof = await service.get(`/v1/rounds/${id}/proof`);
      const verified = await service.post('/v1/verify', proof.text, null);
      expect(verified.json['ok'], verified.text).toBe(true);
      expect(object(proof.json, 'result')['status']).toBe('settled');
    }
  });
});

/** Box and dealer alternate (C5). */
const dealt = (box: string, dealer: string): number[] => {
  const hand = (text: string) => text.split(' ').map((card) => parseCard(card) ?? -1);
  return deckFrom(hand(box).flatMap((card, i) => [card, hand(dealer)[i] ?? -1]));
};

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

describe('money', () => {
  it('the ledger sums to zero and no player is below zero', () => {
    const db = new Sqlite(join(service.dataDir, 'chemmy.sqlite'), { readonly: true });
    const totals = db
      .prepare('SELECT currency, sum(balance) AS total FROM account GROUP BY currency')
      .all();
    expect(totals).toEqual([
      { currency: 'CZK', total: 0 },
      { currency: 'EUR', total: 0 },
    ]);
    expect(
      db
        .prepare("SELECT count(*) AS n FROM account WHERE account LIKE 'player:%' AND balance < 0")
        .get(),
    ).toEqual({ n: 0 });
    db.close();
  });

  it('C4 of the field log: a deal has exactly one debit per stake, a bet one of two antes', async () => {
    const dealt = await service.post('/v1/rounds', {
      table: 'caribbean-stud',
      player: 'p2',
      boxes: [{ box: 1, ante: 300 }],
    });
    const id = String(dealt.json['id']);
    await service.post(`/v1/rounds/${id}/actions`, { player: 'p2', box: 1, action: 'bet' });
    const cash = await service.get('/v1/accounts/p2/entries?currency=EUR&limit=200');
    const debits = items(cash.json).filter((e) => e['round'] === id && Number(e['amount']) < 0);
    expect(debits.map((e) => [e['kind'], e['amount']])).toEqual([
      ['bet', -600],
      ['ante', -300],
    ]);
  });

  it('O2, C14: the deal keeps one exchange and one bet a box in reserve: 3 antes, else 409', async () => {
    const player = 'poor';
    await service.post(`/v1/accounts/${player}/deposits`, { amount: 499, currency: 'EUR' });
    const body = { table: 'oasis-poker', player, boxes: [{ box: 1, ante: 100, bonus: 100 }] };
    const before = service.digest();
    const refused = await service.post('/v1/rounds', body, 'poor-1');
    expect([refused.status, refused.json['code']]).toEqual([409, 'insufficient-funds']);
    expect(service.digest()).toBe(before);
    await service.post(`/v1/accounts/${player}/deposits`, { amount: 1, currency: 'EUR' });
    expect((await service.post('/v1/rounds', body, 'poor-1')).status).toBe(201);
  });

  it('O4, O7: an exchange that would leave the bet uncovered is refused and not listed', async () => {
    const player = 'thin';
    await service.post(`/v1/accounts/${player}/deposits`, { amount: 400, currency: 'EUR' });
    const dealt = await service.post('/v1/rounds', {
      table: 'oasis-poker',
      player,
      boxes: [{ box: 1, ante: 100 }],
    });
    await service.post(`/v1/accounts/${player}/withdrawals`, { amount: 1, currency: 'EUR' });
    const id = String(dealt.json['id']);
    const seen = await service.get(`/v1/rounds/${id}?player=${player}`);
    expect(seen.json['turn']).toEqual({ box: 1, actions: ['fold', 'bet'] });
    const [card] = list<string>(list(seen.json, 'boxes')[0], 'cards');
    const before = service.digest();
    const refused = await service.post(`/v1/rounds/${id}/actions`, {
      player,
      box: 1,
      action: 'exchange',
      cards: [card],
    });
    expect([refused.status, refused.json['code']]).toEqual([409, 'insufficient-funds']);
    expect(service.digest()).toBe(before);
  });

  it('C8 of the field log: amounts are minor units; the exponent of the currency is told', async () => {
    const { json } = await service.get('/v1/tables');
    for (const table of items(json)) expect(table['exponent']).toBe(2);
  });
});

describe('idempotency', () => {
  it('the same key and request give the same bytes, another request 422', async () => {
    const key = freshKey();
    const body = { table: 'oasis-poker', player: 'p1', boxes: [{ box: 1, ante: 100 }] };
    const first = await service.post('/v1/rounds', body, key);
    const before = service.digest();
    const again = await service.post('/v1/rounds', body, key);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
    const other = await service.post(
      '/v1/rounds',
      { ...body, boxes: [{ box: 2, ante: 100 }] },
      key,
    );
    expect([other.status, other.json['code']]).toEqual([422, 'key-reused']);
    const elsewhere = await service.post(
      '/v1/accounts/p1/deposits',
      { amount: 1, currency: 'EUR' },
      key,
    );
    expect(elsewhere.status).toBe(422);
    expect(service.digest()).toBe(before);
  });

  it('F7 of the field log: twenty parallel requests with one key execute once, none fails', async () => {
    const key = freshKey();
    const before = await balance('p1', 'EUR');
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        service.post('/v1/accounts/p1/deposits', { amount: 1_000, currency: 'EUR' }, key),
      ),
    );
    expect(await balance('p1', 'EUR')).toBe(before + 1_000);
    expect(replies.filter((r) => ![200, 409].includes(r.status))).toEqual([]);
    const bodies = new Set(replies.filter((r) => r.status === 200).map((r) => r.text));
    expect(bodies.size).toBe(1);
  });

  it('parallel deposits with different keys all count', async () => {
    const before = await balance('p3', 'EUR');
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        service.post('/v1/accounts/p3/deposits', { amount: i + 1, currency: 'EUR' }),
      ),
    );
    const done = replies.map((r, i) => (r.status === 200 ? i + 1 : 0));
    expect(replies.filter((r) => ![200, 503].includes(r.status))).toEqual([]);
    expect(await balance('p3', 'EUR')).toBe(before + sum(done));
  });
});

describe('fairness', () => {
  it('a commitment, then a client seed: player-seeded, and the receipt fits the record', async () => {
    const receipt = await service.post('/v1/commitments', { table: 'oasis-poker', player: 'p1' });
    expect(receipt.status).toBe(201);
    const again = await service.post('/v1/commitments', { table: 'oasis-poker', player: 'p1' });
    expect([again.status, again.json]).toEqual([200, receipt.json]);
    const { id, final } = await playRound(service, 'oasis-poker', seeded(5), () => {}, {
      commitment: String(receipt.json['id']),
      clientSeed: 'игрок–1',
      seats: { opener: 'p1', boxes: [{ box: 3, ante: 100 }] },
    });
    expect([id, final.json['fairness']]).toEqual([receipt.json['id'], 'player-seeded']);
    const proof = await service.get(`/v1/rounds/${id}/proof`);
    expect(proof.json['commitment']).toBe(receipt.json['commitment']);
    const used = await service.post('/v1/rounds', {
      table: 'oasis-poker',
      player: 'p1',
      commitment: id,
      boxes: [{ box: 1, ante: 100 }],
    });
    expect([used.status, used.json['code']]).toEqual([409, 'commitment-used']);
    const shown = await service.get(`/v1/commitments/${id}`);
    expect(shown.json).toMatchObject({ state: 'used', round: id, seed: proof.json['seed'] });
  });

  it('sequences have no gaps, with and without commitments of the player’s own', async () => {
    const player = 'counted';
    await service.post(`/v1/accounts/${player}/deposits`, { amount: 100_000, currency: 'EUR' });
    const deal = (commitment?: string) =>
      service.post('/v1/rounds', {
        table: 'caribbean-stud',
        player,
        boxes: [{ box: 1, ante: 100 }],
        ...(commitment === undefined ? {} : { commitment }),
      });
    await deal();
    const receipt = await service.post('/v1/commitments', { table: 'caribbean-stud', player });
    await deal();
    await deal(String(receipt.json['id']));
    await deal();
    const list = await service.get(`/v1/commitments?table=caribbean-stud&player=${player}`);
    const numbers = items(list.json)
      .map((c) => Number(c['sequence']))
      .sort((a, b) => a - b);
    expect(numbers).toEqual([1, 2, 3, 4]);
  });

  it('the proof of an open round is 409 with the receipt alone', async () => {
    const dealt = await service.post('/v1/rounds', {
      table: 'oasis-poker',
      player: 'p1',
      boxes: [{ box: 1, ante: 100 }],
    });
    const proof = await service.get(`/v1/rounds/${dealt.json['id']}/proof`);
    expect([proof.status, proof.json['code']]).toEqual([409, 'round-open']);
    expect(object(proof.json, 'receipt')['commitment']).toBe(dealt.json['commitment']);
    expect(proof.text).not.toContain('"seed"');
  });

  it('D4 of the field log: the verifier names the item that does not fit', async () => {
    const { id } = await playRound(service, 'russian-poker', seeded(9));
    const { json } = await service.get(`/v1/rounds/${id}/proof`);
    const wrongOf = async (change: object): Promise<string[]> => {
      const reply = await service.post('/v1/verify', { ...json, ...change }, null);
      expect(reply.json['ok']).toBe(false);
      const checks = list(reply.json, 'checks');
      return checks.filter((c) => c['ok'] !== true).map((c) => String(c['item']));
    };
    expect(await wrongOf({ seed: '0'.repeat(64) })).toContain('commitment');
    expect(await wrongOf({ commitment: '0'.repeat(64) })).toEqual(['commitment']);
    expect(await wrongOf({ terms: {} })).toContain('termsHash');
    expect(await wrongOf({ clientSeeds: [{ box: 1, text: 'a', hex: '62' }] })).toContain(
      'clientSeeds',
    );
    const deck = [...list<string>(json, 'deck')];
    deck.reverse();
    expect(await wrongOf({ deck })).toEqual(['deck']);
    expect(await wrongOf({ result: {} })).toEqual(['result']);
    expect(await wrongOf({ spec: 'v2' })).toEqual(['spec']);
    expect(await wrongOf({ roundId: 'x' })).toEqual(['shape']);
  });
});

describe('POST /v1/settle', () => {
  it('gives every case exactly', async () => {
    for (const name of ['named', 'random']) {
      const lines = readFileSync(join(ROOT, 'test/cases', `${name}.jsonl`), 'utf8')
        .trim()
        .split('\n');
      for (const line of lines) {
        const one = JSON.parse(line) as { id: string; expect: object };
        const reply = await service.post('/v1/settle', line, null);
        expect(reply.json, one.id).toEqual({ id: one.id, ...one.expect });
      }
    }
  });
});

describe('Z7, Z11', () => {
  it('Z7: after a winning straight or better the record states that 52 cards are accounted for', () => {
    const count = (box: string, decided: 'bet' | 'fold', deck = dealt(box, '2c 2d 8h Ts Jc')) => {
      const round = replay(
        game('oasis-poker'),
        { maxPayout: null },
        deck,
        [{ box: 1, ante: 1 }],
        [{ box: 1, action: decided }],
      );
      if (isRefusal(round)) throw new Error(round.detail);
      const result = resultOf(round);
      if (result.status !== 'settled') throw new Error('open');
      return deckCount(round, result);
    };
    expect(count('7s 8d 9c Th Jd', 'bet')).toEqual({ deck: { counted: 52 } });
    expect(count('7s 8d 9c Th Jd', 'fold')).toEqual({});
    expect(count('Ks Kd Kc 5h 3c', 'bet')).toEqual({});
    const short = dealt('7s 8d 9c Th Jd', '2c 2d 8h Ts Jc');
    short[51] = short[50] ?? 0;
    expect(() => count('', 'bet', short)).toThrow('51 different cards');
  });

  it('Z11: no answer to a player advises: a turn names actions and amounts, nothing else', async () => {
    const dealt = await service.post('/v1/rounds', {
      table: 'russian-poker',
      player: 'p1',
      boxes: [{ box: 1, ante: 100 }],
    });
    const allowed = ['box', 'actions', 'insurance', 'exchange'];
    expect(Object.keys(object(dealt.json, 'turn')).filter((k) => !allowed.includes(k))).toEqual([]);
    // Development mode knows no lab: analysis is refused there (design §4).
    expect((await service.post('/v1/analysis', {}, null)).status).toBe(403);
  });
});
