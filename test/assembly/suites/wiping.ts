/**
 * No secret outlives its call. The whole linear memory is compared with what it was before: nothing
 * of an input, a key, a stream, a deck or a working state may be left, in any form.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_DEAD, OK } from '../../../assembly/layout.ts';
import type { RawModule } from '../../core-build.ts';
import { ReferenceDrbg } from '../../reference/hmac-drbg.ts';

/** Addresses of bytes that differ. */
function changed(before: Uint8Array, after: Uint8Array): number[] {
  const at: number[] = [];
  before.forEach((byte, i) => {
    if (byte !== after[i]) at.push(i);
  });
  return at;
}

const secret = (length: number, salt: number) =>
  Uint8Array.from({ length }, (_, i) => 1 + ((i * 89 + salt * 151) % 255));

export function wipingSuite(fresh: () => RawModule): void {
  /** Runs `work` on a fresh module and wipes the output that the host would have taken. */
  const residue = (work: (raw: RawModule, put: Put) => { out: number; length: number }) => {
    const raw = fresh();
    const before = raw.memory.slice();
    const io = raw.value['IO']!;
    const { out, length } = work(raw, (offset, bytes) => raw.memory.set(bytes, io + offset));
    expect(raw.memory.slice(io + out, io + out + length).some((byte) => byte !== 0)).toBe(
      length > 0,
    );
    raw.memory.fill(0, io + out, io + out + length);
    return changed(before, raw.memory).length;
  };
  type Put = (offset: number, bytes: Uint8Array) => void;

  describe('after a call nothing is left in memory of', () => {
    it('a hashed message, at any length', () => {
      for (let length = 0; length <= 200; length++) {
        const left = residue((raw, put) => {
          put(100, secret(length, 1));
          raw.call['sha256']!(100, length, 0);
          return { out: 0, length: 32 };
        });
        expect(left).toBe(0);
      }
    });

    it('a message hashed in pieces', () => {
      const left = residue((raw, put) => {
        raw.call['sha256Begin']!();
        for (const length of [10, 70, 128, 3]) {
          put(100, secret(length, length));
          raw.call['sha256Update']!(100, length);
        }
        raw.call['sha256End']!(0);
        return { out: 0, length: 32 };
      });
      expect(left).toBe(0);
    });

    it('an HMAC key and message', () => {
      for (const keySize of [1, 32, 64, 65, 200]) {
        const left = residue((raw, put) => {
          put(100, secret(keySize, 2));
          put(1000, secret(150, 3));
          raw.call['hmac']!(100, keySize, 1000, 150, 0);
          return { out: 0, length: 32 };
        });
        expect(left).toBe(0);
      }
    });

    it('a key stream', () => {
      for (const blocks of [1, 2, 3, 4, 5, 9]) {
        const left = residue((raw, put) => {
          put(9000, secret(32, 4));
          put(9100, secret(12, 5));
          expect(raw.call['chacha20']!(9000, 9100, 1, blocks, 0)).toBe(OK);
          return { out: 0, length: 64 * blocks };
        });
        expect(left).toBe(0);
      }
    });

    it('a refused key stream', () => {
      const left = residue((raw, put) => {
        put(9000, secret(32, 4));
        put(9100, secret(12, 5));
        expect(raw.call['chacha20']!(9000, 9100, -1, 2, 0)).not.toBe(OK);
        return { out: 0, length: 0 };
      });
      expect(left).toBe(0);
    });

    it('a deck key and its deck, for every count', () => {
      for (let count = 1; count <= 52; count++) {
        const left = residue((raw, put) => {
          put(100, secret(32, 6));
          raw.call['deal']!(100, count, 0);
          return { out: 0, length: count };
        });
        expect(left).toBe(0);
      }
    });

    it('a DRBG, once uninstantiated; before that, of nothing but its key and V', () => {
      fc.assert(
        fc.property(fc.nat(100), fc.integer({ min: 1, max: 300 }), (extra, count) => {
          const raw = fresh();
          const before = raw.memory.slice();
          const io = raw.value['IO']!;
          const entropy = secret(32, extra);
          const nonce = secret(16, extra + 1);
          const additional = secret(extra, extra + 2);
          const put = (offset: number, bytes: Uint8Array) => raw.memory.set(bytes, io + offset);
          const reference = new ReferenceDrbg(entropy, nonce, additional);
          put(70000, entropy);
          put(71000, nonce);
          put(72000, additional);
          raw.call['drbgInstantiate']!(70000, 32, 71000, 16, 72000, extra);
          put(70000, entropy);
          put(72000, additional);
          raw.call['drbgReseed']!(70000, 32, 72000, extra);
          reference.reseed(entropy, additional);
          put(72000, additional);
          raw.call['drbgGenerate']!(0, count, 72000, extra);
          reference.generate(count, additional);
          raw.memory.fill(0, io, io + count);
          const kept = changed(before, raw.memory);
          const state = Buffer.concat([reference.key, reference.v]);
          const found = kept.map((at) => raw.memory[at]);
          expect(found).toEqual([...state].filter((byte) => byte !== 0));
          raw.call['drbgUninstantiate']!();
          expect(changed(before, raw.memory)).toEqual([]);
        }),
        { seed: 20261130, numRuns: 40 },
      );
    });

    it('anything at all after wipeChance', () => {
      const raw = fresh();
      const before = raw.memory.slice();
      raw.memory.set(secret(60000, 9), raw.value['IO']!);
      raw.call['sha256Begin']!();
      raw.call['sha256Update']!(0, 100);
      raw.call['drbgInstantiate']!(0, 200, 200, 16, 300, 0);
      raw.call['wipeChance']!();
      expect(changed(before, raw.memory)).toEqual([]);
    });
  });

  describe('an assertion', () => {
    it('traps on every range outside the io region', () => {
      const bad: [string, number[]][] = [
        ['sha256', [131072, 1, 0]],
        ['sha256', [131071, 2, 0]],
        ['sha256', [0, -1, 0]],
        ['sha256', [0, 64, 10]],
        ['hmac', [0, 32, 64, 131072, 32]],
        ['deal', [131041, 52, 0]],
        ['deal', [0, 53, 64]],
        ['deal', [0, 52, 16]],
        ['chacha20', [0, 64, 0, 2049, 128]],
        ['scaleWord', [1, 53, 32]],
        ['scaleWord', [1, 1, 32]],
        ['scaleWord', [256, 52, 8]],
        ['dealFromWords', [0, 50, 32, 52, 52, 4096]],
      ];
      for (const [name, values] of bad) {
        expect(() => fresh().call[name]!(...values), `${name}(${values})`).toThrow();
      }
    });

    it('that fails inside the DRBG leaves it dead and wiped', () => {
      const raw = fresh();
      const before = raw.memory.slice();
      const io = raw.value['IO']!;
      raw.memory.set(secret(48, 1), io);
      expect(raw.call['drbgInstantiate']!(0, 32, 32, 16, 0, 0)).toBe(OK);
      // Output and additional input overlap: the precondition is broken.
      expect(() => raw.call['drbgGenerate']!(0, 64, 32, 64)).toThrow();
      expect(raw.call['drbgGenerate']!(0, 64, 100, 0)).toBe(ERROR_DEAD);
      raw.memory.fill(0, io, io + 131072);
      expect(changed(before, raw.memory)).toEqual([]);
    });
  });
}
