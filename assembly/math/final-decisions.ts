/**
 * Last decisions that do not depend on what was given away: behind every lawful set of discards, of
 * whatever suits, a class of final hands folds, or bets. The simulation looks them up; what depends
 * is asked of the counts. Beside the exact decision behind each set of discards, which a table could
 * not hold, this leaves a few hundred of 7,462 classes open against an upcard.
 */
import { CATEGORY_SHIFT, FLUSH } from '../layout.ts';
import { VALUES } from './classes.ts';
import { suitedPart, upRank } from './dealers.ts';
import { absent, dealerHands } from './tables.ts';
import { betSum, pushes, WINS } from './worth.ts';

const ROW: u32 = 8192;
/** Four other ranks of the upcard's suit: C(12, 4) dealer hands at most. */
const SUITED_MOST: f64 = 495;
const MAY_FOLD: u8 = 1;
const MAY_BET: u8 = 2;
/** By upcard rank · 8,192 + class: MAY_FOLD and MAY_BET; 0 where no exchange leads to the class. */
export const FINAL = new StaticArray<u8>(106496);

/** Forgets the upcard rank in work. */
export function clearFinal(): void {
  memory.fill(changetype<usize>(FINAL) + upRank * ROW, 0, ROW);
}

/**
 * Notes how a class decides behind discards of certain ranks; `packed`: its counts by ranks. Against
 * a hand below a flush a dealer hand of the upcard's suit only harms, so that the counts by ranks are
 * the most that suits leave, and all of that suit alive the least.
 */
export function noteFinal(size: u32, own: u32, packed: u64): void {
  const at = upRank * ROW + own;
  const known = unchecked(FINAL[at]);
  if (known === (MAY_FOLD | MAY_BET)) return;
  const floor = -dealerHands(size);
  let most = betSum(packed, own);
  let least: f64;
  if (VALUES[own] >> CATEGORY_SHIFT < <u32>FLUSH) {
    least = betSum(packed + suitedPart(own, absent), own);
  } else {
    const reach = SUITED_MOST * (unchecked(WINS[own]) + 3 + pushes);
    least = most - reach;
    most += reach;
  }
  FINAL[at] = known | (most > floor ? MAY_BET : 0) | (least <= floor ? MAY_FOLD : 0);
}
