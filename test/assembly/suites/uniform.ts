/**
 * below(n), counted over every word of 8, 12 and 16 bits: how many are accepted, and that every
 * result has equally many of them (field log A3; issue 3).
 */
import { describe, expect, it } from 'vitest';
import type { RawModule } from '../../core-build.ts';

const REJECTED = 0xffff_ffff;

/** Words accepted for each result, and words rejected. */
export function count(raw: RawModule, n: number, bits: number) {
  const scale = raw.call['scaleWord']!;
  const preimages = new Array<number>(n).fill(0);
  let rejected = 0;
  for (let word = 0; word < 2 ** bits; word++) {
    const result = scale(word, n, bits) >>> 0;
    if (result === REJECTED) rejected += 1;
    else if (result < n) preimages[result] = preimages[result]! + 1;
    else throw new Error(`${word} * ${n} at ${bits} bits gives ${result}`);
  }
  return { preimages, rejected };
}

export function uniformSuite(raw: () => RawModule): void {
  describe('below(n)', () => {
    it.each([8, 12, 16])('over every word of %i bits favours no result, n = 2 to 52', (bits) => {
      const range = 2 ** bits;
      for (let n = 2; n <= 52; n++) {
        const { preimages, rejected } = count(raw(), n, bits);
        expect(rejected).toBe(range % n);
        expect(preimages).toEqual(new Array(n).fill(Math.floor(range / n)));
      }
    });

    it('accepts and rejects as many bytes as field log A3 says', () => {
      const seen = [52, 51, 47, 2].map((n) => {
        const { preimages, rejected } = count(raw(), n, 8);
        return [preimages.reduce((sum, some) => sum + some, 0), rejected, preimages[0]];
      });
      expect(seen).toEqual([
        [208, 48, 4],
        [255, 1, 5],
        [235, 21, 5],
        [256, 0, 128],
      ]);
    });

    it('at 32 bits: exact at both ends of every result and around every rejected word', () => {
      const scale = raw().call['scaleWord']!;
      const range = 2n ** 32n;
      for (let n = 2n; n <= 52n; n++) {
        for (let result = 0n; result < n; result++) {
          // The words with this high half begin here; those near the beginning may be rejected.
          const first = (result * range + n - 1n) / n;
          for (let word = first - 2n; word <= first + 2n; word++) {
            if (word < 0n || word >= range) continue;
            const product = word * n;
            const expected = product % range < range % n ? BigInt(REJECTED) : product / range;
            expect(scale(Number(word), Number(n), 32) >>> 0).toBe(Number(expected));
          }
        }
      }
    });
  });
}
