/**
 * Random six-card hands from memory, best five (R3): three look-ups of two cards, one of four, one of
 * four and two. Suits are counted by adding: three is added to each count of four bits, so that a
 * count of five or six shows in its highest bit.
 */
import { BATCH_HANDS_MAX } from '../layout.ts';
import { buildPairs, FOUR, HANDS, LOWER, PLACES, TWO, TWOS, UPPER } from './pairs.ts';
import { everyFour, FLUSHES, fourIndex, insert, SORTED, unsuitedPlace } from './places.ts';

/** Places by state of four ranks and index of the other two, u16 each. */
const SIXTH: usize = memory.data(2 * 91 * 1820, 16);
/** Places of six ascending ranks (18 choose 6), while SIXTH is being filled, u16 each. */
const SIXES: usize = memory.data(2 * 18564, 16);
const THREES: u32 = 0x33330000;
const FIVE_OR_MORE: u32 = 0x88880000;

let built: bool = false;

function build(): void {
  if (built) return;
  built = true;
  buildPairs();
  everyFour(fillSixths);
}

function fillSixths(state: u32): void {
  const four = load<u32>(SORTED);
  for (let two: u32 = 0; two < TWOS; two++) {
    store<u32>(SORTED, four);
    insert(load<u8>(LOWER + two), 4);
    insert(load<u8>(UPPER + two), 5);
    store<u16>(SIXTH + ((state * TWOS + two) << 1), sixPlace());
  }
}

/** Place of the six ranks of SORTED: nine states of four and two share it. */
function sixPlace(): u32 {
  let index: u32 = fourIndex(
    load<u8>(SORTED),
    load<u8>(SORTED, 1),
    load<u8>(SORTED, 2),
    load<u8>(SORTED, 3),
  );
  const e = <u32>load<u8>(SORTED, 4);
  const f = <u32>load<u8>(SORTED, 5);
  index += (e * (e + 1) * (e + 2) * (e + 3) * (e + 4)) / 120;
  index += (f * (f + 1) * (f + 2) * (f + 3) * (f + 4) * (f + 5)) / 720;
  const known = SIXES + (index << 1);
  let place = <u32>load<u16>(known);
  if (place === 0) {
    place = unsuitedPlace(SORTED, 6);
    store<u16>(known, place);
  }
  return place;
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
