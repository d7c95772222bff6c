/** The second open box: the cards seen are dead for its dealer and its draws, and never cost it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { parseCard } from '../../engine/card.ts';
import { createCore } from '../../engine/core.ts';
import { readRuleset } from '../../engine/library.ts';
import { createKernel } from '../../math/kernel.ts';
import { gainOf, hasSecondBox } from '../../math/second-box.ts';
import { betByCounting, rankEveryHand } from '../reference/enumeration.ts';

const require = createRequire(import.meta.url);
const core = createCore(readFileSync(require.resolve('#build/core.wasm')));
const wasm = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));
const ruleset = (id: string) =>
  readRuleset(id, readFileSync(require.resolve(`#rulesets/${id}.json`), 'utf8'));
const cards = (text: string) => text.split(' ').map((t) => parseCard(t) ?? -1);
const rules = ruleset('oasis-poker');
const kernel = createKernel(wasm, rules, 1);
const [up = -1] = cards('Qd');
kernel.prepare(up >> 2);

it('who may hold one: one player with two open boxes (O1, R1), not the Czech games (Z1)', () => {
  const may = ['oasis-poker', 'russian-poker', 'oasis-stud', 'caribbean-stud'].map((id) =>
    hasSecondBox(ruleset(id)),
  );
  expect(may).toEqual([true, true, false, false]);
});

it('ten dead cards are counted as hand by hand', () => {
  const game = core.game(rules);
  const judge = {
    rank: (hand: readonly number[]) => game.best(hand).rank,
    pay: (hand: readonly number[]) => game.combinations(hand).pay,
  };
  const values = rankEveryHand({ rank: (hand) => core.rank(hand), pay: () => 0 });
  for (const [hand, dead] of [
    ['2c 3h 9s Kc Ah', 'Kd Ks Ad 9c 4d'],
    ['2c 3h 9s Kc Ah', 'Kd Ks Ad 9c 4d 5s'],
    ['8c 8d 3h 4s Jc', '2c 2d 2h 2s 3c 3d 3s 4c 4d 4h'],
  ] as const) {
    const counted = betByCounting(rules, judge, values, cards(hand), cards(dead), up);
    const value = kernel.finalValue(cards(hand), cards(dead), up);
    expect(value).toBeCloseTo(counted.sum / counted.hands, 13);
  }
});

it('three queens, an ace and a king seen make a bet of ace-king, which would fold without them', () => {
  const own = cards('2c 3h 9s Kc Ah').sort((a, b) => a - b);
  expect(kernel.judge(own, up).best).toBe(0);
  // They are not the dealer's: he has game less often.
  const seen = cards('Qc Qh Qs Ad Kd');
  const sighted = kernel.finalValue(own, seen, up);
  expect(sighted).toBeGreaterThan(-1);
  expect(gainOf(kernel, rules, { seen, own, up, alone: 0 })).toBeGreaterThanOrEqual(sighted + 1);
  // A bet that stays a bet gains nothing; a bought card or a large exchange is left as it is.
  const pair = cards('2c 3h 9s Ac Ah').sort((a, b) => a - b);
  expect(gainOf(kernel, rules, { seen: cards('2d 2h 4c 5c 6c'), own: pair, up, alone: 1 })).toBe(0);
  expect(gainOf(kernel, rules, { seen, own, up, alone: 2 })).toBe(0);
});
