/**
 * What a final hand of five cards pays, by place: the core's own combinations, asked once for each of
 * the 7,462 classes. A class decides it: five cards make a second combination out of their ranks
 * alone (R4).
 */

import { HANDS, PLACES } from '../batch/pairs.ts';
import { VALUES } from '../batch/places.ts';
import { rank5Batch } from '../batch/rank5-random.ts';
import { BATCH_RULES } from '../batch/settle-batch.ts';
import { combine } from '../hands.ts';
import { PLACE_COUNT } from '../layout.ts';

const RANKS: u32 = 13;
/** Sum of odds by place, u16 each. */
export const ODDS: usize = memory.data(2 * 7463, 16);

let filled: u32 = 0;

/** Five cards of ascending ranks: of one suit, or of four in turn, which never are a flush. */
function add(a: u32, b: u32, c: u32, d: u32, e: u32, suited: bool): void {
  const at = HANDS + 5 * filled;
  store<u8>(at, a << 2);
  store<u8>(at, (b << 2) | (suited ? 0 : 1), 1);
  store<u8>(at, (c << 2) | (suited ? 0 : 2), 2);
  store<u8>(at, (d << 2) | (suited ? 0 : 3), 3);
  store<u8>(at, e << 2, 4);
  filled++;
}

/** Fills ODDS under the ruleset record of BATCH_RULES, and the tables of places. */
export function prepareOdds(): void {
  filled = 0;
  for (let a: u32 = 0; a < RANKS; a++)
    for (let b = a; b < RANKS; b++)
      for (let c = b; c < RANKS; c++)
        for (let d = c; d < RANKS; d++)
          for (let e = d; e < RANKS; e++) {
            if (a === e) continue;
            add(a, b, c, d, e, false);
            if (a < b && b < c && c < d && d < e) add(a, b, c, d, e, true);
          }
  assert(filled === <u32>PLACE_COUNT);
  rank5Batch(filled);
  for (let i: u32 = 0; i < filled; i++) {
    const place = <u32>load<u16>(PLACES + (i << 1));
    const packed = combine(BATCH_RULES, HANDS + 5 * i, 5, load<u32>(VALUES + (place << 2)));
    assert(packed >> 16 <= <u32>u16.MAX_VALUE);
    store<u16>(ODDS + (place << 1), packed >> 16);
  }
}
