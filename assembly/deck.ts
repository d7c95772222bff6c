/**
 * The deck (design §2.7): 0 .. size-1 in order, then for i = 0, 1, ... swap(i, i + below(size - i)).
 * Position i is final after step i, so a deal of k cards takes k steps and equals the first k cards
 * of the whole deck. Card = rank * 4 + suit.
 *
 * Size is 52 in production; small decks exist so that every permutation can be counted.
 */
import { DECK_SIZE } from './layout.ts';
import { copy, DECK, wipe } from './memory.ts';
import { streamBegin, streamUsed, streamWord } from './stream.ts';
import { REJECTED, scale } from './uniform.ts';

/** Every card in the order of ids, and twelve bytes that make it whole vectors. */
export const ORDER: usize = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
  27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,
  51,
]);

/**
 * Draws the first `count` positions of a deck of `size` from the open stream and copies them to
 * `out`; answers the words used. The last position is what is left over: it needs no draw.
 * With `trace`, the words used so far are noted there after each draw, as u16.
 */
export function draw(size: u32, count: u32, bits: u32, out: usize, trace: usize): u32 {
  assert(size >= 2 && size <= <u32>DECK_SIZE && count <= size);
  copy(DECK, ORDER, size);
  const draws = min<u32>(count, size - 1);
  let at = streamBegin();
  for (let i: u32 = 0; i < draws; i++) {
    const n = size - i;
    let drawn = REJECTED;
    while (drawn === REJECTED) {
      drawn = scale(streamWord(at), n, bits);
      at += 4;
    }
    assert(drawn < n);
    const card = load<u8>(DECK + i + drawn);
    store<u8>(DECK + i + drawn, load<u8>(DECK + i));
    store<u8>(DECK + i, card);
    if (trace !== 0) store<u16>(trace + (i << 1), <u16>streamUsed(at));
  }
  copy(out, DECK, count);
  deckWipe();
  return streamUsed(at);
}

export function deckWipe(): void {
  wipe(DECK, DECK_SIZE);
}
