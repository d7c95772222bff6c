/**
 * The states behind the gains of gains.ts: a final hand that can gain, with every set of discards.
 * Discards by ranks are outermost and suits inside, because the costly part of a gain depends on
 * ranks alone. Forward adds gains to the sums, backward spreads what chose them over net results.
 */
import { PAYS } from './classes.ts';
import { LIVE, suitedPart, upRank } from './dealers.ts';
import {
  canGain,
  FLUSH_NUMBER,
  FLUSH_OTHER,
  FLUSH_OTHER_CHOSEN,
  FLUSH_OWN,
  FLUSH_OWN_CHOSEN,
  flushAt,
  flushBytes,
  GAINS_EXACT,
} from './gains.ts';
import { binomial, multisetNumber, nextMultiset } from './multiset.ts';
import {
  aimSpread,
  noteUnsettled,
  otherSuit,
  ownSuit,
  readLive,
  spreadOtherSuit,
  spreadOwnSuit,
  weighRedraw,
} from './redraw.ts';
import { underUpcard } from './redraw-patterns.ts';
import {
  DISTINCT,
  HAND_CLASS,
  HAND_RANKS,
  HAND_START,
  HAND_SUITED,
  HAND_TIMES,
  HANDS,
  isWantedHand,
  PART_NUMBER,
  PART_START,
  PART_WAYS,
  typeSets,
} from './states.ts';
import {
  absent,
  CHOSEN,
  countsRow,
  dealerHands,
  FEES,
  OTHER,
  OTHER_CHOSEN,
  present,
  rankSets,
  SUMS,
} from './tables.ts';
import { betSum, INSURED } from './worth.ts';

const NOWHERE: i32 = -1;
const FIVE: usize = memory.data(8);

const GONE: usize = memory.data(8);
const TYPES: usize = memory.data(8);
const DEAD = new StaticArray<u32>(13);
const GONE_RANK = new StaticArray<u32>(5);
const GONE_TIMES = new StaticArray<u32>(5);
let different: u32 = 0;
/** By flags of the discards: rows as the upcard's suit and as another see them, dead ranks. */
const OWN_ROW = new StaticArray<i32>(32);
const OTHER_ROW = new StaticArray<i32>(32);
const GONE_MASK = new StaticArray<u32>(32);

/** Reads the sorted ranks at `ranks`: false where the deck does not have them. */
function readGone(ranks: usize, size: u32): bool {
  DEAD.fill(0);
  different = 0;
  for (let i: u32 = 0; i < size; i++) {
    const rank = <u32>load<u8>(ranks + i);
    DEAD[rank] += 1;
    if (!((present >> rank) & 1) || DEAD[rank] + (rank === upRank ? 1 : 0) > 4) return false;
    if (DEAD[rank] > 1) GONE_TIMES[different - 1] += 1;
    else {
      GONE_RANK[different] = rank;
      GONE_TIMES[different++] = 1;
    }
  }
  return true;
}

/** Rows of the discards by flags: which of the different ranks have a card of the suit looked at. */
function readRows(size: u32): void {
  const keep = typeSets(5 - size);
  for (let flags: u32 = 0; flags < (<u32>1) << different; flags++) {
    let at: u32 = 0;
    let mask: u32 = 0;
    let own = true;
    let other = true;
    for (let j: u32 = 0; j < different; j++) {
      const rank = GONE_RANK[j];
      const flag = (flags >> j) & 1;
      const rest = GONE_TIMES[j] - flag;
      for (let i: u32 = 0; i < rest; i++) store<u8>(TYPES + at++, <u8>(rank << 1));
      if (flag) {
        store<u8>(TYPES + at++, <u8>((rank << 1) | 1));
        mask |= (<u32>1) << rank;
      }
      if (rest > 3 || (flag !== 0 && rank === upRank)) own = false;
      if (rest > (rank === upRank ? 2 : 3)) other = false;
    }
    const row = <i32>(multisetNumber(TYPES, size) * keep);
    OWN_ROW[flags] = own ? row : NOWHERE;
    OTHER_ROW[flags] = other ? row : NOWHERE;
    GONE_MASK[flags] = mask;
  }
}

/** Weighs every state of a size: adds its gain to the sums, or, backward, spreads what chose it. */
export function eachGain(size: u32, backward: bool): void {
  if (!backward) clearGainSums(size);
  memory.fill(GONE, 0, size);
  for (let gone: u32 = 0; gone < rankSets(size); gone++) {
    gainsBehind(size, GONE, gone, backward);
    nextMultiset(GONE, size, 13);
  }
}

/** Clears the differences of flushes. */
export function clearGainSums(size: u32): void {
  assert(size >= 1 && size <= GAINS_EXACT);
  memory.fill(FLUSH_OWN[size], 0, flushBytes(size));
  memory.fill(FLUSH_OTHER[size], 0, flushBytes(size));
}

/** The same for the states behind one set of discarded ranks, sorted at `ranks`, number `gone`. */
export function gainsBehind(size: u32, ranks: usize, gone: u32, backward: bool): void {
  if (!readGone(ranks, size)) return;
  readRows(size);
  for (let hand: u32 = 0; hand < HANDS; hand++) {
    if (!isWantedHand(hand) || !setLive(hand)) continue;
    const plain = <u32>unchecked(HAND_CLASS[hand]);
    const suited = <u32>unchecked(HAND_SUITED[hand]);
    const distinct = unchecked(DISTINCT[hand]) === 5;
    const gains = canGain(size, plain);
    const flushGains = distinct && canGain(size, suited);
    if (!gains && !flushGains) continue;
    readLive();
    if (gains) {
      const part = weighRedraw(plain, PAYS[plain]);
      eachVariant(size, gone, hand, plain, part, backward);
      if (distinct) eachFlush(size, gone, hand, plain, part, -1, backward);
    }
    if (!flushGains) continue;
    const part = weighRedraw(suited, PAYS[suited]);
    eachVariant(size, gone, hand, suited, part, backward);
    eachFlush(size, gone, hand, suited, part, 1, backward);
  }
}

/** Live cards beside a hand and the discards; false where the deck cannot have both. */
function setLive(hand: u32): bool {
  for (let r: u32 = 0; r < 13; r++) {
    LIVE[r] = (present >> r) & 1 ? 4 - unchecked(DEAD[r]) - (r === upRank ? 1 : 0) : 0;
  }
  for (let j: u32 = 0; j < <u32>unchecked(DISTINCT[hand]); j++) {
    const rank = <u32>unchecked(HAND_RANKS[hand * 5 + j]);
    const times = <u32>unchecked(HAND_TIMES[hand * 5 + j]);
    if (times > LIVE[rank]) return false;
    LIVE[rank] -= times;
  }
  return true;
}

/** Ways to hold a variant of a hand beside discards with `mask`; `own`: the upcard's suit looked at. */
function variantWays(hand: u32, flags: u32, mask: u32, own: bool): f64 {
  let ways: f64 = 1;
  for (let j: u32 = 0; j < <u32>unchecked(DISTINCT[hand]); j++) {
    const rank = <u32>unchecked(HAND_RANKS[hand * 5 + j]);
    const times = <u32>unchecked(HAND_TIMES[hand * 5 + j]);
    const flag = (flags >> j) & 1;
    const flagGone = (mask >> rank) & 1;
    if (flag && (flagGone || (own && rank === upRank))) return 0;
    const rest = 3 - (unchecked(DEAD[rank]) - flagGone) - (!own && rank === upRank ? 1 : 0);
    ways *= <f64>binomial(rest, times - flag);
  }
  return ways;
}

function variantMask(hand: u32, flags: u32): u32 {
  let mask: u32 = 0;
  for (let j: u32 = 0; j < <u32>unchecked(DISTINCT[hand]); j++) {
    if ((flags >> j) & 1) mask |= (<u32>1) << (<u32>unchecked(HAND_RANKS[hand * 5 + j]));
  }
  return mask;
}

/** The states of one hand and set of discarded ranks whose types show the class `own`; `ranks`: its part by ranks. */
function eachVariant(size: u32, gone: u32, hand: u32, own: u32, ranks: f64, backward: bool): void {
  const all: u32 = (<u32>1) << (<u32>DISTINCT[hand]);
  const flush = own === <u32>HAND_SUITED[hand];
  const first: u32 = flush ? 31 : 0;
  const end: u32 = flush ? 32 : min(all, 31);
  for (let f = first; f < end; f++) {
    const held = variantMask(hand, f);
    const start = HAND_START[hand] + f;
    for (let d: u32 = 0; d < (<u32>1) << different; d++) {
      const mask = unchecked(GONE_MASK[d]);
      if ((mask & held) !== 0) continue;
      const dead = mask | held | absent;
      let row = unchecked(OWN_ROW[d]);
      const ways = row === NOWHERE ? 0 : variantWays(hand, f, mask, true);
      if (ways !== 0) {
        if (!backward) {
          if (!settled(size, gone, own, dead)) noteUnsettled();
          addParts(SUMS[size], row, start, ways * (ranks + ownSuit(dead)));
        } else {
          const weight = ways * sumParts(CHOSEN[size], row, start);
          if (weight !== 0) {
            aim(size, gone, own, dead);
            spreadOwnSuit(dead, weight);
          }
        }
      }
      row = unchecked(OTHER_ROW[d]);
      const others = row === NOWHERE || underUpcard === 0 ? 0 : variantWays(hand, f, mask, false);
      if (others === 0) continue;
      if (!backward) addParts(OTHER[size], row, start, others * otherSuit(dead));
      else {
        const weight = others * sumParts(OTHER_CHOSEN[size], row, start);
        if (weight !== 0) {
          // Which suits insure is not known here: ranks decide where the mass lies, its sum is exact.
          aim(size, gone, own, absent);
          spreadOtherSuit(dead, weight);
        }
      }
    }
  }
}

/** The same hand in a suit that is not looked at: a flush (`sign` 1) instead of the plain (−1). */
function eachFlush(
  size: u32,
  gone: u32,
  hand: u32,
  own: u32,
  ranks: f64,
  sign: f64,
  backward: bool,
): void {
  for (let j: u32 = 0; j < 5; j++) store<u8>(FIVE + j, HAND_RANKS[hand * 5 + j]);
  const flush = <u32>FLUSH_NUMBER[multisetNumber(FIVE, 5)];
  for (let d: u32 = 0; d < (<u32>1) << different; d++) {
    const dead = unchecked(GONE_MASK[d]) | absent;
    const at = flushAt(size, flush, gone, d);
    const inOwn = OWN_ROW[d] !== NOWHERE;
    if (!backward) {
      const to = FLUSH_OWN[size] + at;
      if (inOwn) store<f64>(to, load<f64>(to) + sign * (ranks + ownSuit(dead)));
      const other = FLUSH_OTHER[size] + at;
      store<f64>(other, load<f64>(other) + sign * otherSuit(dead));
      continue;
    }
    const weight = load<f64>(FLUSH_OWN_CHOSEN[size] + at);
    if (weight !== 0) {
      aim(size, gone, own, dead);
      spreadOwnSuit(dead, sign * weight);
    }
    const others = load<f64>(FLUSH_OTHER_CHOSEN[size] + at);
    if (others !== 0) {
      aim(size, gone, own, absent);
      spreadOtherSuit(dead, sign * others);
    }
  }
}

function addParts(area: usize, row: i32, start: u32, value: f64): void {
  if (value === 0) return;
  const end = unchecked(PART_START[start + 1]);
  for (let p = unchecked(PART_START[start]); p < end; p++) {
    const at = area + ((<usize>(<u32>row + unchecked(PART_NUMBER[p]))) << 3);
    store<f64>(at, load<f64>(at) + value * <f64>unchecked(PART_WAYS[p]));
  }
}

function sumParts(area: usize, row: i32, start: u32): f64 {
  let sum: f64 = 0;
  const end = unchecked(PART_START[start + 1]);
  for (let p = unchecked(PART_START[start]); p < end; p++) {
    const at = area + ((<usize>(<u32>row + unchecked(PART_NUMBER[p]))) << 3);
    sum += load<f64>(at) * <f64>unchecked(PART_WAYS[p]);
  }
  return sum;
}

function packedOf(size: u32, gone: u32, own: u32, dead: u32): u64 {
  return load<u64>(countsRow(size, gone) + ((<usize>own) << 3)) + suitedPart(own, dead);
}

/** Whether a state bets whatever the dealer exchange adds. */
function settled(size: u32, gone: u32, own: u32, dead: u32): bool {
  return betSum(packedOf(size, gone, own, dead), own) > -dealerHands(size);
}

/** Aims the spread of a state, its insurance taken where it pays (R8). */
function aim(size: u32, gone: u32, own: u32, dead: u32): void {
  const none = <f64>(packedOf(size, gone, own, dead) & 0xfffff);
  const stake = 2 * none > dealerHands(size) ? INSURED[own] : 0;
  aimSpread(size, <i32>stake - FEES[size], own);
}
