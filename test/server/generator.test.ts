/**
 * The generator's life: reseeds, latch, clearing, ids, and that nothing restored, cloned or forked
 * deals what another has dealt (field log A1, A5–A7; design §2.1–2.3).
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { Core } from '../../engine/core.ts';
import { createCore } from '../../engine/core.ts';
import { toHex, uuidText } from '../../engine/octets.ts';
import type { Entropy } from '../../server/entropy.ts';
import {
  EntropyFault,
  fileEntropy,
  SECOND_SIZE,
  systemEntropy,
  testEntropy,
} from '../../server/entropy.ts';
import type { GeneratorEvent, GeneratorParts } from '../../server/generator.ts';
import { createGenerator, GeneratorError, RESEED_MS } from '../../server/generator.ts';
import { createRoundIds } from '../../server/round-id.ts';

const require = createRequire(import.meta.url);
const wasm = readFileSync(require.resolve('#build/core.wasm'));
const sha256 = (message: Uint8Array) => createHash('sha256').update(message).digest();
const ID = new Uint8Array(16).fill(1);

/** A healthy source that gives the same bytes for the same seed. */
function seeded(seed: string): Entropy {
  let n = 0;
  return (count) => {
    const blocks = Array.from({ length: Math.ceil(count / 32) }, () =>
      sha256(Buffer.from(`${seed} ${n++}`)),
    );
    return new Uint8Array(Buffer.concat(blocks).subarray(0, count));
  };
}

function start(fields: Partial<GeneratorParts> = {}) {
  const events: GeneratorEvent[] = [];
  const time = { now: 0 };
  const generator = createGenerator({
    core: createCore(wasm),
    freshCore: () => createCore(wasm),
    entropy: seeded('os'),
    instanceId: 'test',
    coreHash: createHash('sha256').update(wasm).digest('hex'),
    monotonic: () => time.now,
    onEvent: (event) => events.push(event),
    ...fields,
  });
  return { generator, events, time };
}

describe('seeds', () => {
  it('are the DRBG over tested entropy, personalization and additional input of design §2.2–2.3', () => {
    const { generator } = start();
    const core = createCore(wasm);
    const os = testEntropy(seeded('os'), sha256);
    os.startup();
    const [input, nonce, boot] = [os.draw(32), os.draw(16), os.draw(16)];
    const personalization = Buffer.concat([
      Buffer.from('chemmy/drbg/v1'),
      Buffer.from([4, 0]),
      Buffer.from('test'),
      boot,
      createHash('sha256').update(wasm).digest(),
    ]);
    core.drbg.instantiate(input, nonce, new Uint8Array(personalization));
    const wanted = core.drbg.generate(32, new Uint8Array(Buffer.concat([ID, os.draw(32)])));
    expect(toHex(generator.seed(ID))).toBe(toHex(wanted));
  });

  it('differ always: 2,000 of one generator, and the first ones of 50', () => {
    const { generator } = start();
    const many = Array.from({ length: 2000 }, () => toHex(generator.seed(ID)));
    expect(new Set(many).size).toBe(2000);
    const firsts = Array.from({ length: 50 }, (_, i) =>
      toHex(start({ entropy: seeded(`os ${i}`) }).generator.seed(ID)),
    );
    expect(new Set(firsts).size).toBe(50);
  });

  it('carry the second source, with its length, into the seeding only', () => {
    const bytes =
      (byte: number): Entropy =>
      (count) =>
        new Uint8Array(count).fill(byte);
    const of = (second?: Entropy) =>
      toHex(start(second === undefined ? {} : { second }).generator.seed(ID));
    expect(new Set([of(), of(bytes(0)), of(bytes(1))]).size).toBe(3);
    expect(of(bytes(1))).toBe(of(bytes(1)));
  });
});

describe('reseeds', () => {
  it('come after 2^16 generates', () => {
    const { generator } = start();
    for (let i = 0; i < 65_536; i++) generator.seed(ID);
    expect(generator.reseeds.get('interval')).toBeUndefined();
    generator.seed(ID);
    expect(generator.reseeds.get('interval')).toBe(1);
  });

  it('come hourly by a clock that does not jump, and on demand, with fresh bytes', () => {
    const { generator, time, events } = start();
    time.now = RESEED_MS - 1;
    generator.seed(ID);
    expect(generator.reseeds.size).toBe(0);
    time.now = RESEED_MS;
    generator.seed(ID);
    generator.seed(ID);
    expect(generator.reseeds.get('hourly')).toBe(1);
    expect(generator.reseed('royal-flush')).toBe(true);
    expect(events.filter((e) => e.kind === 'rng-reseeded').map((e) => e.reason)).toEqual([
      'hourly',
      'royal-flush',
    ]);
  });

  it('test and throw away 1,024 bytes first', () => {
    const asked: number[] = [];
    const os = seeded('os');
    const { generator } = start({
      entropy: (count) => {
        asked.push(count);
        return os(count);
      },
    });
    expect(asked[0]).toBe(1024);
    asked.length = 0;
    generator.reseed('demand');
    expect(asked).toEqual([1024, 32]);
  });
});

/** Sources of field log A5 and issue 4, broken from the start. */
const STUCK: { readonly [name: string]: Entropy } = {
  'all 0xFF': (count) => new Uint8Array(count).fill(0xff),
  'all 0x00': (count) => new Uint8Array(count),
  ...Object.fromEntries(
    [32, 48, 64, 128].map((period) => {
      let at = 0;
      const block = seeded(`block ${period}`)(period);
      const source: Entropy = (count) =>
        Uint8Array.from({ length: count }, () => block[at++ % period] ?? 0);
      return [`a repeated block of ${period}`, source];
    }),
  ),
  'an error': () => {
    throw new Error('no entropy');
  },
  'too few bytes': (count) => new Uint8Array(count - 1),
};

describe('the latch', () => {
  it.each(Object.keys(STUCK))(
    'holds from the start with %s, after a bounded number of reads',
    (name) => {
      let reads = 0;
      const { generator, events } = start({
        entropy: (count) => {
          reads += 1;
          return (STUCK[name] as Entropy)(count);
        },
      });
      expect(generator.ready()).toBe(false);
      expect(() => generator.seed(ID)).toThrow(GeneratorError);
      expect(() => generator.roundId(1)).toThrow(GeneratorError);
      expect(generator.reseed('demand')).toBe(false);
      expect(reads).toBe(1);
      expect(events.filter((e) => e.kind === 'rng-latched')).toHaveLength(1);
    },
  );

  it.each(Object.keys(STUCK))(
    'holds when a good source turns to %s, within eight draws',
    (name) => {
      const good = seeded('os');
      let broken = false;
      const { generator } = start({
        entropy: (count) => (broken ? (STUCK[name] as Entropy)(count) : good(count)),
      });
      generator.seed(ID);
      broken = true;
      let drawn = 0;
      expect(() => {
        for (; drawn < 8; drawn++) generator.seed(ID);
      }).toThrow(GeneratorError);
      // The core's own state is still secret: what was drawn until then stays unpredictable.
      expect(drawn).toBeLessThan(8);
      broken = false;
      expect(() => generator.seed(ID)).toThrow(GeneratorError);
      expect(generator.latch()).not.toBeNull();
    },
  );

  it('is cleared by an operator alone, with all tests anew and a reseed', () => {
    const good = seeded('os');
    let broken = true;
    const { generator, events } = start({
      entropy: (count) => (broken ? new Uint8Array(count) : good(count)),
    });
    expect(generator.clear()).toBe(false);
    expect(generator.ready()).toBe(false);
    broken = false;
    expect(generator.clear()).toBe(true);
    expect(generator.seed(ID)).toHaveLength(32);
    broken = true;
    expect(generator.reseed('demand')).toBe(false);
    broken = false;
    expect(generator.ready()).toBe(false);
    expect(generator.clear()).toBe(true);
    expect(generator.reseeds.get('cleared')).toBe(1);
    expect(events.map((e) => e.kind).filter((kind) => kind === 'rng-cleared')).toHaveLength(2);
    expect(JSON.stringify(events)).not.toMatch(/[0-9a-f]{32}/);
  });

  it('holds after a wrong known answer, on demand; at the start nothing starts', () => {
    let wrong = false;
    const freshCore = (): Core => {
      const core = createCore(wasm);
      if (!wrong) return core;
      const generate: Core['drbg']['generate'] = (count, additional) => {
        const bytes = core.drbg.generate(count, additional);
        bytes[0] = (bytes[0] ?? 0) ^ 1;
        return bytes;
      };
      return { ...core, drbg: { ...core.drbg, generate } };
    };
    const { generator } = start({ freshCore });
    expect(generator.selfTest()).toBe(true);
    wrong = true;
    expect(generator.selfTest()).toBe(false);
    expect(generator.latch()).toMatch(/known-answer test: hmac-drbg/);
    expect(() => generator.seed(ID)).toThrow(GeneratorError);
    expect(() => start({ freshCore })).toThrow(GeneratorError);
  });
});

describe('the source behind its tests', () => {
  it('gives every byte once, and wipes what it read (field log A7)', () => {
    const given: Uint8Array[] = [];
    let n = 0;
    const counter: Entropy = (count) => {
      const bytes = new Uint8Array(count);
      const view = new DataView(bytes.buffer);
      for (let at = 0; at < count; at += 4) view.setUint32(at, Math.imul(++n, 0x9e3779b1));
      given.push(bytes);
      return bytes;
    };
    const source = testEntropy(counter, sha256);
    const words = [10, 32, 16, 32, 64].flatMap((count) => {
      const view = new DataView(source.draw(count).buffer);
      return Array.from({ length: Math.floor(count / 4) }, (_, i) => view.getUint32(4 * i));
    });
    expect(new Set(words).size).toBe(words.length);
    expect(given.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
  });

  it('reads a second source from a file, and refuses a short one', () => {
    const path = join(tmpdir(), `chemmy-second-${process.pid}`);
    writeFileSync(path, Buffer.alloc(SECOND_SIZE, 5));
    expect(Array.from(fileEntropy(path)(SECOND_SIZE))).toEqual(Array(SECOND_SIZE).fill(5));
    expect(() => fileEntropy(path)(SECOND_SIZE + 1)).toThrow(EntropyFault);
    const { generator } = start({ second: fileEntropy(join(tmpdir(), 'chemmy-absent')) });
    expect(generator.ready()).toBe(false);
  });
});

describe('round ids', () => {
  it('ascend and never repeat, within a millisecond and while the clock jumps', () => {
    const id = createRoundIds(seeded('ids'));
    const times = [5, 5, 5, 9, 2, 9, 9, 1000, 3, 0, 1000, 1001];
    const ids = Array.from({ length: 6000 }, (_, i) => uuidText(id(times[i % times.length] ?? 0)));
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
    expect(ids.every((text) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/.test(text))).toBe(
      true,
    );
  });

  it('go into the next millisecond when a random part is full', () => {
    const id = createRoundIds((count) => new Uint8Array(count).fill(0xff));
    const ids = Array.from({ length: 5 }, () => uuidText(id(7)));
    expect(new Set(ids).size).toBe(5);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('copies', () => {
  it('a state restored twice deals differently at once, from its own fresh bytes alone', () => {
    // The state is all that entropy, nonce and personalization made: the same bytes, the same state.
    const restored = (after: string): string[] => {
      const before = seeded('before the snapshot');
      const system = seeded(after);
      let snapshot = false;
      const { generator } = start({ entropy: (n) => (snapshot ? system(n) : before(n)) });
      generator.seed(ID);
      snapshot = true;
      return Array.from({ length: 3 }, () => toHex(generator.seed(ID)));
    };
    const [a, b, again] = [restored('host a'), restored('host b'), restored('host a')];
    expect(new Set([...a, ...b]).size).toBe(6);
    expect(again).toEqual(a);
  });

  it('A6: parent, threads and forked processes deal distinct seeds, the first and the hundredth', async () => {
    const path = (name: string) => JSON.stringify(require.resolve(name));
    const source = `
      const { createHash } = require('node:crypto');
      Promise.all([import(${path('#build/server/generator.js')}), import(${path('#build/engine/core.js')}),
        import(${path('#build/server/entropy.js')})]).then(([g, c, e]) => {
        const wasm = require('node:fs').readFileSync(${path('#build/core.wasm')});
        const generator = g.createGenerator({ core: c.createCore(wasm), freshCore: () => c.createCore(wasm),
          entropy: e.systemEntropy, instanceId: 'same', monotonic: () => 0,
          coreHash: createHash('sha256').update(wasm).digest('hex') });
        const seeds = Array.from({ length: 100 }, () =>
          Buffer.from(generator.seed(new Uint8Array(16))).toString('hex'));
        const { parentPort } = require('node:worker_threads');
        if (parentPort !== null) parentPort.postMessage(seeds); else process.send(seeds);
      });`;
    const script = join(tmpdir(), `chemmy-clone-${process.pid}.cjs`);
    writeFileSync(script, source);
    const answers = await Promise.all([
      ...Array.from(
        { length: 3 },
        () =>
          new Promise<string[]>((resolve, reject) => {
            const worker = new Worker(script);
            worker.on('message', resolve).on('error', reject);
          }),
      ),
      ...Array.from(
        { length: 3 },
        () =>
          new Promise<string[]>((resolve, reject) => {
            const child = fork(script);
            child.on('message', (seeds) => resolve(seeds as string[])).on('error', reject);
          }),
      ),
    ]);
    // The parent too, which has been through another start.
    const { generator } = start({ entropy: systemEntropy, instanceId: 'same' });
    const own = Array.from({ length: 100 }, () => toHex(generator.seed(new Uint8Array(16))));
    expect(new Set([...answers.flat(), ...own]).size).toBe(700);
  });
});
