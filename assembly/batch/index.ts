/**
 * The ABI of batch.wasm: what the core does, many at a time, for simulation, certification and
 * exact math. Equal to the core on every input; not part of the certified core.
 */
import { ABI_VERSION } from '../layout.ts';
import { HANDS, PLACES } from './pairs.ts';
import { VALUES } from './places.ts';
import { PREFIX, rank5All, rank5Prefix } from './rank5-all.ts';
import { rank5Batch } from './rank5-random.ts';
import { rank6Batch } from './rank6-random.ts';
import { BATCH_RULES, BOXES, PAYOUTS, settleBatch } from './settle-batch.ts';
import { DECKS, dealBatch, KEYS } from './shuffle.ts';

export {
  ABI_VERSION,
  BATCH_RULES,
  BOXES,
  DECKS,
  dealBatch,
  HANDS,
  KEYS,
  PAYOUTS,
  PLACES,
  PREFIX,
  rank5All,
  rank5Batch,
  rank5Prefix,
  rank6Batch,
  settleBatch,
  VALUES,
};
