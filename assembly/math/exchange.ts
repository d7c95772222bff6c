/**
 * Exchanges of one to four cards (of five: whole-hand.ts), exact. For every set D of discards the sum
 * over all final hands H of max(fold, bet) is shared out to the parts K that were kept: the states
 * (K, D) then hold Σ over the new cards. One visit of a state serves all ten ways to keep a part of it.
 *
 * A final hand in a suit other than the upcard's is a flush that its types do not show: flushes.ts
 * adds the difference. What the dealer exchange gains is added by gain-states.ts, before the sums are
 * shared out, for up to GAINS_EXACT cards; for more only its part by ranks, here.
 */
import { firstGame } from './classes.ts';
import { suitedPart, suitedRow, upRank } from './dealers.ts';
import {
  DISCARDS,
  discardMask,
  discardRanks,
  discardRow,
  KEPT,
  keptWays,
  readDiscards,
  SUIT_MASKS,
  UP_LOOKED,
  UP_OTHER,
  WEIGHTS,
  weigh,
} from './discards.ts';
import { eachGain } from './gain-states.ts';
import { addRankGain, GAINS_EXACT, rankGain } from './gains.ts';
import { nextMultiset } from './multiset.ts';
import { redraws } from './redraw.ts';
import { underUpcard } from './redraw-patterns.ts';
import {
  DISTINCT,
  HAND_CLASS,
  HAND_RANKS,
  HAND_START,
  HAND_SUITED,
  HANDS,
  PART_NUMBER,
  PART_START,
  PART_WAYS,
  prepareParts,
  typeSets,
} from './states.ts';
import {
  CHOSEN,
  clearMemo,
  dealerHands,
  draws,
  FEES,
  FORCED,
  OTHER,
  OTHER_CHOSEN,
  SUMS,
  sumPlaces,
} from './tables.ts';
import { betSum, setState, spreadFolds, spreadState } from './worth.ts';

/** Value of a final hand with dead ranks `dead` of the upcard's suit: max(fold, bet), all dealers. */
export function handValue(own: u32, dead: u32, forced: bool): f64 {
  const packed = load<u64>(discardRow + ((<usize>own) << 3)) + suitedPart(own, dead);
  const sum = betSum(packed, own);
  return forced ? sum : max(sum, 0 - floor);
}
/** Dealer hands of the size in work: what a fold costs, as a sum. */
export let floor: f64 = 0;

/** Names the size whose hands are valued. */
export function beginSize(size: u32): void {
  floor = dealerHands(size);
  setState(floor, <f64>FEES[size]);
}

/**
 * Sums of a size for every (D, K), or, backward, the spread of what was chosen. Sums of all five cards
 * are made when asked for (whole-hand.ts).
 */
export function sumExchanges(size: u32, backward: bool): void {
  const keep = 5 - size;
  const parts = typeSets(keep);
  prepareParts(keep);
  const forced = FORCED[size] !== 0;
  beginSize(size);
  const exact = redraws && size <= GAINS_EXACT;
  if (!backward) {
    memory.fill(SUMS[size], 0, (<usize>sumPlaces(size)) << 3);
    if (exact) {
      memory.fill(OTHER[size], 0, (<usize>sumPlaces(size)) << 3);
      eachGain(size, false);
    }
  }
  memory.fill(DISCARDS, 0, size);
  for (let d: u32 = 0; d < typeSets(size); d++) {
    const at = (<usize>(d * parts)) << 3;
    if (readDiscards(size, 2, UP_LOOKED)) {
      if (backward) {
        const chosen = shareOut(CHOSEN[size] + at, keep, parts, UP_LOOKED);
        if (chosen > 0) gather(size, CHOSEN[size] + at, forced, chosen);
      } else {
        sumRow(size, SUMS[size] + at);
      }
    }
    if (exact && underUpcard > 0 && readDiscards(size, 2, UP_OTHER)) {
      if (backward) shareOut(OTHER_CHOSEN[size] + at, keep, parts, UP_OTHER);
      else finishOther(size, OTHER[size] + at);
    }
    nextMultiset(DISCARDS, size, 26);
  }
  if (!backward && exact) clearMemo(size);
}

/** Sums of the discards in work for every K, at `row`, which may hold gains. */
export function sumRow(size: u32, row: usize): void {
  const forced = FORCED[size] !== 0;
  scatter(size, row, forced);
  // What is shared out lies above folding; folding is the same for every draw.
  finish(row, 5 - size, UP_LOOKED, forced ? 0 : -floor * draws(size));
}

/** The same for gains in a suit that is not the upcard's. */
export function finishOther(size: u32, row: usize): void {
  finish(row, 5 - size, UP_OTHER, 0);
}

/** Different ranks of a hand as a set. */
export function handRanks(hand: u32): u32 {
  let ranks: u32 = 0;
  const many = <u32>unchecked(DISTINCT[hand]);
  for (let j: u32 = 0; j < many; j++) {
    ranks |= (<u32>1) << (<u32>unchecked(HAND_RANKS[hand * 5 + j]));
  }
  return ranks;
}

function scatter(size: u32, row: usize, forced: bool): void {
  const gains = redraws && size > GAINS_EXACT;
  const shift = forced ? 0 : floor;
  const blocked: u32 = discardMask | ((<u32>1) << upRank);
  for (let hand: u32 = 0; hand < HANDS; hand++) {
    const own = <u32>unchecked(HAND_CLASS[hand]);
    const counts = load<u64>(discardRow + ((<usize>own) << 3));
    let start = unchecked(HAND_START[hand]);
    if (!forced && surelyFolds(own)) {
      if (unchecked(DISTINCT[hand]) < 5) continue;
      const mask = handRanks(hand);
      if ((mask & blocked) !== 0) continue;
      const suited = <u32>unchecked(HAND_SUITED[hand]);
      let value = floor + handValue(suited, discardMask | mask, false);
      if (gains) value += rankGain(size, discardRanks, suited);
      start += 31;
      const end = unchecked(PART_START[start + 1]);
      for (let p = unchecked(PART_START[start]); p < end; p++) {
        const to = row + ((<usize>unchecked(PART_NUMBER[p])) << 3);
        store<f64>(to, load<f64>(to) + value * <f64>unchecked(PART_WAYS[p]));
      }
      continue;
    }
    if (!weigh(hand)) continue;
    const variants: u32 = (<u32>1) << (<u32>unchecked(DISTINCT[hand]));
    const corrections = suitedRow(own);
    const gain = gains ? rankGain(size, discardRanks, own) : 0;
    for (let f: u32 = 0; f < variants; f++) {
      const weight = unchecked(WEIGHTS[f]);
      if (weight === 0) continue;
      let value: f64;
      const mask = discardMask | unchecked(SUIT_MASKS[f]);
      if (f === 31) {
        const suited = <u32>HAND_SUITED[hand];
        value = handValue(suited, mask, forced);
        if (gains) value += rankGain(size, discardRanks, suited);
      } else {
        value = betSum(counts + load<u64>(corrections + ((<usize>mask) << 3)), own);
        if (!forced) value = max(value, 0 - floor);
        value += gain;
      }
      value = (value + shift) * weight;
      const end = unchecked(PART_START[start + f + 1]);
      for (let p = unchecked(PART_START[start + f]); p < end; p++) {
        const to = row + ((<usize>unchecked(PART_NUMBER[p])) << 3);
        store<f64>(to, load<f64>(to) + value * <f64>unchecked(PART_WAYS[p]));
      }
    }
  }
}

/** From sums over (specific kept cards, final hand) to one choice of the kept cards. */
function finish(row: usize, keep: u32, upcard: u32, base: f64): void {
  const parts = typeSets(keep);
  memory.fill(KEPT, 0, keep);
  for (let k: u32 = 0; k < parts; k++) {
    const ways = keptWays(keep, upcard);
    const at = row + ((<usize>k) << 3);
    const mean = ways > 0 ? load<f64>(at) / ways : 0;
    // Sums are integers where no dealer exchange divides.
    store<f64>(at, base + (redraws ? mean : Math.round(mean)));
    nextMultiset(KEPT, keep, 26);
  }
}

/** From weights of (D, K) to weights of one choice of the kept cards; gives their sum before. */
function shareOut(row: usize, keep: u32, parts: u32, upcard: u32): f64 {
  let all: f64 = 0;
  memory.fill(KEPT, 0, keep);
  for (let k: u32 = 0; k < parts; k++) {
    const at = row + ((<usize>k) << 3);
    const weight = load<f64>(at);
    if (weight !== 0) {
      all += weight;
      store<f64>(at, weight / keptWays(keep, upcard));
    }
    nextMultiset(KEPT, keep, 26);
  }
  return all;
}

/** Whether a hand without game folds behind these discards whatever its suits, unless it is a flush. */
export function surelyFolds(own: u32): bool {
  if (own >= firstGame) return false;
  const counts = load<u64>(discardRow + ((<usize>own) << 3));
  return 2 * <f64>(counts & 0xfffff) <= floor;
}

/** Spreads the chosen states of one set of discards; `all` is the weight of those that chose it. */
function gather(size: u32, row: usize, forced: bool, all: f64): void {
  const gains = redraws && size > GAINS_EXACT;
  // Everything folds at first; what does not is taken back state by state.
  if (!forced) spreadFolds(all * draws(size), FEES[size], size);
  const blocked: u32 = discardMask | ((<u32>1) << upRank);
  for (let hand: u32 = 0; hand < HANDS; hand++) {
    const folds = !forced && surelyFolds(<u32>unchecked(HAND_CLASS[hand]));
    if (folds && (unchecked(DISTINCT[hand]) < 5 || (handRanks(hand) & blocked) !== 0)) continue;
    if (!weigh(hand)) continue;
    const variants: u32 = (<u32>1) << (<u32>unchecked(DISTINCT[hand]));
    const start = HAND_START[hand];
    for (let f: u32 = folds ? 31 : 0; f < variants; f++) {
      const weight = unchecked(WEIGHTS[f]);
      if (weight === 0) continue;
      let chosen: f64 = 0;
      const end = PART_START[start + f + 1];
      for (let p = PART_START[start + f]; p < end; p++) {
        chosen += load<f64>(row + ((<usize>PART_NUMBER[p]) << 3)) * <f64>PART_WAYS[p];
      }
      if (chosen === 0) continue;
      const own: u32 = f === 31 ? <u32>HAND_SUITED[hand] : <u32>HAND_CLASS[hand];
      const packed =
        load<u64>(discardRow + ((<usize>own) << 3)) + suitedPart(own, discardMask | SUIT_MASKS[f]);
      if (!forced) spreadFolds(-chosen * weight, FEES[size], size);
      spreadState(packed, own, chosen * weight, FEES[size], size, forced);
      if (gains) addRankGain(size, discardRanks, own, chosen * weight);
    }
  }
}
