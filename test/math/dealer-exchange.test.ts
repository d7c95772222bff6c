/** The dealer exchange in single positions, worked out by hand (game-math.md §5b's traps). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { parseCard } from '../../engine/card.ts';
import { createCore } from '../../engine/core.ts';
import { readRuleset } from '../../engine/library.ts';
import { createAdviser } from '../../math/advice.ts';
import { exchangeGain } from '../../math/dealer-exchange.ts';
import { canonicalViewer } from '../../math/dealt-place.ts';
import { createKernel } from '../../math/kernel.ts';
import { five, playLate } from '../../math/late-play.ts';

const require = createRequire(import.meta.url);
const core = createCore(readFileSync(require.resolve('#build/core.wasm')));
const gameOf = (id: string) =>
  core.game(readRuleset(id, readFileSync(require.resolve(`#rulesets/${id}.json`), 'utf8')));
const cards = (text: string) => text.split(' ').map((t) => parseCard(t) ?? -1);

function gain(id: string, hand: string, dealer: string, gone: string[] = []): number {
  const box = { ante: 1, bonus: 0, insurance: 0, maxPayout: null, blind: false, folded: false };
  const cardsOf = {
    initial: cards(hand),
    cards: cards(hand),
    dealerFirst: cards(dealer),
    dealerFinal: cards(dealer),
  };
  const end = { ...box, ...cardsOf, exchanged: 0, bought: false, dealerExchange: false };
  return exchangeGain(gameOf(id), end, gone.flatMap(cards));
}

it('three of a kind against twelve pairing cards of 42: exactly a tie', () => {
  expect(gain('oasis-stud-exchange', '9c 9d 9h Ks 4s', '2c 5d 7h 8s Jc')).toBeCloseTo(0, 14);
});

it('a discard leaves 41 cards: 7 × 12/41 − 2', () => {
  const found = gain('oasis-stud-exchange', '9c 9d 9h Ks 4s', '2c 5d 7h 8s Jc', ['3h']);
  expect(found).toBeCloseTo((7 * 12) / 41 - 2, 14);
});

it('a full house also beats the straights that come: open end, 12 + 8 of 42', () => {
  const found = gain('oasis-stud-exchange', 'Kc Kd Kh 2s 2d', '5c 6d 7h 8s Qc');
  expect(found).toBeCloseTo((15 * 20) / 42 - 2, 14);
});

it('the five-high straight comes too: 2-3-4-5 and an ace or a six', () => {
  const found = gain('oasis-stud-exchange', 'Kc Kd Kh 9s 9d', '2c 3d 4h 5s Tc');
  expect(found).toBeCloseTo((15 * 20) / 42 - 2, 14);
});

it('the own ante is the fee, and the same rank repeats for free with one card less', () => {
  // The ante is gone: 14 on the bet less one, or one lost; declined: one ante won.
  // Twelve pairing cards; three queens of the old rank draw again from 41.
  const again = (13 * 12 - (41 - 12)) / 41;
  const repeated = (level: number, left: number): number =>
    left === 0
      ? (13 * 12 - (level - 12)) / level
      : (13 * 12 - (level - 12 - left) + left * repeated(level - 1, left - 1)) / level;
  expect(repeated(41, 0)).toBeCloseTo(again, 14);
  const found = gain('russian-poker', 'Kc Kd Kh 9s 9d', '2c 5d 7h 8s Qc');
  expect(found).toBeCloseTo(repeated(42, 3) - 1, 12);
});

/** The Czech exchange where the box need not beat the dealer's new hand, and a repeated rank is free. */
const loose = (() => {
  const path = require.resolve('#rulesets/oasis-stud-exchange.json');
  const shipped = readRuleset('oasis-stud-exchange', readFileSync(path, 'utf8'));
  const dealerExchange = { ...shipped.dealerExchange!, compare: false, repeatSameRank: true };
  return { ...shipped, dealerExchange };
})();
const math = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));

it('even odds gain where nothing is compared: the simulation pays for it as the solver does', () => {
  // Twelve pairs, eight straights and seven flushes more of 42, three of which repeat.
  const deck = Uint8Array.from(
    cards('2c 5s 2d 6s 3h 7s Td 8s Jd Qd 4c 9c 9d 9h Kc Kd Kh As Ah Ad'),
  );
  const kernel = createKernel(math, loose, 0);
  kernel.prepareUpcard((deck[9] ?? 0) >> 2);
  const own = canonicalViewer()(five(deck, 0));
  expect(playLate(core.game(loose), kernel, deck, 1, own).redrawn).toBe(true);
  const { dealerExchange } = loose;
  const strict = { ...loose, dealerExchange: { ...dealerExchange, compare: true } };
  const again = createKernel(math, strict, 0);
  again.prepareUpcard((deck[9] ?? 0) >> 2);
  expect(playLate(core.game(strict), again, deck, 1, own).redrawn).toBe(false);
});

it('an answer is not called an estimate because of the one before', () => {
  const paid = { ...loose, exchange: null, pay: { ...loose.pay, 'ace-king': 2 } };
  const adviser = createAdviser({ ruleset: paid, rulesetHash: '', math }, 0);
  const [aces, king] = [cards('Ac Ad 5h 9s Kc'), cards('Ac Kd 4h 3s 2c')];
  const [seven = -1, queen = -1] = cards('7d Qd');
  expect(adviser.advise(aces, seven).method).toBe('exact');
  expect(adviser.advise(king, queen).method).toBe('estimate');
  expect(adviser.advise(aces, seven).method).toBe('exact');
});
