/**
 * ChaCha20 (RFC 8439 §2.3), four blocks at a time: one v128 holds the same word of four matrices,
 * so lane k of everything is block k. The lanes may be four counters of one key (here) or four keys
 * at one counter (batch dealing): `permute` sees only the sixteen initial vectors.
 *
 * One block a call with rows as vectors was rejected: it needs lane rotations and fills a quarter
 * of the machine.
 */
import { CHACHA_BLOCK_SIZE, ERROR_COUNTER_EXHAUSTED, OK } from './layout.ts';
import { CHACHA_LANES, CHACHA_SPARE, CHACHA_STATE, copy, wipe } from './memory.ts';

/** RFC 8439 §2.3: "expand 32-byte k". */
const SIGMA0: u32 = 0x61707865;
const SIGMA1: u32 = 0x3320646e;
const SIGMA2: u32 = 0x79622d32;
const SIGMA3: u32 = 0x6b206574;

const LANES: u32 = 4;
/** Bytes of four blocks. */
const STRIDE: u32 = 4 * CHACHA_BLOCK_SIZE;

/** §2.1: a XOR b, rotated left. */
function mix(a: v128, b: v128, left: i32): v128 {
  const x = v128.xor(a, b);
  return v128.or(i32x4.shl(x, left), i32x4.shr_u(x, 32 - left));
}

/**
 * The same by sixteen and by eight: whole bytes move. As a swizzle with a constant, which stays in a
 * register; V8 rebuilds the mask of a byte shuffle at every use (measured: 5 % of the key stream).
 */
function mix16(a: v128, b: v128): v128 {
  return i8x16.swizzle(v128.xor(a, b), i8x16(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
}
function mix8(a: v128, b: v128): v128 {
  return i8x16.swizzle(v128.xor(a, b), i8x16(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14));
}

/** Sets word `index` of the initial matrix, one value a lane. */
function initial(index: u32, lanes: v128): void {
  v128.store(CHACHA_STATE + (index << 4), lanes);
}

/** Sets the four constant words. */
export function initialConstants(): void {
  initial(0, i32x4.splat(SIGMA0));
  initial(1, i32x4.splat(SIGMA1));
  initial(2, i32x4.splat(SIGMA2));
  initial(3, i32x4.splat(SIGMA3));
}

/** Adds the initial words of one row and writes the sums, still one word of four blocks a vector. */
function finish(row: u32, w0: v128, w1: v128, w2: v128, w3: v128, out: usize): void {
  const state = CHACHA_STATE + (row << 6);
  const at = out + (row << 6);
  v128.store(at, i32x4.add(w0, v128.load(state)));
  v128.store(at, i32x4.add(w1, v128.load(state, 16)), 16);
  v128.store(at, i32x4.add(w2, v128.load(state, 32)), 32);
  v128.store(at, i32x4.add(w3, v128.load(state, 48)), 48);
}

/** Transposes four vectors of four words: read `step` bytes apart, written `stride` bytes apart. */
export function transpose(from: usize, step: usize, out: usize, stride: usize): void {
  const x0 = v128.load(from);
  const x1 = v128.load(from + step);
  const x2 = v128.load(from + 2 * step);
  const x3 = v128.load(from + 3 * step);
  const low01 = i32x4.shuffle(x0, x1, 0, 4, 1, 5);
  const low23 = i32x4.shuffle(x2, x3, 0, 4, 1, 5);
  const high01 = i32x4.shuffle(x0, x1, 2, 6, 3, 7);
  const high23 = i32x4.shuffle(x2, x3, 2, 6, 3, 7);
  v128.store(out, i64x2.shuffle(low01, low23, 0, 2));
  v128.store(out + stride, i64x2.shuffle(low01, low23, 1, 3));
  v128.store(out + 2 * stride, i64x2.shuffle(high01, high23, 0, 2));
  v128.store(out + 3 * stride, i64x2.shuffle(high01, high23, 1, 3));
}

/** From one word of four blocks a vector to four whole blocks, 256 bytes. */
function unlace(lanes: usize, out: usize): void {
  for (let row: usize = 0; row < 4; row++) {
    transpose(lanes + (row << 6), 16, out + (row << 4), CHACHA_BLOCK_SIZE);
  }
}

/**
 * The block function of §2.3.1 on the four initial matrices; 256 bytes to `out`, word by word: four
 * lanes of word 0, four of word 1, and so on.
 * Rows a, b, c, d; a column round, then a diagonal round, ten times.
 */
export function permute(out: usize): void {
  let a0 = v128.load(CHACHA_STATE);
  let a1 = v128.load(CHACHA_STATE + 16);
  let a2 = v128.load(CHACHA_STATE + 32);
  let a3 = v128.load(CHACHA_STATE + 48);
  let b0 = v128.load(CHACHA_STATE + 64);
  let b1 = v128.load(CHACHA_STATE + 80);
  let b2 = v128.load(CHACHA_STATE + 96);
  let b3 = v128.load(CHACHA_STATE + 112);
  let c0 = v128.load(CHACHA_STATE + 128);
  let c1 = v128.load(CHACHA_STATE + 144);
  let c2 = v128.load(CHACHA_STATE + 160);
  let c3 = v128.load(CHACHA_STATE + 176);
  let d0 = v128.load(CHACHA_STATE + 192);
  let d1 = v128.load(CHACHA_STATE + 208);
  let d2 = v128.load(CHACHA_STATE + 224);
  let d3 = v128.load(CHACHA_STATE + 240);
  for (let round = 0; round < 10; round++) {
    // A column round: QUARTERROUND of each column.
    a0 = i32x4.add(a0, b0);
    d0 = mix16(d0, a0);
    c0 = i32x4.add(c0, d0);
    b0 = mix(b0, c0, 12);
    a0 = i32x4.add(a0, b0);
    d0 = mix8(d0, a0);
    c0 = i32x4.add(c0, d0);
    b0 = mix(b0, c0, 7);
    a1 = i32x4.add(a1, b1);
    d1 = mix16(d1, a1);
    c1 = i32x4.add(c1, d1);
    b1 = mix(b1, c1, 12);
    a1 = i32x4.add(a1, b1);
    d1 = mix8(d1, a1);
    c1 = i32x4.add(c1, d1);
    b1 = mix(b1, c1, 7);
    a2 = i32x4.add(a2, b2);
    d2 = mix16(d2, a2);
    c2 = i32x4.add(c2, d2);
    b2 = mix(b2, c2, 12);
    a2 = i32x4.add(a2, b2);
    d2 = mix8(d2, a2);
    c2 = i32x4.add(c2, d2);
    b2 = mix(b2, c2, 7);
    a3 = i32x4.add(a3, b3);
    d3 = mix16(d3, a3);
    c3 = i32x4.add(c3, d3);
    b3 = mix(b3, c3, 12);
    a3 = i32x4.add(a3, b3);
    d3 = mix8(d3, a3);
    c3 = i32x4.add(c3, d3);
    b3 = mix(b3, c3, 7);
    // A diagonal round: the same of each diagonal.
    a0 = i32x4.add(a0, b1);
    d3 = mix16(d3, a0);
    c2 = i32x4.add(c2, d3);
    b1 = mix(b1, c2, 12);
    a0 = i32x4.add(a0, b1);
    d3 = mix8(d3, a0);
    c2 = i32x4.add(c2, d3);
    b1 = mix(b1, c2, 7);
    a1 = i32x4.add(a1, b2);
    d0 = mix16(d0, a1);
    c3 = i32x4.add(c3, d0);
    b2 = mix(b2, c3, 12);
    a1 = i32x4.add(a1, b2);
    d0 = mix8(d0, a1);
    c3 = i32x4.add(c3, d0);
    b2 = mix(b2, c3, 7);
    a2 = i32x4.add(a2, b3);
    d1 = mix16(d1, a2);
    c0 = i32x4.add(c0, d1);
    b3 = mix(b3, c0, 12);
    a2 = i32x4.add(a2, b3);
    d1 = mix8(d1, a2);
    c0 = i32x4.add(c0, d1);
    b3 = mix(b3, c0, 7);
    a3 = i32x4.add(a3, b0);
    d2 = mix16(d2, a3);
    c1 = i32x4.add(c1, d2);
    b0 = mix(b0, c1, 12);
    a3 = i32x4.add(a3, b0);
    d2 = mix8(d2, a3);
    c1 = i32x4.add(c1, d2);
    b0 = mix(b0, c1, 7);
  }
  finish(0, a0, a1, a2, a3, out);
  finish(1, b0, b1, b2, b3, out);
  finish(2, c0, c1, c2, c3, out);
  finish(3, d0, d1, d2, d3, out);
}

/** Initial matrices of one key: the counter word follows in `blocks4`. */
function open(key: usize, nonce: usize): void {
  initialConstants();
  for (let i: u32 = 0; i < 8; i++) initial(4 + i, v128.load32_splat(key + (i << 2)));
  for (let i: u32 = 0; i < 3; i++) initial(13 + i, v128.load32_splat(nonce + (i << 2)));
}

/** Four blocks from `counter`, modulo 2^32: whoever asks must not use a block past the wrap. */
function blocks4(counter: u32, out: usize): void {
  initial(12, i32x4.add(i32x4.splat(counter), i32x4(0, 1, 2, 3)));
  permute(CHACHA_LANES);
  unlace(CHACHA_LANES, out);
}

/**
 * `blocks` key stream blocks from `counter` to `out`. Refuses before any output when the counter
 * would pass 2^32 - 1 (field log A9: a wrap repeats the stream). Does not wipe `key`.
 */
export function chacha20(key: usize, nonce: usize, counter: u32, blocks: u32, out: usize): i32 {
  if (<u64>counter + blocks > <u64>0x1_0000_0000) return ERROR_COUNTER_EXHAUSTED;
  open(key, nonce);
  let done: u32 = 0;
  for (; done + LANES <= blocks; done += LANES)
    blocks4(counter + done, out + done * CHACHA_BLOCK_SIZE);
  if (done < blocks) {
    blocks4(counter + done, CHACHA_SPARE);
    copy(out + done * CHACHA_BLOCK_SIZE, CHACHA_SPARE, (blocks - done) * CHACHA_BLOCK_SIZE);
    wipe(CHACHA_SPARE, STRIDE);
  }
  chachaWipe();
  return OK;
}

export function chachaWipe(): void {
  wipe(CHACHA_STATE, STRIDE);
  wipe(CHACHA_LANES, STRIDE);
}
