/**
 * One hand against one upcard on any pack, and every draw that can follow: the cards that came and
 * the dealer hands that are still possible, all cards known to the player being dead (C11).
 */
import { choose, type Pack } from './pack.ts';
import { type Dealers, dealersOf, WORD } from './pack-dealers.ts';

export interface Position {
  readonly pack: Pack;
  /** Five places, ascending. */
  readonly own: readonly number[];
  readonly up: number;
  readonly dealers: Dealers;
  /** Places that neither the player nor the upcard holds. */
  readonly live: readonly number[];
}

/** What a draw leaves. Lists are reused from draw to draw. */
export interface Draw {
  /** The new cards, ascending; none for the hand as dealt. */
  readonly fresh: readonly number[];
  /** Live places now. */
  readonly live: readonly number[];
  /** The first `count` are possible dealer hands, weakest first; the first `none` have no game. */
  readonly list: Int32Array;
  readonly count: number;
  readonly none: number;
}

/** `own` and `up` as cards 0…51. Throws RangeError where they are not six cards of the pack. */
export function createPosition(pack: Pack, own: readonly number[], up: number): Position {
  const places = [...own].sort((a, b) => a - b).map((card) => pack.cards.indexOf(card));
  const open = pack.cards.indexOf(up);
  if (own.length !== 5 || new Set([...own, up]).size !== 6 || [...places, open].includes(-1)) {
    throw new RangeError('position: five cards of the pack and an upcard, none twice');
  }
  const live = pack.cards.map((_, p) => p).filter((p) => p !== open && !places.includes(p));
  return { pack, own: places, up: open, dealers: dealersOf(pack, open), live };
}

const scratch = new WeakMap<Dealers, Int32Array[]>();

/** The dealer hands of `from` without the card `place`, into `to`; how many. */
function without(
  dealers: Dealers,
  place: number,
  from: Int32Array,
  count: number,
  to: Int32Array,
): number {
  const word = dealers.bits[place < WORD ? 0 : 1];
  const bit = 1 << (place % WORD);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const hand = from[i]!;
    if ((word[hand]! & bit) === 0) to[kept++] = hand;
  }
  return kept;
}

/** Visits every draw of at most `most` cards, fewer first along each branch. */
export function everyDraw(
  { pack, own, dealers, live }: Position,
  most: number,
  visit: (draw: Draw) => void,
): void {
  const lists = scratch.get(dealers) ?? [];
  scratch.set(dealers, lists);
  while (lists.length <= most) lists.push(new Int32Array(dealers.values.length));
  const all = lists[0]!;
  let count = dealers.values.length;
  for (let hand = 0; hand < count; hand++) all[hand] = hand;
  for (const place of own) count = without(dealers, place, all, count, all);

  const fresh: number[] = [];
  const step = (list: Int32Array, count: number, from: number): void => {
    const depth = fresh.length;
    if (count !== choose(live.length - depth, 4)) throw new Error('position: hands miscounted');
    const left = live.filter((place) => !fresh.includes(place));
    visit({ fresh, live: left, list, count, none: below(dealers.values, list, count, pack.game) });
    if (depth === most) return;
    const next = lists[depth + 1]!;
    for (let at = from; at < live.length; at++) {
      const kept = without(dealers, live[at]!, list, count, next);
      fresh.push(live[at]!);
      step(next, kept, at + 1);
      fresh.pop();
    }
  };
  step(all, count, 0);
}

/** How many of the first `count` hands of `list` are worth less than `value`. */
export function below(values: Int32Array, list: Int32Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[list[middle]!]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
