/** Counting against slow, obvious models; planted faults of field log A1 and A2. */
import { describe, expect, it } from 'vitest';
import { addCounts } from '../../certification/merge.ts';
import {
  adjacencyTests,
  deckFindings,
  positionTest,
} from '../../certification/outcomes/deck-tests.ts';
import { createDeckCounter, equalPairs } from '../../certification/outcomes/decks.ts';
import { createDrawCounter, drawsOf } from '../../certification/outcomes/draws.ts';
import { countPermutation, permutationCounts } from '../../certification/outcomes/permutation.ts';
import { naiveSwap, offByOne } from '../../certification/planted/shuffles.ts';
import { createSource } from '../../certification/planted/source.ts';
import { casino } from './fixtures.ts';

const N = 52;

/** A good shuffle that also tells its draws, by the words of design §2.7. */
function goodDeck(source: ReturnType<typeof createSource>): { deck: Uint8Array; draws: number[] } {
  const deck = Uint8Array.from({ length: N }, (_, i) => i);
  const draws: number[] = [];
  for (let i = 0; i < N - 1; i++) {
    const j = i + source.below(N - i);
    draws.push(j - i);
    const card = deck[i]!;
    deck[i] = deck[j]!;
    deck[j] = card;
  }
  return { deck, draws };
}

describe('counting', () => {
  it('reads the draws back from the deck', () => {
    const source = createSource(casino.core, 1);
    const out = new Uint8Array(51);
    for (let t = 0; t < 500; t++) {
      const { deck, draws } = goodDeck(source);
      drawsOf(deck, out);
      expect([...out]).toEqual(draws);
    }
  });

  it('agrees with slow counts of one permutation', () => {
    const source = createSource(casino.core, 2);
    for (let t = 0; t < 100; t++) {
      const { deck } = goodDeck(source);
      const counts = permutationCounts();
      countPermutation(counts, deck);
      const p = [...deck];
      let inversions = 0;
      p.forEach((a, i) => {
        const smaller = p.slice(i + 1).filter((b) => b < a).length;
        expect(counts.lehmer[i * N + smaller]).toBe(1);
        expect(counts.position[i * N + a]).toBe(1);
        expect(counts.adjacency[a * N + p[(i + 1) % N]!]).toBe(1);
        inversions += smaller;
      });
      expect(counts.inversions[inversions]).toBe(1);
      expect(counts.ascents[p.filter((x, i) => i > 0 && x > p[i - 1]!).length]).toBe(1);
      expect(counts.fixed[p.filter((x, i) => x === i).length]).toBe(1);
      const seen = new Set<number>();
      let cycles = 0;
      for (let i = 0; i < N; i++) {
        if (!seen.has(i)) cycles++;
        for (let j = i; !seen.has(j); j = p[j]!) seen.add(j);
      }
      expect(counts.cycles[cycles]).toBe(1);
    }
  });

  it('adds shards exactly, and refuses other shapes', () => {
    const source = createSource(casino.core, 3);
    const decks = Array.from({ length: 400 }, () => goodDeck(source).deck);
    const halves = [decks.slice(0, 200), decks.slice(200)].map((part) => {
      const counter = createDeckCounter(part.length);
      const draws = createDrawCounter(part.length);
      for (const deck of part) {
        counter.add(deck);
        draws.add(deck);
      }
      counter.close();
      draws.close();
      return { decks: counter.counts, draws: draws.counts };
    });
    const whole = createDeckCounter(400);
    for (const deck of decks) whole.add(deck);
    const [a, b] = halves;
    addCounts(a!, b!);
    expect(a!.decks.deck).toEqual(whole.counts.deck);
    expect(a!.draws.total).toBe(400);
    expect(a!.draws.values.reduce((x, y) => x + y, 0)).toBe(400 * 51);
    expect(() => addCounts({ x: 1 }, { x: new Uint32Array(1) })).toThrow(RangeError);
  });

  it('finds decks that repeat', () => {
    expect(equalPairs(Uint32Array.from([1, 2, 2, 3, 3, 3]))).toBe(4);
    const source = createSource(casino.core, 4);
    const counter = createDeckCounter(4);
    const { deck } = goodDeck(source);
    for (const one of [deck, goodDeck(source).deck, deck]) counter.add(one);
    expect(equalPairs(counter.close())).toBe(1);
  });
});

describe('published faults', () => {
  it('A1: an index from 51 of 52 places leaves the last card from the last place, peak 0.025988', () => {
    const next = offByOne(createSource(casino.core, 5));
    const counts = permutationCounts();
    const decks = 200_000;
    for (let t = 0; t < decks; t++) countPermutation(counts, next());
    expect(counts.position[51 * N + 51]).toBe(0);
    const peak = Math.max(...counts.position) / decks;
    // 2,704 cells of standard deviation √(0.026/200,000) = 0.00036: the largest stands at most five above.
    expect(peak).toBeGreaterThan(0.025988 - 0.0005);
    expect(peak).toBeLessThan(0.025988 + 0.0018);
  });

  it('A2: the naive swap is rejected by the position table at 1,000 decks, p < 0.001', () => {
    for (const seed of [6, 7, 8]) {
      const next = naiveSwap(createSource(casino.core, seed));
      const counts = permutationCounts();
      for (let t = 0; t < 1_000; t++) countPermutation(counts, next());
      expect(positionTest(counts).p).toBeLessThan(0.001);
    }
  });

  it('A2: probabilities of the first dealt card, 2.6004 % to 1.4287 %', () => {
    const next = naiveSwap(createSource(casino.core, 9));
    const counts = permutationCounts();
    const decks = 100_000;
    for (let t = 0; t < decks; t++) countPermutation(counts, next());
    const first = [...counts.position.subarray(0, N)].map((count) => count / decks);
    // Four standard deviations of a share of 0.026 at 100,000.
    expect(Math.abs(first[1]! - 0.026004)).toBeLessThan(0.002);
    expect(Math.abs(first[51]! - 0.014287)).toBeLessThan(0.0015);
  });
});

describe('null laws', () => {
  it('have the means of batteries §5 over 300 runs of 520 good decks', () => {
    const source = createSource(casino.core, 10);
    let position = 0;
    let symmetric = 0;
    let antisymmetric = 0;
    const runs = 300;
    for (let r = 0; r < runs; r++) {
      const counter = createDeckCounter(520);
      for (let t = 0; t < 520; t++) counter.add(goodDeck(source).deck);
      position += positionTest(counter.counts.deck).statistic / runs;
      const adjacency = adjacencyTests(counter.counts.deck);
      symmetric += adjacency.symmetric.statistic / runs;
      antisymmetric += adjacency.antisymmetric.statistic / runs;
      if (r === 0) {
        const findings = deckFindings(counter.counts, equalPairs(counter.close()));
        expect(findings.every((one) => one.p === null || one.p > 1e-6)).toBe(true);
      }
    }
    // Means of 300 chi-squares: standard deviation √(2 df / 300), five of them allowed.
    expect(Math.abs(position - 2601)).toBeLessThan(5 * Math.sqrt(5202 / runs));
    expect(Math.abs(symmetric - 1274)).toBeLessThan(5 * Math.sqrt(2548 / runs));
    expect(Math.abs(antisymmetric - 1275)).toBeLessThan(5 * Math.sqrt(2550 / runs));
  });
});
