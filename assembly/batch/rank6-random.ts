/**
 * Random six-card hands from memory, best five (R3): three look-ups of two cards, one of four, one of
 * four and two. Suits are counted by adding: three is added to each count of four bits, so that a
 * count of five or six shows in its highest bit.
 */
import { BATCH_HANDS_MAX } from '../layout.ts';
import { buildPairs, FOUR, HANDS, LOWER, PLACES, TWO, TWOS, UPPER } from './pairs.ts';
import { FLUSHES, fourIndex, unsuitedPlace } from './places.ts';

/** Places by state of four ranks and index of the other two, u16 each. */
const SIXTH: usize = memory.data(2 * 91 * 1820, 16);
const SORTED: usize = memory.data(6);
const THREES: u32 = 0x33330000;
const FIVE_OR_MORE: u32 = 0x88880000;

let built: bool = false;

function build(): void {
  if (built) return;
  built = true;
  buildPairs();
  for (let a: u32 = 0; a < 13; a++)
    for (let b = a; b < 13; b++)
      for (let c = b; c < 13; c++)
        for (let d = c; d < 13; d++)
          for (let two: u32 = 0; two < TWOS; two++) {
            const at = SIXTH + ((fourIndex(a, b, c, d) * TWOS + two) << 1);
            store<u8>(SORTED, a);
            store<u8>(SORTED, b, 1);
            store<u8>(SORTED, c, 2);
            store<u8>(SORTED, d, 3);
            insert(load<u8>(LOWER + two), 4);
            insert(load<u8>(UPPER + two), 5);
            store<u16>(at, <u16>unsuitedPlace(SORTED, 6));
          }
}

/** Puts a rank among the first `count` of SORTED. */
function insert(rank: u8, count: u32): void {
  let i = count;
  while (i > 0 && load<u8>(SORTED + i - 1) > rank) {
    store<u8>(SORTED + i, load<u8>(SORTED + i - 1));
    i--;
  }
  store<u8>(SORTED + i, rank);
}

/** Ranks `count` hands of HANDS (6 bytes each) into PLACES; returns the sum of their places. */
export function rank6Batch(count: u32): f64 {
  assert(count <= <u32>BATCH_HANDS_MAX);
  build();
  let sum: u64 = 0;
  let hand = HANDS;
  for (let i: u32 = 0; i < count; i++) {
    const four = load<u32>(hand);
    const last = <u32>load<u16>(hand, 4);
    const x = load<u32>(TWO + ((four & 0xffff) << 2));
    const y = load<u32>(TWO + ((four >> 16) << 2));
    const z = load<u32>(TWO + (last << 2));
    const flush = (x + y + z + THREES) & FIVE_OR_MORE;
    let place: u32;
    if (flush !== 0) place = suited(hand, (ctz(flush) - 19) >> 2);
    else {
      const state = <u32>load<u16>(FOUR + (((x & 0xffff) * TWOS + (y & 0xffff)) << 1));
      place = load<u16>(SIXTH + ((state * TWOS + (z & 0xffff)) << 1));
    }
    // Nothing is 0 but a hand that holds a card twice, or no card.
    assert(place !== 0);
    store<u16>(PLACES + (i << 1), <u16>place);
    sum += place;
    hand += 6;
  }
  return <f64>sum;
}

/** Five or six cards of `suit`: no four of a kind and no full house fits beside them. */
function suited(hand: usize, suit: u32): u32 {
  let set: u32 = 0;
  for (let i: u32 = 0; i < 6; i++) {
    const card = <u32>load<u8>(hand + i);
    if ((card & 3) === suit) set |= (<u32>1) << (card >> 2);
  }
  return load<u16>(FLUSHES + (set << 1));
}
