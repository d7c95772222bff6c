/**
 * What the evaluators of random hands share: two cards read as one number give the index of their
 * ranks and a count of their suits; two indices give a state of four ranks. Cards may come in any
 * order. The hands lie in HANDS, five or six bytes each, side by side. That they are different cards
 * 0…51 is the caller's word; it is the core that checks every card.
 */
import { BATCH_HANDS_MAX, DECK_SIZE } from '../layout.ts';
import { buildPlaces, fourIndex, twoIndex } from './places.ts';

/** The caller's side: cards in, places out (u16). */
export const HANDS: usize = memory.data(6 * BATCH_HANDS_MAX + 16, 16);
export const PLACES: usize = memory.data(2 * BATCH_HANDS_MAX, 16);

/** By first card | second << 8: index of the ranks (0…90), suit counts of four bits above bit 16. */
export const TWO: usize = memory.data(4 * 13312, 16);
/** By index · 91 + index: state of four ranks (0…1,819), u16 each. */
export const FOUR: usize = memory.data(2 * 8281, 16);
/** Lowest and highest rank of an index of two. */
export const LOWER: usize = memory.data(91);
export const UPPER: usize = memory.data(91);

export const TWOS: u32 = 91;

let built: bool = false;

export function buildPairs(): void {
  if (built) return;
  built = true;
  buildPlaces();
  for (let b: u32 = 0; b < 13; b++)
    for (let a: u32 = 0; a <= b; a++) {
      store<u8>(LOWER + twoIndex(a, b), a);
      store<u8>(UPPER + twoIndex(a, b), b);
    }
  for (let first: u32 = 0; first < <u32>DECK_SIZE; first++)
    for (let second: u32 = 0; second < <u32>DECK_SIZE; second++) {
      const low = min(first >> 2, second >> 2);
      const high = max(first >> 2, second >> 2);
      const suits = suitCount(first & 3) + suitCount(second & 3);
      store<u32>(TWO + ((first | (second << 8)) << 2), twoIndex(low, high) | suits);
    }
  for (let x: u32 = 0; x < TWOS; x++)
    for (let y: u32 = 0; y < TWOS; y++) store<u16>(FOUR + ((x * TWOS + y) << 1), <u16>merged(x, y));
}

/** A one in the place of a suit. */
function suitCount(suit: u32): u32 {
  return (<u32>0x1_0000) << (suit << 2);
}

/** State of two twos: their ranks in order. */
function merged(x: u32, y: u32): u32 {
  const a = <u32>load<u8>(LOWER + x);
  const b = <u32>load<u8>(UPPER + x);
  const c = <u32>load<u8>(LOWER + y);
  const d = <u32>load<u8>(UPPER + y);
  const second = max(a, c);
  const third = min(b, d);
  return fourIndex(min(a, c), min(second, third), max(second, third), max(b, d));
}
