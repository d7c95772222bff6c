/**
 * What the dealer exchange (R9, Z10) is worth to a box that stands before a dealer without game:
 * the mean over every card that can come, settled by the core, against taking the ante. The player
 * sees his own cards, his discards and the dealer's five. Exact for one position; the simulation
 * decides by it, and the solver's sums over all positions (assembly/math/redraw.ts) are tested by it.
 */
import { DECK_SIZE } from '../engine/card.ts';
import { categoryCode } from '../engine/category.ts';
import type { BoxEnd, BoxPayout, Game } from '../engine/game.ts';

const GAME = categoryCode('ace-king');

/** Net of a payout over all lines. */
export function netOf(payout: BoxPayout): number {
  let net = 0;
  for (let line = 0; line < payout.stakes.length; line++) {
    net += (payout.returns[line] ?? 0) - (payout.stakes[line] ?? 0);
  }
  return net;
}

/**
 * Mean net of paying for the exchange minus net of declining it, for a settled-to-be box `end` whose
 * dealer has no game. `gone`: cards that the box gave away.
 */
export function exchangeGain(game: Game, end: BoxEnd, gone: readonly number[]): number {
  const rules = game.ruleset.dealerExchange;
  if (rules === null) throw new RangeError('math: no dealer exchange in this ruleset');
  const dead = new Set([...end.cards, ...gone, ...end.dealerFirst]);
  const live = Array.from({ length: DECK_SIZE }, (_, card) => card).filter((c) => !dead.has(c));
  const declined = netOf(game.settle({ ...end, dealerExchange: false }));
  const paid = { ...end, dealerExchange: true };
  const replace = (dealer: readonly number[], rest: readonly number[]): number => {
    const high = dealer.reduce((best, card) => (card >> 2 > best >> 2 ? card : best));
    let sum = 0;
    for (const card of rest) {
      const dealerFinal = dealer.map((own) => (own === high ? card : own));
      const repeats =
        rules.repeatSameRank && card >> 2 === high >> 2 && game.best(dealerFinal).category < GAME;
      sum += repeats
        ? replace(
            dealerFinal,
            rest.filter((other) => other !== card),
          )
        : netOf(game.settle({ ...paid, dealerFinal }));
    }
    return sum / rest.length;
  };
  return replace(end.dealerFirst, live) - declined;
}
