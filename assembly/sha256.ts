/**
 * SHA-256 (FIPS 180-4 §6.2), as a stream: begin, update, end. One state, in static memory; HMAC
 * saves and restores its chaining value to start from a keyed state.
 *
 * The compression unrolls eight rounds so that the working variables rotate by name instead of by
 * copying. A fused schedule for messages of one fixed length was rejected: no caller needs it.
 */
import { HASH_BLOCK_SIZE, HASH_SIZE } from './layout.ts';
import { HASH_BLOCK, HASH_SCHEDULE, HASH_STATE, wipe } from './memory.ts';

/** §4.2.2: fractional parts of the cube roots of the first 64 primes. */
const K: usize = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

/** §5.3.3: fractional parts of the square roots of the first eight primes. */
const INITIAL: usize = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

/** Bytes hashed so far. The standard allows 2^61; no caller comes near 2^32, and update checks. */
let hashed: u64 = 0;

/** §4.1.2, the six functions. */
function choose(x: u32, y: u32, z: u32): u32 {
  return z ^ (x & (y ^ z));
}
function majority(x: u32, y: u32, z: u32): u32 {
  return (x & y) | (z & (x | y));
}
function bigSigma0(x: u32): u32 {
  return rotr<u32>(x, 2) ^ rotr<u32>(x, 13) ^ rotr<u32>(x, 22);
}
function bigSigma1(x: u32): u32 {
  return rotr<u32>(x, 6) ^ rotr<u32>(x, 11) ^ rotr<u32>(x, 25);
}
function smallSigma0(x: u32): u32 {
  return rotr<u32>(x, 7) ^ rotr<u32>(x, 18) ^ (x >> 3);
}
function smallSigma1(x: u32): u32 {
  return rotr<u32>(x, 17) ^ rotr<u32>(x, 19) ^ (x >> 10);
}

/** Word `t` of the schedule plus its constant. */
function scheduled(t: u32): u32 {
  return load<u32>(HASH_SCHEDULE + (t << 2)) + load<u32>(K + (t << 2));
}

/** T1 of §6.2.2 step 3, without the schedule word. */
function first(e: u32, f: u32, g: u32, h: u32): u32 {
  return h + bigSigma1(e) + choose(e, f, g);
}
/** T2 of §6.2.2 step 3. */
function second(a: u32, b: u32, c: u32): u32 {
  return bigSigma0(a) + majority(a, b, c);
}

/** §6.2.2 step 1: sixteen big-endian words, then forty-eight derived ones. */
function expand(block: usize): void {
  for (let t: u32 = 0; t < 64; t += 4) {
    store<u32>(HASH_SCHEDULE + t, bswap<u32>(load<u32>(block + t)));
  }
  for (let w = HASH_SCHEDULE + 64; w < HASH_SCHEDULE + 256; w += 4) {
    store<u32>(
      w,
      smallSigma1(load<u32>(w - 8)) +
        load<u32>(w - 28) +
        smallSigma0(load<u32>(w - 60)) +
        load<u32>(w - 64),
    );
  }
}

/** §6.2.2: one block of 64 bytes into the chaining value. */
function compress(block: usize): void {
  expand(block);
  let a = load<u32>(HASH_STATE);
  let b = load<u32>(HASH_STATE + 4);
  let c = load<u32>(HASH_STATE + 8);
  let d = load<u32>(HASH_STATE + 12);
  let e = load<u32>(HASH_STATE + 16);
  let f = load<u32>(HASH_STATE + 20);
  let g = load<u32>(HASH_STATE + 24);
  let h = load<u32>(HASH_STATE + 28);
  for (let t: u32 = 0; t < 64; t += 8) {
    h = first(e, f, g, h) + scheduled(t);
    d += h;
    h += second(a, b, c);
    g = first(d, e, f, g) + scheduled(t + 1);
    c += g;
    g += second(h, a, b);
    f = first(c, d, e, f) + scheduled(t + 2);
    b += f;
    f += second(g, h, a);
    e = first(b, c, d, e) + scheduled(t + 3);
    a += e;
    e += second(f, g, h);
    d = first(a, b, c, d) + scheduled(t + 4);
    h += d;
    d += second(e, f, g);
    c = first(h, a, b, c) + scheduled(t + 5);
    g += c;
    c += second(d, e, f);
    b = first(g, h, a, b) + scheduled(t + 6);
    f += b;
    b += second(c, d, e);
    a = first(f, g, h, a) + scheduled(t + 7);
    e += a;
    a += second(b, c, d);
  }
  add(0, a);
  add(4, b);
  add(8, c);
  add(12, d);
  add(16, e);
  add(20, f);
  add(24, g);
  add(28, h);
}

function add(offset: usize, value: u32): void {
  store<u32>(HASH_STATE + offset, load<u32>(HASH_STATE + offset) + value);
}

/** Starts from the standard's initial value. */
export function hashBegin(): void {
  hashResume(INITIAL, 0);
}

/** Starts from a chaining value after `bytes` bytes, a whole number of blocks (for HMAC). */
export function hashResume(state: usize, bytes: u64): void {
  assert((bytes & (HASH_BLOCK_SIZE - 1)) === 0);
  memory.copy(HASH_STATE, state, HASH_SIZE);
  hashed = bytes;
}

/** Copies the chaining value out; only between whole blocks. */
export function hashSave(state: usize): void {
  assert((hashed & (HASH_BLOCK_SIZE - 1)) === 0);
  memory.copy(state, HASH_STATE, HASH_SIZE);
}

export function hashUpdate(message: usize, length: u32): void {
  let at = message;
  let left = length;
  const held = <u32>hashed & (HASH_BLOCK_SIZE - 1);
  hashed += length;
  if (held > 0) {
    const taken = min<u32>(left, <u32>HASH_BLOCK_SIZE - held);
    memory.copy(HASH_BLOCK + held, at, taken);
    at += taken;
    left -= taken;
    if (held + taken < <u32>HASH_BLOCK_SIZE) return;
    compress(HASH_BLOCK);
  }
  while (left >= <u32>HASH_BLOCK_SIZE) {
    compress(at);
    at += HASH_BLOCK_SIZE;
    left -= HASH_BLOCK_SIZE;
  }
  memory.copy(HASH_BLOCK, at, left);
}

/** §5.1.1 padding, the last block or two, and 32 bytes to `out`. Leaves no trace of the message. */
export function hashEnd(out: usize): void {
  const held = <u32>hashed & (HASH_BLOCK_SIZE - 1);
  store<u8>(HASH_BLOCK + held, 0x80);
  memory.fill(HASH_BLOCK + held + 1, 0, HASH_BLOCK_SIZE - 1 - held);
  if (held > <u32>HASH_BLOCK_SIZE - 9) {
    compress(HASH_BLOCK);
    memory.fill(HASH_BLOCK, 0, HASH_BLOCK_SIZE);
  }
  store<u64>(HASH_BLOCK + HASH_BLOCK_SIZE - 8, bswap<u64>(hashed << 3));
  compress(HASH_BLOCK);
  for (let i: u32 = 0; i < <u32>HASH_SIZE; i += 4) {
    store<u32>(out + i, bswap<u32>(load<u32>(HASH_STATE + i)));
  }
  hashWipe();
}

export function hashWipe(): void {
  wipe(HASH_STATE, HASH_SIZE);
  wipe(HASH_BLOCK, HASH_BLOCK_SIZE);
  wipe(HASH_SCHEDULE, 4 * 64);
  hashed = 0;
}
