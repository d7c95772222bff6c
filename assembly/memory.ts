/**
 * Every static buffer of the chance half, and the only way from a host's offset to an address.
 * Addresses are fixed when compiling; nothing is allocated afterwards (runtime `stub`, never freed).
 * A heap was rejected: it would scatter copies of secrets that nobody can find to wipe.
 */
import { CHACHA_BLOCK_SIZE, DECK_SIZE, HASH_BLOCK_SIZE, HASH_SIZE, IO_SIZE } from './layout.ts';

/** The host's side of every call. */
export const IO: usize = memory.data(IO_SIZE, 16);

/** SHA-256: chaining value, unfinished block, message schedule. */
export const HASH_STATE: usize = memory.data(HASH_SIZE, 16);
export const HASH_BLOCK: usize = memory.data(HASH_BLOCK_SIZE, 16);
export const HASH_SCHEDULE: usize = memory.data(4 * 64, 16);

/** HMAC: chaining values after the inner and the outer key block, and a block to build them in. */
export const HMAC_INNER: usize = memory.data(HASH_SIZE, 16);
export const HMAC_OUTER: usize = memory.data(HASH_SIZE, 16);
export const HMAC_PAD: usize = memory.data(HASH_BLOCK_SIZE, 16);

/** HMAC_DRBG: the secret working state (SP 800-90A §10.1.2.1). */
export const DRBG_KEY: usize = memory.data(HASH_SIZE, 16);
export const DRBG_V: usize = memory.data(HASH_SIZE, 16);

/** ChaCha20: initial matrices of four blocks, word by word, and a place for blocks not asked for. */
export const CHACHA_STATE: usize = memory.data(16 * 16, 16);
export const CHACHA_SPARE: usize = memory.data(4 * CHACHA_BLOCK_SIZE, 16);

/** The stream of words: key and nonce of the open stream, then four blocks of it. */
export const STREAM_KEY: usize = memory.data(32, 16);
export const STREAM_NONCE: usize = memory.data(16, 16);
export const STREAM_WORDS: usize = memory.data(4 * CHACHA_BLOCK_SIZE, 16);

export const DECK: usize = memory.data(DECK_SIZE, 16);

/** Address of `length` bytes at `offset` of the host's region; out of range is the host's bug. */
export function io(offset: u32, length: u32): usize {
  assert(length <= <u32>IO_SIZE && offset <= <u32>IO_SIZE - length);
  return IO + offset;
}

export function wipe(address: usize, length: usize): void {
  memory.fill(address, 0, length);
}
