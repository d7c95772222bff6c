/**
 * What suits add to the dealer exchange's worth behind one exchange of more than GAINS_EXACT cards,
 * exact for one hand: every draw is made, and the draws that can gain are weighed for themselves. For
 * all hands that would take days; a sheet samples it (math/suit-part.ts).
 */
import { RULES_ACE_LOW } from '../layout.ts';
import { rank as rankOf } from '../rank.ts';
import { classOfValue, PAYS, RULES } from './classes.ts';
import { LIVE, upRank } from './dealers.ts';
import { canGain } from './gains.ts';
import { everySuit, readLive, redraws, weighRedraw } from './redraw.ts';
import { absent, dealerHands, draws, FEES, present } from './tables.ts';
import { setState } from './worth.ts';

const DECK: u32 = 52;
const FINAL: usize = memory.data(8);
/** Cards that can come, and how many; dead cards by rank; dead ranks by suit, then a draw's too. */
const FRESH = new StaticArray<u8>(52);
let fresh: u32 = 0;
const DEAD = new StaticArray<u32>(13);
const SUITS = new StaticArray<u32>(4);
const SUITS_NOW = new StaticArray<u32>(4);
let size: u32 = 0;
let kept: u32 = 0;
let upSuit: u32 = 0;
let aceLow: bool = false;

/** Mean over draws, antes, behind the discards `set` (bits of places) of five cards, against `up`. */
export function suitMean(cards: usize, set: u32, up: u32): f64 {
  size = <u32>popcnt(set);
  if (!redraws || size === 0) return 0;
  assert(up >> 2 === upRank);
  upSuit = up & 3;
  aceLow = load<i32>(RULES + (RULES_ACE_LOW << 2)) !== 0;
  setState(dealerHands(size), <f64>FEES[size]);
  DEAD.fill(0);
  SUITS.fill(absent);
  kept = 0;
  let hand: u64 = (<u64>1) << up;
  DEAD[upRank] = 1;
  for (let i: u32 = 0; i < 5; i++) {
    const card = <u32>load<u8>(cards + i);
    hand |= (<u64>1) << card;
    DEAD[card >> 2] += 1;
    SUITS[card & 3] |= (<u32>1) << (card >> 2);
    if (!((set >> i) & 1)) store<u8>(FINAL + kept++, <u8>card);
  }
  fresh = 0;
  for (let card: u32 = 0; card < DECK; card++) {
    if ((present >> (card >> 2)) & 1 && !((hand >> card) & 1)) FRESH[fresh++] = <u8>card;
  }
  return draw(0, kept) / (draws(size) * dealerHands(size));
}

/** Sum over the ways to fill FINAL from place `at` with cards from `from` on. */
function draw(from: u32, at: u32): f64 {
  if (at === 5) return drawn();
  let sum: f64 = 0;
  for (let i = from; i + (5 - at) <= fresh; i++) {
    store<u8>(FINAL + at, unchecked(FRESH[i]));
    sum += draw(i + 1, at + 1);
  }
  return sum;
}

/** What suits add for the hand at FINAL. */
function drawn(): f64 {
  const own = classOfValue(rankOf(FINAL, 5, aceLow));
  if (!canGain(size, own)) return 0;
  for (let r: u32 = 0; r < 13; r++) LIVE[r] = (present >> r) & 1 ? 4 - DEAD[r] : 0;
  for (let s: u32 = 0; s < 4; s++) SUITS_NOW[s] = SUITS[s];
  for (let i = kept; i < 5; i++) {
    const card = <u32>load<u8>(FINAL + i);
    LIVE[card >> 2] -= 1;
    SUITS_NOW[card & 3] |= (<u32>1) << (card >> 2);
  }
  readLive();
  weighRedraw(own, PAYS[own]);
  return everySuit(SUITS_NOW, upSuit);
}
