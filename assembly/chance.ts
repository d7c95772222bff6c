/**
 * The chance half of the ABI. The host names bytes by offset and length in the io region; here they
 * become checked addresses. Every input is wiped before the call returns, whatever the answer: a
 * seed, an entropy block or a key lives in core memory for one call. Outputs stay until the host
 * has copied them; wiping those is the host's part. (Copies in machine registers and on the engine's
 * stack are out of WebAssembly's reach.)
 */
import { chachaWipe, chacha20 as keyStream } from './chacha20.ts';
import { deckWipe, draw } from './deck.ts';
import { drbgKill, generate, generates, instantiate, reseed, uninstantiate } from './drbg.ts';
import { hmacBegin, hmacEnd, hmacKey, hmacWipe } from './hmac.ts';
import {
  CHACHA_BLOCK_SIZE,
  CHACHA_KEY_SIZE,
  CHACHA_NONCE_SIZE,
  DECK_SIZE,
  HASH_SIZE,
  INJECTED_WORDS_MAX,
  IO_SIZE,
  TRACE_SIZE,
  WORD_BITS,
} from './layout.ts';
import { IO, io, wipe } from './memory.ts';
import { hashBegin, hashEnd, hashUpdate } from './sha256.ts';
import { streamInject, streamOpen, streamWipe } from './stream.ts';
import { scale } from './uniform.ts';

/** SHA-256 of a message of any length: begin, one `sha256Update` a chunk, end. */
export function sha256Begin(): void {
  hashBegin();
}
export function sha256Update(message: u32, length: u32): void {
  const at = io(message, length);
  hashUpdate(at, length);
  wipe(at, length);
}
/** 32 bytes to `out`. */
export function sha256End(out: u32): void {
  hashEnd(io(out, HASH_SIZE));
}

/** SHA-256 in one call, 32 bytes to `out`, which must not overlap the message. */
export function sha256(message: u32, length: u32, out: u32): void {
  const target = io(out, HASH_SIZE);
  const at = io(message, length);
  assert(apart(message, length, out, HASH_SIZE));
  hashBegin();
  hashUpdate(at, length);
  wipe(at, length);
  hashEnd(target);
}

/** HMAC-SHA-256 in one call, 32 bytes to `out`, which must not overlap an input. */
export function hmac(key: u32, keySize: u32, message: u32, length: u32, out: u32): void {
  const target = io(out, HASH_SIZE);
  const keyAt = io(key, keySize);
  const at = io(message, length);
  assert(apart(key, keySize, out, HASH_SIZE) && apart(message, length, out, HASH_SIZE));
  hmacKey(keyAt, keySize);
  hmacBegin();
  hashUpdate(at, length);
  wipe(keyAt, keySize);
  wipe(at, length);
  hmacEnd(target);
  hmacWipe();
}

/** SP 800-90A §9.1; answers OK or an ERROR_ code of layout.ts, as the next three do. */
export function drbgInstantiate(
  entropy: u32,
  entropySize: u32,
  nonce: u32,
  nonceSize: u32,
  personalization: u32,
  personalizationSize: u32,
): i32 {
  const a = io(entropy, entropySize);
  const b = io(nonce, nonceSize);
  const c = io(personalization, personalizationSize);
  const code = instantiate(a, entropySize, b, nonceSize, c, personalizationSize);
  wipe(a, entropySize);
  wipe(b, nonceSize);
  wipe(c, personalizationSize);
  return code;
}

/** §9.2. */
export function drbgReseed(
  entropy: u32,
  entropySize: u32,
  additional: u32,
  additionalSize: u32,
): i32 {
  const a = io(entropy, entropySize);
  const b = io(additional, additionalSize);
  const code = reseed(a, entropySize, b, additionalSize);
  wipe(a, entropySize);
  wipe(b, additionalSize);
  return code;
}

/** §9.3: `count` bytes to `out`, apart from the additional input. */
export function drbgGenerate(out: u32, count: u32, additional: u32, additionalSize: u32): i32 {
  const a = io(out, count);
  const b = io(additional, additionalSize);
  const code = generate(a, count, b, additionalSize);
  wipe(b, additionalSize);
  return code;
}

/** §9.4. */
export function drbgUninstantiate(): i32 {
  return uninstantiate();
}

/** Generates since the last seeding, plus one; 0 without an instantiation. */
export function drbgCounter(): u32 {
  return generates();
}

/** RFC 8439 §2.4 key stream, `blocks` * 64 bytes to `out`; OK or ERROR_COUNTER_EXHAUSTED. */
export function chacha20(key: u32, nonce: u32, counter: u32, blocks: u32, out: u32): i32 {
  assert(blocks <= <u32>IO_SIZE / CHACHA_BLOCK_SIZE);
  const target = io(out, blocks * CHACHA_BLOCK_SIZE);
  const a = io(key, CHACHA_KEY_SIZE);
  const b = io(nonce, CHACHA_NONCE_SIZE);
  assert(apart(key, CHACHA_KEY_SIZE, out, blocks * CHACHA_BLOCK_SIZE));
  assert(apart(nonce, CHACHA_NONCE_SIZE, out, blocks * CHACHA_BLOCK_SIZE));
  const code = keyStream(a, b, counter, blocks, target);
  wipe(a, CHACHA_KEY_SIZE);
  wipe(b, CHACHA_NONCE_SIZE);
  return code;
}

/** Deck key in, the first `count` cards of the v1 deck to `out`; answers the words used. */
export function deal(key: u32, count: u32, out: u32): u32 {
  return dealTraced(key, count, out, 0, false);
}

/** The same, noting the words used after each draw as u16 at `trace`. */
export function dealWithTrace(key: u32, count: u32, out: u32, trace: u32): u32 {
  return dealTraced(key, count, out, trace, true);
}

function dealTraced(key: u32, count: u32, out: u32, trace: u32, traced: bool): u32 {
  assert(count <= <u32>DECK_SIZE);
  const at = io(key, CHACHA_KEY_SIZE);
  const target = io(out, count);
  const notes = traced ? io(trace, TRACE_SIZE) : 0;
  assert(apart(key, CHACHA_KEY_SIZE, out, count));
  streamOpen(at);
  wipe(at, CHACHA_KEY_SIZE);
  const used = draw(DECK_SIZE, count, WORD_BITS, target, notes);
  streamWipe();
  return used;
}

/**
 * For proof by exhaustion: the same draw over given words of `bits` bits and a deck of `size` cards.
 * A pure function of its arguments; answers the words used, traps when they run out.
 */
export function dealFromWords(
  words: u32,
  wordCount: u32,
  bits: u32,
  size: u32,
  count: u32,
  out: u32,
): u32 {
  assert(wordCount <= <u32>INJECTED_WORDS_MAX && bits >= 8 && bits <= <u32>WORD_BITS);
  const at = io(words, wordCount << 2);
  const target = io(out, count);
  assert(apart(words, wordCount << 2, out, count) && (words & 3) === 0);
  streamInject(at, wordCount);
  const used = draw(size, count, bits, target, 0);
  streamWipe();
  wipe(at, wordCount << 2);
  return used;
}

/** For proof by exhaustion: one word of `bits` bits to 0 .. n-1, or 2^32 - 1 when it is rejected. */
export function scaleWord(word: u32, n: u32, bits: u32): u32 {
  assert(n >= 2 && n <= <u32>DECK_SIZE && bits >= 8 && bits <= <u32>WORD_BITS);
  assert(bits === WORD_BITS || word >> bits === 0);
  return scale(word, n, bits);
}

/** Wipes everything that this half may hold, and uninstantiates the DRBG. */
export function wipeChance(): void {
  uninstantiate();
  hmacWipe();
  chachaWipe();
  streamWipe();
  deckWipe();
  wipe(IO, IO_SIZE);
}

/** Ends the DRBG for good (SP 800-90A §11.4): a self-test has failed. */
export function drbgFail(): void {
  drbgKill();
}

function apart(a: u32, aSize: u32, b: u32, bSize: u32): bool {
  return a + aSize <= b || b + bSize <= a;
}
