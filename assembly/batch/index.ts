/**
 * The ABI of batch.wasm: what the core does, many at a time, for simulation, certification and
 * exact math. Equal to the core on every input; not part of the certified core.
 */
import { ABI_VERSION } from '../layout.ts';
import { DECKS, dealBatch, KEYS } from './shuffle.ts';

export { ABI_VERSION, DECKS, dealBatch, KEYS };
