/**
 * An exchange of all five cards, worked out only where it can be the best action. Of 142,506 sets of
 * discards most belong to hands that do better otherwise; a bound by ranks alone, the same for all
 * suits of the discards, shows it.
 *
 * The bound leaves out the dealer hands that are of the upcard's suit. Against a hand below a flush
 * they only harm, so that nothing is worth more; against others each of them can bring a win at most.
 */
import { CATEGORY_SHIFT, FLUSH } from '../layout.ts';
import { VALUES } from './classes.ts';
import { suitedPart, upRank } from './dealers.ts';
import {
  discardMask,
  discardRanks,
  discardRow,
  rankWays,
  readDiscards,
  SUIT_MASKS,
  UP_LOOKED,
  WEIGHTS,
  weigh,
} from './discards.ts';
import { beginSize, floor, handRanks, handValue, surelyFolds } from './exchange.ts';
import { rankGain } from './gains.ts';
import { binomial } from './multiset.ts';
import { redraws } from './redraw.ts';
import { DISTINCT, HAND_CLASS, HAND_SUITED, HANDS } from './states.ts';
import { absent, draws, FORCED, rankSets, SUMS, sumPlaces } from './tables.ts';
import { betSum, pushes, WINS } from './worth.ts';

const SIZE: u32 = 5;
/** Whether the last sum is but a bound. */
export let bounded: bool = false;
/** Bound by ranks of the discards; all bits set: not asked for yet. */
let bounds: usize = 0;

/** Forgets sums and bounds of the upcard rank before. */
export function clearWhole(): void {
  const bytes: usize = (<usize>rankSets(SIZE)) << 3;
  if (bounds === 0) bounds = heap.alloc(bytes);
  memory.fill(bounds, 0xff, bytes);
  memory.fill(SUMS[SIZE], 0xff, (<usize>sumPlaces(SIZE)) << 3);
}

/**
 * Sum over draws and dealer hands behind the discards at DISCARDS, whose place is `at` bytes into the
 * table, where it exceeds `least`; otherwise an upper bound that does not.
 */
export function wholeSum(at: usize, least: f64): f64 {
  const known = load<f64>(SUMS[SIZE] + at);
  bounded = false;
  if (asked(known)) return known;
  const lawful = readDiscards(SIZE, 2, UP_LOOKED);
  assert(lawful);
  beginSize(SIZE);
  const to = bounds + ((<usize>discardRanks) << 3);
  let bound = load<f64>(to);
  if (!asked(bound)) {
    bound = boundOfRanks();
    store<f64>(to, bound);
  }
  if (bound <= least) {
    bounded = true;
    return bound;
  }
  const sum = exactSum();
  // Sums are no integers where a dealer exchange divides.
  assert(sum <= bound + 1e-9 * Math.abs(bound));
  store<f64>(SUMS[SIZE] + at, sum);
  return sum;
}

function asked(value: f64): bool {
  return reinterpret<u64>(value) !== u64.MAX_VALUE;
}

/** Ways that four hidden cards can be of the upcard's suit, `ranks` of it in the hand. */
function suitedMost(ranks: u32): f64 {
  return <f64>binomial(13 - <u32>popcnt(ranks | absent | ((<u32>1) << upRank)), 4);
}

/** At least any sum behind discards of these ranks. */
function boundOfRanks(): f64 {
  const forced = FORCED[SIZE] !== 0;
  let sum: f64 = 0;
  for (let hand: u32 = 0; hand < HANDS; hand++) {
    const own = <u32>unchecked(HAND_CLASS[hand]);
    const folds = !forced && surelyFolds(own);
    const flush = VALUES[own] >> CATEGORY_SHIFT >= <u32>FLUSH;
    const suited = flush ? suitedMost(0) : 0;
    const plain: f64 = folds ? 0 - floor : mostOf(own, forced, suited);
    if (unchecked(DISTINCT[hand]) === 5) {
      // At most one way is a flush of the upcard's suit instead of the plain hand.
      const most = suitedMost(handRanks(hand));
      sum += max(0, mostOf(<u32>unchecked(HAND_SUITED[hand]), forced, most) - plain);
    }
    if (!folds) sum += rankWays(hand) * (plain + floor);
  }
  return sum - floor * draws(SIZE);
}

/** Most that a class is worth where `suited` dealer hands are of the upcard's suit. */
function mostOf(own: u32, forced: bool, suited: f64): f64 {
  const counts = load<u64>(discardRow + ((<usize>own) << 3));
  // Three antes lost become a push or a win.
  const most = betSum(counts, own) + suited * (unchecked(WINS[own]) + 3 + pushes);
  const gain = redraws ? rankGain(SIZE, discardRanks, own) : 0;
  return (forced ? most : max(most, 0 - floor)) + gain;
}

function exactSum(): f64 {
  const forced = FORCED[SIZE] !== 0;
  const shift = forced ? 0 : floor;
  const blocked: u32 = discardMask | ((<u32>1) << upRank);
  let sum: f64 = 0;
  for (let hand: u32 = 0; hand < HANDS; hand++) {
    const own = <u32>unchecked(HAND_CLASS[hand]);
    if (unchecked(DISTINCT[hand]) === 5) {
      const ranks = handRanks(hand);
      if ((ranks & blocked) === 0) {
        const suited = <u32>unchecked(HAND_SUITED[hand]);
        sum += handValue(suited, discardMask | ranks, forced) + shift;
        if (redraws) sum += rankGain(SIZE, discardRanks, suited);
      }
    }
    if (!forced && surelyFolds(own)) continue;
    if (weigh(hand)) sum += plainHands(hand, own, forced, shift);
  }
  return sum - (forced ? 0 : floor * draws(SIZE));
}

/** Sum over the variants of a weighed hand that are no flush. */
function plainHands(hand: u32, own: u32, forced: bool, shift: f64): f64 {
  const counts = load<u64>(discardRow + ((<usize>own) << 3));
  const gain = redraws ? rankGain(SIZE, discardRanks, own) : 0;
  const variants: u32 = min((<u32>1) << (<u32>unchecked(DISTINCT[hand])), 31);
  let sum: f64 = 0;
  for (let f: u32 = 0; f < variants; f++) {
    const weight = unchecked(WEIGHTS[f]);
    if (weight === 0) continue;
    const dead = discardMask | unchecked(SUIT_MASKS[f]);
    let value = betSum(counts + suitedPart(own, dead), own);
    if (!forced) value = max(value, 0 - floor);
    sum += weight * (value + gain + shift);
  }
  return sum;
}
