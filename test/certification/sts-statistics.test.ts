/** The wasm statistics against slow readings of the standard on short, odd and lopsided inputs. */
import { describe, expect, it } from 'vitest';
import { createStatistics } from '../../certification/battery/statistics.ts';
import {
  blocksOf,
  circular,
  complexityOf,
  distanceSum,
  longestOnes,
  matches,
  pack,
  powers,
  rankOf,
} from '../reference/sts.ts';

const statistics = createStatistics();
const { call } = statistics;

/** Bits of a small linear congruential generator, one with probability `share`. */
function bitsOf(n: number, seed: number, share = 0.5): number[] {
  let state = seed >>> 0;
  return Array.from({ length: n }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 < share ? 1 : 0;
  });
}

const INPUTS = [
  bitsOf(4800, 1),
  bitsOf(4999, 2),
  bitsOf(3210, 3, 0.9),
  bitsOf(2000, 4, 0.05),
  new Array<number>(2048).fill(1),
  new Array<number>(1500).fill(0),
  Array.from({ length: 1999 }, (_, i) => i % 2),
];

function begin(bits: readonly number[]): number {
  statistics.begin(pack(bits), bits.length);
  return bits.length;
}

const histogram = (values: readonly number[], length: number) =>
  Array.from({ length }, (_, i) => values.filter((value) => value === i).length);

describe.each(INPUTS.map((bits, i) => [i, bits] as const))('input %i', (_, bits) => {
  it('ones, blocks, changes', () => {
    begin(bits);
    const ones = (list: readonly number[]) => list.filter((bit) => bit === 1).length;
    expect(call.ones()).toBe(ones(bits));
    expect(call.changes()).toBe(bits.filter((bit, i) => i > 0 && bit !== bits[i - 1]).length);
    for (const M of [1, 20, 64, 128, 129]) {
      const sum = blocksOf(bits, M).reduce((s, block) => s + (2 * ones(block) - M) ** 2, 0);
      expect(call.blockSquares(M)).toBe(sum);
    }
  });

  it('longest runs and ranks', () => {
    begin(bits);
    for (const M of [8, 128, 130]) {
      call.longestRuns(M);
      const lengths = blocksOf(bits, M).map((block) => Math.min(63, longestOnes(block)));
      expect(statistics.counts(64)).toEqual(histogram(lengths, 64));
    }
    call.ranks();
    const ranks = blocksOf(bits, 1024).map((matrix) =>
      rankOf(blocksOf(matrix, 32).map((row) => BigInt(`0b${row.join('')}`))),
    );
    expect(statistics.counts(33)).toEqual(histogram(ranks, 33));
  });

  it('templates', () => {
    begin(bits);
    call.windows(9, 4);
    const table = statistics.counts(4 << 9);
    blocksOf(bits, Math.floor(bits.length / 4)).forEach((block, b) => {
      for (const text of ['000000001', '011011111', '111000010']) {
        const own = table[(b << 9) + Number.parseInt(text, 2)];
        expect(own).toBe(matches(block, [...text].map(Number)));
      }
    });
    call.onesWindows(9, 1032, 5);
    const found = blocksOf(bits, 1032).map((block) => {
      const hits = block.filter((_, i) => i + 9 <= 1032 && !block.slice(i, i + 9).includes(0));
      return Math.min(5, hits.length);
    });
    expect(statistics.counts(6)).toEqual(histogram(found, 6));
  });

  it('patterns and distances', () => {
    begin(bits);
    call.countPatterns(7);
    for (const m of [7, 6, 5, 1]) {
      call.fold(m);
      const own = [...statistics.patternCounts(m)];
      const other = circular(bits, m);
      expect(own).toEqual(own.map((_, i) => other.get(i.toString(2).padStart(m, '0')) ?? 0));
      expect(call.squares()).toBe(own.reduce((sum, count) => sum + count * count, 0));
    }
    expect(call.distances(6, 100)).toBeCloseTo(distanceSum(bits, 6, 100), 8);
  });

  it('linear complexity of blocks and planes', () => {
    begin(bits);
    for (const M of [13, 64, 200, 500]) {
      call.complexities(M);
      const found = blocksOf(bits, M).map(complexityOf);
      expect(statistics.counts(M + 1)).toEqual(histogram(found, M + 1));
    }
    const part = bits.slice(0, 1500);
    begin(part);
    expect(call.planeComplexity()).toBe(complexityOf(part));
  });

  it('the walk', () => {
    begin(bits);
    call.walk();
    const table = statistics.signed(80);
    let at = 0;
    const walk = bits.map((bit) => {
      at += 2 * bit - 1;
      return at;
    });
    const final = walk.at(-1) ?? 0;
    const zeros = walk.filter((s) => s === 0).length;
    expect(table.slice(0, 4)).toEqual([
      Math.min(0, ...walk),
      Math.max(0, ...walk),
      final,
      zeros + (final === 0 ? 0 : 1),
    ]);
    const states = [-9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    expect(table.slice(8, 26)).toEqual(states.map((x) => walk.filter((s) => s === x).length));
    const cycles: number[][] = [[]];
    for (const s of walk) {
      if (s === 0) cycles.push([]);
      else cycles.at(-1)?.push(s);
    }
    if (final === 0) cycles.pop();
    [-4, -3, -2, -1, 1, 2, 3, 4].forEach((x, row) => {
      const visits = cycles.map((cycle) => Math.min(5, cycle.filter((s) => s === x).length));
      expect(table.slice(32 + 6 * row, 38 + 6 * row)).toEqual(histogram(visits, 6));
    });
  });
});

describe('the transform', () => {
  it('counts as the definition does, for every radix and shape', () => {
    for (const n of [4, 6, 10, 14, 22, 26, 64, 98, 100, 242, 360, 500, 508, 1000, 1024, 1250]) {
      const bits = bitsOf(n, n);
      begin(bits);
      const all = powers(bits);
      for (const limit of [0.3, 0.7, 1.3, 2.995732274]) {
        const own = call.peaksBelow(limit * n);
        expect(own, `n = ${n}, limit ${limit}`).toBe(all.filter((p) => p < limit * n).length);
      }
    }
  });

  it('says what it cannot transform', () => {
    expect([999, 2 * 131, 1000, 2 ** 20, 2 ** 21].map((n) => call.canTransform(n))).toEqual([
      0, 0, 1, 1, 1,
    ]);
  });
});

describe('limits', () => {
  it('refuses what does not fit', () => {
    expect(() => statistics.begin(new Uint8Array(10), 81)).toThrow(RangeError);
    expect(() => statistics.begin(new Uint8Array(10), 0)).toThrow(RangeError);
    expect(() => statistics.begin(new Uint8Array(300_000), 2 ** 21 + 1)).toThrow(RangeError);
  });

  it('runs the longest sequence in less than 64 MB', () => {
    const bits = bitsOf(4096, 9);
    const bytes = new Uint8Array(2 ** 18);
    for (let i = 0; i < 512; i++) bytes.set(pack(bits), i * 512);
    statistics.begin(bytes, 2 ** 21);
    expect(call.peaksBelow(2.995732274 * 2 ** 21)).toBeGreaterThan(2 ** 19);
    expect(call.memory.buffer.byteLength).toBeLessThan(64 * 2 ** 20);
  });
});
