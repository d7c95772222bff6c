/**
 * All five-card hands, each of them looked up. Four ascending cards name a row of places, one for
 * every fifth card; eight neighbours of a row are one vector. Sums of whole rows or of classes would
 * be faster and were rejected: they are aggregates, not evaluations.
 *
 * Rows know ranks alone; where four cards share a suit, the few fifth cards that make a flush are
 * put right. Beside a row stand zeros, so that a vector may reach over its end.
 */
import { DECK_SIZE, PREFIX_HANDS_MAX } from '../layout.ts';
import {
  buildPlaces,
  everyFour,
  FLUSHES,
  fourStep,
  SORTED,
  threeIndex,
  unsuitedPlace,
} from './places.ts';

/** 52 places and 8 zeros, u16 each. */
const ROW_SIZE: u32 = 120;
const ROWS: usize = memory.data(120 * 1820, 16);
/** What a fourth card adds to a row's address, u32 a card. */
const FOURTH: usize = memory.data(4 * 52, 16);

/** Places of the hands that begin with two given cards, ascending. */
export const PREFIX: usize = memory.data(2 * PREFIX_HANDS_MAX, 16);

let built: bool = false;

function build(): void {
  if (built) return;
  built = true;
  buildPlaces();
  for (let d: u32 = 0; d < <u32>DECK_SIZE; d++)
    store<u32>(FOURTH + (d << 2), fourStep(d >> 2) * ROW_SIZE);
  everyFour(fillRow);
}

/** Only fifth cards of the highest rank or above it are ever asked for. */
function fillRow(state: u32): void {
  const row = ROWS + state * ROW_SIZE;
  for (let rank: u32 = load<u8>(SORTED, 3); rank < 13; rank++) {
    store<u8>(SORTED, rank, 4);
    const place = unsuitedPlace(SORTED, 5);
    for (let suit: u32 = 0; suit < 4; suit++) {
      store<u16>(row + (((rank << 2) | suit) << 1), place);
    }
  }
}

/** Row of four ascending cards, the last of them given by FOURTH. */
function rowOf(base: usize, d: u32): usize {
  return base + load<u32>(FOURTH + (d << 2));
}

function baseOf(a: u32, b: u32, c: u32): usize {
  return ROWS + threeIndex(a >> 2, b >> 2, c >> 2) * ROW_SIZE;
}

function bit(card: u32): u32 {
  return (<u32>1) << (card >> 2);
}

function flushPlace(set: u32): u32 {
  return load<u16>(FLUSHES + (set << 1));
}

/** Sum of the places of all 2,598,960 hands. */
export function rank5All(): f64 {
  build();
  let sum: u64 = 0;
  for (let a: u32 = 0; a < 48; a++) {
    let lanes = i32x4.splat(0);
    for (let b = a + 1; b < 49; b++)
      for (let c = b + 1; c < 50; c++) {
        const base = baseOf(a, b, c);
        for (let d = c + 1; d < 51; d++) {
          const row = rowOf(base, d);
          const end = row + (DECK_SIZE << 1);
          let at = row + ((d + 1) << 1);
          // At most six vectors of places below 2^13: no lane of sixteen bits can overflow.
          let places = v128.load(at);
          for (at += 16; at < end; at += 16) places = i16x8.add(places, v128.load(at));
          lanes = i32x4.add(lanes, i32x4.extadd_pairwise_i16x8_u(places));
        }
        if (((a ^ b) & 3) === 0 && ((b ^ c) & 3) === 0) sum += flushGain(base, a, b, c);
      }
    sum += <u64>(<u32>i32x4.extract_lane(lanes, 0)) + <u64>(<u32>i32x4.extract_lane(lanes, 1));
    sum += <u64>(<u32>i32x4.extract_lane(lanes, 2)) + <u64>(<u32>i32x4.extract_lane(lanes, 3));
  }
  return <f64>sum;
}

/** By how much the flushes that begin with three cards of one suit exceed what their rows say. */
function flushGain(base: usize, a: u32, b: u32, c: u32): u64 {
  let gain: u64 = 0;
  const three = bit(a) | bit(b) | bit(c);
  for (let d = c + 4; d < <u32>DECK_SIZE; d += 4) {
    const row = rowOf(base, d);
    for (let e = d + 4; e < <u32>DECK_SIZE; e += 4) {
      gain += flushPlace(three | bit(d) | bit(e)) - <u32>load<u16>(row + (e << 1));
    }
  }
  return gain;
}

/** Writes the places of all hands a < b < … into PREFIX, ascending; returns how many. */
export function rank5Prefix(a: u32, b: u32): u32 {
  assert(a < b && b < 49);
  build();
  let count: u32 = 0;
  for (let c = b + 1; c < 50; c++)
    for (let d = c + 1; d < 51; d++) {
      const row = rowOf(baseOf(a, b, c), d);
      const suited = ((a ^ b) & 3) === 0 && ((b ^ c) & 3) === 0 && ((c ^ d) & 3) === 0;
      for (let e = d + 1; e < <u32>DECK_SIZE; e++) {
        const flush = suited && ((d ^ e) & 3) === 0;
        const place = flush
          ? flushPlace(bit(a) | bit(b) | bit(c) | bit(d) | bit(e))
          : <u32>load<u16>(row + (e << 1));
        store<u16>(PREFIX + (count << 1), <u16>place);
        count++;
      }
    }
  assert(count <= <u32>PREFIX_HANDS_MAX);
  return count;
}
