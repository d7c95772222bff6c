/**
 * A round with decisions after the first one: exchange or buy, then bet or fold, insurance, dealer
 * exchange. Decided by the solver's counts, settled by the core.
 */
import { categoryCode } from '../engine/category.ts';
import type { BoxEnd, Game } from '../engine/game.ts';
import { exchangeGain, netOf } from './dealer-exchange.ts';
import type { CanonicalView } from './dealt-place.ts';
import type { Kernel } from './kernel.ts';

const NO_GAME = 0;
const PAIR = categoryCode('pair');
const BUY = 2;
/** A box that stays with what it was dealt: one ante, nothing else. */
export const PLAIN = {
  ante: 1,
  bonus: 0,
  insurance: 0,
  maxPayout: null,
  folded: false,
  blind: false,
  exchanged: 0,
  bought: false,
  dealerExchange: false,
} as const;

/** Every second card of a deck from `at` on: the box's five, or the dealer's (C5). */
export function five(deck: Uint8Array, at: number): number[] {
  const card = (i: number): number => deck[at + 2 * i] ?? 0;
  return [card(0), card(1), card(2), card(3), card(4)];
}

/** Cards that a round can need of the deck: those dealt, what one action draws, and the dealer's. */
export function cardsNeeded({ exchange, buy, dealerExchange }: Game['ruleset']): number {
  const drawn = exchange === null ? 0 : exchange.fees.length * (1 + exchange.burn);
  const redrawn = dealerExchange === null ? 0 : dealerExchange.repeatSameRank ? 4 : 1;
  return 10 + Math.max(drawn, buy === null ? 0 : 1) + redrawn;
}

/**
 * Plays `deck` out after the policy's `action`; `view` is that of the box's cards. The counts of the
 * upcard's rank must be set up (`Kernel.prepareUpcard`).
 */
export function playLate(
  game: Game,
  kernel: Kernel,
  deck: Uint8Array,
  action: number,
  view: CanonicalView,
): { readonly net: number; readonly redrawn: boolean } {
  const { ruleset } = game;
  const initial = five(deck, 0);
  const dealerFirst = five(deck, 1);
  const up = deck[9] ?? 0;
  const cards = [...initial];
  const gone: number[] = [];
  let next = 10;
  let folded = false;
  if (action === BUY) cards.push(deck[next++] ?? 0);
  if (action >= 32) {
    const burn = ruleset.exchange?.burn ?? 0;
    for (let i = 0; i < 5; i++) {
      if (((action >> i) & 1) === 0) continue;
      const out = initial.findIndex(
        (card) => ((card & ~3) | (view.suits[card & 3] ?? 0)) === view.cards[i],
      );
      gone.push(initial[out] ?? 0);
      cards[out] = deck[next + burn] ?? 0;
      next += 1 + burn;
    }
  }
  if (cards.length + gone.length > 5) folded = !kernel.finalBet(cards, gone, up);
  const insurance = folded ? 0 : kernel.finalInsurance(cards, gone, up);
  const end: BoxEnd = {
    ...PLAIN,
    insurance,
    folded,
    exchanged: gone.length,
    bought: action === BUY,
    initial,
    cards,
    dealerFirst,
    dealerFinal: dealerFirst,
  };
  if (folded || !gains(game, end, gone)) return { net: netOf(game.settle(end)), redrawn: false };
  const dealerFinal = redraw(game, dealerFirst, deck, next);
  return { net: netOf(game.settle({ ...end, dealerExchange: true, dealerFinal })), redrawn: true };
}

/** Whether the dealer exchange is worth more than declining it, the position worked out exactly. */
function gains(game: Game, end: BoxEnd, gone: readonly number[]): boolean {
  if (game.ruleset.dealerExchange === null) return false;
  const { pay } = game.combinations(end.cards);
  // As assembly/simulation/play.ts: a pair at even odds that must beat the dealer never gains.
  const even = game.ruleset.dealerExchange.compare && game.best(end.cards).category <= PAIR;
  if (pay === 0 || (pay === 1 && even)) return false;
  if (game.best(end.dealerFirst).category !== NO_GAME) return false;
  return exchangeGain(game, end, gone) > 0;
}

/** The dealer's cards after the exchange, from deck position `at` on; repeats are free (R9). */
function redraw(
  game: Game,
  dealerFirst: readonly number[],
  deck: Uint8Array,
  at: number,
): number[] {
  let dealer = [...dealerFirst];
  for (let next = at; ; next++) {
    const high = dealer.reduce((best, card) => (card >> 2 > best >> 2 ? card : best));
    const card = deck[next];
    if (card === undefined) throw new Error('assertion: the deck is too short');
    dealer = dealer.map((own) => (own === high ? card : own));
    const same = game.ruleset.dealerExchange?.repeatSameRank === true && card >> 2 === high >> 2;
    if (!same || game.best(dealer).category !== NO_GAME) return dealer;
  }
}
