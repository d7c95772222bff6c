/**
 * The value of every first action of a position and the net results of one, by plain enumeration.
 * Of actions of equal value the earlier counts: fold, bet, buy, exchanges by size, then by set.
 */
import { betNets, betSum, unitOf } from './bet.ts';
import { choose } from './pack.ts';
import { everyDraw, type Position } from './position.ts';
import { exceeds, plus, type Ratio, ratio, Sum, whole } from './ratio.ts';

/** A first action; `set`: which of the five ascending cards go (bit i = i-th). */
export type First =
  | { readonly action: 'fold' | 'bet' | 'buy' }
  | { readonly action: 'exchange'; readonly set: number };

export interface Valued {
  readonly first: First;
  /** Mean net in antes, fees included. */
  readonly value: Ratio;
}

const HAND = 5;

export function sizeOf(set: number): number {
  return [1, 2, 4, 8, 16].filter((bit) => (set & bit) !== 0).length;
}

/** All sets of 1 to `most` of five cards, by size, then by number. */
export function setsUpTo(most: number): number[] {
  return Array.from({ length: 2 ** HAND }, (_, set) => set)
    .filter((set) => set > 0 && sizeOf(set) <= most)
    .sort((a, b) => sizeOf(a) - sizeOf(b) || a - b);
}

/** Every first action of a ruleset, exchanges of at most `most` cards. */
export function firsts(position: Position, most: number): First[] {
  const { exchange, buy } = position.pack.rules;
  const sizes = Math.min(most, exchange?.fees.length ?? 0);
  return [
    { action: 'fold' },
    { action: 'bet' },
    ...(buy === null ? [] : [{ action: 'buy' } as const]),
    ...setsUpTo(sizes).map((set): First => ({ action: 'exchange', set })),
  ];
}

/** How many cards an action draws. */
export function drawn(first: First): number {
  if (first.action === 'exchange') return sizeOf(first.set);
  return first.action === 'buy' ? 1 : 0;
}

/** R2, O4, Z8, Z9, and the classic's fees by number. */
export function feeOf({ pack }: Position, first: First): number {
  if (first.action === 'buy') return pack.rules.buy!.fee;
  return first.action === 'exchange' ? pack.rules.exchange!.fees[sizeOf(first.set) - 1]! : 0;
}

/** The cards that an action keeps. */
function keptBy({ own }: Position, first: First): readonly number[] {
  return first.action === 'exchange' ? own.filter((_, i) => ((first.set >> i) & 1) === 0) : own;
}

/** Whether no fold may follow: after the bet itself, and from as many cards on as the ruleset says (classic). */
function forced({ pack }: Position, first: First): boolean {
  if (first.action === 'bet') return true;
  const size = first.action === 'exchange' ? sizeOf(first.set) : 0;
  const from = size > 0 ? pack.rules.exchange!.forcedBetAt : null;
  return from !== null && size >= from;
}

/** Values of the given first actions. */
export function valuesOf(position: Position, actions: readonly First[]): Valued[] {
  const sums = actions.map(() => new Sum());
  const byDepth = Array.from({ length: HAND + 1 }, (_, depth) =>
    actions.flatMap((first, i) =>
      first.action !== 'fold' && drawn(first) === depth
        ? [{ kept: keptBy(position, first), sum: sums[i]!, must: forced(position, first) }]
        : [],
    ),
  );
  const units: number[] = [];
  everyDraw(position, Math.max(...actions.map(drawn)), (draw) => {
    const depth = draw.fresh.length;
    const all = draw.count * unitOf(position, draw);
    units[depth] = all;
    for (const { kept, sum, must } of byDepth[depth]!) {
      const value = betSum(position, draw, position.pack.holding(kept, draw.fresh));
      // C8: folding loses the ante.
      sum.add(must ? value : Math.max(-all, value));
    }
  });
  return actions.map((first, i) => {
    if (first.action === 'fold') return { first, value: whole(-1) };
    const depth = drawn(first);
    const under = BigInt(choose(position.live.length, depth)) * BigInt(units[depth]!);
    const value = plus(ratio(sums[i]!.total, under), whole(-feeOf(position, first)));
    return { first, value };
  });
}

/** The best of some actions; of equals the earlier. */
export function best(values: readonly Valued[]): Valued {
  return values.reduce((found, next) => (exceeds(next.value, found.value) ? next : found));
}

/** Net results in antes: units of each, and units of all. */
export interface Nets {
  readonly units: ReadonlyMap<number, bigint>;
  readonly under: bigint;
}

/**
 * Every net result under one first action, each later choice at its best. `under` depends on the
 * pack, the ruleset and how many cards the action draws, on nothing else.
 */
export function netsOf(position: Position, first: First): Nets {
  if (first.action === 'fold') return { units: new Map([[-1, 1n]]), under: 1n };
  const fee = feeOf(position, first);
  const depth = drawn(first);
  const must = forced(position, first);
  const kept = keptBy(position, first);
  const sums = new Map<number, Sum>();
  const tell = (net: number, units: number): void => {
    if (units === 0) return;
    const sum = sums.get(net - fee) ?? new Sum();
    sums.set(net - fee, sum);
    sum.add(units);
  };
  let under = 0n;
  everyDraw(position, depth, (draw) => {
    if (draw.fresh.length !== depth) return;
    const all = draw.count * unitOf(position, draw);
    under += BigInt(all);
    const holding = position.pack.holding(kept, draw.fresh);
    if (!must && betSum(position, draw, holding) <= -all) tell(-1, all);
    else betNets(position, draw, holding, tell);
  });
  return { units: new Map([...sums].map(([net, sum]) => [net, sum.total])), under };
}
