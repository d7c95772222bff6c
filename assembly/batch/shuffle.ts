/**
 * Many deals at once, for simulation and certification: four deck keys in the four lanes of one
 * ChaCha20 pass, and four draws a vector. The decks are bit for bit those of the core (draw
 * specification v1): lanes are how it is computed, not what.
 *
 * A word whose low half is below n may be a rejected one. It is so rare (once in a million groups)
 * that the group of four is then dealt again, each deal by the core's own code.
 */
import { chachaWipe, initialConstants, permute, transpose } from '../chacha20.ts';
import { draw, ORDER } from '../deck.ts';
import { CHACHA_BLOCK_SIZE, CHACHA_KEY_SIZE, DEALS_MAX, DECK_SIZE, WORD_BITS } from '../layout.ts';
import { CHACHA_STATE, copy, wipe } from '../memory.ts';
import { streamOpen, streamWipe } from '../stream.ts';

/** Decks are copied sixteen bytes at a time: the last one may write so far past its end. */
const SLACK = 16;

/** The caller's side: keys in, decks out, deal by deal. */
export const KEYS: usize = memory.data(CHACHA_KEY_SIZE * DEALS_MAX, 16);
export const DECKS: usize = memory.data(DECK_SIZE * DEALS_MAX + SLACK, 16);

/** Words of four streams, four lanes a word; four decks at work, 64 bytes apart. */
const WORDS: usize = memory.data(4 * 4 * CHACHA_BLOCK_SIZE, 16);
const WORK: usize = memory.data(4 * 64, 16);

/** Bytes of one pass: a block of each of four streams. */
const PASS: u32 = 4 * CHACHA_BLOCK_SIZE;

/** One word of four keys becomes one vector: rows 1 and 2 of the matrix (RFC 8439 §2.3). */
function setKeys(keys: usize): void {
  transpose(keys, CHACHA_KEY_SIZE, CHACHA_STATE + 64, 16);
  transpose(keys + 16, CHACHA_KEY_SIZE, CHACHA_STATE + 128, 16);
}

/** Swaps places `i` and `j` of a deck at work. */
function swap(deck: usize, i: u32, j: u32): void {
  const card = load<u8>(deck + j);
  store<u8>(deck + j, load<u8>(deck + i));
  store<u8>(deck + i, card);
}

/** Deals four keys; false when a word may have been rejected, and the decks are then worthless. */
function dealFour(keys: usize, count: u32, out: usize): bool {
  const draws = min<u32>(count, DECK_SIZE - 1);
  setKeys(keys);
  for (let block: u32 = 0; block << 4 < draws; block++) {
    v128.store(CHACHA_STATE + 192, i32x4.splat(block));
    permute(WORDS + block * PASS);
  }
  for (let lane: usize = 0; lane < 4; lane++) copy(WORK + (lane << 6), ORDER, 64);
  let doubtful = i64x2.splat(0);
  for (let i: u32 = 0; i < draws; i++) {
    const n = i32x4.splat(DECK_SIZE - i);
    const words = v128.load(WORDS + (i << 4));
    doubtful = v128.or(doubtful, i32x4.lt_u(i32x4.mul(words, n), n));
    const high = i32x4.shuffle(
      i64x2.extmul_low_i32x4_u(words, n),
      i64x2.extmul_high_i32x4_u(words, n),
      1,
      3,
      5,
      7,
    );
    const places = i32x4.add(high, i32x4.splat(i));
    swap(WORK, i, i32x4.extract_lane(places, 0));
    swap(WORK + 64, i, i32x4.extract_lane(places, 1));
    swap(WORK + 128, i, i32x4.extract_lane(places, 2));
    swap(WORK + 192, i, i32x4.extract_lane(places, 3));
  }
  for (let lane: u32 = 0; lane < 4; lane++)
    copy(out + lane * count, WORK + (lane << 6), (count + 15) & ~15);
  return !v128.any_true(doubtful);
}

/** Deals one key by the core's code. */
function dealOne(key: usize, count: u32, out: usize): void {
  streamOpen(key);
  draw(DECK_SIZE, count, WORD_BITS, out, 0);
  streamWipe();
}

/**
 * The first `count` cards of the decks of the first `deals` keys of KEYS, to DECKS, `count` bytes
 * each. Keys are wiped. Answers how many groups of four were dealt again.
 */
export function dealBatch(deals: u32, count: u32): u32 {
  assert(deals <= <u32>DEALS_MAX && count <= <u32>DECK_SIZE);
  const whole = deals & ~3;
  let again: u32 = 0;
  initialConstants();
  wipe(CHACHA_STATE + 192, 64);
  for (let deal: u32 = 0; deal < whole; deal += 4) {
    const keys = KEYS + deal * CHACHA_KEY_SIZE;
    const out = DECKS + deal * count;
    if (dealFour(keys, count, out)) continue;
    again += 1;
    for (let k: u32 = 0; k < 4; k++) dealOne(keys + k * CHACHA_KEY_SIZE, count, out + k * count);
    initialConstants();
    wipe(CHACHA_STATE + 192, 64);
  }
  for (let deal = whole; deal < deals; deal++) {
    dealOne(KEYS + deal * CHACHA_KEY_SIZE, count, DECKS + deal * count);
  }
  wipe(DECKS + deals * count, SLACK);
  wipe(KEYS, deals * CHACHA_KEY_SIZE);
  wipe(WORDS, 4 * PASS);
  wipe(WORK, 4 * 64);
  chachaWipe();
  return again;
}
