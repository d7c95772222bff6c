/** How the exact solver's answer for one hand and upcard is held against the slow solver's. */
import { parseCard } from '../../engine/card.ts';
import type { Kernel } from '../../math/kernel.ts';
import { type First, type Valued, valuesOf } from '../reference/decision.ts';
import type { Pack } from '../reference/pack.ts';
import { createPosition } from '../reference/position.ts';
import { decimal } from '../reference/ratio.ts';

/** Doubles of the exact solver carry 53 bits through sums of integers and one division. */
export const TOLERANCE = 1e-12;

export function cardsIn(text: string): number[] {
  return text.split(' ').map((t) => parseCard(t) ?? Number.NaN);
}

/** Actions on which the two differ by more than TOLERANCE of the value, or of one ante. */
export function differences(
  kernel: Kernel,
  pack: Pack,
  own: readonly number[],
  up: number,
  actions: readonly First[],
): string[] {
  const judged = kernel.advise(own, up);
  const fast = (first: First): number | null | undefined => {
    if (first.action === 'exchange') return judged.exchanges.get(first.set);
    if (first.action === 'buy') return judged.buy;
    return first.action === 'bet' ? judged.bet : judged.fold;
  };
  return valuesOf(createPosition(pack, own, up), actions).flatMap(({ first, value }: Valued) => {
    const exact = decimal(value);
    const found = fast(first);
    const near =
      typeof found === 'number' &&
      Math.abs(found - exact) <= TOLERANCE * Math.max(1, Math.abs(exact));
    return near ? [] : [`${JSON.stringify(first)}: ${found}, counted ${exact}`];
  });
}
