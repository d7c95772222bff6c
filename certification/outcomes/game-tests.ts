/**
 * Family D: from counts of dealt rounds to p-values. Places and hands of one round depend on each
 * other, so that each is tested alone and they are joined by Bonferroni; pooled tables would not have
 * a chi-square law. Net results of plain play are tested against their exact law; the return, their
 * mean, is shown beside its exact value and enters no verdict of its own (a hundredfold pay has no
 * normal tail).
 */

import { CATEGORIES } from '../../engine/category.ts';
import type { Finding } from '../finding.ts';
import { finding } from '../finding.ts';
import { binomialTwoSided, collapse } from '../tail.ts';
import type { ChiSquare } from './chi-square.ts';
import { homogeneity, LEAST_EXPECTED, lawChiSquare, uniformChiSquare } from './chi-square.ts';
import type { PlayLaw } from './duel-law.ts';
import type { GameCounts } from './games.ts';
import { REPLACEMENTS, UNSEEN, UNSEEN_DEALER } from './games.ts';
import { FIVE_CARD_LAW, QUALIFIES, SIX_CARD_LAW } from './hand-law.ts';

const CARDS = 52;
const KINDS = CATEGORIES.length;

function joined(id: string, n: number, tests: (ChiSquare | null)[], what: string): Finding {
  const made = tests.filter((test) => test !== null);
  if (made.length === 0) return finding(id, n, null, `${what}: too few observations`);
  if (made.length === 1) {
    const { p, statistic, df } = made[0]!;
    return finding(id, n, p, what, statistic, df);
  }
  const p = collapse(made.map((test) => test.p));
  return finding(id, n, p, `${what}; smallest of ${made.length} p, × ${made.length}`);
}

/** Rows of `cells` uniform cells each, where a row has enough. */
function rows(counts: Uint32Array, stride: number, cells: (row: number) => number): ChiSquare[] {
  const tests: ChiSquare[] = [];
  for (let row = 0; row * stride < counts.length; row++) {
    const k = cells(row);
    let total = 0;
    for (let i = 0; i < k; i++) total += counts[row * stride + i]!;
    if (total >= k * LEAST_EXPECTED) tests.push(uniformChiSquare(counts, row * stride, k));
  }
  return tests;
}

/** The hypotheses of one game; `game` is its ruleset id. Only those it can answer are made. */
export function gameFindings(game: string, counts: GameCounts, law: PlayLaw): Finding[] {
  const id = (name: string): string => `D.${game}.${name}`;
  const n = counts.rounds;
  const hands = counts.categories.length / KINDS;
  const categories = Array.from({ length: hands }, (_, h) =>
    lawChiSquare(counts.categories.subarray(h * KINDS, (h + 1) * KINDS), FIVE_CARD_LAW, Infinity),
  );
  const replaced = rows(counts.replaced, UNSEEN, (row) => UNSEEN - (row % REPLACEMENTS));
  const dealer = rows(counts.dealerReplaced, UNSEEN_DEALER, (k) => UNSEEN_DEALER - k);
  const six = counts.sixCards.reduce((a, b) => a + b, 0);
  const findings = [
    joined(
      id('places'),
      n,
      rows(counts.dealt, CARDS, () => CARDS),
      'card at each place of the deal',
    ),
    joined(id('player-hands'), n, categories.slice(0, -1), 'categories of five cards, each box'),
    joined(id('dealer-hands'), n, categories.slice(-1), 'categories of the dealer’s five cards'),
    finding(
      id('qualifies'),
      n,
      n === 0 ? null : binomialTwoSided(counts.qualified, n, QUALIFIES),
      'dealer has game, exact binomial',
      counts.qualified,
    ),
    joined(
      id('stakes'),
      n,
      [homogeneity(counts.stakes.subarray(0, KINDS), counts.stakes.subarray(KINDS))],
      'hands of the first box under two antes',
    ),
  ];
  const plain = counts.nets.reduce((a, b) => a + b, 0);
  const nets = lawChiSquare(counts.nets, law.probabilities, Infinity);
  findings.push(
    joined(id('net-results'), plain, [nets], 'net result of the first box, plain play'),
  );
  if (counts.replaced.some((count) => count > 0)) {
    const what = `replacement among the sorted unseen ${UNSEEN} (df 45, then 44 …), each box`;
    findings.push(joined(id('replacements'), n, replaced, what));
  }
  if (counts.dealerReplaced.some((count) => count > 0)) {
    const what = `dealer’s new card among the ${UNSEEN_DEALER} others`;
    findings.push(joined(id('dealer-replacement'), n, dealer, what));
  }
  if (six > 0) {
    const each = Array.from({ length: hands - 1 }, (_, b) =>
      lawChiSquare(counts.sixCards.subarray(b * KINDS, (b + 1) * KINDS), SIX_CARD_LAW, Infinity),
    );
    findings.push(joined(id('six-cards'), six, each, 'best hand of six cards, each box'));
  }
  return findings;
}

/** Mean net result of the first box in antes when it bets on every hand, beside the exact one. */
export interface Return {
  readonly game: string;
  readonly rounds: number;
  readonly mean: number;
  /** Exact mean and deviation of one round (duel-law.ts). */
  readonly exact: number;
  readonly deviation: number;
  /** 99 % band around the observed mean, from the exact deviation. */
  readonly low: number;
  readonly high: number;
  /** (mean − exact) in standard errors. */
  readonly z: number;
}

/** Two-sided 99 % point of the normal law. */
const Z99 = 2.5758293035489;

export function returnOf(game: string, counts: GameCounts, law: PlayLaw): Return | null {
  const rounds = counts.nets.reduce((a, b) => a + b, 0);
  if (rounds === 0) return null;
  const sum = counts.nets.reduce((total, count, i) => total + count * (law.nets[i] ?? 0), 0);
  const mean = sum / rounds;
  const { mean: exact, deviation } = law;
  const error = deviation / Math.sqrt(rounds);
  const half = Z99 * error;
  const z = (mean - exact) / error;
  return { game, rounds, mean, exact, deviation, low: mean - half, high: mean + half, z };
}
