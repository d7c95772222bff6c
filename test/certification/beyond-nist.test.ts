/** Planes, large rank, spacings, FIPS blocks: what they catch, what they pass, their exact laws. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fipsBlocks, fipsFailures } from '../../certification/battery/fips.ts';
import { deficiencyTail, largeRank } from '../../certification/battery/large-rank.ts';
import { complexityP, planes } from '../../certification/battery/planes.ts';
import { equalSpacings, SPACINGS_MEAN, spacings } from '../../certification/battery/spacings.ts';
import { createStatistics } from '../../certification/battery/statistics.ts';
import { compareGolden } from '../../certification/golden.ts';
import { createSource } from '../../certification/planted/source.ts';
import { casino } from './fixtures.ts';

const statistics = createStatistics();
const whole = (bytes: Uint8Array) => [
  planes(statistics, bytes),
  largeRank(statistics, bytes),
  spacings(bytes),
];

/** Good bytes: SHA-256 of a counter. */
function good(length: number, seed: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(length / 32) * 32);
  for (let i = 0; i < bytes.length; i += 32) {
    bytes.set(createHash('sha256').update(`${seed} ${i}`).digest(), i);
  }
  return bytes.subarray(0, length);
}

function bytesOf(words: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  return new Uint8Array(view.buffer);
}

/** MT19937 (Matsumoto and Nishimura 1998). */
function mersenne(count: number, seed: number): Uint32Array {
  const state = new Uint32Array(624);
  state[0] = seed;
  for (let i = 1; i < 624; i++) {
    const last = state[i - 1]!;
    state[i] = Math.imul(1_812_433_253, last ^ (last >>> 30)) + i;
  }
  let at = 0;
  return Uint32Array.from({ length: count }, () => {
    const y = (state[at]! & 0x80000000) | (state[(at + 1) % 624]! & 0x7fffffff);
    let z = state[(at + 397) % 624]! ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    state[at] = z;
    at = (at + 1) % 624;
    z ^= z >>> 11;
    z ^= (z << 7) & 0x9d2c5680;
    z ^= (z << 15) & 0xefc60000;
    return z ^ (z >>> 18);
  });
}

/** xorshift128+ as V8 hands it out: the high half of the first state word. */
function v8(count: number): Uint32Array {
  const mask = 2n ** 64n - 1n;
  let a = 0x9e3779b97f4a7c15n;
  let b = 0xbf58476d1ce4e5b9n;
  return Uint32Array.from({ length: count }, () => {
    let s = a;
    a = b;
    s ^= (s << 23n) & mask;
    s ^= s >> 17n;
    s ^= b ^ (b >> 26n);
    b = s;
    return Number(a >> 32n);
  });
}

const p = (bytes: Uint8Array) => Object.fromEntries(whole(bytes).map((one) => [one.id, one.p]));

describe('beyond NIST', () => {
  it('passes good words', () => {
    const found = p(good(250_000, 'good'));
    for (const [id, value] of Object.entries(found)) {
      expect(value, id).toBeGreaterThan(1e-4);
    }
  });

  it('catches MT19937 by its planes', () => {
    expect(p(bytesOf(mersenne(50_000, 5489))).planes).toBe(0);
  });

  it("catches V8's generator by planes and by rank", () => {
    const found = p(bytesOf(v8(50_000)));
    expect(found.planes).toBe(0);
    expect(found['large-rank']).toBe(0);
  });

  it('sees a state of 512 bits by rank alone where there are bits for 1,024', () => {
    const words = new Uint32Array(32 * 1024);
    const state = new Uint32Array(16).map((_, i) => Math.imul(i + 1, 0x9e3779b9));
    // A linear recurrence over sixteen words (x[n] = x[n−16] ^ x[n−13] << 3 ^ x[n−5] >>> 7).
    words.set(state);
    for (let n = 16; n < words.length; n++)
      words[n] = words[n - 16]! ^ (words[n - 13]! << 3) ^ (words[n - 5]! >>> 7);
    const found = largeRank(statistics, bytesOf(words));
    expect(found.detail).toContain('1024 × 1024');
    expect(found.p).toBe(0);
    expect(largeRank(statistics, bytesOf(mersenne(32 * 1024, 5489))).p).toBeGreaterThan(1e-4);
    // With fewer bits the matrix is smaller.
    expect(largeRank(statistics, good(10_000, 'few')).detail).toContain('256 × 256');
  });

  it('catches a lattice by its spacings', () => {
    const words = Uint32Array.from({ length: 20_000 }, (_, i) => Math.imul(i, 0x9e3779b1));
    expect(p(bytesOf(words)).spacings).toBeLessThan(1e-12);
  });

  it('says what is too short', () => {
    for (const one of whole(new Uint8Array(1000))) expect(one.p).toBeNull();
  });

  it('has the exact law of complexity and rank', () => {
    for (const n of [20, 21]) {
      const count = (L: number) => (L === 0 ? 1 : 2 ** Math.min(2 * L - 1, 2 * n - 2 * L));
      for (let L = 0; L <= n; L++) {
        let lower = 0;
        let upper = 0;
        for (let l = 0; l <= n; l++) {
          if (l <= L) lower += count(l) / 2 ** n;
          if (l >= L) upper += count(l) / 2 ** n;
        }
        const right = Math.min(1, 2 * Math.min(lower, upper));
        expect(Math.abs(complexityP(L, n) - right)).toBeLessThan(1e-5);
      }
    }
    expect(deficiencyTail(1)).toBeCloseTo(0.711212, 6);
    expect(deficiencyTail(2)).toBeCloseTo(0.133636, 6);
  });

  it('counts equal spacings', () => {
    expect(equalSpacings(Uint32Array.of(10, 20, 30, 40, 1000))).toBe(2);
    expect(equalSpacings(Uint32Array.of(1, 3, 7, 15))).toBe(0);
  });

  it('expects 3.9946 equal spacings a group, near what good groups have', () => {
    expect(SPACINGS_MEAN).toBeCloseTo(3.9946, 4);
    const groups = 150;
    const source = createSource(casino.core, 60);
    const days = new Uint32Array(4096);
    let equal = 0;
    for (let g = 0; g < groups; g++) {
      for (let i = 0; i < days.length; i++) days[i] = source.word();
      equal += equalSpacings(days);
    }
    // Poisson: standard deviation √(4/150) = 0.163; four of them.
    expect(Math.abs(equal / groups - SPACINGS_MEAN)).toBeLessThan(0.66);
  });

  it('rejects FIPS blocks that are lopsided, and few good ones', () => {
    expect(fipsFailures(new Uint8Array(2500))).toEqual(['monobit', 'poker', 'runs', 'long-run']);
    expect(fipsFailures(new Uint8Array(2500).fill(0xaa))).toEqual(['poker', 'runs']);
    const { blocks, rejected } = fipsBlocks(good(500_000, 'fips'));
    expect(blocks).toBe(200);
    expect(rejected).toBeLessThan(3);
  });

  it('carries the golden values as a self-test', () => {
    expect(compareGolden(statistics)).toEqual({ checked: 914, wrong: [] });
  });
});
