/**
 * Family C: from counts of decks to p-values, every null law exact or with its exact mean factor
 * (batteries.md §5). The same tests run on quotients of consecutive decks, which catch a state
 * carried from one deck to the next.
 */
import type { Finding } from '../finding.ts';
import { chiFinding, finding } from '../finding.ts';
import { chiSquareTail, collapse, poissonTwoSided, poissonUpper } from '../tail.ts';
import type { ChiSquare } from './chi-square.ts';
import { LEAST_EXPECTED, lawChiSquare, uniformChiSquare } from './chi-square.ts';
import type { DeckCounts } from './decks.ts';
import { ascentLaw, cycleLaw, fixedPointLaw, inversionLaw } from './laws.ts';
import type { PermutationCounts } from './permutation.ts';
import { N } from './permutation.ts';

const INVERSIONS = inversionLaw(N);
const ASCENTS = ascentLaw(N);
const CYCLES = cycleLaw(N);
const FIXED = fixedPointLaw(N);

/** Decks below which a row of 52 cells has fewer than LEAST_EXPECTED in each. */
const ROW_DECKS_MIN = N * LEAST_EXPECTED;

/**
 * Decks below which the 52 × 52 tables of positions and neighbours are left out: ten a cell. Their
 * statistics are Pearson's, because only the squares of a permutation's table have an exact factor;
 * with more than 1,000 degrees of freedom the skewness of cells of ten moves a p of 10^-4 by a tenth.
 */
export const TABLE_DECKS_MIN = N * 10;

/**
 * T = (51/52) Σ (O − E)²/E is chi-square with 51² = 2,601 degrees of freedom: rows and columns of a
 * permutation's table have fixed sums (standards.md C1). The uncorrected sum has mean 2,652.
 */
export function positionTest(counts: PermutationCounts): ChiSquare {
  const expected = counts.total / N;
  let sum = 0;
  for (const count of counts.position) sum += (count - expected) ** 2;
  const statistic = ((N - 1) / N) * (sum / expected);
  return { statistic, df: (N - 1) ** 2, p: chiSquareTail((N - 1) ** 2, statistic) };
}

/**
 * Circular neighbours split into a symmetric part, X² ~ chi-square(1,274), and an antisymmetric one,
 * X² / (1 + 2/(n − 2)) ~ chi-square(1,275) (batteries.md §5).
 */
export function adjacencyTests(counts: PermutationCounts): {
  symmetric: ChiSquare;
  antisymmetric: ChiSquare;
} {
  const expected = (2 * counts.total) / (N - 1);
  let symmetric = 0;
  let antisymmetric = 0;
  for (let a = 0; a < N; a++) {
    for (let b = a + 1; b < N; b++) {
      const ab = counts.adjacency[a * N + b]!;
      const ba = counts.adjacency[b * N + a]!;
      symmetric += (ab + ba - expected) ** 2;
      antisymmetric += (ab - ba) ** 2;
    }
  }
  const df = (N * (N - 1)) / 2 - N;
  const x = symmetric / expected;
  const y = antisymmetric / expected / (1 + 2 / (N - 2));
  return {
    symmetric: { statistic: x, df, p: chiSquareTail(df, x) },
    antisymmetric: { statistic: y, df: df + 1, p: chiSquareTail(df + 1, y) },
  };
}

/** Digit i of the Lehmer code is uniform on 52 − i values, all independent: 1,326 degrees in all. */
export function lehmerTest(counts: PermutationCounts): ChiSquare {
  let statistic = 0;
  let df = 0;
  for (let i = 0; i < N - 1; i++) {
    const digit = uniformChiSquare(counts.lehmer, i * N, N - i);
    statistic += digit.statistic;
    df += digit.df;
  }
  return { statistic, df, p: chiSquareTail(df, statistic) };
}

function permutationFindings(prefix: string, counts: PermutationCounts): Finding[] {
  const n = counts.total;
  const id = (name: string): string => `${prefix}.${name}`;
  const table = n >= TABLE_DECKS_MIN;
  const large = (test: ChiSquare): ChiSquare | null => (table ? test : null);
  const adjacency = adjacencyTests(counts);
  return [
    chiFinding(
      id('position'),
      n,
      large(positionTest(counts)),
      'position × card, (51/52) Σ(O−E)²/E',
    ),
    chiFinding(
      id('adjacency-symmetric'),
      n,
      large(adjacency.symmetric),
      'circular neighbours, a+b',
    ),
    chiFinding(
      id('adjacency-antisymmetric'),
      n,
      large(adjacency.antisymmetric),
      'circular neighbours, a−b, divided by 1.04',
    ),
    chiFinding(id('inversions'), n, lawChiSquare(counts.inversions, INVERSIONS), 'Mahonian law'),
    chiFinding(id('ascents'), n, lawChiSquare(counts.ascents, ASCENTS), 'Eulerian law'),
    chiFinding(id('cycles'), n, lawChiSquare(counts.cycles, CYCLES), 'Stirling law, first kind'),
    chiFinding(id('fixed-points'), n, lawChiSquare(counts.fixed, FIXED), 'rencontres law'),
    chiFinding(
      id('lehmer'),
      n,
      n >= ROW_DECKS_MIN ? lehmerTest(counts) : null,
      '51 digits of the Lehmer code, summed',
    ),
  ];
}

/** Each position: card, rank and suit, 156 tables, by Bonferroni (standards.md C2). */
function everyPosition(counts: PermutationCounts): Finding {
  const n = counts.total;
  if (n < ROW_DECKS_MIN) return finding('C.each-position', n, null, 'too few decks');
  const p: number[] = [];
  for (let i = 0; i < N; i++) {
    const row = counts.position.subarray(i * N, i * N + N);
    const ranks = new Float64Array(13);
    const suits = new Float64Array(4);
    row.forEach((count, card) => {
      ranks[card >> 2]! += count;
      suits[card & 3]! += count;
    });
    p.push(uniformChiSquare(row).p, uniformChiSquare(ranks).p, uniformChiSquare(suits).p);
  }
  return finding('C.each-position', n, collapse(p), 'smallest of 156 p (card, rank, suit), × 156');
}

/** Unordered pairs of 52-card prefixes of eleven cards: 52!/41! of them. */
const PREFIXES = Array.from({ length: 11 }, (_, i) => N - i).reduce((a, b) => a * b, 1);
const HANDS = 2_598_960;

/** Every hypothesis of family C. `equalPrefixes`: pairs of decks whose first eleven cards agree. */
export function deckFindings(counts: DeckCounts, equalPrefixes: number): Finding[] {
  const n = counts.deck.total;
  const pairs = counts.firstPair;
  const ordered = Float64Array.from({ length: N * (N - 1) }, (_, i) => {
    const a = Math.floor(i / (N - 1));
    const b = i % (N - 1);
    return pairs[a * N + (b < a ? b : b + 1)]!;
  });
  const boundaries = counts.quotient.total;
  const prefixMean = (n * (n - 1)) / 2 / PREFIXES;
  const handMean = counts.comparedHands / HANDS;
  const enough = (count: number, cells: number): boolean => count >= cells * LEAST_EXPECTED;
  return [
    ...permutationFindings('C', counts.deck),
    everyPosition(counts.deck),
    chiFinding(
      'C.first-pair',
      n,
      enough(n, ordered.length) ? uniformChiSquare(ordered) : null,
      'ordered first two cards, df 2,651',
    ),
    chiFinding(
      'C.first-five-order',
      n,
      enough(n, 120) ? uniformChiSquare(counts.order) : null,
      'df 119',
    ),
    finding(
      'C.duplicates',
      n,
      poissonUpper(equalPrefixes, prefixMean),
      `${equalPrefixes} pairs of decks agree in eleven cards; expected ${prefixMean.toExponential(2)}`,
      equalPrefixes,
    ),
    finding(
      'C.equal-hands',
      n,
      poissonTwoSided(counts.equalHands, handMean),
      `${counts.equalHands} pairs of equal five-card hands; expected ${handMean.toFixed(1)}`,
      counts.equalHands,
    ),
    ...permutationFindings('C.quotient', counts.quotient),
    chiFinding(
      'C.boundary',
      boundaries,
      enough(boundaries, N * N) ? uniformChiSquare(counts.boundary) : null,
      'last card × first card of the next deck, df 2,703',
    ),
  ];
}
