/**
 * The deck (design §2.7): 0 .. size-1 in order, then for i = 0, 1, ... swap(i, i + below(size - i)).
 * Position i is final after step i, so a deal of k cards takes k steps and equals the first k cards
 * of the whole deck. Card = rank * 4 + suit.
 *
 * Size is 52 in production; small decks exist so that every permutation can be counted.
 */
import { DECK_SIZE } from './layout.ts';
import { copy, DECK, wipe } from './memory.ts';
import { streamUsed } from './stream.ts';
import { below } from './uniform.ts';

/**
 * Draws the first `count` positions of a deck of `size` from the open stream and copies them to
 * `out`. The last position is what is left over: it needs no draw.
 * With `trace`, the words used so far are noted there after each draw, as u16.
 */
export function draw(size: u32, count: u32, bits: u32, out: usize, trace: usize): void {
  assert(size >= 2 && size <= <u32>DECK_SIZE && count <= size);
  for (let i: u32 = 0; i < size; i++) store<u8>(DECK + i, i);
  const draws = min<u32>(count, size - 1);
  for (let i: u32 = 0; i < draws; i++) {
    const j = i + below(size - i, bits);
    const card = load<u8>(DECK + j);
    store<u8>(DECK + j, load<u8>(DECK + i));
    store<u8>(DECK + i, card);
    if (trace !== 0) store<u16>(trace + (i << 1), <u16>streamUsed());
  }
  copy(out, DECK, count);
  deckWipe();
}

export function deckWipe(): void {
  wipe(DECK, DECK_SIZE);
}
