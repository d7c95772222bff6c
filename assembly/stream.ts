/**
 * The stream of words that one deck is drawn from (design §2.5): ChaCha20 of the deck key, zero
 * nonce, counter from 0, read as little-endian 32-bit words. A proof may inject words of its own
 * instead; then nothing is generated and running dry traps.
 *
 * Words are made four blocks at a time, because four cost what one costs; unused ones are wiped.
 */
import { chacha20 } from './chacha20.ts';
import { CHACHA_BLOCK_SIZE, CHACHA_KEY_SIZE, DECK_WORDS_MAX, OK } from './layout.ts';
import { copy, STREAM_KEY, STREAM_NONCE, STREAM_WORDS, wipe } from './memory.ts';

/** Blocks and words of one filling. */
const BLOCKS: u32 = 4;
const WORDS: u32 = 64;

/** Where the next word stands, and where the filling ends. */
let next: usize = 0;
let end: usize = 0;
/** Block counter of the next filling; words of earlier fillings. */
let counter: u32 = 0;
let earlier: u32 = 0;
let base: usize = 0;
let injected: bool = false;

/** Opens the stream of a deck key. Does not wipe `key`. */
export function streamOpen(key: usize): void {
  copy(STREAM_KEY, key, CHACHA_KEY_SIZE);
  wipe(STREAM_NONCE, 16);
  injected = false;
  counter = 0;
  earlier = 0;
  base = STREAM_WORDS;
  next = STREAM_WORDS;
  end = STREAM_WORDS;
}

/** Opens a stream of `count` given words. */
export function streamInject(words: usize, count: u32): void {
  injected = true;
  earlier = 0;
  base = words;
  next = words;
  end = words + (count << 2);
}

/** Words handed out since the stream was opened. */
export function streamUsed(): u32 {
  return earlier + <u32>((next - base) >> 2);
}

function fill(): void {
  assert(!injected);
  earlier = streamUsed();
  assert(earlier < <u32>DECK_WORDS_MAX);
  assert(chacha20(STREAM_KEY, STREAM_NONCE, counter, BLOCKS, STREAM_WORDS) === OK);
  counter += BLOCKS;
  next = STREAM_WORDS;
  end = STREAM_WORDS + (WORDS << 2);
}

export function nextWord(): u32 {
  if (next === end) fill();
  const word = load<u32>(next);
  next += 4;
  return word;
}

/** Ends the stream: no word of it, used or not, and no key stays behind. */
export function streamWipe(): void {
  wipe(STREAM_KEY, CHACHA_KEY_SIZE);
  wipe(STREAM_WORDS, BLOCKS * CHACHA_BLOCK_SIZE);
  next = 0;
  end = 0;
  base = 0;
  earlier = 0;
  counter = 0;
}
