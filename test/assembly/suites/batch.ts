/**
 * Batch dealing equals the core: on random keys, for every number of deals and cards, and on keys
 * whose streams hold real rejections, whichever lane they fall into.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BatchDealer } from '../../../engine/batch-deal.ts';
import type { Core } from '../../../engine/core.ts';
import { hex, toHex } from '../../reference/response-file.ts';
import { dealVectors } from './deck.ts';

/** The key whose first four bytes are `number`, little-endian, and whose others are zero. */
export function numberedKey(number: number): Uint8Array {
  const key = new Uint8Array(32);
  new DataView(key.buffer).setUint32(0, number, true);
  return key;
}

/** All numbered keys below 25,165,824 with a rejected word (test/slow/rejections.test.ts looks again). */
export const REJECTING = [516_001, 2_028_190, 16_828_125];

export function batchSuite(core: () => Core, batch: () => BatchDealer): void {
  const check = (keys: readonly Uint8Array[], count: number) => {
    const decks = batch().deal(Buffer.concat(keys), count);
    expect(decks.length).toBe(keys.length * count);
    for (const [i, key] of keys.entries()) {
      const deck = decks.subarray(i * count, (i + 1) * count);
      expect(toHex(deck)).toBe(toHex(core().shuffle(key, count)));
    }
  };

  it('equals the core on random keys, for any number of deals and cards', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.array(key, { maxLength: 41 }), fc.integer({ min: 1, max: 52 }), check),
      { seed: 20261130, numRuns: 200 },
    );
  });

  it('equals the core on 1,024 keys, for every count', () => {
    const keys = Array.from({ length: 1024 }, (_, i) => numberedKey(i));
    for (let count = 1; count <= 52; count++) check(keys, count);
  });

  it('equals the core where words are rejected, in every lane', () => {
    const rejecting = [
      ...REJECTING.map(numberedKey),
      ...dealVectors.filter((v) => v.rejected.length > 0).map((v) => hex(v.deckKey)),
    ];
    expect(rejecting.length).toBe(5);
    for (const key of rejecting) {
      expect(core().draw(key).rejected.length).toBe(1);
      for (let lane = 0; lane < 7; lane++) {
        const before = batch().again();
        check(
          Array.from({ length: 8 }, (_, i) => (i === lane ? key : numberedKey(i))),
          52,
        );
        expect(batch().again()).toBe(before + 1);
      }
    }
  });
}
