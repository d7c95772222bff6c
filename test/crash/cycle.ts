/**
 * One life of the service under load, ended by SIGKILL at a random moment, and what its next life must
 * then know (design §5): every acknowledged answer byte for byte, every request without an answer
 * either whole or not at all, every open round with the deck that it had, a ledger that sums to zero,
 * an audit chain that holds.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { cardText } from '../../engine/card.ts';
import { clientPart, deckOf } from '../../engine/chance.ts';
import { createCore } from '../../engine/core.ts';
import { fromHex, uuidOctets } from '../../engine/octets.ts';
import { isRefusal } from '../../engine/refusal.ts';
import { createSeal } from '../../server/seal.ts';
import { createMemoryStore } from '../../server/store/memory.ts';
import { STORE_FILE } from '../../server/store/sqlite-file.ts';
import { createReads } from '../../server/store/sqlite-reads.ts';
import { currencyOf, decisionFor, fund, playRound, TABLES } from '../server/play.ts';
import type { Reply, Service } from '../server/service.ts';
import { freshKey, list, object, startService } from '../server/service.ts';

/** A request that was sent; the answer is there once it was received whole. */
interface Sent {
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  answer?: { readonly status: number; readonly text: string };
}

interface OpenRound {
  readonly owners: ReadonlyMap<number, string>;
  /** As opened from the store when the deal was acknowledged. */
  readonly deck: readonly string[];
}

export interface Journal {
  readonly dataDir: string;
  /** Of all lives, in order of sending. */
  readonly sent: Sent[];
  readonly open: Map<string, OpenRound>;
  acknowledged: number;
  unanswered: number;
  resumed: number;
}

export type Chance = (below: number) => number;

/** Seeded choices; tests print the seed. */
export function chanceOf(seed: string): Chance {
  let n = 0;
  return (below) => createHash('sha256').update(`${seed}:${n++}`).digest().readUInt32LE(0) % below;
}

export function newJournal(dataDir: string): Journal {
  return { dataDir, sent: [], open: new Map(), acknowledged: 0, unanswered: 0, resumed: 0 };
}

const core = createCore(readFileSync(createRequire(import.meta.url).resolve('#build/core.wasm')));
const CLIENTS = 6;
const playersOf = (client: number) => ['a', 'b', 'c'].map((name) => `${name}${client}`);

/** The deck of a dealt round, from what is on the disk. */
async function deckOnDisk(dataDir: string, id: string): Promise<string[]> {
  const db = new Sqlite(join(dataDir, STORE_FILE), { readonly: true });
  try {
    const reads = createReads(db);
    const row = reads.round('dev', id);
    if (row === undefined) throw new Error(`acknowledged round ${id} is not there`);
    return await committedDeck(dataDir, id, row.boxes);
  } finally {
    db.close();
  }
}

/** The deck that a commitment on the disk and these client seeds give; the seed is opened here. */
export async function committedDeck(
  dataDir: string,
  id: string,
  boxes: readonly { readonly box: number; readonly clientSeed: string }[],
): Promise<string[]> {
  const db = new Sqlite(join(dataDir, STORE_FILE), { readonly: true });
  try {
    const row = createReads(db).commitment('dev', id);
    if (!row?.sealed) throw new Error(`commitment ${id} is not there`);
    const key = Buffer.from(readFileSync(`${dataDir}.seed-key`, 'utf8').trim(), 'hex');
    const seal = await createSeal([key], createMemoryStore());
    const roundId = uuidOctets(id) ?? new Uint8Array(0);
    const client = clientPart(boxes.map(({ box, clientSeed }) => ({ box, text: clientSeed })));
    if (isRefusal(client)) throw new Error(client.detail);
    const rulesetHash = fromHex(row.rulesetHash) ?? new Uint8Array(0);
    const seed = seal.open(row.sealed, roundId, 'dev');
    return Array.from(deckOf(core, { roundId, rulesetHash, seed }, client), cardText);
  } finally {
    db.close();
  }
}

/** The service with every POST written down before it goes out and when its answer has come. */
function recorded(service: Service, journal: Journal): Service {
  return {
    ...service,
    async post(path, body, key = freshKey()) {
      const sent: Sent = { path, body, key: key ?? freshKey() };
      journal.sent.push(sent);
      const reply = await service.post(path, body, sent.key);
      if (reply.status >= 200 && reply.status < 300) {
        sent.answer = { status: reply.status, text: reply.text };
        journal.acknowledged += 1;
      } else journal.sent.splice(journal.sent.indexOf(sent), 1);
      return reply;
    },
  };
}

async function client(
  service: Service,
  journal: Journal,
  n: number,
  chance: Chance,
  alive: () => boolean,
): Promise<void> {
  const players = playersOf(n);
  while (alive()) {
    const table = TABLES[chance(TABLES.length)] ?? 'oasis-poker';
    const boxes = chance(2) === 0 ? {} : await committed(service, table, players[0] ?? '', chance);
    await playRound(
      service,
      table,
      chance,
      async ({ reply }, id, owners) => {
        if (reply.status === 201) {
          journal.open.set(id, { owners, deck: await deckOnDisk(journal.dataDir, id) });
        } else if (reply.json['state'] === 'settled') journal.open.delete(id);
      },
      { ...boxes, seats: seatsFor(table, players, chance) },
    );
  }
}

function seatsFor(table: string, players: string[], chance: Chance) {
  const many = currencyOf(table) === 'CZK';
  const count = many ? 1 + chance(players.length) : 1;
  const [opener = ''] = players;
  const boxes = Array.from({ length: count }, (_, i) => ({
    box: i + 1,
    ante: 100 * (1 + chance(20)),
    ...(many ? { player: players[i] ?? opener } : {}),
  }));
  return { opener, boxes };
}

async function committed(service: Service, table: string, player: string, chance: Chance) {
  const { json } = await service.post('/v1/commitments', { table, player });
  return { commitment: String(json['id']), clientSeed: `seed ${chance(1_000_000)}` };
}

/** Runs a life of at most `life` ms under load, then kills it. Throws at anything but the kill. */
export async function liveAndDie(journal: Journal, chance: Chance, life: number): Promise<void> {
  const service = await startService(journal.dataDir);
  let alive = true;
  const through = recorded(service, journal);
  if (journal.sent.length === 0) {
    for (let n = 0; n < CLIENTS; n++) await fund(through, playersOf(n), 1_000_000_000);
  }
  const faults: unknown[] = [];
  const clients = Array.from({ length: CLIENTS }, (_, n) =>
    client(through, journal, n, chanceOf(`${chance(2 ** 30)}`), () => alive).catch((error) => {
      if (alive) faults.push(error);
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, life));
  alive = false;
  await service.kill();
  await Promise.all(clients);
  if (faults.length > 0) throw faults[0];
}

/** What the next life must know; gives what does not fit. Open rounds are played to their end. */
export async function verifyAfter(journal: Journal, chance: Chance): Promise<string[]> {
  const faults: string[] = [];
  const service = await startService(journal.dataDir);
  const expect = (fits: boolean, what: string) => {
    if (!fits) faults.push(what);
  };
  const waiting = journal.sent.filter((sent) => sent.answer === undefined);
  journal.unanswered += waiting.length;
  for (const sent of waiting) {
    const reply = await service.post(sent.path, sent.body, sent.key);
    expect(reply.status < 500, `${sent.path} without an answer: ${reply.status} ${reply.text}`);
    if (reply.status < 300) sent.answer = { status: reply.status, text: reply.text };
    else journal.sent.splice(journal.sent.indexOf(sent), 1);
    if (sent.path === '/v1/rounds' && reply.status === 201) await adopt(journal, sent, reply);
  }
  for (const { path, body, key, answer } of recent(journal, chance)) {
    const reply = await service.post(path, body, key);
    const same = reply.status === answer?.status && reply.text === answer.text;
    expect(same, `${path} ${key}: ${reply.status} ${reply.text}, was ${answer?.text}`);
    const replayed = reply.headers.get('Idempotent-Replayed');
    expect(replayed === 'true', `${path} ${key} was done again`);
  }
  for (const [id, { owners, deck }] of journal.open) {
    for (let left = 200; left > 0; left--) {
      const decision = await decisionFor(service, id, owners, chance);
      if (decision === null) break;
      await service.post(`/v1/rounds/${id}/actions`, decision.body);
    }
    const { json: proof, status } = await service.get(`/v1/rounds/${id}/proof`);
    expect(status === 200, `round ${id}: no proof after its end: ${status}`);
    if (status !== 200) continue;
    const same = list<string>(proof, 'deck').join('') === deck.join('');
    expect(same, `round ${id} went on with another deck`);
    const { json: verdict } = await service.post('/v1/verify', proof, null);
    expect(verdict['ok'] === true, `round ${id}: ${JSON.stringify(verdict)}`);
    journal.resumed += 1;
  }
  journal.open.clear();
  const db = new Sqlite(join(journal.dataDir, STORE_FILE), { readonly: true });
  faults.push(...createReads(db).check());
  db.close();
  const code = await service.stop();
  expect(code === 0, `exit ${code}: ${service.log().slice(-500)}`);
  return faults;
}

/** Answers of the last life, and some older ones. */
function recent(journal: Journal, chance: Chance): Sent[] {
  const answered = journal.sent.filter((sent) => sent.answer !== undefined);
  const last = answered.slice(-400);
  const older = Array.from({ length: 20 }, () => answered[chance(answered.length)]);
  return [...last, ...older.filter((sent) => sent !== undefined)];
}

async function adopt(journal: Journal, sent: Sent, reply: Reply): Promise<void> {
  const body = sent.body as { player: string; boxes: { box: number; player?: string }[] };
  const id = String(reply.json['id']);
  if (journal.open.has(id)) return;
  const owners = new Map(body.boxes.map((b) => [b.box, b.player ?? body.player]));
  object(reply.json, 'dealer');
  journal.open.set(id, { owners, deck: await deckOnDisk(journal.dataDir, id) });
}
