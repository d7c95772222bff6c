/**
 * Everything that can end a box: for a ruleset, every payable combination against every kind of
 * dealer, with every procedure that the ruleset has, at the smallest and the largest stakes, and
 * with the cap below, at and above the winnings of every line (C9).
 */
import { parseCard } from '../../engine/card.ts';
import type { BoxEnd } from '../../engine/game.ts';
import type { Ruleset } from '../../engine/ruleset.ts';
import { combinationsOf } from './combination.ts';
import { bestHand, compareHands, fiveCards, fives } from './hand.ts';
import { settleSlowly } from './settlement.ts';

const ANTE_MAX = 1_000_000_000_000;

const cards = (text: string): number[] => text.split(' ').map((card) => parseCard(card)!);

/** A hand of every category and, on six cards, of every pair of combinations (game-math §3). */
const FIVES = [
  'As Ks Qs Js Ts',
  '9s 8s 7s 6s 5s',
  '5d 4d 3d 2d Ad',
  '9s 9d 9h 9c Qs',
  'As Ad Ah Ac Ks',
  '9s 9d 9h Qs Qd',
  'As Js 9s 7s 5s',
  'Ts 9d 8h 7c 6d',
  '5s 4d 3h 2c As',
  'As Ad Ah 9c 2d',
  '9s 9d 9h Ac Kd',
  'As Ad Ah Kc 2d',
  'Ks Kd 9h 9c 2d',
  'As Ad 9h 9c Kd',
  '8s 8d 7h 6c 2d',
  'As Ad Kh 7c 3s',
  'As Kd Qh Jc 9d',
  'Qs Jd 9h 7c 2d',
].map(cards);
const SIXES = [
  'As Ks Qs Js Ts 9s',
  'As Ks Qs Js Ts 2s',
  'As Ks Qs Js Ts Td',
  'As Ks Qs Js Ts 2d',
  '9s 8s 7s 6s 5s 4s',
  '9s 8s 7s 6s 5s 2s',
  '9s 8s 7s 6s 5s 4d',
  '5s 4s 3s 2s As Kd',
  '9s 9d 9h 9c Qs Qd',
  'As Ad Ah Ac Ks 2d',
  '9s 9d 9h Qc Qs Qd',
  'As Ad Ah 8c 8s Kd',
  'As Js 9s 7s 5s 3s',
  'Ks Ts 9s 8s 7s 6d',
  'Qs Ts 9s 8s 2s Qd',
  'As Ts 9s 8s 2s Kd',
  'Ts 9d 8h 7c 7s 6d',
  '5s 4d 3h 2c As Kd',
  'As Ad Ah Kc 9s 2d',
  'Ks Kd Qs Qd 9s 9d',
  'As Ad 9h 9c Ks 2d',
  'As Ad Kh 9c 7s 2d',
  '8s 8d 7h 6c 2s 3d',
  'As Kd Qh Jc 9d 2s',
].map(cards);

const NO_GAME = cards('Qh Jc 9d 7s 3h');
const STILL_NO_GAME = cards('Jh Tc 9d 7s 3h');
const ROYAL = cards('Ah Kh Qh Jh Th');
const LOWEST_GAME = cards('Ah Kc 4d 3s 2h');

/** Dealers: without game, with a lower, an equal and a higher game than the box. */
function dealersFor(rules: Ruleset, box: readonly number[]): (readonly number[])[] {
  const best = bestHand(box, rules.aceLowStraight);
  const equal = fives(box).find(
    (five) => compareHands(fiveCards(five, rules.aceLowStraight), best) === 0,
  )!;
  return [LOWEST_GAME, equal, ROYAL];
}

/** Ends of a box without stakes but with every procedure of the ruleset. */
function* shapes(rules: Ruleset): Generator<BoxEnd> {
  const plain = {
    ante: 1,
    bonus: 0,
    insurance: 0,
    blind: false,
    folded: false,
    exchanged: 0,
    bought: false,
    dealerExchange: false,
    dealerFirst: NO_GAME,
    dealerFinal: NO_GAME,
    maxPayout: null,
  };
  const exchanges = [0, ...(rules.exchange?.fees ?? []).map((_, i) => i + 1)];
  for (const box of rules.buy === null ? FIVES : [...FIVES, ...SIXES]) {
    const bought = box.length === 6;
    const initial = box.slice(0, 5);
    for (const exchanged of bought ? [0] : exchanges) {
      const start = { ...plain, cards: box, initial, bought, exchanged };
      yield { ...start, folded: true };
      for (const blind of rules.blind !== null && !bought && exchanged === 0
        ? [false, true]
        : [false]) {
        const dealers = dealersFor(rules, box);
        yield { ...start, blind };
        for (const dealer of dealers) {
          yield { ...start, blind, dealerFirst: dealer, dealerFinal: dealer };
        }
        if (rules.dealerExchange === null) continue;
        // Another box paid for the exchange; this one declined (R9).
        yield { ...start, blind, dealerFinal: ROYAL };
        for (const dealer of [STILL_NO_GAME, ...dealers]) {
          yield { ...start, blind, dealerExchange: true, dealerFinal: dealer };
        }
      }
    }
  }
}

/** The shapes at stakes 1, 7 and 10^12, each with no cap and with caps around every winning. */
export function* settlementCases(rules: Ruleset): Generator<BoxEnd> {
  for (const shape of shapes(rules)) {
    const pay = combinationsOf(rules, shape.cards).pay;
    for (const ante of [1, 7, ANTE_MAX]) {
      const insured = rules.insurance !== null && !shape.folded && pay > 0;
      const most = insured ? 2 * ante * pay : 0;
      const stakes = [
        { bonus: 0, insurance: 0 },
        { bonus: rules.bonus === null ? 0 : ante, insurance: most },
        { bonus: rules.bonus === null ? 0 : ANTE_MAX, insurance: insured ? ante : 0 },
      ];
      for (const { bonus, insurance } of stakes) {
        const end = { ...shape, ante, bonus, insurance };
        yield end;
        const won = Object.values(settleSlowly(rules, end).lines).map(
          ({ stake, returned }) => returned - stake,
        );
        for (const win of new Set(won)) {
          // A stake that does not come back can leave less than the sum won: 0 and below need no cap.
          for (const cap of [win - 1n, win, win + 1n]) {
            if (cap > 0n) yield { ...end, maxPayout: Number(cap) };
          }
        }
      }
    }
  }
}
