/**
 * Four million decks by batch and, wherever a group was dealt again, by the core and the slow
 * reference too: the rejections found are those that test/assembly lists. About five seconds.
 */
import { expect, it } from 'vitest';
import { createBatchDealer } from '../../engine/batch-deal.ts';
import { createCore } from '../../engine/core.ts';
import { numberedKey, REJECTING } from '../assembly/suites/batch.ts';
import { builtModule } from '../core-build.ts';
import { drawDeck } from '../reference/draw.ts';

const DECKS = 2 ** 22;
const BATCH = 1024;

it('rejections are exactly where they are known to be among 2^22 keys', () => {
  const core = createCore(builtModule());
  const batch = createBatchDealer(builtModule('batch'));
  const keys = new Uint8Array(32 * BATCH);
  const view = new DataView(keys.buffer);
  const found: number[] = [];
  for (let base = 0; base < DECKS; base += BATCH) {
    for (let i = 0; i < BATCH; i++) view.setUint32(32 * i, base + i, true);
    const before = batch.again();
    const decks = batch.deal(keys).slice();
    if (batch.again() === before) continue;
    for (let i = 0; i < BATCH; i++) {
      const draw = core.draw(numberedKey(base + i));
      const expected = drawDeck(numberedKey(base + i));
      expect([...decks.subarray(52 * i, 52 * i + 52)]).toEqual(expected.deck);
      expect([...draw.deck]).toEqual(expected.deck);
      expect(draw.rejected).toEqual(expected.rejected);
      if (draw.rejected.length > 0) found.push(base + i);
    }
  }
  expect(found).toEqual(REJECTING.filter((number) => number < DECKS));
});
