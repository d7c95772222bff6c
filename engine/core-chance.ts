/**
 * The chance functions of the core, typed: hash, HMAC, key stream, deck. Lengths and ranges are
 * checked here and again inside (assertions in pairs). Inputs are wiped by the core, outputs here.
 */
import {
  CHACHA_BLOCK_SIZE,
  CHACHA_KEY_SIZE,
  CHACHA_NONCE_SIZE,
  DECK_SIZE,
  HASH_SIZE,
  IO_SIZE,
  OK,
  TRACE_SIZE,
} from '../assembly/layout.ts';
import type { CoreHost } from './core-host.ts';
import { CoreError, require } from './core-host.ts';

/** A word that was thrown away: draw `i`, range `n`, index `word`, and the low half that was too small. */
export interface Rejection {
  readonly i: number;
  readonly n: number;
  readonly word: number;
  readonly low: number;
}

/** A whole deck with the words behind it, for vectors and audits. */
export interface Draw {
  /** 52 ids. */
  readonly deck: Uint8Array;
  /** The words used, rejected ones included, in order. */
  readonly words: Uint32Array;
  readonly wordsUsed: number;
  readonly rejected: readonly Rejection[];
}

export interface CoreChance {
  /** SHA-256 of a message of any length: 32 bytes. */
  sha256(message: Uint8Array): Uint8Array;
  /** HMAC-SHA-256, key up to 4,096 bytes, message up to 64 KiB: 32 bytes. */
  hmac(key: Uint8Array, message: Uint8Array): Uint8Array;
  /**
   * RFC 8439 key stream: `blocks` (0 to 1,024) times 64 bytes from `counter`. Zero nonce unless given.
   * Throws CoreError ERROR_COUNTER_EXHAUSTED when the 32-bit counter would wrap.
   */
  chacha20(key: Uint8Array, counter: number, blocks: number, nonce?: Uint8Array): Uint8Array;
  /** The first `count` cards (ids 0 to 51) of the v1 deck of a 32-byte deck key. */
  shuffle(deckKey: Uint8Array, count?: number): Uint8Array;
  /** The whole deck with its words. */
  draw(deckKey: Uint8Array): Draw;
}

const KEY_MAX = 4096;
const MESSAGE_MAX = 65536;
const BLOCKS_MAX = 1024;

/** Where things stand in the io region; the output never overlaps an input. */
const OUT = 0;
const KEY = 65536;
const NONCE = KEY + CHACHA_KEY_SIZE;
const HMAC_MESSAGE = OUT + HASH_SIZE;
const HMAC_KEY = IO_SIZE - KEY_MAX;
const HASH_MESSAGE = OUT + HASH_SIZE;
const HASH_CHUNK = IO_SIZE - HASH_MESSAGE;
const TRACE = 64;

export function bindChance(host: CoreHost): CoreChance {
  const sha256 = host.bind('sha256');
  const sha256Begin = host.bind('sha256Begin');
  const sha256Update = host.bind('sha256Update');
  const sha256End = host.bind('sha256End');
  const hmac = host.bind('hmac');
  const chacha20 = host.bind('chacha20');
  const deal = host.bind('deal');
  const dealWithTrace = host.bind('dealWithTrace');
  const takeHash = host.taker(OUT, HASH_SIZE);
  const takeDeck = host.taker(OUT, DECK_SIZE);

  const chance: CoreChance = {
    sha256(message) {
      return host.run(() => {
        if (message.length <= HASH_CHUNK) {
          host.write(HASH_MESSAGE, message);
          sha256(HASH_MESSAGE, message.length, OUT);
        } else {
          sha256Begin();
          for (let at = 0; at < message.length; at += HASH_CHUNK) {
            const chunk = message.subarray(at, at + HASH_CHUNK);
            host.write(HASH_MESSAGE, chunk);
            sha256Update(HASH_MESSAGE, chunk.length);
          }
          sha256End(OUT);
        }
        return takeHash();
      });
    },
    hmac(key, message) {
      require(key.length <= KEY_MAX && message.length <= MESSAGE_MAX, 'hmac input too long');
      return host.run(() => {
        host.write(HMAC_KEY, key);
        host.write(HMAC_MESSAGE, message);
        hmac(HMAC_KEY, key.length, HMAC_MESSAGE, message.length, OUT);
        return takeHash();
      });
    },
    chacha20(key, counter, blocks, nonce) {
      require(key.length === CHACHA_KEY_SIZE, 'a key has 32 bytes');
      require(nonce === undefined || nonce.length === CHACHA_NONCE_SIZE, 'a nonce has 12 bytes');
      require(isWord(counter), 'a counter has 32 bits');
      require(isWord(blocks) && blocks <= BLOCKS_MAX, 'at most 1,024 blocks a call');
      const answer = host.run(() => {
        host.write(KEY, key);
        host.write(NONCE, nonce ?? ZERO_NONCE);
        const code = chacha20(KEY, NONCE, counter, blocks, OUT);
        return code === OK ? host.take(OUT, blocks * CHACHA_BLOCK_SIZE) : code;
      });
      if (typeof answer === 'number') throw new CoreError(answer, 'chacha20');
      return answer;
    },
    shuffle(deckKey, count = DECK_SIZE) {
      require(deckKey.length === CHACHA_KEY_SIZE, 'a deck key has 32 bytes');
      require(isWord(count) && count <= DECK_SIZE, 'a deck has 52 cards');
      return host.run(() => {
        host.write(KEY, deckKey);
        deal(KEY, count, OUT);
        return count === DECK_SIZE ? takeDeck() : host.take(OUT, count);
      });
    },
    draw(deckKey) {
      require(deckKey.length === CHACHA_KEY_SIZE, 'a deck key has 32 bytes');
      const { deck, trace, wordsUsed } = host.run(() => {
        host.write(KEY, deckKey);
        const used = dealWithTrace(KEY, DECK_SIZE, OUT, TRACE);
        return {
          deck: takeDeck(),
          trace: host.take(TRACE, TRACE_SIZE),
          wordsUsed: used,
        };
      });
      const stream = chance.chacha20(deckKey, 0, Math.ceil(wordsUsed / 16));
      const words = new Uint32Array(wordsUsed);
      const view = new DataView(stream.buffer);
      for (let i = 0; i < wordsUsed; i++) words[i] = view.getUint32(4 * i, true);
      stream.fill(0);
      return { deck, words, wordsUsed, rejected: rejections(trace, words) };
    },
  };
  return chance;
}

const ZERO_NONCE = new Uint8Array(CHACHA_NONCE_SIZE);

function isWord(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

/** Words used after each draw -> the words between that no draw kept. */
function rejections(trace: Uint8Array, words: Uint32Array): Rejection[] {
  const rejected: Rejection[] = [];
  const used = new DataView(trace.buffer, trace.byteOffset, trace.byteLength);
  let from = 0;
  for (let i = 0; i < DECK_SIZE - 1; i++) {
    const to = used.getUint16(2 * i, true);
    const n = DECK_SIZE - i;
    for (let word = from; word < to - 1; word++) {
      rejected.push({
        i,
        n,
        word,
        low: Number(BigInt.asUintN(32, BigInt(words[word] ?? 0) * BigInt(n))),
      });
    }
    from = to;
  }
  return rejected;
}
