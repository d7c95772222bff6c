/** Plays rounds over HTTP with seeded choices; tells its caller of every reply. */
import type { Client, Reply } from './service.ts';
import { freshKey, list, object } from './service.ts';

export const TABLES = [
  'caribbean-stud',
  'oasis-poker',
  'oasis-poker-classic',
  'oasis-stud',
  'oasis-stud-buy',
  'oasis-stud-exchange',
  'russian-poker',
  'russian-poker-classic',
] as const;

export const currencyOf = (table: string): string =>
  table.startsWith('oasis-stud') ? 'CZK' : 'EUR';
const many = (table: string): boolean => table.startsWith('oasis-stud');

export interface Seats {
  readonly opener: string;
  readonly boxes: {
    box: number;
    ante: number;
    bonus?: number;
    blind?: boolean;
    player?: string;
    clientSeed?: string;
  }[];
}

/** Stakes of a random lawful round. */
export function seats(
  table: string,
  next: (below: number) => number,
  players = ['p1', 'p2', 'p3'],
): Seats {
  const opener = players[0] ?? 'p1';
  const ante = () => 100 * (1 + next(20));
  if (many(table)) {
    const boxes = players.slice(0, 1 + next(players.length)).map((player, i) => ({
      box: 2 * i + 1,
      ante: ante(),
      player,
      ...(next(2) === 0 ? { bonus: 2_000 } : {}),
    }));
    return { opener, boxes };
  }
  const count =
    table === 'oasis-poker' ? 1 + next(2) : table.startsWith('russian') ? 1 + next(4) : 1;
  const boxes = Array.from({ length: count }, (_, i) => ({
    box: i + 1,
    ante: ante(),
    ...(table === 'oasis-poker' || table.startsWith('russian')
      ? { bonus: 100 * (1 + next(5)) }
      : {}),
    ...(i >= 2 ? { blind: true } : {}),
  }));
  return { opener, boxes };
}

export async function fund(
  service: Client,
  players: readonly string[],
  amount = 10_000_000,
): Promise<void> {
  for (const player of players) {
    for (const currency of ['EUR', 'CZK']) {
      const reply = await service.post(`/v1/accounts/${player}/deposits`, { amount, currency });
      if (reply.status !== 200) throw new Error(reply.text);
    }
  }
}

/** The next decision of the box whose turn it is, as its own player asks for it. */
export async function decisionFor(
  service: Client,
  id: string,
  owners: ReadonlyMap<number, string>,
  next: (below: number) => number,
): Promise<{ player: string; body: { [member: string]: unknown } } | null> {
  const table = await service.get(`/v1/rounds/${id}`);
  if (table.json['state'] !== 'open') return null;
  const box = Number(object(table.json, 'turn')['box']);
  const player = owners.get(box) ?? '';
  const { json } = await service.get(`/v1/rounds/${id}?player=${player}`);
  const turn = object(json, 'turn');
  const actions = list<string>(turn, 'actions');
  const action = actions[next(actions.length)] ?? 'fold';
  const own = list(json, 'boxes').find((b) => Number(b['box']) === box);
  const held = [...list<string>(own, 'cards')];
  const sizes =
    turn['exchange'] === undefined ? [] : list<number>(object(turn, 'exchange'), 'sizes');
  const size = sizes[next(Math.max(1, sizes.length))] ?? 0;
  const range = turn['insurance'] as { min: number } | undefined;
  return {
    player,
    body: {
      player,
      box,
      action,
      ...(action === 'exchange'
        ? { cards: Array.from({ length: size }, () => held.splice(next(held.length), 1)[0]) }
        : {}),
      ...(action === 'bet' && range !== undefined && next(2) === 0 ? { insurance: range.min } : {}),
    },
  };
}

export interface Seen {
  readonly reader: string | null;
  readonly reply: Reply;
  readonly key?: string;
  readonly path?: string;
  readonly body?: unknown;
}

/** Plays one round to its end; `watch` is called with every reply to a POST. */
export async function playRound(
  service: Client,
  table: string,
  next: (below: number) => number,
  watch: (
    seen: Seen,
    id: string,
    owners: ReadonlyMap<number, string>,
  ) => Promise<void> | void = () => {},
  extra: {
    readonly commitment?: string;
    readonly clientSeed?: string;
    readonly seats?: Seats;
  } = {},
): Promise<{ id: string; final: Reply }> {
  const { opener, boxes } = extra.seats ?? seats(table, next);
  const [first] = boxes;
  if (extra.clientSeed !== undefined && first !== undefined) first.clientSeed = extra.clientSeed;
  const key = freshKey();
  const body = {
    table,
    player: opener,
    boxes,
    ...(extra.commitment === undefined ? {} : { commitment: extra.commitment }),
  };
  const dealt = await service.post('/v1/rounds', body, key);
  if (dealt.status !== 201) throw new Error(dealt.text);
  const id = String(dealt.json['id']);
  const owners = new Map(boxes.map((b) => [b.box, b.player ?? opener]));
  await watch({ reader: opener, reply: dealt, key, path: '/v1/rounds', body }, id, owners);
  for (;;) {
    const decision = await decisionFor(service, id, owners, next);
    if (decision === null) break;
    const path = `/v1/rounds/${id}/actions`;
    const used = freshKey();
    const reply = await service.post(path, decision.body, used);
    if (reply.status !== 200) throw new Error(`${JSON.stringify(decision.body)} ${reply.text}`);
    await watch(
      { reader: decision.player, reply, key: used, path, body: decision.body },
      id,
      owners,
    );
  }
  return { id, final: await service.get(`/v1/rounds/${id}?player=${opener}`) };
}
