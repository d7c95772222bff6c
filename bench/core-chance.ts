/**
 * The chance half of the core beside the fastest that Node programs use for the same job. Both sides
 * are called as a program would call them, from JavaScript, one operation a call (or one batch).
 */
import { createHmac, hash, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CHACHA_BLOCK_SIZE, CHACHA_KEY_SIZE, DEALS_MAX } from '../assembly/layout.ts';
import { createBatchDealer } from '../engine/batch-deal.ts';
import { createCore } from '../engine/core.ts';
import { createHost } from '../engine/core-host.ts';
import type { Contest } from './measure.ts';

const require = createRequire(import.meta.url);

/** What is used of sodium-native, which ships no types. */
interface Sodium {
  crypto_stream_chacha20_ietf(out: Buffer, nonce: Buffer, key: Buffer): void;
}

/** A Fisher–Yates shuffle of 52 over `crypto.randomInt`, the first `count` places. */
function peerDeal(deck: Uint8Array, count: number): number {
  for (let i = 0; i < 52; i++) deck[i] = i;
  for (let i = 0; i < count; i++) {
    const j = randomInt(i, 52);
    const card = deck[j]!;
    deck[j] = deck[i]!;
    deck[i] = card;
  }
  return deck[0]!;
}

function peerDeals(count: number): (n: number) => number {
  const deck = new Uint8Array(52);
  return (n) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += peerDeal(deck, count);
    return sum;
  };
}

/** A key of its own for every call: the first four bytes count. */
function nextKey(key: Uint8Array, i: number): Uint8Array {
  key[0] = i;
  key[1] = i >> 8;
  key[2] = i >> 16;
  key[3] = i >> 24;
  return key;
}

export function chanceContests(): Contest[] {
  const wasm = readFileSync(require.resolve('#build/core.wasm'));
  const core = createCore(wasm);
  const sodium = require('sodium-native') as Sodium;
  const key = new Uint8Array(32).fill(9);
  const message = new Uint8Array(64).fill(7);
  return [
    keyStream(wasm, sodium),
    {
      name: 'sha256-64',
      does: 'SHA-256 of 64 bytes, bytes in and bytes out',
      goal: 1.5,
      ours: (n) => {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += core.sha256(nextKey(message, i))[0]!;
        return sum;
      },
      peer: (n) => {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += hash('sha256', nextKey(message, i), 'buffer')[0]!;
        return sum;
      },
    },
    {
      name: 'hmac-64',
      does: 'HMAC-SHA-256 of 64 bytes under a key of 32, bytes in and bytes out',
      goal: 2,
      ours: (n) => {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += core.hmac(key, nextKey(message, i))[0]!;
        return sum;
      },
      peer: (n) => {
        let sum = 0;
        for (let i = 0; i < n; i++)
          sum += createHmac('sha256', key).update(nextKey(message, i)).digest()[0]!;
        return sum;
      },
    },
    {
      name: 'shuffle-call',
      does: 'a deck key in, 52 cards out, one call with its copies',
      goal: 5,
      ours: (n) => {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += core.shuffle(nextKey(key, i))[0]!;
        return sum;
      },
      peer: peerDeals(51),
    },
    batchOf(52, 'shuffle-batch', 'a deck of a batch of 1,024: keys copied in, decks readable'),
    batchOf(10, 'deal10-batch', 'ten cards of a batch of 1,024: keys copied in, cards readable'),
  ];
}

function batchOf(cards: number, name: string, does: string): Contest {
  const batch = createBatchDealer(readFileSync(require.resolve('#build/batch.wasm')));
  const keys = new Uint8Array(DEALS_MAX * CHACHA_KEY_SIZE).map((_, i) => i ^ (i >> 7));
  return {
    name,
    does,
    goal: 8,
    ours: (n) => {
      let sum = 0;
      for (let done = 0; done < n; done += DEALS_MAX) {
        nextKey(keys, done);
        const deals = Math.min(DEALS_MAX, n - done);
        const decks = batch.deal(keys.subarray(0, deals * CHACHA_KEY_SIZE), cards);
        for (let i = 0; i < decks.length; i += cards) sum += decks[i]!;
      }
      return sum;
    },
    peer: peerDeals(Math.min(cards, 51)),
  };
}

/** Key and nonce in, 256 bytes of key stream out into memory that the caller can read. */
function keyStream(wasm: Uint8Array<ArrayBuffer>, sodium: Sodium): Contest {
  const host = createHost(wasm);
  const chacha20 = host.bind('chacha20');
  const out = Buffer.alloc(4 * CHACHA_BLOCK_SIZE);
  // One buffer, so that key and nonce are one copy on our side.
  const start = Buffer.alloc(44);
  const key = start.subarray(0, 32).fill(9);
  const nonce = start.subarray(32);
  const [KEY, NONCE, OUT] = [4096, 4128, 0];
  return {
    name: 'chacha20-256',
    does: '256 bytes of ChaCha20 key stream, key and nonce given with every call',
    goal: 1.6,
    ours: (n) => {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        nextKey(start, i);
        host.write(KEY, start);
        sum += chacha20(KEY, NONCE, 0, 4, OUT);
      }
      return sum;
    },
    peer: (n) => {
      for (let i = 0; i < n; i++)
        sodium.crypto_stream_chacha20_ietf(out, nonce, nextKey(key, i) as Buffer);
      return out[0]!;
    },
  };
}
