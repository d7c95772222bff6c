/**
 * Settlement of one box, slowly and in BigInt, read line by line from the rules (C8–C10, O5–O8,
 * R5–R10, Z3–Z5, Z8–Z10). It shares nothing with the core but the shapes of its input and output.
 */
import type { BoxEnd, LineName, Outcome } from '../../engine/game.ts';
import type { Ruleset } from '../../engine/ruleset.ts';
import { combinationsOf } from './combination.ts';
import { bestHand, compareHands, fiveCards, qualifies } from './hand.ts';

export interface Line {
  readonly stake: bigint;
  readonly returned: bigint;
}

export interface Settled {
  readonly outcome: Outcome;
  readonly lines: { readonly [name in LineName]: Line };
}

const NOTHING: Line = { stake: 0n, returned: 0n };

export function settleSlowly(rules: Ruleset, end: BoxEnd): Settled {
  const ante = BigInt(end.ante);
  const bet = 2n * ante; // C6
  const cap = (win: bigint): bigint =>
    end.maxPayout !== null && win > BigInt(end.maxPayout) ? BigInt(end.maxPayout) : win; // C9
  const first = fiveCards(end.dealerFirst, rules.aceLowStraight);
  const final = fiveCards(end.dealerFinal, rules.aceLowStraight);
  // O5, R9, Z10: a box that declines meets the dealer's first hand; if that has no game, R5 settles.
  const outcome = judge();
  const lines = {
    ante: { stake: ante, returned: anteReturned() },
    bet: end.folded ? NOTHING : { stake: bet, returned: betReturned() },
    'exchange-fee': fee(end.exchanged === 0 ? 0 : rules.exchange!.fees[end.exchanged - 1]!),
    'buy-fee': fee(end.bought ? rules.buy!.fee : 0),
    'dealer-exchange-fee': fee(
      end.dealerExchange && rules.dealerExchange!.fee === 'extra-ante' ? 1 : 0,
    ),
    insurance: insurance(),
    bonus: bonus(),
  };
  return { outcome, lines };

  function judge(): Outcome {
    if (end.folded) return 'fold';
    if (!qualifies(first) && !end.dealerExchange) return 'no-game';
    if (!qualifies(final)) return 'no-game';
    if (end.dealerExchange && !rules.dealerExchange!.compare) return 'win';
    const order = compareHands(bestHand(end.cards, rules.aceLowStraight), final);
    return order > 0 ? 'win' : order < 0 ? 'lose' : 'push';
  }

  function anteReturned(): bigint {
    const paid = ante + cap(ante);
    if (outcome === 'fold' || outcome === 'lose') return 0n; // C8, O7, R7, Z3
    if (end.dealerExchange && rules.dealerExchange!.fee === 'own-ante') {
      // R9: the fee is the box's own ante, taken off the box; fees follow C10.
      return outcome === 'push' && rules.fees.returnedOnPush ? ante : 0n;
    }
    if (outcome === 'push') return ante; // C10
    if (outcome === 'win') {
      const how = end.blind ? rules.ante.blindOnWin : rules.ante.onWin; // O6, R6, Z3
      return how === 'pays' ? paid : ante;
    }
    if (!end.dealerExchange) return paid; // O5, R5, Z3
    return rules.dealerExchange!.noGame === 'push' ? ante : 0n; // R9, Z10
  }

  function betReturned(): bigint {
    switch (outcome) {
      case 'win':
        return bet + cap(bet * BigInt(combinationsOf(rules, end.cards).pay)); // O6, R4, R6, Z4
      case 'push':
        return bet; // C10
      case 'no-game':
        // O5, R5, Z3; R9, Z10: the bet comes back unless the ruleset says that it is lost.
        return end.dealerExchange && rules.dealerExchange!.noGame === 'lose' ? 0n : bet;
      default:
        return 0n;
    }
  }

  /** C10: a fee is a payment. */
  function fee(antes: number): Line {
    const stake = BigInt(antes) * ante;
    return { stake, returned: outcome === 'push' && rules.fees.returnedOnPush ? stake : 0n };
  }

  /** R8: judged on the dealer's first five cards. */
  function insurance(): Line {
    const stake = BigInt(end.insurance);
    return { stake, returned: qualifies(first) || stake === 0n ? 0n : stake + cap(stake) };
  }

  /** O8, R10, Z5: judged on the first five cards. */
  function bonus(): Line {
    const stake = BigInt(end.bonus);
    if (stake === 0n) return NOTHING;
    const table = rules.bonus!;
    const lost = { stake, returned: 0n };
    if (end.exchanged > 0 && rules.exchange!.forfeitsBonus) return lost; // Z8, Z9
    if (end.dealerExchange && rules.dealerExchange!.forfeitsBonus) return lost; // Z9
    if (end.folded && !table.survivesFold) return lost; // O8
    const hand = fiveCards(end.initial, rules.aceLowStraight);
    if (hand.category === 'no-game') return lost;
    const pay = table.pay[hand.category] ?? 0;
    const only = table.ranks[hand.category];
    const deciding = '23456789TJQKA'.charAt(hand.ranks[0]! - 2);
    if (pay === 0 || (only !== undefined && !only.includes(deciding))) return lost;
    const sum = table.kind === 'fixed' ? BigInt(pay) : stake * BigInt(pay);
    const win = rules.maxPayout.capsBonus ? cap(sum) : sum;
    return { stake, returned: win + (table.stakeReturned ? stake : 0n) };
  }
}
