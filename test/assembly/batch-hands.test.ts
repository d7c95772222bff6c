/**
 * The batch evaluators against the core: every five-card hand, six cards sampled (all of them in
 * test/slow), settlement records beside the core and beside the bench's model; sizes of tables.
 */
import { describe, expect, it } from 'vitest';
import {
  BATCH_BOXES_MAX,
  BATCH_HANDS_MAX,
  BOX_FIELDS,
  PAYOUT_FIELDS,
  PLACE_COUNT,
  PREFIX_HANDS_MAX,
  RULES_FIELDS,
} from '../../assembly/layout.ts';
import { cardSource, rankedBoxes, writeRanked } from '../../bench/ranked-boxes.ts';
import { settleModel } from '../../bench/settle-model.ts';
import { createCore } from '../../engine/core.ts';
import { readAmount, rulesRecord } from '../../engine/record.ts';
import { builtModule, type RawModule, rawModule } from '../core-build.ts';
import { everyHand } from '../reference/hand-class.ts';
import { rulesetNamed } from '../rulesets.ts';
import { probe } from './probe.ts';

const core = probe(rawModule(builtModule()));
const batch = rawModule(builtModule('batch'));
const { buffer } = batch.memory;
const words = (name: string, count: number) => new Uint16Array(buffer, batch.value[name]!, count);

/** Core values by place. The first call builds the tables. */
function values(): Uint32Array {
  batch.call['rank5Batch']!(0);
  return new Uint32Array(buffer, batch.value['VALUES']!, PLACE_COUNT + 1);
}

describe('batch.wasm', () => {
  it('rank5-all: the place of each of 2,598,960 hands stands for the core’s value', () => {
    const value = values();
    const places = words('PREFIX', PREFIX_HANDS_MAX);
    const wrong: string[] = [];
    let prefix = '';
    let count = 0;
    let next = 0;
    let sum = 0;
    let hands = 0;
    everyHand(5, (cards) => {
      if (`${cards[0]} ${cards[1]}` !== prefix) {
        expect(next).toBe(count);
        prefix = `${cards[0]} ${cards[1]}`;
        count = batch.call['rank5Prefix']!(cards[0]!, cards[1]!);
        next = 0;
      }
      const place = places[next++]!;
      core.cards.set(cards);
      if (value[place] !== core.rankCards(5, 1) >>> 0) wrong.push(`${cards}`);
      sum += place;
      hands += 1;
    });
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(hands).toBe(2_598_960);
    // The places counted the other way add up to the sum that core-performance.md publishes.
    expect(hands * (PLACE_COUNT + 1) - sum).toBe(14_603_265_300);
    expect(batch.call['rank5All']!()).toBe(sum);
  });

  it.each([5, 6] as const)('rank%i-random: 65,536 hands as the core ranks them', (size) => {
    const value = values();
    const deal = cardSource(900 + size);
    const hands = Array.from({ length: BATCH_HANDS_MAX }, () => deal(size));
    // Straights and flushes are rare: every eighth hand is kept to one suit, or to few ranks.
    for (let i = 0; i < hands.length; i += 8) {
      hands[i] = [...new Set(hands[i]!.map((card) => (i % 16 === 0 ? card & ~3 : card % 28)))];
      for (let card = 51; hands[i]!.length < size; card -= 3) {
        if (!hands[i]!.includes(card)) hands[i]!.push(card);
      }
    }
    new Uint8Array(buffer, batch.value['HANDS']!, size * BATCH_HANDS_MAX).set(hands.flat());
    const sum = batch.call[`rank${size}Batch`]!(BATCH_HANDS_MAX);
    const places = words('PLACES', BATCH_HANDS_MAX);
    expect(hands.filter((cards, i) => value[places[i]!] !== core.rank(cards))).toEqual([]);
    expect(places.reduce((total, place) => total + place, 0)).toBe(sum);
  });

  it('settle-batch: records and the bench’s model give what the core gives', () => {
    const engine = createCore(builtModule());
    const rules = rulesetNamed('russian-poker-classic');
    const boxes = rankedBoxes(engine, engine.game(rules), BATCH_BOXES_MAX);
    new Int32Array(buffer, batch.value['BATCH_RULES']!, RULES_FIELDS).set(rulesRecord(rules));
    const records = new Int32Array(buffer, batch.value['BOXES']!, BOX_FIELDS * BATCH_BOXES_MAX);
    for (const [i, box] of boxes.entries()) {
      writeRanked(records.subarray(i * BOX_FIELDS, (i + 1) * BOX_FIELDS), box);
    }
    batch.call['settleBatch']!(BATCH_BOXES_MAX);
    const out = new Int32Array(buffer, batch.value['PAYOUTS']!, PAYOUT_FIELDS * BATCH_BOXES_MAX);
    const single = rawModule(builtModule());
    const slot = probe(single);
    slot.use(0, rules);
    const seen = new Set<string>();
    for (const [i, box] of boxes.entries()) {
      writeRanked(slot.box, box);
      single.call['settleValues']!(0);
      const payout = out.slice(i * PAYOUT_FIELDS, (i + 1) * PAYOUT_FIELDS);
      expect(payout).toEqual(slot.payout);
      const model = settleModel(rules, box);
      const returns = model.returns.map((_, line) => readAmount(payout, 16 + 2 * line));
      const stakes = model.stakes.map((_, line) => readAmount(payout, 2 + 2 * line));
      expect({ stakes, returns }).toEqual({ stakes: model.stakes, returns: model.returns });
      seen.add(model.outcome);
    }
    expect([...seen].sort()).toEqual(['fold', 'lose', 'no-game', 'push', 'win'].sort());
  });

  it('tables: at most 256 KB in the core, at most 1 MB in the batch module', () => {
    const ranked = (raw: RawModule) => {
      const hands = probe(raw);
      hands.use(0, rulesetNamed('russian-poker-classic'));
      hands.rank([0, 4, 8, 12, 17]);
      hands.cards.set([0, 4, 8, 12, 17, 21]);
      hands.combinations(0, 6);
    };
    expect(touched(rawModule(builtModule()), ranked)).toBeLessThanOrEqual(256 * 1024);
    const built = touched(rawModule(builtModule('batch')), (raw) => {
      raw.call['rank5Batch']!(0);
      raw.call['rank6Batch']!(0);
      raw.call['rank5Prefix']!(0, 1);
    });
    expect(built).toBeLessThanOrEqual(1024 * 1024);
    // The tables of places alone: this counts what it should.
    expect(built).toBeGreaterThan(512 * 1024);
  });
});

/**
 * Bytes of a module that hold tables: its data, which stands in memory from the start, and what
 * `work` has written, by lines of 64 bytes, with what a caller reads and writes beside it.
 */
function touched(raw: RawModule, work: (raw: RawModule) => void): number {
  const line = (memory: Uint8Array, at: number) => memory.subarray(at, at + 64);
  const before = raw.memory.slice();
  work(raw);
  let lines = 0;
  for (let at = 0; at < before.length; at += 64) {
    const full = line(before, at).some((byte) => byte !== 0);
    if (full || Buffer.compare(line(before, at), line(raw.memory, at)) !== 0) lines += 1;
  }
  return 64 * lines;
}
