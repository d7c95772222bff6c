/**
 * C13, O3: nothing that the service writes holds a card that its reader must not see yet: answers to
 * every POST, idempotent replays, the round and its recall for every reader, lists, commitments, proof, the log,
 * metrics. A word test on the raw bytes, so that a new field cannot slip past it.
 */

import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../games.ts';
import type { Seen } from './play.ts';
import { fund, playRound, seats, TABLES } from './play.ts';
import type { Json, Service } from './service.ts';
import { list, removeFolder, startService } from './service.ts';

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

const CARD = /"([2-9TJQKA][cdhs])"/g;
const cardsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(CARD)].map((m) => m[1] ?? ''));

/** What was captured while a round was open: who read it, at which number of decisions. */
interface Capture {
  readonly reader: string | null;
  readonly decisions: number;
  readonly text: string;
}

/** Cards that a reader may know after so many decisions, from the finished round alone. */
function allowed(
  final: Json,
  owners: ReadonlyMap<number, string>,
  proof: Json,
  capture: Capture,
): Set<string> {
  const decided = list(proof, 'decisions').slice(0, capture.decisions);
  const deck = list<string>(proof, 'deck');
  const stakes = list(proof, 'boxes');
  const hands = stakes.length + 1;
  const may = new Set<string>();
  const dealerAt = (i: number) => deck[i * hands + stakes.length] ?? '';
  may.add(dealerAt(4));
  const visibility = String((proof['ruleset'] as Json)['visibility']);
  const exchange = (proof['ruleset'] as Json)['exchange'] as { burn: number } | null;
  const finishes = (d: Json) => d['action'] === 'fold' || d['action'] === 'bet';
  const finished = new Set(decided.filter(finishes).map((d) => Number(d['box'])));
  const allDone = finished.size === stakes.length;
  if (allDone) for (let i = 0; i < 5; i++) may.add(dealerAt(i));
  let next = hands * 5;
  const drawn = new Map<number, string[]>();
  for (const d of decided) {
    const count =
      d['action'] === 'exchange' ? list(d, 'cards').length : d['action'] === 'buy' ? 1 : 0;
    for (let k = 0; k < count; k++) {
      if (d['action'] === 'exchange') next += exchange?.burn ?? 0;
      drawn.set(Number(d['box']), [...(drawn.get(Number(d['box'])) ?? []), deck[next++] ?? '']);
    }
  }
  stakes.forEach((stake, b) => {
    const box = Number(stake['box']);
    if (owners.get(box) !== capture.reader) return;
    const lowerDone = stakes.slice(0, b).every((s) => finished.has(Number(s['box'])));
    if (stake['blind'] === true ? !allDone : visibility === 'sequential' && !lowerDone) return;
    for (let i = 0; i < 5; i++) may.add(deck[i * hands + b] ?? '');
    for (const card of drawn.get(box) ?? []) may.add(card);
  });
  expect(final['state']).toBe('settled');
  return may;
}

describe('C13: no reader sees a card before its time', () => {
  it.each(TABLES)('%s', async (table) => {
    const next = seeded(1_300 + TABLES.indexOf(table));
    for (let i = 0; i < 6; i++) {
      const captures: Capture[] = [];
      let decisions = 0;
      const before = service.log().length;
      const watch = async ({ reader, reply, key, path, body }: Seen, id: string) => {
        if (reply.json['state'] !== 'open') return;
        captures.push({ reader, decisions, text: reply.text });
        const replay = await service.post(path ?? '', body, key);
        expect(replay.headers.get('Idempotent-Replayed')).toBe('true');
        captures.push({ reader, decisions, text: replay.text });
        for (const other of [...PLAYERS, null, 'stranger']) {
          const query = other === null ? '' : `?player=${other}`;
          captures.push({
            reader: other,
            decisions,
            text: (await service.get(`/v1/rounds/${id}${query}`)).text,
          });
          const recalled = await service.get(`/v1/rounds/${id}/history${query}`);
          expect(recalled.status).toBe(200);
          captures.push({ reader: other, decisions, text: recalled.text });
          if (other === null) continue;
          const lists = await service.get(`/v1/rounds?player=${other}&state=open`);
          const own = list(lists.json, 'items').filter((item) => item['id'] === id);
          captures.push({ reader: other, decisions, text: JSON.stringify(own) });
          if (other !== reader) {
            const foreign = await service.post(path ?? '', { ...(body as object), player: other });
            if (foreign.status === 403)
              captures.push({ reader: null, decisions, text: foreign.text });
          }
        }
        for (const open of [`/v1/rounds/${id}/proof`, `/v1/commitments/${id}`]) {
          const text = (await service.get(open)).text;
          captures.push({ reader: null, decisions, text });
          expect(text).not.toContain('"seed"');
        }
        captures.push({
          reader: null,
          decisions,
          text: await (await fetch(service.metricsUrl)).text(),
        });
        decisions += 1;
      };
      const chosen = seats(table, next, PLAYERS);
      const { id, final } = await playRound(service, table, next, watch, { seats: chosen });
      const owners = new Map(chosen.boxes.map((b) => [b.box, b.player ?? chosen.opener]));
      const proof = (await service.get(`/v1/rounds/${id}/proof`)).json;
      expect(captures.length).toBeGreaterThan(5);
      for (const capture of captures) {
        const may = allowed(final.json, owners, proof, capture);
        const wrong = [...cardsIn(capture.text)].filter((card) => !may.has(card));
        expect(wrong, `${table}, reader ${capture.reader}, ${capture.text}`).toEqual([]);
      }
      expect(cardsIn(service.log().slice(before)).size).toBe(0);
      expect(service.log()).not.toContain(String(proof['seed']));
    }
  });

  it('other players stay box numbers: no id, no stake, no state of theirs in an open round', async () => {
    const boxes = PLAYERS.map((player, i) => ({ box: i + 1, ante: 12_300 + i, player }));
    const { json } = await service.post('/v1/rounds', { table: 'oasis-stud', player: 'p1', boxes });
    const seen = await service.get(`/v1/rounds/${json['id']}?player=p2`);
    expect(seen.text).not.toMatch(/p1|p3|12300|12302/);
    expect(list(seen.json, 'boxes')[0]).toEqual({ box: 1, cards: [null, null, null, null, null] });
    expect(seen.json['turn']).toEqual({ box: 1 });
  });
});

describe('seeds at rest', () => {
  it('no open round’s seed stands in the store in plain text, and the sealed one is gone after it', async () => {
    const dealt = await service.post('/v1/rounds', {
      table: 'caribbean-stud',
      player: 'p1',
      boxes: [{ box: 1, ante: 100 }],
    });
    const id = String(dealt.json['id']);
    const db = new Sqlite(join(service.dataDir, 'chemmy.sqlite'), { readonly: true });
    const row = () =>
      db.prepare('SELECT sealed, seed FROM commitment WHERE id = ?').get(id) as {
        sealed: Buffer | null;
        seed: string | null;
      };
    const open = row();
    expect([open.seed, open.sealed?.length]).toEqual([null, 4 + 12 + 32 + 16]);
    await service.post(`/v1/rounds/${id}/actions`, { player: 'p1', box: 1, action: 'fold' });
    const { seed } = (await service.get(`/v1/rounds/${id}/proof`)).json;
    expect(row()).toEqual({ sealed: null, seed });
    expect(open.sealed?.includes(Buffer.from(String(seed), 'hex'))).toBe(false);
    db.close();
  });
});
