/**
 * The ABI of simulation.wasm: many whole rounds a call, for math/simulation and the bench. Not part
 * of the certified core, whose files it plays with. Order of calls: BATCH_RULES, CANONICAL, POLICY and
 * FINAL written, `prepareSimulation`; then KEYS written and `simulate`, as often as wanted.
 */
import { BATCH_RULES } from '../batch/settle-batch.ts';
import { KEYS } from '../batch/shuffle.ts';
import { ABI_VERSION } from '../layout.ts';
import { CANONICAL, POLICY } from './decision.ts';
import { COUNTS, clearCounts, FINAL, prepareSimulation, simulate, WAITING } from './play.ts';

export {
  ABI_VERSION,
  BATCH_RULES,
  CANONICAL,
  COUNTS,
  clearCounts,
  FINAL,
  KEYS,
  POLICY,
  prepareSimulation,
  simulate,
  WAITING,
};
