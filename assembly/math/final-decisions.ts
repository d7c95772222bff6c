/**
 * Last decisions that do not depend on what was given away: behind every lawful set of discards, of
 * whatever suits, a class of final hands folds, or bets. The simulation looks them up; what depends
 * is asked of the counts. Beside the exact decision behind each set of discards, which a table could
 * not hold, this leaves some six hundred of 7,462 classes open against an upcard. A class
 * that bets for the dealer exchange alone would be told wrong: the host asks `isSettled` first.
 */
import { CATEGORY_SHIFT, FINAL_ROW, FLUSH } from '../layout.ts';
import { VALUES } from './classes.ts';
import { upRank, withAllSuited } from './dealers.ts';
import { absent, dealerHands } from './tables.ts';
import { betSum, INSURED, pushes, WINS } from './worth.ts';

/** Classes, rounded up (layout.ts). */
const ROW: u32 = FINAL_ROW;
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
    least = betSum(withAllSuited(packed, own, absent), own);
  } else {
    // The most that one dealer hand can change: from a win to a loss, and insurance paid to lost.
    const reach =
      SUITED_MOST * (4 + unchecked(WINS[own]) + 3 + pushes + 2 * unchecked(INSURED[own]));
    least = most - reach;
    most += reach;
  }
  FINAL[at] = known | (most > floor ? MAY_BET : 0) | (least <= floor ? MAY_FOLD : 0);
}
