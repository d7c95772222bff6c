/**
 * Gains of the dealer exchange behind an exchange of the player's cards, for the hands that can gain
 * at all (some two thousand of 6,175 sets of ranks). Such a hand always bets, so that its value is
 * the bet's plus the gain, and the gain's parts (redraw.ts) may be added one suit at a time: in the
 * upcard's suit into SUMS, in another suit into OTHER.
 *
 * Up to GAINS_EXACT discards every state is weighed (gain-states.ts). Beyond, only the part by ranks
 * is taken: what is left out is the effect of four dealer cards of one suit; the sheet says so.
 */
import { CLASS_COUNT, PAYS } from './classes.ts';
import { nextMultiset } from './multiset.ts';
import { mayGain } from './redraw.ts';
import { rankSets, unseen } from './tables.ts';

/** Most discards whose gains are exact. */
export const GAINS_EXACT: u32 = 2;
export const NO_GAIN: u32 = 0xffff;
const FLUSHES: u32 = 1287;

/** By size: number of a class among those that can gain; how many there are. */
const INDEX = new StaticArray<usize>(6);
export const MANY = new StaticArray<u32>(6);
/** By (discarded ranks, class that can gain): gain by ranks, and weight that chose it. */
export const RANK_GAINS = new StaticArray<usize>(6);
export const RANK_CHOSEN = new StaticArray<usize>(6);
/** By (flush, discarded ranks, which of them in the suit looked at): flush minus plain hand. */
export const FLUSH_OWN = new StaticArray<usize>(6);
export const FLUSH_OWN_CHOSEN = new StaticArray<usize>(6);
export const FLUSH_OTHER = new StaticArray<usize>(6);
export const FLUSH_OTHER_CHOSEN = new StaticArray<usize>(6);
/** Number of a set of five ranks by its number as a multiset. */
export const FLUSH_NUMBER = new StaticArray<u16>(6188);
const FIVE: usize = memory.data(8);

/** Lists the classes that can gain behind exchanges of a size, and takes the memory; once. */
export function prepareGains(size: u32): void {
  let filled: u32 = 0;
  INDEX[size] = heap.alloc(CLASS_COUNT << 1);
  for (let own: u32 = 0; own < CLASS_COUNT; own++) {
    const gains = mayGain(own, PAYS[own], unseen() - size);
    store<u16>(INDEX[size] + ((<usize>own) << 1), <u16>(gains ? filled++ : NO_GAIN));
  }
  MANY[size] = filled;
  if (size === 0) return;
  if (size > GAINS_EXACT) {
    RANK_GAINS[size] = heap.alloc((<usize>(rankSets(size) * filled)) << 3);
    RANK_CHOSEN[size] = heap.alloc((<usize>(rankSets(size) * filled)) << 3);
    return;
  }
  FLUSH_OWN[size] = heap.alloc(flushBytes(size));
  FLUSH_OWN_CHOSEN[size] = heap.alloc(flushBytes(size));
  FLUSH_OTHER[size] = heap.alloc(flushBytes(size));
  FLUSH_OTHER_CHOSEN[size] = heap.alloc(flushBytes(size));
  let number: u32 = 0;
  memory.fill(FIVE, 0, 5);
  for (let n: u32 = 0; n < 6188; n++) {
    let distinct = true;
    for (let i: u32 = 1; i < 5; i++) {
      if (load<u8>(FIVE + i) === load<u8>(FIVE + i - 1)) distinct = false;
    }
    FLUSH_NUMBER[n] = <u16>(distinct ? number++ : 0);
    nextMultiset(FIVE, 5, 13);
  }
  assert(number === FLUSHES);
}

export function flushBytes(size: u32): usize {
  return ((<usize>(FLUSHES * rankSets(size))) << size) << 3;
}

export function gainIndex(size: u32, own: u32): u32 {
  return load<u16>(INDEX[size] + ((<usize>own) << 1));
}

/** Whether a class can gain behind an exchange of `size` cards (0: none). */
export function canGain(size: u32, own: u32): bool {
  return gainIndex(size, own) !== NO_GAIN;
}

/** Gain by ranks of a class with discards beyond GAINS_EXACT. */
export function rankGain(size: u32, goneRanks: u32, own: u32): f64 {
  const index = gainIndex(size, own);
  if (index === NO_GAIN) return 0;
  return load<f64>(RANK_GAINS[size] + ((<usize>(goneRanks * MANY[size] + index)) << 3));
}

export function addRankGain(size: u32, goneRanks: u32, own: u32, weight: f64): void {
  const index = gainIndex(size, own);
  if (index === NO_GAIN) return;
  const at = RANK_CHOSEN[size] + ((<usize>(goneRanks * MANY[size] + index)) << 3);
  store<f64>(at, load<f64>(at) + weight);
}

export function flushAt(size: u32, flush: u32, goneRanks: u32, flags: u32): usize {
  const place = (((<usize>(flush * rankSets(size) + goneRanks)) << size) + flags) << 3;
  return place;
}

/** Difference of the gain for a flush (its five ranks' number) in a suit that is not looked at. */
export function flushGain(size: u32, ranks: u32, gone: u32, flags: u32, own: bool): f64 {
  const at = flushAt(size, <u32>FLUSH_NUMBER[ranks], gone, flags);
  return load<f64>((own ? FLUSH_OWN[size] : FLUSH_OTHER[size]) + at);
}

export function addFlushGain(
  size: u32,
  ranks: u32,
  gone: u32,
  flags: u32,
  own: bool,
  weight: f64,
): void {
  const area = own ? FLUSH_OWN_CHOSEN[size] : FLUSH_OTHER_CHOSEN[size];
  const at = area + flushAt(size, <u32>FLUSH_NUMBER[ranks], gone, flags);
  store<f64>(at, load<f64>(at) + weight);
}

/** Clears what an upcard rank chooses. */
export function clearGains(size: u32): void {
  if (size > GAINS_EXACT) {
    memory.fill(RANK_CHOSEN[size], 0, (<usize>(rankSets(size) * MANY[size])) << 3);
    return;
  }
  memory.fill(FLUSH_OWN_CHOSEN[size], 0, flushBytes(size));
  memory.fill(FLUSH_OTHER_CHOSEN[size], 0, flushBytes(size));
}
