/**
 * HMAC_DRBG with SHA-256 (SP 800-90A Rev. 1 §10.1.2), security strength 256, one instantiation a
 * module. Prediction resistance is the caller's: reseed with fresh entropy, then generate.
 *
 * Every call marks the state `WORKING` while it runs. A trap in between leaves the mark; the next
 * call finds it, wipes the state and answers `ERROR_DEAD` from then on (§11.4, fail closed).
 */

import { hmacBegin, hmacEnd, hmacKey, hmacWipe } from './hmac.ts';
import {
  DRBG_ADDITIONAL_MAX,
  DRBG_ENTROPY_MAX,
  DRBG_ENTROPY_MIN,
  DRBG_NONCE_MAX,
  DRBG_NONCE_MIN,
  DRBG_PERSONALIZATION_MAX,
  DRBG_REQUEST_MAX,
  DRBG_RESEED_INTERVAL,
  ERROR_ALREADY_INSTANTIATED,
  ERROR_DEAD,
  ERROR_ENTROPY_LENGTH,
  ERROR_INPUT_TOO_LONG,
  ERROR_NOT_INSTANTIATED,
  ERROR_REQUEST_TOO_LONG,
  ERROR_RESEED_REQUIRED,
  HASH_SIZE,
  OK,
} from './layout.ts';
import { copy, DRBG_KEY, DRBG_V, wipe } from './memory.ts';
import { hashUpdate } from './sha256.ts';

/** §10.1.2.2, steps 1 and 4: the byte between V and the data. */
const SEPARATORS: usize = memory.data<u8>([0x00, 0x01]);

const ABSENT: u32 = 0;
const READY: u32 = 1;
const WORKING: u32 = 2;
const DEAD: u32 = 3;

let status: u32 = ABSENT;
/** Generates since the last seeding, plus one (§10.1.2.1). */
let reseedCounter: u32 = 0;

/** OK when an instantiation is ready; finds the mark of a call that trapped. */
function available(): i32 {
  if (status === WORKING) drbgKill();
  if (status === DEAD) return ERROR_DEAD;
  return status === READY ? OK : ERROR_NOT_INSTANTIATED;
}

/** V = HMAC(K, V), with K already set. */
function advance(): void {
  hmacBegin();
  hashUpdate(DRBG_V, HASH_SIZE);
  hmacEnd(DRBG_V);
}

/** K = HMAC(K, V || separator || data), V = HMAC(K, V); data comes in up to three pieces. */
function mix(
  separator: u32,
  a: usize,
  aSize: u32,
  b: usize,
  bSize: u32,
  c: usize,
  cSize: u32,
): void {
  hmacBegin();
  hashUpdate(DRBG_V, HASH_SIZE);
  hashUpdate(SEPARATORS + separator, 1);
  hashUpdate(a, aSize);
  hashUpdate(b, bSize);
  hashUpdate(c, cSize);
  hmacEnd(DRBG_KEY);
  hmacKey(DRBG_KEY, HASH_SIZE);
  advance();
}

/** HMAC_DRBG_Update (§10.1.2.2). Leaves K set in HMAC. */
function update(a: usize, aSize: u32, b: usize, bSize: u32, c: usize, cSize: u32): void {
  hmacKey(DRBG_KEY, HASH_SIZE);
  mix(0x00, a, aSize, b, bSize, c, cSize);
  if (aSize + bSize + cSize > 0) mix(0x01, a, aSize, b, bSize, c, cSize);
}

/** §9.1 and §10.1.2.3. */
export function instantiate(
  entropy: usize,
  entropySize: u32,
  nonce: usize,
  nonceSize: u32,
  personalization: usize,
  personalizationSize: u32,
): i32 {
  const found = available();
  if (found === ERROR_DEAD) return found;
  if (found === OK) return ERROR_ALREADY_INSTANTIATED;
  if (entropySize < <u32>DRBG_ENTROPY_MIN || entropySize > <u32>DRBG_ENTROPY_MAX)
    return ERROR_ENTROPY_LENGTH;
  if (nonceSize < <u32>DRBG_NONCE_MIN || nonceSize > <u32>DRBG_NONCE_MAX)
    return ERROR_ENTROPY_LENGTH;
  if (personalizationSize > <u32>DRBG_PERSONALIZATION_MAX) return ERROR_INPUT_TOO_LONG;
  status = WORKING;
  memory.fill(DRBG_KEY, 0x00, HASH_SIZE);
  memory.fill(DRBG_V, 0x01, HASH_SIZE);
  update(entropy, entropySize, nonce, nonceSize, personalization, personalizationSize);
  reseedCounter = 1;
  hmacWipe();
  status = READY;
  return OK;
}

/** §9.2 and §10.1.2.4. */
export function reseed(
  entropy: usize,
  entropySize: u32,
  additional: usize,
  additionalSize: u32,
): i32 {
  const found = available();
  if (found !== OK) return found;
  if (entropySize < <u32>DRBG_ENTROPY_MIN || entropySize > <u32>DRBG_ENTROPY_MAX)
    return ERROR_ENTROPY_LENGTH;
  if (additionalSize > <u32>DRBG_ADDITIONAL_MAX) return ERROR_INPUT_TOO_LONG;
  status = WORKING;
  update(entropy, entropySize, additional, additionalSize, 0, 0);
  reseedCounter = 1;
  hmacWipe();
  status = READY;
  return OK;
}

/** §9.3 and §10.1.2.5. `out` and `additional` must not overlap: `additional` is read twice. */
export function generate(out: usize, count: u32, additional: usize, additionalSize: u32): i32 {
  const found = available();
  if (found !== OK) return found;
  if (count > <u32>DRBG_REQUEST_MAX) return ERROR_REQUEST_TOO_LONG;
  if (additionalSize > <u32>DRBG_ADDITIONAL_MAX) return ERROR_INPUT_TOO_LONG;
  if (reseedCounter > <u32>DRBG_RESEED_INTERVAL) return ERROR_RESEED_REQUIRED;
  status = WORKING;
  assert(out + count <= additional || additional + additionalSize <= out || additionalSize === 0);
  if (additionalSize > 0) update(additional, additionalSize, 0, 0, 0, 0);
  else hmacKey(DRBG_KEY, HASH_SIZE);
  for (let done: u32 = 0; done < count; done += HASH_SIZE) {
    advance();
    copy(out + done, DRBG_V, min<u32>(HASH_SIZE, count - done));
  }
  update(additional, additionalSize, 0, 0, 0, 0);
  reseedCounter += 1;
  hmacWipe();
  status = READY;
  return OK;
}

/** §9.4: erases the state. Also lawful when there is none; a dead instance stays dead. */
export function uninstantiate(): i32 {
  const found = available();
  if (found === ERROR_DEAD) return found;
  erase();
  status = ABSENT;
  return OK;
}

/** Erases the state for good: the error state of §11.4. */
export function drbgKill(): void {
  erase();
  status = DEAD;
}

function erase(): void {
  wipe(DRBG_KEY, HASH_SIZE);
  wipe(DRBG_V, HASH_SIZE);
  hmacWipe();
  reseedCounter = 0;
}

/** Generates since the last seeding, plus one; 0 without an instantiation. */
export function generates(): u32 {
  return reseedCounter;
}
