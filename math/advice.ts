/**
 * The value of every lawful first action of one hand against one upcard, exact, in antes: what the
 * command `advise` and the analysis of the service answer. For labs and operators, never for a
 * player of a running round (Z11): it knows cards, and no round.
 */
import type { Card } from '../engine/card.ts';
import { cardText, DECK_SIZE } from '../engine/card.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import type { Kernel } from './kernel.ts';
import { createKernel } from './kernel.ts';
import { termsOf } from './term.ts';

export interface ValuedAction {
  readonly action: 'fold' | 'bet' | 'buy' | 'exchange';
  /** The cards given away; only for an exchange. */
  readonly cards: readonly string[];
  /** Expected net of the whole round when this is done and all later decisions are best; antes. */
  readonly value: number;
  readonly best: boolean;
}

export interface Advice {
  readonly ruleset: string;
  readonly rulesetHash: string;
  /** The hand, sorted by rank and suit. */
  readonly cards: readonly string[];
  readonly up: string;
  readonly method: 'exact' | 'estimate';
  /** What the values do not weigh, in words. */
  readonly terms: readonly string[];
  /** Highest value first. */
  readonly actions: readonly ValuedAction[];
}

export interface Adviser {
  /** Values of all first actions. Throws RangeError where the six cards are not six different ones. */
  advise(cards: readonly Card[], up: Card): Advice;
}

/** What an adviser needs to know of its subject. */
export interface Advised {
  readonly ruleset: Ruleset;
  readonly rulesetHash: string;
  readonly math: Uint8Array<ArrayBuffer>;
}

/** `sizes`: most cards of an exchange that is weighed. */
export function createAdviser({ ruleset, rulesetHash, math }: Advised, sizes: number): Adviser {
  const most = Math.min(sizes, ruleset.exchange?.fees.length ?? 0);
  let kernel: Kernel | undefined;
  return {
    advise(cards, up) {
      const known = [...cards, up];
      const lawful = known.every((c) => Number.isInteger(c) && c >= 0 && c < DECK_SIZE);
      if (cards.length !== 5 || !lawful || new Set(known).size !== 6) {
        throw new RangeError('advice: five cards and one upcard are wanted, none twice');
      }
      kernel ??= createKernel(math, ruleset, most);
      const sorted = [...cards].sort((a, b) => a - b);
      const judged = kernel.advise(sorted, up);
      const values: Omit<ValuedAction, 'best'>[] = [
        { action: 'fold', cards: [], value: judged.fold },
        { action: 'bet', cards: [], value: judged.bet },
      ];
      if (judged.buy !== null) values.push({ action: 'buy', cards: [], value: judged.buy });
      for (const [set, value] of judged.exchanges) {
        const gone = sorted.filter((_, i) => (set >> i) & 1).map(cardText);
        values.push({ action: 'exchange', cards: gone, value });
      }
      values.sort((a, b) => b.value - a.value);
      const terms = termsOf(ruleset, most, kernel.isSettled(), false);
      return {
        ruleset: ruleset.id,
        rulesetHash,
        cards: sorted.map(cardText),
        up: cardText(up),
        method: terms.length === 0 ? 'exact' : 'estimate',
        terms: terms.map(({ detail }) => detail),
        actions: values.map((one, i) => ({ ...one, best: i === 0 })),
      };
    },
  };
}
