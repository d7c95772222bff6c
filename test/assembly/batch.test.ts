/** batch.wasm against the core; what it leaves behind in memory; what it refuses. */
import { describe, expect, it } from 'vitest';
import { createBatchDealer } from '../../engine/batch-deal.ts';
import { createCore } from '../../engine/core.ts';
import { builtModule, rawModule } from '../core-build.ts';
import { batchSuite } from './suites/batch.ts';

describe('batch dealing', () => {
  const core = createCore(builtModule());
  const batch = createBatchDealer(builtModule('batch'));
  batchSuite(
    () => core,
    () => batch,
  );

  it('leaves nothing of keys and streams in memory', () => {
    const raw = rawModule(builtModule('batch'));
    const before = raw.memory.slice();
    for (const deals of [1, 4, 7, 64]) {
      raw.memory.fill(0xa5, raw.value['KEYS']!, raw.value['KEYS']! + 32 * deals);
      raw.call['dealBatch']!(deals, 52);
      raw.memory.fill(0, raw.value['DECKS']!, raw.value['DECKS']! + 52 * deals);
      expect(Buffer.compare(raw.memory, before)).toBe(0);
    }
  });

  it('never takes more keys or cards than there are', () => {
    for (const [bytes, count] of [
      [31, 1],
      [33, 1],
      [32 * 1025, 1],
      [32, 0],
      [32, 53],
      [32, 1.5],
    ] as const) {
      expect(() => batch.deal(new Uint8Array(bytes), count)).toThrow(RangeError);
    }
    expect(() => rawModule(builtModule('batch')).call['dealBatch']!(1025, 1)).toThrow();
    expect(() => rawModule(builtModule('batch')).call['dealBatch']!(4, 53)).toThrow();
  });
});
