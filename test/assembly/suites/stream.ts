/** ChaCha20: RFC 8439, long key streams, node:crypto on random calls, and the end of the counter. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_COUNTER_EXHAUSTED } from '../../../assembly/layout.ts';
import type { Core } from '../../../engine/core.ts';
import { CoreError } from '../../../engine/core-host.ts';
import { keyStream } from '../../reference/draw.ts';
import { hex, toHex } from '../../reference/response-file.ts';

interface Start {
  readonly key: string;
  readonly nonce: string;
  readonly counter: number;
}
interface Vectors {
  readonly keystreamBlocks: readonly (Start & { readonly keystream: string })[];
  readonly encryption: readonly (Start & {
    readonly plaintextHex: string;
    readonly ciphertext: string;
  })[];
  readonly longStream: readonly (Start & {
    readonly bytes: number;
    readonly sha256OfKeystream: string;
  })[];
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../vectors/rfc8439_chacha20.json', import.meta.url), 'utf8'),
);

export function streamSuite(core: () => Core): void {
  /** Key stream of any length, in calls of at most `most` blocks. */
  const stream = (start: Start, length: number, most = 1024): Uint8Array => {
    const parts: Uint8Array[] = [];
    for (let block = 0; 64 * block < length; block += most) {
      const blocks = Math.min(most, Math.ceil(length / 64) - block);
      parts.push(core().chacha20(hex(start.key), start.counter + block, blocks, hex(start.nonce)));
    }
    return Buffer.concat(parts).subarray(0, length);
  };

  describe('ChaCha20', () => {
    it('gives the blocks of RFC 8439 §2.3.2 and A.1', () => {
      expect(vectors.keystreamBlocks.length).toBe(6);
      for (const vector of vectors.keystreamBlocks) {
        expect(toHex(stream(vector, 64))).toBe(vector.keystream);
      }
    });

    it('encrypts the texts of RFC 8439 §2.4.2 and A.2', () => {
      expect(vectors.encryption.length).toBe(3);
      for (const vector of vectors.encryption) {
        const text = hex(vector.plaintextHex);
        const pad = stream(vector, text.length);
        expect(toHex(text.map((byte, i) => byte ^ pad[i]!))).toBe(vector.ciphertext);
      }
    });

    it('gives the digests of long key streams, in calls of any size', () => {
      expect(vectors.longStream.length).toBe(3);
      for (const vector of vectors.longStream) {
        for (const most of [1024, 7]) {
          const digest = createHash('sha256').update(stream(vector, vector.bytes, most));
          expect(digest.digest('hex')).toBe(vector.sha256OfKeystream);
        }
      }
    });

    it('equals node:crypto on random keys, nonces, counters and lengths', () => {
      fc.assert(
        fc.property(
          fc.uint8Array({ minLength: 32, maxLength: 32 }),
          fc.uint8Array({ minLength: 12, maxLength: 12 }),
          fc.nat(0xffff_0000),
          fc.nat(13),
          (key, nonce, counter, blocks) => {
            expect(toHex(core().chacha20(key, counter, blocks, nonce))).toBe(
              toHex(keyStream(key, counter, blocks, nonce)),
            );
          },
        ),
        { seed: 20261130, numRuns: 200 },
      );
    });

    it('gives the last block of the counter and refuses to pass it (field log A9)', () => {
      const key = new Uint8Array(32);
      const last = 0xffff_ffff;
      for (let blocks = 1; blocks <= 9; blocks++) {
        const counter = last - blocks + 1;
        const tail = core().chacha20(key, counter, blocks).subarray(-64);
        expect(toHex(tail)).toBe(toHex(keyStream(key, last, 1)));
        for (const more of [1, 2, 5]) {
          const past = () => core().chacha20(key, counter, blocks + more);
          expect(past).toThrow(new CoreError(ERROR_COUNTER_EXHAUSTED, 'chacha20'));
        }
      }
      expect(core().chacha20(key, last, 0).length).toBe(0);
    });
  });
}
