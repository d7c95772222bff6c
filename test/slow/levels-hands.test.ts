/**
 * The optimizer changes nothing in the hands half either: every suite of ranking, second combination
 * and settlement on a build without optimization (the chance half stands in test/assembly/levels); the
 * modules for batches and simulation beside their released builds.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { BATCH_HANDS_MAX } from '../../assembly/layout.ts';
import { cardSource } from '../../bench/ranked-boxes.ts';
import { createBatchPlayer } from '../../engine/batch-play.ts';
import { createCore } from '../../engine/core.ts';
import { createKernel } from '../../math/kernel.ts';
import { combinationSuite } from '../assembly/suites/combinations.ts';
import { rankSuite } from '../assembly/suites/rank.ts';
import { settlementSuite } from '../assembly/suites/settlement.ts';
import { builtModule, compileModule, rawModule } from '../core-build.ts';
import { rulesetNamed } from '../rulesets.ts';

describe('hands built at -O0', () => {
  let wasm: Uint8Array;
  beforeAll(async () => {
    wasm = await compileModule('assembly/index.ts', 0);
  });
  rankSuite(() => rawModule(wasm));
  combinationSuite(() => rawModule(wasm));
  settlementSuite(() => createCore(wasm));
});

describe('batches at -O0', () => {
  it('rank every five cards, and 65,536 hands of five and six, as the released build does', async () => {
    const builds = [await compileModule('assembly/batch/index.ts', 0), builtModule('batch')];
    const [plain, released] = builds.map((wasm) => {
      const raw = rawModule(wasm);
      const { buffer } = raw.memory;
      const places = [5, 6].map((size) => {
        const deal = cardSource(77 + size);
        const cards = Array.from({ length: BATCH_HANDS_MAX }, () => deal(size)).flat();
        new Uint8Array(buffer, raw.value['HANDS']!, cards.length).set(cards);
        const sum = raw.call[`rank${size}Batch`]!(BATCH_HANDS_MAX);
        const ranked = new Uint16Array(buffer, raw.value['PLACES']!, BATCH_HANDS_MAX);
        return { sum, ranked: Buffer.from(Uint8Array.from(ranked, (place) => place % 251)) };
      });
      return { all: raw.call['rank5All']!(), places };
    });
    expect(plain).toEqual(released);
    expect(plain!.all).toBeGreaterThan(0);
  });

  it('play rounds of every kind as the released build does', async () => {
    const builds = [
      await compileModule('assembly/simulation/index.ts', 0),
      builtModule('simulation'),
    ];
    const rules = rulesetNamed('russian-poker-classic');
    const hands = createKernel(builtModule('math'), rulesetNamed('caribbean-stud')).hands().cards;
    const policy = new Uint8Array((hands.length / 5) * 52);
    for (let i = 0; i < policy.length; i++) policy[i] = [0, 1, 2, 33, 63][i % 5]!;
    const keys = createCore(builtModule()).chacha20(new Uint8Array(32).fill(8), 0, 512);
    const [plain, released] = builds.map((wasm) => {
      const player = createBatchPlayer(wasm, rules, { hands, policy });
      return { waiting: player.play(keys), counts: player.take() };
    });
    expect(plain).toEqual(released);
    expect(new Set(plain!.waiting.map(({ reason }) => reason)).size).toBe(4);
    expect(plain!.counts.length).toBeGreaterThan(3);
  });
});
