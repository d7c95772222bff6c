/**
 * Exchanges of two and three cards: the solver's sums over classes against every single draw, each
 * final hand counted for itself (`finalValue`, which solver.test.ts proves hand by hand).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { parseCard } from '../../engine/card.ts';
import { readRuleset } from '../../engine/library.ts';
import { createKernel } from '../../math/kernel.ts';
import { GAINS_EXACT } from '../../math/term.ts';

const require = createRequire(import.meta.url);
const wasm = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));
const cards = (text: string) => text.split(' ').map((t) => parseCard(t) ?? -1);
// Insurance and own fees: the ruleset whose states have most in them.
const path = require.resolve('#rulesets/russian-poker.json');
const rules = readRuleset('russian-poker', readFileSync(path, 'utf8'));
const kernel = createKernel(wasm, rules, 3);
const [up = -1] = cards('9h');
kernel.prepare(up >> 2);

/** `suits`: with what suits add behind more than GAINS_EXACT discards, which sums leave out. */
function drawByDraw(hand: readonly number[], gone: readonly number[], suits: boolean): number {
  const kept = hand.filter((card) => !gone.includes(card));
  const live = Array.from({ length: 52 }, (_, c) => c).filter((c) => c !== up && !hand.includes(c));
  let sum = 0;
  let draws = 0;
  const draw = (from: number, fresh: readonly number[]): void => {
    if (fresh.length === gone.length) {
      const final = [...kept, ...fresh];
      const part = gone.length > GAINS_EXACT && !suits ? kernel.suitPart(final, gone, up) : 0;
      sum += Math.max(-1, kernel.finalValue(final, gone, up) - part);
      draws++;
      return;
    }
    for (let i = from; i < live.length; i++) draw(i + 1, [...fresh, live[i] ?? 0]);
  };
  draw(0, []);
  return sum / draws - 1;
}

describe('every draw, one by one', () => {
  for (const { hand, gone, why } of [
    { hand: '2c 7c 9c Jd Kd', gone: 'Jd Kd', why: 'kept cards of another suit than the upcard' },
    { hand: '2c 7c 9c Jc Kd', gone: 'Jc Kd', why: 'the same with a discard of that suit' },
    { hand: '4h 5h 6h 9c Ac', gone: '9c Ac', why: 'kept cards of the upcard suit' },
    { hand: '8c 8d 8s 3h 9s', gone: '3h 9s', why: 'three of a kind, insured when it pays' },
    { hand: 'Qs Ks 4d 7h 9d', gone: '4d 7h 9d', why: 'three cards, two of a suit kept' },
    { hand: 'Jc Jd 2c 5h 7d', gone: '2c 5h 7d', why: 'three cards, a pair kept' },
  ]) {
    it(`equals the solver: ${why}`, () => {
      const own = cards(hand).sort((a, b) => a - b);
      const away = cards(gone);
      const set = away.reduce((bits, card) => bits | (1 << own.indexOf(card)), 0);
      expect(kernel.judge(own, up).exchanges.get(set)).toBeCloseTo(
        drawByDraw(own, away, false),
        11,
      );
    });
  }
});

describe('the sums of one hand alone', () => {
  const alone = createKernel(wasm, rules, 3);

  it.each([
    ['2c 7c 9c Jd Kd', 'no pair'],
    ['8c 8d 8s 3h 9s', 'three of a kind: the same ranks given away twice'],
    ['4h 5h 6h 7h Ah', 'a flush of the upcard suit'],
    ['Qs Qd 4d 4s 9d', 'two pairs and a rank of the upcard'],
  ])('equal those of all hands: %s (%s)', (text) => {
    const own = cards(text).sort((a, b) => a - b);
    const among = kernel.judge(own, up);
    const found = alone.advise(own, up);
    expect(found.bet).toBeCloseTo(among.bet, 12);
    expect(found.buy).toBeCloseTo(among.buy ?? 0, 12);
    expect([...found.exchanges.keys()]).toEqual([...among.exchanges.keys()]);
    for (const [set, value] of among.exchanges) {
      const many = [1, 2, 4, 8, 16].filter((bit) => (set & bit) !== 0).length;
      if (many <= GAINS_EXACT) expect(found.exchanges.get(set)).toBeCloseTo(value, 12);
    }
  });

  it.each([
    ['Qs Ks 4d 7h 9d', '4d 7h 9d'],
    ['Jc Jd 2c 5h 7d', '2c 5h 7d'],
    ['8c 8d Ah 3h 9s', 'Ah 3h 9s'],
  ])('weigh suits behind three discards as every draw does: %s without %s', (text, gone) => {
    const own = cards(text).sort((a, b) => a - b);
    const away = cards(gone);
    const set = away.reduce((bits, card) => bits | (1 << own.indexOf(card)), 0);
    const whole = drawByDraw(own, away, true);
    expect(alone.advise(own, up).exchanges.get(set)).toBeCloseTo(whole, 12);
    expect(whole).not.toBeCloseTo(drawByDraw(own, away, false), 8);
  });
});
