/**
 * The result of a round, exactly as cases/README.md has it: the dealer's hand and, per box, hands,
 * outcome and the money of every line. Money is settled by the core; this file only names it.
 */

import type { Action } from './action.ts';
import { turnOf } from './action.ts';
import { cardText } from './card.ts';
import type { Category } from './category.ts';
import { categoryOf } from './category.ts';
import type { BoxPayout, LineName, Outcome } from './game.ts';
import { LINES } from './game.ts';
import type { Round, RoundBox } from './round.ts';
import { qualifies } from './round.ts';

export interface Line {
  readonly bet: LineName;
  readonly stake: number;
  /** Stake that comes back plus winnings. */
  readonly returned: number;
}

export interface BoxResult {
  readonly box: number;
  readonly initial: readonly string[];
  readonly cards: readonly string[];
  readonly category: Category;
  readonly second: Category | null;
  readonly outcome: Outcome;
  readonly lines: readonly Line[];
  readonly staked: number;
  readonly returned: number;
  readonly net: number;
}

export interface SettledResult {
  readonly status: 'settled';
  readonly dealer: {
    readonly cards: readonly string[];
    readonly category: Category;
    readonly qualifies: boolean;
    readonly exchanged: readonly { readonly out: string; readonly in: string }[];
  };
  readonly boxes: readonly BoxResult[];
}

export interface OpenResult {
  readonly status: 'open';
  readonly turn: { readonly box: number; readonly actions: readonly Action[] };
}

/** Result of a round at any moment: open with its turn, or settled with its money. */
export function resultOf(round: Round): SettledResult | OpenResult {
  const turn = turnOf(round);
  if (turn !== null) return { status: 'open', turn: { box: turn.box, actions: turn.actions } };
  const { cards, exchanged } = round.dealer;
  return {
    status: 'settled',
    dealer: {
      cards: cards.map(cardText),
      category: categoryOf(round.game.best(cards).category),
      qualifies: qualifies(round.game, cards),
      exchanged: exchanged.map((e) => ({ out: cardText(e.out), in: cardText(e.in) })),
    },
    boxes: round.boxes.map((box) => boxResult(round, box)),
  };
}

function boxResult(round: Round, box: RoundBox): BoxResult {
  const payout = payoutOf(round, box);
  const combinations = round.game.combinations(box.cards);
  const lines = LINES.map((bet, i) => ({
    bet,
    stake: payout.stakes[i] ?? 0,
    returned: payout.returns[i] ?? 0,
  })).filter((line) => line.stake !== 0 || line.returned !== 0);
  const staked = lines.reduce((sum, line) => sum + line.stake, 0);
  const returned = lines.reduce((sum, line) => sum + line.returned, 0);
  return {
    box: box.box,
    initial: box.initial.map(cardText),
    cards: box.cards.map(cardText),
    category: categoryOf(combinations.first),
    second: combinations.second === null ? null : categoryOf(combinations.second),
    outcome: payout.outcome,
    lines,
    staked,
    returned,
    net: returned - staked,
  };
}

function payoutOf(round: Round, box: RoundBox): BoxPayout {
  return round.game.settle({
    ante: box.ante,
    bonus: box.bonus,
    insurance: box.insurance,
    blind: box.blind,
    folded: box.state === 'folded',
    exchanged: box.exchanged,
    bought: box.bought,
    dealerExchange: box.dealerExchange === 'exchange-dealer',
    initial: box.initial,
    cards: box.cards,
    dealerFirst: round.dealer.initial,
    dealerFinal: round.dealer.cards,
    maxPayout: round.limits.maxPayout,
  });
}
