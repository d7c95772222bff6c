/**
 * Stakes of a round, and what a ruleset says of them alone (O1, R1, Z1, C6): positions, order, how
 * many boxes, open and blind, and whether there is a bonus. Table limits and funds are the service's.
 */

import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';
import type { Ruleset } from './ruleset.ts';

/** Most ante or bonus, in minor units (cases/README.md). */
export const STAKE_MAX = 1_000_000_000_000;

/** Stakes of one box in minor units. */
export interface Stake {
  readonly box: number;
  readonly ante: number;
  readonly bonus?: number;
  readonly blind?: boolean;
}

/** The first thing wrong with these stakes under this ruleset, or null. */
export function stakesRefusal(ruleset: Ruleset, stakes: readonly Stake[]): Refusal | null {
  const { positions, max, maxOpen, maxBlind } = ruleset.boxes;
  if (stakes.length === 0) return refuse('box-range', 'no box is in play', '/boxes');
  if (stakes.length > max) {
    return refuse('too-many-boxes', `${stakes.length} boxes; at most ${max}`, '/boxes');
  }
  let open = 0;
  let blind = 0;
  for (const [i, stake] of stakes.entries()) {
    const at = `/boxes/${i}`;
    if (!(Number.isInteger(stake.box) && stake.box >= 1 && stake.box <= positions)) {
      return refuse('box-range', `box ${stake.box}; the table has 1 to ${positions}`, `${at}/box`);
    }
    if (stake.box <= (stakes[i - 1]?.box ?? 0)) {
      return refuse('box-order', `box ${stake.box} does not follow ascending`, `${at}/box`);
    }
    assertAmount(stake.ante, 1, `box ${stake.box} ante`);
    assertAmount(stake.bonus ?? 0, 0, `box ${stake.box} bonus`);
    if ((stake.bonus ?? 0) > 0 && ruleset.bonus === null) {
      return refuse('no-bonus', `${ruleset.id} has no bonus bet`, `${at}/bonus`);
    }
    if (stake.blind === true) blind += 1;
    else open += 1;
    if (blind > maxBlind) {
      return refuse('no-blind-boxes', `${blind} blind boxes; at most ${maxBlind}`, `${at}/blind`);
    }
    if (open > maxOpen) {
      return refuse('too-many-open-boxes', `${open} open boxes; at most ${maxOpen}`, `${at}/blind`);
    }
  }
  return null;
}

/** Shape is checked before the engine (JSON Schema); a wrong amount here is our fault. */
function assertAmount(amount: number, least: number, what: string): void {
  if (!(Number.isSafeInteger(amount) && amount >= least && amount <= STAKE_MAX)) {
    throw new Error(`assertion: ${what} ${amount} is not an integer from ${least} to ${STAKE_MAX}`);
  }
}
