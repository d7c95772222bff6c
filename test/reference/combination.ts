/**
 * First and second combination, slowly (R4): every choice of the best five, every subset of the
 * cards as a second. Written from the rule's words; no list of known pairs.
 */
import type { Category, PaidCategory } from '../../engine/category.ts';
import type { Ruleset } from '../../engine/ruleset.ts';
import { bestHand, compareHands, fiveCards, fives, HIGH_TO_LOW, rank } from './hand.ts';

export interface Combinations {
  readonly first: Category;
  readonly second: PaidCategory | null;
  /** Odds of both on the bet. */
  readonly pay: number;
}

const FIVE_CARD_CATEGORIES: readonly Category[] = [
  'royal-flush',
  'straight-flush',
  'full-house',
  'flush',
  'straight',
];

/** The cards of five that make their category: never the kickers. */
function making(five: readonly number[], aceLow: boolean): number[] {
  const { category } = fiveCards(five, aceLow);
  const like = (card: number) => five.filter((other) => rank(other) === rank(card)).length;
  if (category === 'no-game') return [];
  if (category === 'ace-king') return five.filter((card) => rank(card) >= 13);
  if (FIVE_CARD_CATEGORIES.includes(category)) return [...five];
  return five.filter((card) => like(card) >= 2);
}

/** The category that exactly these cards make, every one of them needed; null for none. */
function exactly(cards: readonly number[], aceLow: boolean): PaidCategory | null {
  const ranks = cards.map(rank).sort((a, b) => a - b);
  const same = new Set(ranks).size === 1;
  if (cards.length === 2) {
    if (same) return 'pair';
    return ranks.join() === '13,14' ? 'ace-king' : null;
  }
  if (cards.length === 3) return same ? 'three-of-a-kind' : null;
  if (cards.length === 4) {
    if (same) return 'four-of-a-kind';
    return ranks[0] === ranks[1] && ranks[2] === ranks[3] ? 'two-pair' : null;
  }
  const { category } = fiveCards(cards, aceLow);
  return category !== 'no-game' && FIVE_CARD_CATEGORIES.includes(category) ? category : null;
}

/** Every subset of two to five cards. */
function subsets(cards: readonly number[]): number[][] {
  const all = Array.from({ length: 2 ** cards.length }, (_, mask) =>
    cards.filter((_card, i) => Math.floor(mask / 2 ** i) % 2 === 1),
  );
  return all.filter((subset) => subset.length >= 2 && subset.length <= 5);
}

/** Answers already worked out, by ruleset and cards: brute force is slow and is asked again. */
const known = new WeakMap<Ruleset, Map<string, Combinations>>();

/** Both combinations of five or six cards under a ruleset. */
export function combinationsOf(rules: Ruleset, cards: readonly number[]): Combinations {
  const answers = known.get(rules) ?? new Map<string, Combinations>();
  known.set(rules, answers);
  const key = cards.join();
  const answer = answers.get(key) ?? bruteForce(rules, cards);
  answers.set(key, answer);
  return answer;
}

/** The same without memory, for whoever asks only once. */
export function bruteForce(rules: Ruleset, cards: readonly number[]): Combinations {
  const aceLow = rules.aceLowStraight;
  const best = bestHand(cards, aceLow);
  const first = best.category;
  const pay = (category: Category): number => (category === 'no-game' ? 0 : rules.pay[category]);
  if (rules.double === null) return { first, second: null, pay: pay(first) };

  const seconds: PaidCategory[] = [];
  const candidates = subsets(cards)
    .map((subset) => ({ subset, category: exactly(subset, aceLow) }))
    .filter((candidate) => candidate.category !== null);
  for (const five of fives(cards)) {
    if (compareHands(fiveCards(five, aceLow), best) !== 0) continue;
    const own = making(five, aceLow);
    if (own.length === 0) continue;
    for (const { subset, category } of candidates) {
      if (category === null || !rules.double.second.includes(category)) continue;
      if (subset.every((card) => own.includes(card))) continue;
      const doubled =
        first === 'straight' &&
        category === 'straight' &&
        compareHands(fiveCards(subset, aceLow), best) === 0;
      if (doubled && rules.double.duplicateStraight === 'pair') continue;
      seconds.push(category);
    }
  }
  // The best paying one; of equal pay the higher category.
  seconds.sort((a, b) => pay(b) - pay(a) || HIGH_TO_LOW.indexOf(a) - HIGH_TO_LOW.indexOf(b));
  const second = seconds[0] ?? null;
  return { first, second, pay: pay(first) + (second === null ? 0 : pay(second)) };
}
