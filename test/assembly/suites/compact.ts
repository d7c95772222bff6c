/**
 * A check of the chance half that takes a tenth of a second: what the suites prove at length, at the
 * points where a mistake shows. Gives the names of what fails, so that a build with a planted fault
 * can be told from a sound one.
 */
import { createHash, createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DRBG_RESEED_INTERVAL, ERROR_DEAD, OK } from '../../../assembly/layout.ts';
import { createBatchDealer } from '../../../engine/batch-deal.ts';
import { createCore } from '../../../engine/core.ts';
import { rawModule } from '../../core-build.ts';
import { drawDeck, drawFrom, keyStream } from '../../reference/draw.ts';
import { ReferenceDrbg } from '../../reference/hmac-drbg.ts';
import { hex } from '../../reference/response-file.ts';
import { numberedKey, REJECTING } from './batch.ts';
import { dealVectors, injected } from './deck.ts';
import { count } from './uniform.ts';

const bytes = (length: number, salt: number) =>
  Uint8Array.from({ length }, (_, i) => 1 + ((i * 89 + salt * 151) % 255));

function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) throw new Error('differs');
}
const sameBytes = (actual: Uint8Array, expected: Uint8Array) => same([...actual], [...expected]);

/** Passes when `work` throws, in the core or before it. */
function refused(work: () => unknown): void {
  try {
    work();
  } catch {
    return;
  }
  throw new Error('not refused');
}

type Check = (core: Uint8Array, batch: Uint8Array) => void;

const CHECKS: { readonly [name: string]: Check } = {
  hash(wasm) {
    const core = createCore(wasm);
    for (const length of [0, 1, 55, 56, 63, 64, 119, 120, 200]) {
      const message = bytes(length, 1);
      sameBytes(core.sha256(message), createHash('sha256').update(message).digest());
      const tag = createHmac('sha256', message).update(bytes(100, 2)).digest();
      sameBytes(core.hmac(message, bytes(100, 2)), tag);
    }
  },
  drbg(wasm) {
    const { drbg } = createCore(wasm);
    drbg.instantiate(bytes(32, 1), bytes(16, 2), bytes(20, 3));
    const reference = new ReferenceDrbg(bytes(32, 1), bytes(16, 2), bytes(20, 3));
    for (const length of [0, 33, 64]) {
      const additional = bytes(length, 4);
      sameBytes(drbg.generate(80, additional), reference.generate(80, additional));
      drbg.reseed(bytes(40, 5), additional);
      reference.reseed(bytes(40, 5), additional);
      same(drbg.counter(), 1);
    }
    sameBytes(drbg.generate(80), reference.generate(80, bytes(0, 0)));
    drbg.uninstantiate();
    refused(() => drbg.generate(1));
  },
  limits(wasm) {
    const { call } = rawModule(wasm);
    same(call['drbgInstantiate']!(0, 32, 32, 15, 0, 0) === OK, false);
    same(call['drbgInstantiate']!(0, 31, 32, 16, 0, 0) === OK, false);
    same(call['drbgInstantiate']!(0, 32, 32, 16, 0, 0), OK);
    same(call['drbgGenerate']!(0, 65537, 0, 0) === OK, false);
    for (let i = 0; i < DRBG_RESEED_INTERVAL; i++) same(call['drbgGenerate']!(0, 0, 0, 0), OK);
    same(call['drbgGenerate']!(0, 0, 0, 0) === OK, false);
  },
  trap(wasm) {
    const { call } = rawModule(wasm);
    call['drbgInstantiate']!(0, 32, 32, 16, 0, 0);
    refused(() => call['drbgGenerate']!(0, 64, 32, 64));
    same(call['drbgGenerate']!(0, 1, 0, 0), ERROR_DEAD);
  },
  stream(wasm) {
    const core = createCore(wasm);
    for (const blocks of [1, 4, 7]) {
      const nonce = bytes(12, 6);
      sameBytes(
        core.chacha20(bytes(32, 7), 5, blocks, nonce),
        keyStream(bytes(32, 7), 5, blocks, nonce),
      );
    }
    refused(() => core.chacha20(bytes(32, 7), 0xffff_ffff, 2));
    same(core.chacha20(bytes(32, 7), 0xffff_ffff, 1).length, 64);
  },
  below(wasm) {
    const raw = rawModule(wasm);
    for (let n = 2; n <= 52; n++) {
      same(count(raw, n, 8), {
        preimages: new Array(n).fill(Math.floor(256 / n)),
        rejected: 256 % n,
      });
    }
    const words = Array.from({ length: 90 }, (_, i) => (i % 3 === 0 ? 0 : (i * 40503) % 65536));
    same(injected(raw, words, 16, 52).deck, drawFrom(words, 52, 16).deck);
  },
  deck(wasm) {
    const core = createCore(wasm);
    for (const vector of dealVectors) {
      const key = hex(vector.deckKey);
      const { deck, rejected, wordsUsed } = core.draw(key);
      const expected = drawDeck(key);
      same({ deck: [...deck], rejected, wordsUsed }, expected);
      sameBytes(core.shuffle(key, 51), deck.subarray(0, 51));
    }
  },
  permutations(wasm) {
    const raw = rawModule(wasm);
    const seen = new Set<string>();
    for (let a = 0; a < 4; a++)
      for (let b = 0; b < 3; b++)
        for (let c = 0; c < 2; c++)
          seen.add(injected(raw, [a * 64 + 9, b * 86 + 9, c * 128 + 9], 8, 4).deck.join());
    same(seen.size, 24);
  },
  wiped(wasm) {
    const raw = rawModule(wasm);
    const before = raw.memory.slice();
    const io = raw.value['IO']!;
    // Every input at a place of its own, so that no call wipes what another has left.
    raw.memory.set(bytes(32, 1), io + 1000);
    raw.call['deal']!(1000, 52, 0);
    raw.memory.set(bytes(44, 2), io + 2000);
    raw.call['chacha20']!(2000, 2032, 0, 3, 0);
    raw.memory.set(bytes(132, 3), io + 3000);
    raw.call['hmac']!(3000, 32, 3032, 100, 0);
    raw.memory.set(bytes(100, 4), io + 4000);
    raw.call['sha256']!(4000, 100, 0);
    raw.memory.set(bytes(48, 5), io + 5000);
    raw.call['drbgInstantiate']!(5000, 32, 5032, 16, 0, 0);
    raw.call['drbgUninstantiate']!();
    raw.memory.fill(0, io, io + 192);
    same(Buffer.compare(raw.memory, before), 0);
  },
  batch(wasm, batchWasm) {
    const core = createCore(wasm);
    const batch = createBatchDealer(batchWasm);
    // One group by lanes, one that is dealt again, three left over.
    const keys = [0, 1, 2, 3, 4, REJECTING[0]!, 6, 7, 8, 9, 10].map(numberedKey);
    const decks = batch.deal(Buffer.concat(keys));
    sameBytes(decks, Buffer.concat(keys.map((key) => core.shuffle(key))));
    const raw = rawModule(batchWasm);
    const before = raw.memory.slice();
    raw.memory.fill(0xa5, raw.value['KEYS']!, raw.value['KEYS']! + 32 * 7);
    raw.call['dealBatch']!(7, 52);
    raw.memory.fill(0, raw.value['DECKS']!, raw.value['DECKS']! + 52 * 7);
    same(Buffer.compare(raw.memory, before), 0);
  },
};

/** Names of the checks that a pair of builds fails; empty for a sound pair. */
export function failures(core: Uint8Array, batch: Uint8Array): string[] {
  return Object.entries(CHECKS)
    .filter(([, check]) => {
      try {
        check(core, batch);
        return false;
      } catch {
        return true;
      }
    })
    .map(([name]) => name);
}
