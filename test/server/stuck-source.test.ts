/**
 * Field log A5 over HTTP (its "one all-ones block is no error" is overruled by design §2.1): a source
 * that gets stuck while the house plays. Within a few draws it latches: 503, nothing dealt, no endless
 * reading; unused commitments are retired with reveal, open rounds go on; only an operator clears it.
 * And a memory snapshot restored twice deals two different decks (design §2.3; A6).
 */
import { describe, expect, it } from 'vitest';
import { cardText } from '../../engine/card.ts';
import { deckOf } from '../../engine/chance.ts';
import type { Core } from '../../engine/core.ts';
import { createCore } from '../../engine/core.ts';
import { toHex } from '../../engine/octets.ts';
import type { Entropy } from '../../server/entropy.ts';
import { createGenerator } from '../../server/generator.ts';
import { createLog } from '../../server/log.ts';
import { startUpkeep } from '../../server/upkeep.ts';
import { builtModule } from '../core-build.ts';
import { houseOf, replayEntropy, serveInside } from './in-process.ts';
import { fund } from './play.ts';
import { list } from './service.ts';

const repeated = (period: number): Entropy => {
  const block = replayEntropy(`block ${period}`)(period);
  let at = 0;
  return (count) => Uint8Array.from({ length: count }, () => block[at++ % period] ?? 0);
};
const STUCK: readonly (readonly [name: string, source: () => Entropy])[] = [
  ['at 0xFF', () => (count) => new Uint8Array(count).fill(0xff)],
  ['at 0x00', () => (count) => new Uint8Array(count)],
  ...[32, 48, 64, 128].map(
    (period) => [`at a block of ${period} bytes`, () => repeated(period)] as const,
  ),
];
/** Draws of 32 bytes until a period of 128 has come back, with room for the two of each deal. */
const DEALS_MAX = 4;

describe('A5: a source stuck in mid-play', () => {
  it.each(STUCK)(
    '%s: latches, retires, lets open rounds end, waits for an operator',
    async (_, stuck) => {
      const good = replayEntropy('a healthy source');
      let source = good;
      let reads = 0;
      const house = await houseOf({
        entropy: (count) => {
          reads += 1;
          return source(count);
        },
      });
      const service = await serveInside(house);
      await fund(service, ['p1', 'p2']);
      const ask = { table: 'russian-poker', player: 'p1', boxes: [{ box: 1, ante: 100 }] };
      const open = await service.post('/v1/rounds', ask);
      const path = `/v1/rounds/${open.json['id']}`;
      const unused = { table: 'oasis-poker', player: 'p2' };
      const receipt = await service.post('/v1/commitments', unused);

      source = stuck();
      let dealt = 0;
      while (dealt <= DEALS_MAX && (await service.post('/v1/rounds', ask)).status === 201)
        dealt += 1;
      expect(dealt).toBeLessThanOrEqual(DEALS_MAX);
      const spent = reads;
      const refusals = [
        await service.post('/v1/rounds', ask),
        await service.post('/v1/commitments', { ...unused, player: 'p1' }),
        await service.post('/v1/rounds', {
          ...unused,
          boxes: [{ box: 1, ante: 100 }],
          commitment: receipt.json['id'],
        }),
      ];
      for (const refusal of refusals) {
        expect([refusal.status, refusal.json['code']]).toEqual([503, 'not-ready']);
        expect(refusal.headers.get('retry-after')).toBe('1');
        expect(refusal.text).not.toMatch(/"[2-9TJQKA][cdhs]"/);
      }
      expect((await service.get('/readyz')).status).toBe(503);
      expect((await service.get('/livez')).status).toBe(200);
      expect(reads, 'a latched source is not read').toBe(spent);

      const log = createLog('silent', process.stderr);
      await startUpkeep(
        house,
        0,
        () => {},
        log,
        () => 0,
      ).stop();
      const retired = (await service.get(`/v1/commitments/${receipt.json['id']}`)).json;
      expect(retired['state']).toBe('retired');
      expect(retired['seed']).toMatch(/^[0-9a-f]{64}$/);

      const [card] = list<string>(list(open.json, 'boxes')[0], 'cards');
      const own = { player: 'p1', box: 1 };
      const exchange = { ...own, action: 'exchange', cards: [card] };
      expect((await service.post(`${path}/actions`, exchange)).status).toBe(200);
      expect((await service.post(`${path}/actions`, { ...own, action: 'fold' })).status).toBe(200);
      const proof = await service.get(`${path}/proof`);
      expect((await service.post('/v1/verify', proof.text, null)).json['ok']).toBe(true);

      // A source that is well again is not trusted by itself.
      const clear = async () =>
        (await service.post('/v1/rng/clear', { reason: 'drill' })).json['ok'];
      expect(await clear()).toBe(false);
      source = good;
      expect((await service.post('/v1/rounds', ask)).status).toBe(503);
      expect(await clear()).toBe(true);
      expect((await service.get('/readyz')).status).toBe(200);
      expect((await service.post('/v1/rounds', ask)).status).toBe(201);
      await service.close();
    },
  );
});

/** A core with its whole linear memory in hand: the one place that holds the DRBG's state. */
function coreWithMemory(): { core: Core; memory: Uint8Array } {
  const holder = globalThis as unknown as { WebAssembly: { Instance: unknown } };
  const real = holder.WebAssembly.Instance as new (
    ...of: unknown[]
  ) => { exports: { memory: { buffer: ArrayBuffer } } };
  let memory: Uint8Array | undefined;
  holder.WebAssembly.Instance = function Instance(...of: unknown[]) {
    const instance = new real(...of);
    memory = new Uint8Array(instance.exports.memory.buffer);
    return instance;
  };
  try {
    const core = createCore(builtModule());
    if (memory === undefined) throw new Error('no memory seen');
    return { core, memory };
  } finally {
    holder.WebAssembly.Instance = real;
  }
}

describe('A6: a memory snapshot of a worker', () => {
  it('restored twice deals two different decks; the state alone would deal one', () => {
    const { core, memory } = coreWithMemory();
    const generator = createGenerator({
      core,
      freshCore: () => createCore(builtModule()),
      entropy: replayEntropy('worker'),
      instanceId: 'worker',
      coreHash: '0'.repeat(64),
      monotonic: () => 0,
    });
    const ROUND = new Uint8Array(16).fill(3);
    const deck = (seed: Uint8Array) =>
      Array.from(
        deckOf(core, { roundId: ROUND, rulesetHash: new Uint8Array(32), seed }, Uint8Array.of(0)),
        cardText,
      ).join('');
    for (let i = 0; i < 100; i++) generator.seed(ROUND);
    const snapshot = memory.slice();
    const restored = <Of>(work: () => Of): Of => {
      memory.set(snapshot);
      return work();
    };
    // The control: what is restored is the whole state.
    const alike = () => toHex(core.drbg.generate(32, new Uint8Array(48)));
    expect(restored(alike)).toBe(restored(alike));
    const decks = Array.from({ length: 4 }, () => restored(() => deck(generator.seed(ROUND))));
    expect(new Set(decks).size).toBe(4);
  });
});
