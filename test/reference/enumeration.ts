/**
 * Game math by counting hand after hand: every new card, every dealer hand, no classes and no
 * formulas. Slow on purpose, and shares nothing with math/ but the rules: the reference that the
 * exact solver must equal.
 */
import type { Ruleset } from '../../engine/ruleset.ts';

export interface Judge {
  /** Strict rank of five cards, category above bit 20. */
  rank(cards: readonly number[]): number;
  /** Odds that five cards pay. */
  pay(cards: readonly number[]): number;
}

const CHOOSE = Array.from({ length: 53 }, (_, n) => {
  const row = [1, 0, 0, 0, 0, 0];
  for (let k = 1; k <= 5; k++) row[k] = ((row[k - 1] ?? 0) * (n - k + 1)) / k;
  return row;
});

/** Colexicographic number of five ascending cards. */
export function number(a: number, b: number, c: number, d: number, e: number): number {
  return (
    a +
    (CHOOSE[b]?.[2] ?? 0) +
    (CHOOSE[c]?.[3] ?? 0) +
    (CHOOSE[d]?.[4] ?? 0) +
    (CHOOSE[e]?.[5] ?? 0)
  );
}

/** Rank of all 2,598,960 hands, by number. */
export function rankEveryHand(judge: Judge): Int32Array {
  const values = new Int32Array(2_598_960);
  for (let e = 4; e < 52; e++)
    for (let d = 3; d < e; d++)
      for (let c = 2; c < d; c++)
        for (let b = 1; b < c; b++)
          for (let a = 0; a < b; a++) values[number(a, b, c, d, e)] = judge.rank([a, b, c, d, e]);
  return values;
}

/** Ranks of every dealer hand that holds `up` and none of `dead`. */
function dealerValues(values: Int32Array, up: number, dead: readonly number[]): Int32Array {
  const live = Array.from({ length: 52 }, (_, i) => i).filter((c) => c !== up && !dead.includes(c));
  const n = live.length;
  const found = new Int32Array((n * (n - 1) * (n - 2) * (n - 3)) / 24);
  let filled = 0;
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++)
      for (let k = j + 1; k < n; k++)
        for (let l = k + 1; l < n; l++) {
          const s = [live[i] ?? 0, live[j] ?? 0, live[k] ?? 0, live[l] ?? 0];
          let at = 4;
          while (at > 0 && (s[at - 1] ?? 0) > up) at--;
          s.splice(at, 0, up);
          const [a = 0, b = 0, c = 0, d = 0, e = 0] = s;
          found[filled++] = values[number(a, b, c, d, e)] ?? 0;
        }
  return found;
}

/** Sum of nets of a bet over all dealer hands, fees and insurance apart; and their number. */
export function betByCounting(
  ruleset: Ruleset,
  judge: Judge,
  values: Int32Array,
  cards: readonly number[],
  gone: readonly number[],
  up: number,
): { sum: number; hands: number } {
  const own = judge.rank(cards);
  const win = (ruleset.ante.onWin === 'pays' ? 1 : 0) + 2 * judge.pay(cards);
  const dealers = dealerValues(values, up, [...cards, ...gone]);
  let sum = 0;
  for (const dealer of dealers) {
    if (dealer >> 20 === 0) sum += 1;
    else if (own > dealer) sum += win;
    else if (own < dealer) sum -= 3;
  }
  return { sum, hands: dealers.length };
}

/** Value in antes of exchanging `gone` out of `cards`, each final hand bet or folded at its best. */
export function exchangeByCounting(
  ruleset: Ruleset,
  judge: Judge,
  values: Int32Array,
  cards: readonly number[],
  gone: readonly number[],
  up: number,
): number {
  const kept = cards.filter((card) => !gone.includes(card));
  const live = Array.from({ length: 52 }, (_, i) => i).filter(
    (card) => card !== up && !cards.includes(card),
  );
  let sum = 0;
  let draws = 0;
  const draw = (from: number, fresh: readonly number[]): void => {
    if (fresh.length === gone.length) {
      const final = betByCounting(ruleset, judge, values, [...kept, ...fresh], gone, up);
      sum += Math.max(-1, final.sum / final.hands);
      draws++;
      return;
    }
    for (let i = from; i < live.length; i++) draw(i + 1, [...fresh, live[i] ?? 0]);
  };
  draw(0, []);
  return sum / draws - (ruleset.exchange?.fees[gone.length - 1] ?? 0);
}
