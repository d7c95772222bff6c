/**
 * Bit streams with a known fault, as 32-bit words, little-endian in files. MT19937 and V8's
 * xorshift128+ pass SP 800-22 and fall to the linear complexity of their bit planes (batteries.md
 * §5); they are written out from their papers and seeded.
 */
import type { Source } from './source.ts';

/** Gives the next 32-bit word. */
export type Generator = () => number;

/** Every bit is one with probability 1/2 + 1/1024. */
export function biasedBit(source: Source): Generator {
  return () => {
    let word = source.word();
    // A zero becomes a one with probability 1/512: nine further words must agree in this place.
    let mask = 0xffff_ffff;
    for (let i = 0; i < 9; i++) mask &= source.word();
    word |= mask;
    return word >>> 0;
  };
}

/** Every bit repeats the one before with probability 1/2 + 1/1024; most significant bit first. */
export function stickyBit(source: Source): Generator {
  let last = 0;
  const difference = biasedBit(source);
  return () => {
    const same = difference();
    // The stream is read byte by byte, most significant bit first, bytes in little-endian order.
    let word = 0;
    for (let byte = 0; byte < 4; byte++) {
      for (let bit = 7; bit >= 0; bit--) {
        if (((same >>> (8 * byte + bit)) & 1) === 0) last ^= 1;
        word |= last << (8 * byte + bit);
      }
    }
    return word >>> 0;
  };
}

/** MT19937 (Matsumoto, Nishimura 1998), init_genrand. */
export function mersenneTwister(seed: number): Generator {
  const N = 624;
  const M = 397;
  const state = new Uint32Array(N);
  state[0] = seed;
  for (let i = 1; i < N; i++) {
    const before = state[i - 1] ?? 0;
    state[i] = Math.imul(1_812_433_253, before ^ (before >>> 30)) + i;
  }
  let at = N;
  const at2 = (i: number): number => state[i % N] ?? 0;
  return () => {
    if (at === N) {
      for (let i = 0; i < N; i++) {
        const y = (at2(i) & 0x8000_0000) | (at2(i + 1) & 0x7fff_ffff);
        state[i] = at2(i + M) ^ (y >>> 1) ^ ((y & 1) === 0 ? 0 : 0x9908_b0df);
      }
      at = 0;
    }
    let y = state[at++] ?? 0;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c_5680;
    y ^= (y << 15) & 0xefc6_0000;
    return (y ^ (y >>> 18)) >>> 0;
  };
}

/** xorshift32 (Marsaglia 2003), 13, 17, 5. */
export function xorshift(seed: number): Generator {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}

const MASK64 = (1n << 64n) - 1n;

/**
 * xorshift128+ as V8 runs it behind its random function: 64 states are made at a time and handed out
 * from the last to the first; a double has the upper 53 bits of state0, of which 32 are kept here.
 */
export function xorshift128Plus(first: bigint, second: bigint): Generator {
  let s0 = first & MASK64;
  let s1 = second & MASK64;
  let cache: number[] = [];
  return () => {
    if (cache.length === 0) {
      cache = Array.from({ length: 64 }, () => {
        let x = s0;
        const y = s1;
        s0 = y;
        x ^= (x << 23n) & MASK64;
        x ^= x >> 17n;
        x ^= y;
        x ^= y >> 26n;
        s1 = x;
        return Number(s0 >> 32n);
      });
    }
    return cache.pop() ?? 0;
  };
}

/** The first `count` words as little-endian bytes. */
export function bytesOf(generator: Generator, count: number): Uint8Array {
  const bytes = new Uint8Array(4 * count);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) view.setUint32(4 * i, generator(), true);
  return bytes;
}
