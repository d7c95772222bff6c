/** The dealer exchange in single positions, worked out by hand (game-math.md §5b's traps). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { parseCard } from '../../engine/card.ts';
import { createCore } from '../../engine/core.ts';
import { readRuleset } from '../../engine/library.ts';
import { exchangeGain } from '../../math/dealer-exchange.ts';

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
