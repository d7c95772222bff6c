/**
 * C13, O3: at every step of played rounds every answer, for every reader, is searched for cards that
 * this reader may not see yet: answers to posts and their replays, single rounds, lists, refused
 * proofs, histories, metrics, the log. What may be seen comes from a plain model of C13 over the
 * record that is revealed at the end, never from the product's own view.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../games.ts';
import { currencyOf, fund, playRound, TABLES } from './play.ts';
import type { Json, Service } from './service.ts';
import { list, object, removeFolder, startService } from './service.ts';

const PLAYERS = ['ann-7f3a', 'bob-91cc', 'cid-d02e'];
const READERS = [...PLAYERS, 'eve-0000', null];

let service: Service;
beforeAll(async () => {
  service = await startService();
  await fund(service, PLAYERS);
});
afterAll(async () => {
  await service.stop();
  removeFolder(service.dataDir);
});

/** Everything that looks like a card in an answer, quoted or not. */
function cardsIn(text: string): Set<string> {
  const bare = text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{64}\b/g, '');
  return new Set(
    [...bare.matchAll(/(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])/g)].map((m) => m[0]),
  );
}

interface Snapshot {
  readonly reader: string | null;
  /** Decisions taken before this answer. */
  readonly step: number;
  readonly what: string;
  readonly text: string;
}

interface Decided {
  readonly box: number;
  readonly action: string;
}

/** C13 in plain words: the cards that `reader` may know after `decisions`. */
function mayKnow(
  record: Json,
  sequential: boolean,
  owners: ReadonlyMap<number, string>,
  reader: string | null,
  decisions: readonly Decided[],
): Set<string> {
  const result = object(record, 'result');
  const hands = list(result, 'boxes');
  const stakes = list(record, 'boxes');
  const deck = list<string>(record, 'deck');
  const finished = (box: number) =>
    decisions.some((d) => d.box === box && (d.action === 'fold' || d.action === 'bet'));
  const all = stakes.every((b) => finished(Number(b['box'])));
  const known = new Set<string>();
  // C5: the dealer's fifth card is the last one of the deal.
  const dealt = 5 * (stakes.length + 1);
  known.add(deck[dealt - 1] ?? '');
  if (all) for (let k = 1; k <= 5; k++) known.add(deck[k * (stakes.length + 1) - 1] ?? '');
  stakes.forEach((stake, i) => {
    const box = Number(stake['box']);
    if (owners.get(box) !== reader) return;
    const lower = stakes.slice(0, i).every((b) => finished(Number(b['box'])));
    const open = all || (stake['blind'] !== true && (!sequential || lower));
    if (!open) return;
    for (const card of list<string>(hands[i], 'initial')) known.add(card);
    const drew = decisions.some(
      (d) => d.box === box && (d.action === 'exchange' || d.action === 'buy'),
    );
    if (drew) for (const card of list<string>(hands[i], 'cards')) known.add(card);
  });
  return known;
}

describe.each(TABLES)('%s: no answer holds a card that its reader may not see yet', (table) => {
  it('at every step, for every reader, replays, lists, histories, metrics and log included', async () => {
    const next = seeded(TABLES.indexOf(table) + 1301);
    const rules = await service.get(`/v1/rulesets/${table}`);
    const sequential = object(rules.json, 'ruleset')['visibility'] === 'sequential';
    let hidden = 0;
    for (let i = 0; i < 4; i++) {
      const snapshots: Snapshot[] = [];
      let step = -1;
      const logFrom = service.log().length;
      const { id } = await playRound(
        service,
        table,
        next,
        async ({ reader, reply, key, path, body }, id) => {
          step += 1;
          const at = step;
          const open = reply.json['state'] === 'open';
          const note = (who: string | null, what: string, text: string) => {
            if (open) snapshots.push({ reader: who, step: at, what, text });
          };
          note(reader, 'answer', reply.text);
          const again = await service.post(path ?? '', body, key);
          expect(again.headers.get('idempotent-replayed')).toBe('true');
          expect(again.text).toBe(reply.text);
          for (const who of READERS) {
            const query = who === null ? '' : `?player=${who}`;
            const single = await service.get(`/v1/rounds/${id}${query}`);
            note(who, 'round', single.text);
            if (open) assertStrangers(single.json, who);
            if (who === null) continue;
            const many = await service.get(`/v1/rounds?player=${who}&state=open`);
            note(who, 'list', many.text);
          }
          note(null, 'proof', (await service.get(`/v1/rounds/${id}/proof`)).text);
          note(null, 'commitment', (await service.get(`/v1/commitments/${id}`)).text);
          const currency = currencyOf(table);
          const cash = await service.get(`/v1/accounts/${PLAYERS[0]}/entries?currency=${currency}`);
          note(null, 'entries', cash.text);
          const foreign = await service.post(`/v1/rounds/${id}/actions`, {
            player: 'eve-0000',
            box: 1,
            action: 'bet',
          });
          expect(foreign.status).toBe(403);
          note('eve-0000', 'refusal', foreign.text);
          note(null, 'metrics', await (await fetch(service.metricsUrl)).text());
          if (open) expect(reply.json).not.toHaveProperty('seed');
        },
        { seats: seatsOf(table, next) },
      );
      const record = (await service.get(`/v1/rounds/${id}/proof`)).json;
      const owners = new Map(
        list((await service.get(`/v1/rounds/${id}?player=${PLAYERS[0]}`)).json, 'boxes').map(
          (b) => [Number(b['box']), String(b['player'] ?? '')],
        ),
      );
      for (const player of PLAYERS.slice(1)) {
        const own = list((await service.get(`/v1/rounds/${id}?player=${player}`)).json, 'boxes');
        for (const b of own) if (b['player'] === player) owners.set(Number(b['box']), player);
      }
      const decisions = list(record, 'decisions').map((d) => ({
        box: Number(d['box']),
        action: String(d['action']),
      }));
      for (const shot of snapshots) {
        const known = mayKnow(
          record,
          sequential,
          owners,
          shot.reader,
          decisions.slice(0, shot.step),
        );
        const shown = cardsIn(shot.text);
        if (shot.what === 'round')
          hidden += list<string>(record, 'deck').filter((c) => !shown.has(c)).length;
        const leaked = [...shown].filter((card) => !known.has(card));
        expect(leaked, `${shot.what} for ${shot.reader} after ${shot.step}: ${shot.text}`).toEqual(
          [],
        );
        expect(shot.text).not.toContain(String(record['seed']));
      }
      const log = service.log().slice(logFrom);
      expect([...cardsIn(log)]).toEqual([]);
      expect(log).not.toContain(String(record['seed']));
    }
    expect(hidden).toBeGreaterThan(0);
  });
});

/** Other players appear as box numbers only (design §4). */
function assertStrangers(round: Json, reader: string | null): void {
  for (const box of list(round, 'boxes')) {
    if (box['player'] !== undefined) expect(box['player']).toBe(reader);
    else expect(Object.keys(box).sort()).toEqual(['box', 'cards']);
  }
  const turn = object(round, 'turn');
  const own = list(round, 'boxes').some((b) => b['box'] === turn['box'] && b['player'] === reader);
  if (!own) expect(Object.keys(turn)).toEqual(['box']);
}

function seatsOf(table: string, next: (below: number) => number) {
  const opener = PLAYERS[0] ?? '';
  const ante = () => 100 * (1 + next(9));
  if (table.startsWith('oasis-stud')) {
    return { opener, boxes: PLAYERS.map((player, i) => ({ box: i + 1, ante: ante(), player })) };
  }
  if (table === 'oasis-poker') {
    return { opener, boxes: [1, 2].map((box) => ({ box, ante: ante(), bonus: 100 })) };
  }
  if (table.startsWith('russian')) {
    const boxes = [1, 2, 3, 4].map((box) => ({
      box,
      ante: ante(),
      ...(box > 2 ? { blind: true } : {}),
    }));
    return { opener, boxes };
  }
  return { opener, boxes: [{ box: 1, ante: ante() }] };
}

describe('D6 of the field log: what a player holds before he gives his seed', () => {
  it('an open commitment shows no seed to anyone', async () => {
    const { json } = await service.post('/v1/commitments', {
      table: 'oasis-poker',
      player: 'ann-7f3a',
    });
    for (const path of [
      `/v1/commitments/${json['id']}`,
      '/v1/commitments?player=ann-7f3a&limit=1',
    ]) {
      const { text } = await service.get(path);
      expect(text).not.toContain('"seed"');
      expect(text).toContain('"state":"open"');
    }
  });
});
