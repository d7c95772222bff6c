/**
 * Gains of the dealer exchange behind more than GAINS_EXACT discards, by ranks alone: what four dealer
 * cards of one suit change is left out; the sheet says so, and measures it (math/suit-part.ts).
 *
 * Classes behave alike where they pay the same, insure the same and stand alike to every hand that a
 * dealer can draw to without a flush, which are pairs and straights: all trips that pay three do, and
 * all flushes. A union of dead ranks (unions.ts) then weighs each behaviour once.
 */
import { CATEGORY_SHIFT, PAIR, STRAIGHT } from '../layout.ts';
import { CLASS_COUNT, PAYS, VALUES } from './classes.ts';
import { suitedPart, withAllSuited } from './dealers.ts';
import { gainIndex, MANY, NO_GAIN, RANK_CHOSEN, RANK_GAINS } from './gains.ts';
import { aimSpread, noteUnsettled, readLive, spreadRanks, weighRedraw } from './redraw.ts';
import { absent, countsRow, dealerHands, FEES } from './tables.ts';
import { betSum, INSURED } from './worth.ts';

/** Behaviour by class; by behaviour one of its classes. */
const BEHAVIOUR = new StaticArray<u16>(7462);
const EXAMPLE = new StaticArray<u16>(7462);
let behaviours: u32 = 0;
/** By behaviour: number of the union that last asked, its gain or the weight that chose it, counts. */
const ASKED = new StaticArray<u32>(7462);
const GAIN = new StaticArray<f64>(7462);
const NO_GAME = new StaticArray<f64>(7462);
const TOUCHED = new StaticArray<u16>(7462);
/** Behaviours of the union in work so far. */
let touched: u32 = 0;
let union: u32 = 0;

/** Groups the classes; once a ruleset, after pays and insurance are known. */
export function prepareBehaviours(): void {
  behaviours = 0;
  // Behaviours that share category and place among pairs and straights: they lie side by side.
  let first: u32 = 0;
  for (let own: u32 = 0; own < CLASS_COUNT; own++) {
    const category = VALUES[own] >> CATEGORY_SHIFT;
    const drawn = category === <u32>PAIR || category === <u32>STRAIGHT;
    const before = own > 0 ? VALUES[own - 1] >> CATEGORY_SHIFT : category;
    if (drawn || category !== before) first = behaviours;
    let twin = first;
    while (twin < behaviours && !alike(own, <u32>EXAMPLE[twin])) twin++;
    if (twin === behaviours) EXAMPLE[behaviours++] = <u16>own;
    BEHAVIOUR[own] = <u16>twin;
  }
  ASKED.fill(0);
  union = 0;
}

function alike(own: u32, other: u32): bool {
  return PAYS[own] === PAYS[other] && INSURED[own] === INSURED[other];
}

/** Takes up a union whose live cards lie in LIVE. */
export function beginUnion(): void {
  union++;
  touched = 0;
}

/** Stores the gain of a class behind discards; `packed`: its dealer counts by ranks. */
export function fillGain(size: u32, discards: u32, own: u32, packed: u64): void {
  const index = gainIndex(size, own);
  if (index === NO_GAIN) return;
  const behaviour = <u32>BEHAVIOUR[own];
  if (ASKED[behaviour] !== union) {
    ASKED[behaviour] = union;
    if (touched++ === 0) readLive();
    GAIN[behaviour] = weighRedraw(own, PAYS[own]);
  }
  const least = betSum(withAllSuited(packed, own, absent), own);
  if (least <= -dealerHands(size)) noteUnsettled();
  store<f64>(RANK_GAINS[size] + placeOf(size, discards, index), GAIN[behaviour]);
}

/** Takes the weight that chose a class behind discards to its behaviour. */
export function chooseGain(size: u32, discards: u32, own: u32): void {
  const index = gainIndex(size, own);
  if (index === NO_GAIN) return;
  const weight = load<f64>(RANK_CHOSEN[size] + placeOf(size, discards, index));
  if (weight === 0) return;
  const behaviour = <u32>BEHAVIOUR[own];
  if (ASKED[behaviour] !== union) {
    ASKED[behaviour] = union;
    TOUCHED[touched++] = <u16>behaviour;
    GAIN[behaviour] = 0;
    const counts = load<u64>(countsRow(size, discards) + ((<usize>own) << 3));
    const packed = counts + suitedPart(own, absent);
    NO_GAME[behaviour] = <f64>(packed & 0xfffff);
  }
  GAIN[behaviour] += weight;
}

/** Spreads the union's behaviours over net results, insurance taken where it pays (R8). */
export function spreadUnion(size: u32): void {
  if (touched > 0) readLive();
  for (let i: u32 = 0; i < touched; i++) {
    const behaviour = <u32>TOUCHED[i];
    const own = <u32>EXAMPLE[behaviour];
    weighRedraw(own, PAYS[own]);
    const stake = 2 * NO_GAME[behaviour] > dealerHands(size) ? INSURED[own] : 0;
    aimSpread(size, <i32>stake - FEES[size], own);
    spreadRanks(GAIN[behaviour]);
  }
}

function placeOf(size: u32, discards: u32, index: u32): usize {
  return (<usize>(discards * MANY[size] + index)) << 3;
}
