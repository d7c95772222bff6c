/**
 * A plain model of a whole round: a pack that is dealt from the top, hands that are changed in place,
 * settlement by the BigInt model. It shares no code with engine/round.ts and reads rules.md literally
 * (C5, C11, O4, R2, R3, R9, Z8–Z10).
 */
import type { Decision } from '../../engine/action.ts';
import type { LineName } from '../../engine/game.ts';
import type { Ruleset } from '../../engine/ruleset.ts';
import type { Stake } from '../../engine/stake.ts';
import { fiveCards, qualifies } from './hand.ts';
import type { Line } from './settlement.ts';
import { settleSlowly } from './settlement.ts';

export interface PlainBox {
  readonly initial: number[];
  readonly cards: number[];
  readonly outcome: string;
  readonly lines: { readonly [name in LineName]: Line };
  readonly staked: bigint;
  readonly returned: bigint;
}

export interface PlainRound {
  readonly dealer: number[];
  readonly swaps: number;
  readonly exchanged: { readonly out: number; readonly in: number }[];
  readonly boxes: PlainBox[];
}

export function playPlainly(
  rules: Ruleset,
  maxPayout: number | null,
  deck: readonly number[],
  stakes: readonly Stake[],
  decisions: readonly Decision[],
): PlainRound {
  const pack = [...deck];
  const top = (): number => pack.shift() ?? -1;
  const hands: number[][] = stakes.map(() => []);
  const dealer: number[] = [];
  for (let k = 0; k < 5; k++) {
    for (const hand of hands) hand.push(top());
    dealer.push(top());
  }
  const initial = hands.map((hand) => [...hand]);
  const first = [...dealer];
  const said = stakes.map(() => ({
    fold: false,
    exchanged: 0,
    bought: false,
    insurance: 0,
    paid: false,
  }));
  for (const decision of decisions) {
    const i = stakes.findIndex((stake) => stake.box === decision.box);
    const hand = hands[i] ?? [];
    const box = said[i];
    if (box === undefined) throw new Error('no such box');
    if (decision.action === 'fold') box.fold = true;
    if (decision.action === 'bet') box.insurance = decision.insurance ?? 0;
    if (decision.action === 'buy') {
      hand.push(top());
      box.bought = true;
    }
    if (decision.action === 'exchange') {
      for (const out of decision.cards ?? []) {
        for (let b = 0; b < (rules.exchange?.burn ?? 0); b++) top();
        hand[hand.indexOf(out)] = top();
        box.exchanged += 1;
      }
    }
    if (decision.action === 'exchange-dealer') box.paid = true;
  }
  let swaps = 0;
  const exchanged: PlainRound['exchanged'] = [];
  while (said.some((box) => box.paid)) {
    const high = dealer.reduce((best, card) => (card >> 2 > best >> 2 ? card : best));
    const fresh = top();
    dealer[dealer.indexOf(high)] = fresh;
    swaps += 1;
    exchanged.push({ out: high, in: fresh });
    const none = !qualifies(fiveCards(dealer, rules.aceLowStraight));
    const again = rules.dealerExchange?.repeatSameRank === true && fresh >> 2 === high >> 2 && none;
    if (!again) break;
  }
  const boxes = stakes.map((stake, i): PlainBox => {
    const box = said[i];
    if (box === undefined) throw new Error('no such box');
    const { outcome, lines } = settleSlowly(rules, {
      ante: stake.ante,
      bonus: stake.bonus ?? 0,
      insurance: box.insurance,
      blind: stake.blind ?? false,
      folded: box.fold,
      exchanged: box.exchanged,
      bought: box.bought,
      dealerExchange: box.paid,
      initial: initial[i] ?? [],
      cards: hands[i] ?? [],
      dealerFirst: first,
      dealerFinal: dealer,
      maxPayout,
    });
    const sum = (part: 'stake' | 'returned') =>
      Object.values(lines).reduce((total, line) => total + line[part], 0n);
    return {
      initial: initial[i] ?? [],
      cards: hands[i] ?? [],
      outcome,
      lines,
      staked: sum('stake'),
      returned: sum('returned'),
    };
  });
  return { dealer, swaps, exchanged, boxes };
}
