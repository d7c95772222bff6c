/**
 * Random five-card hands from memory: two look-ups of two cards, one of four, one of the fifth. Equal
 * suits are seen by comparing neighbours, four bytes at once; a hash of the whole hand was rejected
 * (slower, and its constants say nothing).
 */
import { BATCH_HANDS_MAX } from '../layout.ts';
import { buildPairs, FOUR, HANDS, PLACES, TWO, TWOS } from './pairs.ts';
import { everyFour, FLUSHES, insert, SORTED, unsuitedPlace } from './places.ts';

/** Places by state of four ranks and the fifth rank, sixteen u16 a state. */
const FIFTH: usize = memory.data(2 * 16 * 1820, 16);
const RANKS: u32 = 13;
/** Suits of four cards, side by side. */
const SUITS: u32 = 0x03030303;

let built: bool = false;

function build(): void {
  if (built) return;
  built = true;
  buildPairs();
  everyFour(fillFifths);
}

function fillFifths(state: u32): void {
  const four = load<u32>(SORTED);
  for (let rank: u32 = 0; rank < RANKS; rank++) {
    store<u32>(SORTED, four);
    insert(rank, 4);
    store<u16>(FIFTH + (state << 5) + (rank << 1), unsuitedPlace(SORTED, 5));
  }
}

/** Ranks `count` hands of HANDS (5 bytes each) into PLACES; returns the sum of their places. */
export function rank5Batch(count: u32): f64 {
  assert(count <= <u32>BATCH_HANDS_MAX);
  build();
  let sum: u64 = 0;
  let hand = HANDS;
  for (let i: u32 = 0; i < count; i++) {
    const four = load<u32>(hand);
    const fifth = <u32>load<u8>(hand, 4);
    // Bytes 1 to 4: the same suits as bytes 0 to 3 only where all five agree.
    const shifted = (four >> 8) | (fifth << 24);
    let place: u32;
    if (((four ^ shifted) & SUITS) === 0) place = suited(four, fifth);
    else {
      const x = load<u16>(TWO + ((four & 0xffff) << 2));
      const y = load<u16>(TWO + ((four >> 16) << 2));
      const state = <u32>load<u16>(FOUR + ((x * TWOS + y) << 1));
      place = load<u16>(FIFTH + (state << 5) + ((fifth >> 2) << 1));
    }
    // A place of 0 is a hand that no deck holds.
    assert(place !== 0);
    store<u16>(PLACES + (i << 1), <u16>place);
    sum += place;
    hand += 5;
  }
  return <f64>sum;
}

function suited(four: u32, fifth: u32): u32 {
  let set: u32 = (<u32>1) << (fifth >> 2);
  for (let shift: u32 = 2; shift < 32; shift += 8) set |= (<u32>1) << ((four >> shift) & 15);
  return load<u16>(FLUSHES + ((set & 8191) << 1));
}
