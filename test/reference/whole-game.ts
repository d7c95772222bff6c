/**
 * The whole game on a reduced pack, solved slowly: every hand against every upcard, each at its best.
 * Hands that differ only in the names of suits are worked out once and weighed (C1: no rank among
 * suits); a test does without and gets the same.
 */
import { best, drawn, type First, firsts, netsOf, type Valued, valuesOf } from './decision.ts';
import { choose, type Pack, setNumber } from './pack.ts';
import { createPosition, type Position } from './position.ts';
import { plus, type Ratio, ratio, times } from './ratio.ts';

export interface Solved {
  /** Hands × upcards. */
  readonly deals: bigint;
  /** Mean net in antes, no cap and no bonus. */
  readonly mean: Ratio;
  /** Probability of each net result in antes. */
  readonly nets: ReadonlyMap<number, Ratio>;
  /** Deals whose best first action it is: fold, bet, buy, exchange-1 … exchange-5. */
  readonly decisions: ReadonlyMap<string, bigint>;
}

/** Name of a first action in `decisions`. */
export function nameOf(first: First): string {
  return first.action === 'exchange' ? `exchange-${drawn(first)}` : first.action;
}

/** All orders of four suits. */
export function suitOrders(left: readonly number[] = [0, 1, 2, 3]): number[][] {
  if (left.length === 0) return [[]];
  return left.flatMap((suit) =>
    suitOrders(left.filter((other) => other !== suit)).map((rest) => [suit, ...rest]),
  );
}

/** Where each place goes when suits are renamed; only the orders that leave the pack a pack. */
function renamings({ cards }: Pack): Int8Array[] {
  const images = suitOrders().map((order) =>
    Int8Array.from(cards, (card) => cards.indexOf((card & ~3) + order[card & 3]!)),
  );
  // A pack of three suits knows each of its renamings from one order of the four.
  const kept = images.filter((image) => !image.includes(-1));
  return [...new Map(kept.map((image) => [image.join(), image])).values()];
}

/** Every hand and upcard up to names of suits, and how many are alike; or each for itself. */
export function* everyPosition(
  pack: Pack,
  alike = true,
): Generator<{ readonly position: Position; readonly weight: bigint }> {
  const identity = Int8Array.from(pack.cards.keys());
  const renamed = alike ? renamings(pack) : [identity];
  const image = new Int8Array(5);
  for (const own of everyFive(pack.cards.length)) {
    const number = setNumber(Int8Array.from(own));
    let first = true;
    const fixed: Int8Array[] = [];
    for (const to of renamed) {
      for (let i = 0; i < 5; i++) image[i] = to[own[i]!]!;
      const other = setNumber(image);
      if (other < number) first = false;
      if (other === number) fixed.push(to);
    }
    if (!first) continue;
    for (const up of pack.cards.keys()) {
      if (own.includes(up) || fixed.some((to) => to[up]! < up)) continue;
      const same = fixed.filter((to) => to[up] === up).length;
      const cards = own.map((place) => pack.cards[place]!);
      const position = createPosition(pack, cards, pack.cards[up]!);
      yield { position, weight: BigInt(renamed.length / same) };
    }
  }
}

function* everyFive(n: number): Generator<number[]> {
  for (let e = 4; e < n; e++)
    for (let d = 3; d < e; d++)
      for (let c = 2; c < d; c++)
        for (let b = 1; b < c; b++) for (let a = 0; a < b; a++) yield [a, b, c, d, e];
}

/**
 * Solves with exchanges of at most `most` cards; `heard` gets each position with the value of every
 * action and its weight.
 */
export function solveSlowly(
  pack: Pack,
  most: number,
  heard: (position: Position, values: readonly Valued[], weight: bigint) => void = () => undefined,
  alike = true,
): Solved {
  const n = pack.cards.length;
  const deals = BigInt(choose(n, 5) * (n - 5));
  const decisions = new Map<string, bigint>();
  // Sums by how many cards are drawn: there one unit is the same everywhere.
  const sums = new Map<string, { under: bigint; units: Map<number, bigint> }>();
  let counted = 0n;
  let mean = ratio(0n, 1n);
  for (const { position, weight } of everyPosition(pack, alike)) {
    const values = valuesOf(position, firsts(position, most));
    heard(position, values, weight);
    const { first, value } = best(values);
    mean = plus(mean, times(value, weight));
    const name = nameOf(first);
    decisions.set(name, (decisions.get(name) ?? 0n) + weight);
    const nets = netsOf(position, first);
    const sum = sums.get(name) ?? { under: nets.under, units: new Map<number, bigint>() };
    sums.set(name, sum);
    if (sum.under !== nets.under) throw new Error('whole game: units of one action differ');
    for (const [net, units] of nets.units) {
      sum.units.set(net, (sum.units.get(net) ?? 0n) + units * weight);
    }
    counted += weight;
  }
  if (counted !== deals) throw new Error('whole game: deals miscounted');
  const nets = new Map<number, Ratio>();
  for (const { under, units } of sums.values()) {
    for (const [net, count] of units) {
      nets.set(net, plus(nets.get(net) ?? ratio(0n, 1n), ratio(count, under * deals)));
    }
  }
  return { deals, mean: ratio(mean.over, mean.under * deals), nets, decisions };
}
