/**
 * The stream of words that one deck is drawn from (design §2.5): ChaCha20 of the deck key, zero
 * nonce, counter from 0, read as little-endian 32-bit words. A proof may inject words of its own.
 *
 * Four blocks are made at once, because four cost what one costs: 64 words, of which a deck takes 51
 * and one more for each rejection. Running dry traps. That would take fourteen rejections; one has a
 * probability below 52 / 2^32, so a stream that runs dry is broken (fourteen: below 10^-96).
 *
 * The place of the next word is the reader's local variable: as a global it made each draw wait for
 * the one before (measured: a sixth of the time of a deck).
 */
import { chacha20 } from './chacha20.ts';
import { CHACHA_BLOCK_SIZE, OK } from './layout.ts';
import { STREAM_NONCE, STREAM_WORDS, wipe } from './memory.ts';

const BLOCKS: u32 = 4;
const BYTES: u32 = 4 * CHACHA_BLOCK_SIZE;

/** The words begin and end here. */
let begin: usize = 0;
let end: usize = 0;

/** Opens the stream of a deck key. Does not wipe `key`. */
export function streamOpen(key: usize): void {
  assert(chacha20(key, STREAM_NONCE, 0, BLOCKS, STREAM_WORDS) === OK);
  begin = STREAM_WORDS;
  end = STREAM_WORDS + BYTES;
}

/** Opens a stream of `count` given words. */
export function streamInject(words: usize, count: u32): void {
  begin = words;
  end = words + (count << 2);
}

/** Address of the first word. */
export function streamBegin(): usize {
  return begin;
}

/** The word at `at`. */
export function streamWord(at: usize): u32 {
  assert(at < end);
  return load<u32>(at);
}

/** Words read, when the next one is at `at`. */
export function streamUsed(at: usize): u32 {
  return <u32>((at - begin) >> 2);
}

/** Ends the stream: no word of it, used or not, stays behind. */
export function streamWipe(): void {
  wipe(STREAM_WORDS, BYTES);
  begin = 0;
  end = 0;
}
