/**
 * The second combination (R4) against brute force over subsets: sampled hands of every kind, the 21
 * known pairs by example, five cards whole with the published checksum (game-math §3).
 */
import { describe, expect, it } from 'vitest';
import { NONE } from '../../../assembly/layout.ts';
import { parseCard } from '../../../engine/card.ts';
import { CATEGORIES } from '../../../engine/category.ts';
import type { Ruleset } from '../../../engine/ruleset.ts';
import type { RawModule } from '../../core-build.ts';
import { combinationsOf } from '../../reference/combination.ts';
import { classKey, everyHand } from '../../reference/hand-class.ts';
import { rulesetNamed } from '../../rulesets.ts';
import { probe } from '../probe.ts';
import { sampledHands } from './rank.ts';

const CLASSIC = rulesetNamed('russian-poker-classic');
const PLAIN = rulesetNamed('russian-poker');
const HOUSE: Ruleset = { ...CLASSIC, double: { ...CLASSIC.double!, duplicateStraight: 'pair' } };
const FEW: Ruleset = { ...CLASSIC, double: { ...CLASSIC.double!, second: ['straight', 'pair'] } };
const ACE_KING_ALONE: Ruleset = {
  ...CLASSIC,
  double: { ...CLASSIC.double!, second: ['ace-king'] },
};
const UPSIDE_DOWN: Ruleset = {
  ...CLASSIC,
  pay: { ...CLASSIC.pay, flush: 3, straight: 7, pair: 9, 'two-pair': 9, 'ace-king': 30 },
};
export const DOUBLES: readonly (readonly [string, Ruleset])[] = [
  ['russian-poker-classic', CLASSIC],
  ['russian-poker', PLAIN],
  ['a doubled straight pays straight and pair', HOUSE],
  ['only straight and pair may be second', FEW],
  ['only ace-king may be second', ACE_KING_ALONE],
  ['lower categories pay more', UPSIDE_DOWN],
  ['5-4-3-2-A is no straight', { ...CLASSIC, aceLowStraight: false }],
  ['no second combination', rulesetNamed('oasis-poker')],
];

export interface Packed {
  readonly first: string;
  readonly second: string | null;
  readonly pay: number;
}

/** What the core's packed answer says, in the reference's words. */
export function unpack(packed: number): Packed {
  const second = (packed >>> 8) & 255;
  return {
    first: CATEGORIES[packed & 255] ?? 'none',
    second: second === NONE ? null : (CATEGORIES[second] ?? 'none'),
    pay: packed >>> 16,
  };
}

export const hand = (text: string): number[] => text.split(' ').map((card) => parseCard(card)!);

/** S1's example, and a hand for each of the 21 pairs of game-math §3 and for pairs that are none. */
export const EXAMPLES: readonly (readonly [string, string, string | null, number])[] = [
  ['Ts 9d 8h 7c 7s 6d', 'straight', 'straight', 8],
  ['As Ks Qs Js Ts 9s', 'royal-flush', 'straight-flush', 150],
  ['As Ks Qs Js Ts 2s', 'royal-flush', 'flush', 105],
  ['As Ks Qs Js Ts Td', 'royal-flush', 'straight', 104],
  ['9s 8s 7s 6s 5s 4s', 'straight-flush', 'straight-flush', 100],
  ['9s 8s 7s 6s 5s 2s', 'straight-flush', 'flush', 55],
  ['9s 8s 7s 6s 5s 4d', 'straight-flush', 'straight', 54],
  ['5s 4s 3s 2s As Kd', 'straight-flush', 'ace-king', 51],
  ['As Ad Ah Ac Ks Kd', 'four-of-a-kind', 'full-house', 27],
  ['9s 9d 9h 9c Qs Qd', 'four-of-a-kind', 'full-house', 27],
  ['As Ad Ah Ac Ks 2d', 'four-of-a-kind', 'ace-king', 21],
  ['9s 9d 9h Qc Qs Qd', 'full-house', 'full-house', 14],
  ['As Ad Ah 8c 8s Kd', 'full-house', 'ace-king', 8],
  ['As Js 9s 7s 5s 3s', 'flush', 'flush', 10],
  ['Ks Ts 9s 8s 7s 6d', 'flush', 'straight', 9],
  ['Qs Ts 9s 8s 2s Qd', 'flush', 'pair', 6],
  ['As Ts 9s 8s 2s Kd', 'flush', 'ace-king', 6],
  ['Ts 9d 8h 7c 6s 5d', 'straight', 'straight', 8],
  ['5s 4d 3h 2c As Kd', 'straight', 'ace-king', 5],
  ['As Ad Ah Kc 9s 2d', 'three-of-a-kind', 'ace-king', 4],
  ['Ks Kd Qs Qd 9s 9d', 'two-pair', 'two-pair', 4],
  // Aces and kings are the first here, whatever may be second.
  ['As Ad Ks Kd Qs Qd', 'two-pair', 'two-pair', 4],
  ['As Ad 9h 9c Ks 2d', 'two-pair', 'ace-king', 3],
  ['As Ad Kh 9c 7s 2d', 'pair', 'ace-king', 2],
  // Five cards.
  ['As Ad Kh 7c 3s', 'pair', 'ace-king', 2],
  ['8s 8d Ah Kc 3s', 'pair', 'ace-king', 2],
  ['As Ad Ah Kc 3s', 'three-of-a-kind', 'ace-king', 4],
  ['9s 9d 9h 9c Qs', 'four-of-a-kind', null, 20],
  // Never doubles.
  ['As Ad Kh Kc 3s 2d', 'two-pair', null, 2],
  ['As Ad Ah Kc Ks 2d', 'full-house', null, 7],
  ['9s 9d 9h 9c Qs 2d', 'four-of-a-kind', null, 20],
  ['As Qd Js Tc Ks Kd', 'straight', 'straight', 8],
  ['As Kd 9h 7c 4s 2d', 'ace-king', null, 1],
  ['Qs Jd 9h 7c 4s 2d', 'no-game', null, 0],
];

export function combinationSuite(raw: () => RawModule): void {
  describe('combinations', () => {
    it('R4 B10: the 21 pairs, S1’s example and hands that are no doubles', () => {
      const core = probe(raw());
      core.use(0, CLASSIC);
      for (const [text, first, second, pay] of EXAMPLES) {
        const cards = hand(text);
        core.cards.set(cards);
        const found = unpack(core.combinations(0, cards.length) >>> 0);
        expect([text, found]).toEqual([text, { first, second, pay }]);
      }
      const kinds = EXAMPLES.filter(([text]) => hand(text).length === 6)
        .filter(([, , second]) => second !== null)
        .map(([, first, second]) => `${first}+${second}`);
      expect(new Set(kinds).size).toBe(21);
    });

    it.each(DOUBLES)('R4 %s: 3,000 sampled hands as by brute force', (_name, rules) => {
      const core = probe(raw());
      core.use(1, rules);
      for (const cards of [...sampledHands(6, 2_500, 77), ...sampledHands(5, 500, 78)]) {
        core.cards.set(cards);
        const found = unpack(core.combinations(1, cards.length) >>> 0);
        expect([cards.join(), found]).toEqual([cards.join(), combinationsOf(rules, cards)]);
      }
    });

    it('R4: five cards whole: the four doubles, their counts, and the sum of pays 1,874,356', () => {
      const core = probe(raw());
      core.use(2, CLASSIC);
      const counts: Record<string, number> = {};
      let sum = 0;
      const known = new Map<number, string>();
      const wrong: string[] = [];
      everyHand(5, (cards) => {
        core.cards.set(cards);
        const packed = core.combinations(2, 5) >>> 0;
        const { first, second, pay } = unpack(packed);
        sum += pay;
        if (second === null) return;
        counts[`${first}+${second}`] = (counts[`${first}+${second}`] ?? 0) + 1;
        const key = classKey(cards);
        const expected = known.get(key) ?? JSON.stringify(combinationsOf(CLASSIC, [...cards]));
        known.set(key, expected);
        if (JSON.stringify({ first, second, pay }) !== expected) wrong.push(cards.join());
      });
      expect(wrong).toEqual([]);
      expect(counts).toEqual({
        'four-of-a-kind+ace-king': 8,
        'three-of-a-kind+ace-king': 2_112,
        'two-pair+ace-king': 3_168,
        'pair+ace-king': 84_480,
      });
      expect(sum).toBe(1_874_356);
    });
  });
}
