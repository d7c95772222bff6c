/**
 * Settlement of one box in plain TypeScript, as an engine without a core would write it: numbers,
 * objects, no records (rules C8–C10, O5–O8, R5–R10, Z3–Z10). The peer of `settle-batch`, and held
 * equal to the core by a test, so that both sides do the same work.
 */
import { ACE_KING, CATEGORY_SHIFT, RANK_SHIFT } from '../assembly/layout.ts';
import { RANKS } from '../engine/card.ts';
import { categoryOf } from '../engine/category.ts';
import type { BoxEnd, BoxPayout, Outcome } from '../engine/game.ts';
import type { Ruleset } from '../engine/ruleset.ts';

/** A box whose hands are ranked: values of the core, and the odds that its hand pays. */
export interface RankedBox
  extends Omit<BoxEnd, 'initial' | 'cards' | 'dealerFirst' | 'dealerFinal'> {
  readonly initial: number;
  readonly final: number;
  readonly odds: number;
  readonly dealerFirst: number;
  readonly dealerFinal: number;
}

const hasGame = (value: number): boolean => value >>> CATEGORY_SHIFT >= ACE_KING;

function outcomeOf(rules: Ruleset, box: RankedBox): Outcome {
  if (box.folded) return 'fold';
  if (!box.dealerExchange && !hasGame(box.dealerFirst)) return 'no-game';
  if (!hasGame(box.dealerFinal)) return 'no-game';
  if (box.dealerExchange && rules.dealerExchange?.compare === false) return 'win';
  if (box.final > box.dealerFinal) return 'win';
  return box.final < box.dealerFinal ? 'lose' : 'push';
}

function bonusReturn(rules: Ruleset, box: RankedBox): number {
  const { bonus } = rules;
  if (bonus === null || box.bonus === 0) return 0;
  if (box.exchanged > 0 && rules.exchange?.forfeitsBonus === true) return 0;
  if (box.dealerExchange && rules.dealerExchange?.forfeitsBonus === true) return 0;
  if (box.folded && !bonus.survivesFold) return 0;
  const category = categoryOf(box.initial >>> CATEGORY_SHIFT);
  if (category === 'no-game') return 0;
  const pay = bonus.pay[category] ?? 0;
  const only = bonus.ranks[category];
  const top = RANKS.charAt((box.initial >>> RANK_SHIFT) & 15);
  if (pay === 0 || (only !== undefined && !only.includes(top))) return 0;
  const win = bonus.kind === 'fixed' ? pay : box.bonus * pay;
  const paid = rules.maxPayout.capsBonus ? capped(win, box.maxPayout) : win;
  return paid + (bonus.stakeReturned ? box.bonus : 0);
}

const capped = (win: number, cap: number | null): number => (cap !== null && win > cap ? cap : win);

/** Ante and bet of a box that stayed. */
function mainReturns(rules: Ruleset, box: RankedBox, outcome: Outcome): [number, number] {
  const { ante, maxPayout } = box;
  const bet = 2 * ante;
  const gone = box.dealerExchange && rules.dealerExchange?.fee === 'own-ante';
  const still = rules.dealerExchange?.noGame;
  if (outcome === 'no-game') {
    if (!box.dealerExchange) return [ante + capped(ante, maxPayout), bet];
    return [still === 'push' && !gone ? ante : 0, still === 'lose' ? 0 : bet];
  }
  if (outcome === 'push') return [gone && !rules.fees.returnedOnPush ? 0 : ante, bet];
  if (outcome !== 'win') return [0, 0];
  const pays = (box.blind ? rules.ante.blindOnWin : rules.ante.onWin) === 'pays';
  const back = pays ? ante + capped(ante, maxPayout) : ante;
  return [gone ? 0 : back, bet + capped(bet * box.odds, maxPayout)];
}

/** The payout of a box, lines in the order of LINES. */
export function settleModel(rules: Ruleset, box: RankedBox): BoxPayout {
  const { ante, insurance, maxPayout } = box;
  const outcome = outcomeOf(rules, box);
  const [anteBack, betBack] = mainReturns(rules, box, outcome);
  const feesBack = outcome === 'push' && rules.fees.returnedOnPush ? 1 : 0;
  const exchange = box.exchanged === 0 ? 0 : ante * (rules.exchange?.fees[box.exchanged - 1] ?? 0);
  const buy = box.bought ? ante * (rules.buy?.fee ?? 0) : 0;
  const dealer = box.dealerExchange && rules.dealerExchange?.fee === 'extra-ante' ? ante : 0;
  const insured = insurance > 0 && !hasGame(box.dealerFirst);
  return {
    outcome,
    stakes: [ante, box.folded ? 0 : 2 * ante, exchange, buy, dealer, insurance, box.bonus],
    returns: [
      anteBack,
      betBack,
      exchange * feesBack,
      buy * feesBack,
      dealer * feesBack,
      insured ? insurance + capped(insurance, maxPayout) : 0,
      bonusReturn(rules, box),
    ],
  };
}
