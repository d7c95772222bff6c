/**
 * Many boxes settled in one call, by the core's own settlement: ranked hands in box records, payout
 * records out. For simulation and for whoever has ranked already.
 */
import { BATCH_BOXES_MAX, BOX_FIELDS, PAYOUT_FIELDS, RULES_FIELDS } from '../layout.ts';
import { settle } from '../settle.ts';

/** The caller's side: one ruleset record, box records in, payout records out. */
export const BATCH_RULES: usize = memory.data(4 * RULES_FIELDS, 16);
export const BOXES: usize = memory.data(4 * BOX_FIELDS * BATCH_BOXES_MAX, 16);
export const PAYOUTS: usize = memory.data(4 * PAYOUT_FIELDS * BATCH_BOXES_MAX, 16);

/** Settles the first `count` records of BOXES into PAYOUTS. */
export function settleBatch(count: u32): void {
  assert(count <= <u32>BATCH_BOXES_MAX);
  settle(BATCH_RULES, BOXES, PAYOUTS, count);
}
