/**
 * The published round records (test/vectors/rounds): three stories played over HTTP by the service's
 * own parts, with `--seed`-like chance (design §6), so that the files can be made again to the byte.
 */
import { seeded } from '../games.ts';
import { EPOCH, houseOf, replayEntropy, serveInside } from './in-process.ts';
import type { Seats } from './play.ts';
import { fund, playRound } from './play.ts';
import type { Json } from './service.ts';

export interface Story {
  readonly table: string;
  /** Names the chance and the decisions; chosen so that much happens in the round. */
  readonly number: number;
  /** Makes a commitment first: the round is player-seeded. */
  readonly committed: boolean;
  readonly boxes: Seats['boxes'];
}

export const STORIES: readonly Story[] = [
  {
    table: 'oasis-poker',
    number: 96,
    committed: true,
    boxes: [
      { box: 2, ante: 500, bonus: 100 },
      { box: 5, ante: 300, clientSeed: 'игрок–1' },
    ],
  },
  {
    table: 'russian-poker',
    number: 297,
    committed: false,
    boxes: [
      { box: 1, ante: 200, bonus: 100 },
      { box: 2, ante: 300 },
      { box: 4, ante: 100, blind: true },
    ],
  },
  {
    table: 'oasis-stud-exchange',
    number: 110,
    committed: true,
    boxes: [
      { box: 2, ante: 500, bonus: 2000, player: 'p1', clientSeed: 'one' },
      { box: 5, ante: 300, player: 'p2', clientSeed: '0x02' },
    ],
  },
];

export interface Published {
  readonly record: Json;
  readonly receipt: Json;
}

/** Plays a story; the record as GET /v1/rounds/{id}/proof gives it, and the commitment's receipt. */
export async function published({ table, number, committed, boxes }: Story): Promise<Published> {
  const house = await houseOf({
    entropy: replayEntropy(`round vector ${table} ${number}`),
    now: () => EPOCH,
    // A core that is built anew must not change what is published.
    coreHash: '0'.repeat(64),
  });
  const service = await serveInside(house);
  await fund(service, ['p1', 'p2']);
  const asked = { table, player: 'p1' };
  const made = committed ? await service.post('/v1/commitments', asked) : undefined;
  const { id } = await playRound(service, table, seeded(number), () => {}, {
    ...(made === undefined ? {} : { commitment: String(made.json['id']) }),
    seats: structuredClone({ opener: 'p1', boxes }),
  });
  const record = (await service.get(`/v1/rounds/${id}/proof`)).json;
  const { state, round, seed, ...receipt } = (await service.get(`/v1/commitments/${id}`)).json;
  if (state !== 'used' || round !== id || seed !== record['seed']) throw new Error('not ended');
  await service.close();
  return { record, receipt };
}

/** A file of vectors: one member a line. */
export function fileText(json: Json): string {
  const lines = Object.entries(json).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
