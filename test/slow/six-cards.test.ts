/**
 * All 20,358,520 six-card hands: the core's ranks and combinations against the slow reference, which
 * is asked once for each pattern of ranks and suits; the 21 double combinations with the published
 * counts and the sum of pays (game-math §3); the batch evaluator beside the core on every hand.
 */
import { describe, expect, it } from 'vitest';
import { BATCH_HANDS_MAX, CATEGORY_SHIFT, PLACE_COUNT } from '../../assembly/layout.ts';
import { CATEGORIES, categoryCode } from '../../engine/category.ts';
import { probe } from '../assembly/probe.ts';
import { builtModule, rawModule } from '../core-build.ts';
import { bruteForce } from '../reference/combination.ts';
import { bestHand, orderNumber } from '../reference/hand.ts';
import { everyHand } from '../reference/hand-class.ts';
import { rulesetNamed } from '../rulesets.ts';

const CLASSIC = rulesetNamed('russian-poker-classic');
const PLAIN = rulesetNamed('russian-poker');

/** Game-math §3. */
const DOUBLES: { readonly [pair: string]: number } = {
  'royal-flush+straight-flush': 4,
  'royal-flush+flush': 28,
  'royal-flush+straight': 72,
  'straight-flush+straight-flush': 32,
  'straight-flush+flush': 220,
  'straight-flush+straight': 744,
  'straight-flush+ace-king': 12,
  'four-of-a-kind+full-house': 936,
  'four-of-a-kind+ace-king': 528,
  'full-house+full-house': 1_248,
  'full-house+ace-king': 4_224,
  'flush+flush': 6_580,
  'flush+straight': 4_152,
  'flush+pair': 76_620,
  'flush+ace-king': 7_704,
  'straight+straight': 112_380,
  'straight+ace-king': 4_020,
  'three-of-a-kind+ace-king': 56_320,
  'two-pair+two-pair': 61_776,
  'two-pair+ace-king': 158_400,
  'pair+ace-king': 1_249_680,
};
const SINGLES: { readonly [category: string]: number } = {
  'royal-flush': 84,
  'straight-flush': 648,
  'four-of-a-kind': 13_200,
  'full-house': 160_512,
  flush: 110_736,
  straight: 245_220,
  'three-of-a-kind': 675_840,
  'two-pair': 2_312_640,
  pair: 8_481_060,
  'ace-king': 1_290_420,
  'no-game': 5_322_480,
};

/** What the core packs into one number, said by the reference. */
function packedSlowly(rules: typeof CLASSIC, cards: readonly number[]): number {
  const { first, second, pay } = bruteForce(rules, cards);
  const code = second === null ? 255 : categoryCode(second);
  return categoryCode(first) | (code << 8) | (pay << 16);
}

/** Suits renamed in the order in which they appear; hands of one key are alike (C1). */
const names = new Uint8Array(4);
function patternKey(cards: Uint8Array): number {
  names.fill(255);
  let next = 0;
  let key = 0;
  for (let i = 0; i < 6; i++) {
    const suit = cards[i]! & 3;
    if (names[suit] === 255) names[suit] = next++;
    key = key * 52 + (cards[i]! & 60) + names[suit]!;
  }
  return key;
}

describe('six cards, all of them', () => {
  it('R3 R4: ranks, 21 doubles, sums and the batch module as the reference has them', () => {
    const core = probe(rawModule(builtModule()));
    core.use(0, CLASSIC);
    core.use(1, PLAIN);
    const batch = rawModule(builtModule('batch'));
    batch.call['rank6Batch']!(0);
    const { buffer } = batch.memory;
    const batchValues = new Uint32Array(buffer, batch.value['VALUES']!, PLACE_COUNT + 1);
    const batchHands = new Uint8Array(buffer, batch.value['HANDS']!, 6 * BATCH_HANDS_MAX);
    const places = new Uint16Array(buffer, batch.value['PLACES']!, BATCH_HANDS_MAX);
    const own = new Uint32Array(BATCH_HANDS_MAX);
    let waiting = 0;
    let batchWrong = 0;
    const runBatch = () => {
      batch.call['rank6Batch']!(waiting);
      for (let i = 0; i < waiting; i++) if (batchValues[places[i]!] !== own[i]) batchWrong += 1;
      waiting = 0;
    };

    const patterns = new Map<number, number>();
    const orders: number[] = [];
    const classic: number[] = [];
    const plain: number[] = [];
    const valueAt = new Map<number, number>();
    const counted = [new Map<number, number>(), new Map<number, number>()] as const;
    const ranked = new Array<number>(11).fill(0);
    let hands = 0;
    let wrong = 0;
    everyHand(6, (cards) => {
      const key = patternKey(cards);
      let pattern = patterns.get(key);
      if (pattern === undefined) {
        const list = [...cards];
        pattern = orders.length;
        patterns.set(key, pattern);
        orders.push(orderNumber(bestHand(list, true)));
        classic.push(packedSlowly(CLASSIC, list));
        plain.push(packedSlowly(PLAIN, list));
      }
      core.cards.set(cards);
      const value = core.rankCards(6, 1) >>> 0;
      const doubles = core.combinations(0, 6) >>> 0;
      const fewer = core.combinations(1, 6) >>> 0;
      const order = orders[pattern]!;
      const known = valueAt.get(order);
      if (known === undefined) valueAt.set(order, value);
      else if (known !== value) wrong += 1;
      if (doubles !== classic[pattern] || fewer !== plain[pattern]) wrong += 1;
      counted[0].set(doubles, (counted[0].get(doubles) ?? 0) + 1);
      counted[1].set(fewer, (counted[1].get(fewer) ?? 0) + 1);
      ranked[value >>> CATEGORY_SHIFT] = ranked[value >>> CATEGORY_SHIFT]! + 1;
      batchHands.set(cards, 6 * waiting);
      own[waiting++] = value;
      if (waiting === BATCH_HANDS_MAX) runBatch();
      hands += 1;
    });
    runBatch();

    expect({ hands, wrong, batchWrong }).toEqual({ hands: 20_358_520, wrong: 0, batchWrong: 0 });
    const ascending = [...valueAt].sort(([a], [b]) => a - b).map(([, value]) => value);
    expect(ascending.filter((value, i) => i > 0 && value <= ascending[i - 1]!)).toEqual([]);
    // Game-math §4.6: best of six.
    expect(ranked.slice(4).reverse()).toEqual([
      188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160,
    ]);

    const { doubles, singles, pay } = tally(counted[0]);
    expect(doubles).toEqual(DOUBLES);
    expect(singles).toEqual(SINGLES);
    expect(pay).toBe(24_517_160);
    const thirteen = Object.entries(DOUBLES).filter(([pair]) => !pair.endsWith('ace-king'));
    expect(thirteen.length).toBe(13);
    expect(tally(counted[1]).doubles).toEqual(Object.fromEntries(thirteen));
  });
});

function tally(counted: ReadonlyMap<number, number>) {
  const doubles: Record<string, number> = {};
  const singles: Record<string, number> = {};
  let pay = 0;
  for (const [packed, count] of counted) {
    const second = (packed >>> 8) & 255;
    const first = CATEGORIES[packed & 255]!;
    if (second === 255) singles[first] = count;
    else doubles[`${first}+${CATEGORIES[second]!}`] = count;
    pay += (packed >>> 16) * count;
  }
  return { doubles, singles, pay };
}
