/**
 * Health tests of the entropy source: cut-offs computed anew from SP 800-90B, each test against a
 * plain reading of the standard, sources that are stuck, and a healthy one over a long run.
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  BLOCK_SIZE,
  BLOCKS_KEPT,
  createHealth,
  PROPORTION_CUTOFF,
  PROPORTION_WINDOW,
  REPETITION_CUTOFF,
} from '../../engine/health.ts';

const sha256 = (message: Uint8Array) => createHash('sha256').update(message).digest();

/** Seeded bytes: SHA-256 in counter mode. */
function stream(seed: string, count: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(count / 32) }, (_, i) =>
    createHash('sha256').update(`${seed}:${i}`).digest(),
  );
  return new Uint8Array(Buffer.concat(blocks).subarray(0, count));
}

describe('cut-offs (SP 800-90B, alpha 2^-64, H 8)', () => {
  it('repetition count: 1 + ceil(64 / 8)', () => {
    expect(REPETITION_CUTOFF).toBe(1 + Math.ceil(64 / 8));
  });

  it('adaptive proportion: 1 + CRITBINOM(512, 1/256, 1 - 2^-64), exactly', () => {
    const n = BigInt(PROPORTION_WINDOW);
    const choose = (k: bigint): bigint => {
      let c = 1n;
      for (let i = 0n; i < k; i++) c = (c * (n - i)) / (i + 1n);
      return c;
    };
    const all = 256n ** n;
    // Smallest k with P(X <= k) >= 1 - 2^-64, that is P(X > k) * 2^64 <= 1.
    let above = all;
    let k = -1n;
    while (above * 2n ** 64n > all) {
      k += 1n;
      above -= choose(k) * 255n ** (n - k);
    }
    expect(PROPORTION_CUTOFF).toBe(1 + Number(k));
  });
});

/** §4.4.1 and §4.4.2 read literally, over all bytes at once. */
function literal(bytes: Uint8Array): { test: string; at: number } | null {
  const repetition = (): number => {
    let b = 1;
    for (let i = 1; i < bytes.length; i++) {
      b = bytes[i] === bytes[i - 1] ? b + 1 : 1;
      if (b >= REPETITION_CUTOFF) return i;
    }
    return Number.POSITIVE_INFINITY;
  };
  const proportion = (): number => {
    for (let start = 0; start < bytes.length; start += PROPORTION_WINDOW) {
      let b = 1;
      for (let i = start + 1; i < Math.min(start + PROPORTION_WINDOW, bytes.length); i++) {
        if (bytes[i] === bytes[start]) b += 1;
        if (b >= PROPORTION_CUTOFF) return i;
      }
    }
    return Number.POSITIVE_INFINITY;
  };
  const [r, p] = [repetition(), proportion()];
  if (r === Number.POSITIVE_INFINITY && p === r) return null;
  return r <= p ? { test: 'repetition-count', at: r } : { test: 'adaptive-proportion', at: p };
}

describe('the tests', () => {
  it('agree with a literal reading on biased streams, however the reads are cut', () => {
    let faults = 0;
    for (let n = 0; n < 200; n++) {
      const bytes = stream(`bias ${n}`, 2048);
      // The smaller the alphabet, the sooner a fault; large ones give none.
      const modulus = 2 + (n % 40);
      const biased = bytes.map((b) => b % modulus);
      const wanted = literal(biased);
      const health = createHealth(sha256);
      let found: { test: string; block: number } | null = null;
      for (let at = 0; at < biased.length && found === null; ) {
        const size = BLOCK_SIZE * (1 + ((at + n) % 3));
        const fault = health.take(biased.subarray(at, Math.min(at + size, biased.length)));
        if (fault !== null) found = { test: fault, block: at };
        at += size;
        if (found === null && wanted !== null) expect(at).toBeLessThanOrEqual(wanted.at);
      }
      expect(found?.test, `modulus ${modulus}`).toBe(wanted?.test);
      if (found !== null) faults += 1;
    }
    expect(faults).toBeGreaterThan(20);
    expect(faults).toBeLessThan(200);
  });

  it('let eight equal bytes pass and stop the ninth, across a read', () => {
    const at = (run: number): Uint8Array => {
      const bytes = stream('run', 64);
      bytes.fill(7, 28, 28 + run);
      bytes[27] = 1;
      bytes[28 + run] = 2;
      return bytes;
    };
    const both = (bytes: Uint8Array) => {
      const health = createHealth(sha256);
      return [health.take(bytes.subarray(0, 32)), health.take(bytes.subarray(32))];
    };
    expect(both(at(8))).toEqual([null, null]);
    expect(both(at(9))).toEqual([null, 'repetition-count']);
  });

  it('stop a block that comes again, up to 1,024 blocks later and no longer', () => {
    for (const [between, wanted] of [
      [0, 'repeated-block'],
      [BLOCKS_KEPT - 1, 'repeated-block'],
      [BLOCKS_KEPT, null],
    ] as const) {
      const health = createHealth(sha256);
      const block = stream('block', BLOCK_SIZE);
      expect(health.take(block)).toBeNull();
      expect(health.take(stream('others', between * BLOCK_SIZE))).toBeNull();
      expect(health.take(block)).toBe(wanted);
    }
  });

  it.each([0xff, 0x00])('stop a source stuck at %i within one block', (byte) => {
    expect(createHealth(sha256).take(new Uint8Array(32).fill(byte))).toBe('repetition-count');
  });

  it.each([32, 48, 64, 128])('stop a repeated block of %i bytes within 256 bytes', (period) => {
    const source = stream(`period ${period}`, period);
    const bytes = Uint8Array.from({ length: 1024 }, (_, i) => source[i % period] ?? 0);
    const health = createHealth(sha256);
    let fault: string | null = null;
    let at = 0;
    for (; fault === null && at < bytes.length; at += 32) {
      fault = health.take(bytes.subarray(at, at + 32));
    }
    expect(fault).toBe('repeated-block');
    expect(at).toBeLessThanOrEqual(256);
  });

  it('let four million good bytes pass', () => {
    const health = createHealth(sha256);
    for (let n = 0; n < 64; n++) expect(health.take(stream(`good ${n}`, 65_536))).toBeNull();
  });

  it('want whole blocks', () => {
    expect(() => createHealth(sha256).take(new Uint8Array(31))).toThrow(RangeError);
  });
});
