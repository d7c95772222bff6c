/**
 * Every static buffer of the chance half, and the only way from a host's offset to an address.
 * Addresses are fixed when compiling; nothing is allocated afterwards (runtime `stub`, never freed).
 * A heap was rejected: it would scatter copies of secrets that nobody can find to wipe.
 */
import { CHACHA_BLOCK_SIZE, DECK_SIZE, HASH_BLOCK_SIZE, HASH_SIZE, IO_SIZE } from './layout.ts';

/** The host's side of every call. */
export const IO: usize = memory.data(IO_SIZE, 16);

/** SHA-256: chaining value, unfinished block, schedule of eight rounds. */
export const HASH_STATE: usize = memory.data(HASH_SIZE, 16);
export const HASH_BLOCK: usize = memory.data(HASH_BLOCK_SIZE, 16);
export const HASH_SCHEDULE: usize = memory.data(4 * 8, 16);

/** HMAC: chaining values after the inner and the outer key block, and a block to build them in. */
export const HMAC_INNER: usize = memory.data(HASH_SIZE, 16);
export const HMAC_OUTER: usize = memory.data(HASH_SIZE, 16);
export const HMAC_PAD: usize = memory.data(HASH_BLOCK_SIZE, 16);

/** HMAC_DRBG: the secret working state (SP 800-90A §10.1.2.1). */
export const DRBG_KEY: usize = memory.data(HASH_SIZE, 16);
export const DRBG_V: usize = memory.data(HASH_SIZE, 16);

/** ChaCha20: four initial matrices and their key streams, word by word; blocks not all asked for. */
export const CHACHA_STATE: usize = memory.data(16 * 16, 16);
export const CHACHA_LANES: usize = memory.data(4 * CHACHA_BLOCK_SIZE, 16);
export const CHACHA_SPARE: usize = memory.data(4 * CHACHA_BLOCK_SIZE, 16);

/** The stream of words: a nonce of zeros that nothing writes, and four blocks. */
export const STREAM_NONCE: usize = memory.data(12, 16);
export const STREAM_WORDS: usize = memory.data(4 * CHACHA_BLOCK_SIZE, 16);

export const DECK: usize = memory.data(DECK_SIZE, 16);

/** Address of `length` bytes at `offset` of the host's region; out of range is the host's bug. */
export function io(offset: u32, length: u32): usize {
  assert(length <= <u32>IO_SIZE && offset <= <u32>IO_SIZE - length);
  return IO + offset;
}

/**
 * Zeroes bytes, sixteen at a time; the last sixteen may overlap those before. The bulk instructions
 * (memory.fill, memory.copy) leave the module in V8 and cost more than these loops at the lengths
 * used here (measured: `chemmy bench core`).
 */
export function wipe(address: usize, length: usize): void {
  const end = address + length;
  let at = address;
  if (length >= 16) {
    for (; at + 16 < end; at += 16) v128.store(at, i64x2.splat(0));
    v128.store(end - 16, i64x2.splat(0));
    return;
  }
  for (; at + 4 <= end; at += 4) store<u32>(at, 0);
  for (; at < end; at++) store<u8>(at, 0);
}

/** Copies bytes between places that do not overlap; the last sixteen may overlap those before. */
export function copy(to: usize, from: usize, length: usize): void {
  let done: usize = 0;
  if (length >= 16) {
    for (; done + 16 < length; done += 16) v128.store(to + done, v128.load(from + done));
    v128.store(to + length - 16, v128.load(from + length - 16));
    return;
  }
  for (; done < length; done++) store<u8>(to + done, load<u8>(from + done));
}
