/**
 * Net results of a bet in antes, line by line from the rules, fees of the player's own exchange or
 * purchase apart. The settlement of rounds (settlement.ts) says the same in money; a test compares.
 */
import type { Ruleset } from '../../engine/ruleset.ts';

/** Net of ante, bet and the dealer exchange's fee by how the hands meet. */
export interface Nets {
  readonly win: number;
  readonly lose: number;
  readonly push: number;
  /** The dealer has no game. */
  readonly none: number;
}

/** Against the dealer's hand as first shown; `pay`: odds of the player's combinations. */
export function shownNets(rules: Ruleset, pay: number): Nets {
  // O6, R6, Z3: the ante of a winner pays 1:1 or comes back; the bet (2 antes, C6) pays by the table.
  const ante = rules.ante.onWin === 'pays' ? 1 : 0;
  // O7, R7, Z3: both lost. C10: both back. O5, R5, Z3: without game the ante pays, the bet comes back.
  return { win: ante + 2 * pay, lose: -3, push: 0, none: 1 };
}

/** After a dealer exchange that was paid for (R9, Z10). Throws where the ruleset has none. */
export function paidNets(rules: Ruleset, pay: number): Nets {
  const exchange = rules.dealerExchange;
  if (exchange === null) throw new RangeError('terms: no dealer exchange in this ruleset');
  const none = exchange.noGame === 'lose' ? -2 : 0;
  if (exchange.fee === 'own-ante') {
    // R9: the ante is gone whatever comes; the bet alone is compared.
    const nets = { win: 2 * pay - 1, lose: -3, push: -1, none: none - 1 };
    return exchange.compare ? nets : { ...nets, lose: nets.win, push: nets.win };
  }
  // Z10, R9 (extra ante): one ante more is gone; ante and bet meet the new hand in full.
  const { win, lose, push } = shownNets(rules, pay);
  const lost = exchange.noGame === 'lose' ? -3 : 0;
  const nets = { win: win - 1, lose: lose - 1, push: push - 1, none: lost - 1 };
  return exchange.compare ? nets : { ...nets, lose: nets.win, push: nets.win };
}
