/**
 * HMAC-SHA-256 (FIPS 198-1 §4, RFC 2104). The key is set once and may serve many messages: the
 * chaining values after its inner and outer block are kept, which halves the cost of a message of
 * the length that the DRBG hashes. They are as secret as the key; `hmacWipe` ends their life.
 */
import { HASH_BLOCK_SIZE, HASH_SIZE } from './layout.ts';
import { copy, HMAC_INNER, HMAC_OUTER, HMAC_PAD, wipe } from './memory.ts';
import { hashBegin, hashEnd, hashResume, hashSave, hashUpdate, hashWipe } from './sha256.ts';

/** FIPS 198-1 table 1: the two pad bytes, four at a time. */
const INNER_PAD: u32 = 0x36363636;
const OUTER_PAD: u32 = 0x5c5c5c5c;

/** Hashes the padded key, XORed with one pad byte, and keeps the chaining value. */
function keyed(pad: u32, state: usize): void {
  for (let i: u32 = 0; i < <u32>HASH_BLOCK_SIZE; i += 4) {
    store<u32>(HMAC_PAD + i, load<u32>(HMAC_PAD + i) ^ pad);
  }
  hashBegin();
  hashUpdate(HMAC_PAD, HASH_BLOCK_SIZE);
  hashSave(state);
}

/** Steps 1 to 4 and 7: a key longer than a block is hashed first. Does not wipe `key`. */
export function hmacKey(key: usize, length: u32): void {
  wipe(HMAC_PAD, HASH_BLOCK_SIZE);
  if (length > <u32>HASH_BLOCK_SIZE) {
    hashBegin();
    hashUpdate(key, length);
    hashEnd(HMAC_PAD);
  } else {
    copy(HMAC_PAD, key, length);
  }
  keyed(INNER_PAD, HMAC_INNER);
  keyed(INNER_PAD ^ OUTER_PAD, HMAC_OUTER);
  wipe(HMAC_PAD, HASH_BLOCK_SIZE);
  hashWipe();
}

/** Step 5 begins: follow with `hashUpdate` for each piece of the message. */
export function hmacBegin(): void {
  hashResume(HMAC_INNER, HASH_BLOCK_SIZE);
}

/** Steps 6 to 9: 32 bytes to `out`. The key stays set. */
export function hmacEnd(out: usize): void {
  hashEnd(out);
  hashResume(HMAC_OUTER, HASH_BLOCK_SIZE);
  hashUpdate(out, HASH_SIZE);
  hashEnd(out);
}

export function hmacWipe(): void {
  wipe(HMAC_INNER, HASH_SIZE);
  wipe(HMAC_OUTER, HASH_SIZE);
  wipe(HMAC_PAD, HASH_BLOCK_SIZE);
  hashWipe();
}
