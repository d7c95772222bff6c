/**
 * Deals by the thousand over batch.wasm, for simulation and certification: the decks of the core, bit
 * for bit, four keys in the four lanes of a vector. Not for play: a round is dealt by the core.
 */
import { instantiateSync } from '@assemblyscript/loader';
import { ABI_VERSION, CHACHA_KEY_SIZE, DEALS_MAX, DECK_SIZE } from '../assembly/layout.ts';

export interface BatchDealer {
  /**
   * The first `count` cards (1 to 52) of each deck, `count` ids a deck, one deck after the other.
   * `keys` holds at most 1,024 deck keys of 32 bytes. The answer is a view of the module's memory,
   * good until the next call.
   */
  deal(keys: Uint8Array, count?: number): Uint8Array;
  /** Groups of four that were dealt again one by one, because a word may have been rejected. */
  again(): number;
}

/** Instantiates the bytes of batch.wasm. Throws when they are not the module this code expects. */
export function createBatchDealer(wasm: Uint8Array): BatchDealer {
  const raw: { readonly [name: string]: unknown } = instantiateSync(Uint8Array.from(wasm)).instance
    .exports;
  if (numberOf(raw['ABI_VERSION']) !== ABI_VERSION) throw new Error('batch: another ABI version');
  const { buffer } = raw['memory'] as { readonly buffer: ArrayBuffer };
  const keyArea = new Uint8Array(buffer, numberOf(raw['KEYS']), DEALS_MAX * CHACHA_KEY_SIZE);
  const deckArea = new Uint8Array(buffer, numberOf(raw['DECKS']), DEALS_MAX * DECK_SIZE);
  const dealBatch = raw['dealBatch'] as (deals: number, count: number) => number;
  let again = 0;
  return {
    deal(keys, count = DECK_SIZE) {
      const deals = keys.length / CHACHA_KEY_SIZE;
      if (!Number.isInteger(deals) || deals > DEALS_MAX)
        throw new RangeError('batch: at most 1,024 keys of 32 bytes');
      if (!Number.isInteger(count) || count < 1 || count > DECK_SIZE)
        throw new RangeError('batch: 1 to 52 cards');
      keyArea.set(keys);
      again += dealBatch(deals, count);
      return deckArea.subarray(0, deals * count);
    },
    again: () => again,
  };
}

function numberOf(value: unknown): number {
  const cell = value as { readonly value?: unknown } | undefined;
  if (typeof cell?.value !== 'number') throw new Error('batch: not the expected module');
  return cell.value >>> 0;
}
