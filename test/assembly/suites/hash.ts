/** SHA-256 and HMAC: every published vector, and node:crypto on random inputs of every length. */
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Core } from '../../../engine/core.ts';
import { hex, readResponses, toHex } from '../../reference/response-file.ts';

const bytes = (max: number) => fc.uint8Array({ maxLength: max });

export function hashSuite(core: () => Core): void {
  describe('SHA-256', () => {
    for (const file of ['cavp_SHA256ShortMsg.rsp', 'cavp_SHA256LongMsg_first4.rsp']) {
      it(`gives every digest of ${file}`, () => {
        const cases = readResponses(file, ['Len']);
        expect(cases.length).toBe(file.includes('Short') ? 65 : 4);
        for (const vector of cases) {
          const message = vector.bytes('Msg').subarray(0, Number(vector.one('Len')) / 8);
          expect(toHex(core().sha256(message))).toBe(vector.one('MD'));
        }
      });
    }

    it('gives the 100 checkpoints of the Monte Carlo test (SHAVS §6.4)', () => {
      const [start, ...checkpoints] = readResponses('cavp_SHA256Monte.rsp', ['Seed', 'COUNT']);
      expect(checkpoints.length).toBe(100);
      let seed = start!.bytes('Seed');
      for (const checkpoint of checkpoints) {
        let digests = [seed, seed, seed];
        for (let i = 0; i < 1000; i++) {
          digests = [digests[1]!, digests[2]!, core().sha256(Buffer.concat(digests))];
        }
        seed = digests[2]!;
        expect(toHex(seed)).toBe(checkpoint.one('MD'));
      }
    });

    it('equals node:crypto at every length from 0 to 300', () => {
      const message = Uint8Array.from({ length: 300 }, (_, i) => (i * 73 + 11) & 255);
      for (let length = 0; length <= message.length; length++) {
        const part = message.subarray(0, length);
        expect(toHex(core().sha256(part))).toBe(createHash('sha256').update(part).digest('hex'));
      }
    });

    it('equals node:crypto on messages longer than the io region', () => {
      for (const length of [131_040, 131_041, 300_001]) {
        const message = new Uint8Array(length).map((_, i) => (i * 31) & 255);
        expect(toHex(core().sha256(message))).toBe(
          createHash('sha256').update(message).digest('hex'),
        );
      }
    });
  });

  describe('HMAC-SHA-256', () => {
    it('gives every CAVP tag, truncated as the case says', () => {
      const cases = readResponses('cavp_HMAC_SHA256_subset.rsp', ['Count']);
      expect(cases.length).toBe(25);
      for (const vector of cases) {
        const tag = core().hmac(vector.bytes('Key'), vector.bytes('Msg'));
        expect(toHex(tag.subarray(0, Number(vector.one('Tlen'))))).toBe(vector.one('Mac'));
      }
    });

    it('gives the tags of RFC 4231', () => {
      const { cases }: { cases: { key: string; data: string; mac: string }[] } = JSON.parse(
        readFileSync(new URL('../../vectors/rfc4231_hmac_sha256.json', import.meta.url), 'utf8'),
      );
      expect(cases.length).toBe(6);
      for (const { key, data, mac } of cases)
        expect(toHex(core().hmac(hex(key), hex(data)))).toBe(mac);
    });

    it('equals node:crypto on random keys and messages', () => {
      fc.assert(
        fc.property(bytes(200), bytes(400), (key, message) => {
          const expected = createHmac('sha256', key).update(message).digest('hex');
          expect(toHex(core().hmac(key, message))).toBe(expected);
        }),
        { seed: 20261130, numRuns: 300 },
      );
    });
  });
}
