/**
 * HMAC_DRBG: the CAVP files in their three call orders, a slow reference over long random histories,
 * and every refusal of SP 800-90A §9 that a caller can provoke.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DRBG_RESEED_INTERVAL,
  ERROR_ALREADY_INSTANTIATED,
  ERROR_DEAD,
  ERROR_ENTROPY_LENGTH,
  ERROR_INPUT_TOO_LONG,
  ERROR_NOT_INSTANTIATED,
  ERROR_REQUEST_TOO_LONG,
  ERROR_RESEED_REQUIRED,
} from '../../../assembly/layout.ts';
import type { Core } from '../../../engine/core.ts';
import { CoreError } from '../../../engine/core-host.ts';
import { ReferenceDrbg } from '../../reference/hmac-drbg.ts';
import { hex, readResponses, toHex } from '../../reference/response-file.ts';

const zeros = (length: number) => new Uint8Array(length);

/** The code of the CoreError that `work` throws; undefined when it throws none. */
function codeOf(work: () => unknown): number | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof CoreError) return error.code;
    throw error;
  }
  return undefined;
}

export function drbgSuite(fresh: () => Core): void {
  describe('HMAC_DRBG', () => {
    it.each([
      'cavp14.3_no_reseed_HMAC_DRBG_SHA-256.rsp',
      'cavp14.3_pr_false_HMAC_DRBG_SHA-256.rsp',
      'cavp14.3_pr_true_HMAC_DRBG_SHA-256.rsp',
    ])('gives every output of %s', (file) => {
      const cases = readResponses(file, ['COUNT']);
      expect(cases.length).toBe(20);
      const { drbg } = fresh();
      for (const vector of cases) {
        const personalization = vector.bytes('PersonalizationString');
        drbg.instantiate(vector.bytes('EntropyInput'), vector.bytes('Nonce'), personalization);
        const additional = vector.all('AdditionalInput').map(hex);
        const entropy = vector.all('EntropyInputPR').map(hex);
        if (file.includes('pr_false')) {
          drbg.reseed(vector.bytes('EntropyInputReseed'), vector.bytes('AdditionalInputReseed'));
        }
        const expected = vector.one('ReturnedBits');
        let output: Uint8Array = zeros(0);
        for (const [i, input] of additional.entries()) {
          if (entropy.length > 0) drbg.reseed(entropy[i]!, input);
          output = drbg.generate(expected.length / 2, entropy.length > 0 ? undefined : input);
        }
        expect(additional.length).toBe(2);
        expect(toHex(output)).toBe(expected);
        drbg.uninstantiate();
      }
    });

    it('equals the slow reference over random histories of requests and reseeds', () => {
      const input = fc.uint8Array({ maxLength: 80 });
      const step = fc.oneof(
        { weight: 4, arbitrary: fc.record({ count: fc.nat(200), additional: input }) },
        {
          weight: 1,
          arbitrary: fc.record({
            entropy: fc.uint8Array({ minLength: 32, maxLength: 70 }),
            additional: input,
          }),
        },
      );
      const start = fc.tuple(
        fc.uint8Array({ minLength: 32, maxLength: 70 }),
        fc.uint8Array({ minLength: 16, maxLength: 40 }),
        input,
      );
      const { drbg } = fresh();
      fc.assert(
        fc.property(start, fc.array(step, { maxLength: 12 }), ([entropy, nonce, text], steps) => {
          drbg.instantiate(entropy, nonce, text);
          const reference = new ReferenceDrbg(entropy, nonce, text);
          for (const next of steps) {
            if ('entropy' in next) {
              drbg.reseed(next.entropy, next.additional);
              reference.reseed(next.entropy, next.additional);
            } else {
              const expected = reference.generate(next.count, next.additional);
              expect(toHex(drbg.generate(next.count, next.additional))).toBe(toHex(expected));
            }
            expect(drbg.counter()).toBe(reference.reseedCounter);
          }
          drbg.uninstantiate();
        }),
        { seed: 20261130, numRuns: 120 },
      );
    });

    it('gives the largest request whole', () => {
      const { drbg } = fresh();
      drbg.instantiate(zeros(32), zeros(16), zeros(0));
      const reference = new ReferenceDrbg(zeros(32), zeros(16), zeros(0));
      const additional = new Uint8Array(4096).fill(7);
      const output = drbg.generate(65536, additional);
      expect(Buffer.compare(output, reference.generate(65536, additional))).toBe(0);
    });

    it('refuses the 65,537th generate until it is reseeded', () => {
      const { drbg } = fresh();
      drbg.instantiate(zeros(32), zeros(16), zeros(0));
      for (let i = 0; i < DRBG_RESEED_INTERVAL; i++) drbg.generate(1);
      expect(drbg.counter()).toBe(DRBG_RESEED_INTERVAL + 1);
      expect(codeOf(() => drbg.generate(1))).toBe(ERROR_RESEED_REQUIRED);
      drbg.reseed(zeros(32));
      expect(drbg.generate(1).length).toBe(1);
      expect(drbg.counter()).toBe(2);
    });

    it('refuses what the standard refuses, and stays as it was', () => {
      const { drbg } = fresh();
      const start = () => drbg.instantiate(zeros(32), zeros(16), zeros(0));
      expect(codeOf(() => drbg.generate(1))).toBe(ERROR_NOT_INSTANTIATED);
      expect(codeOf(() => drbg.reseed(zeros(32)))).toBe(ERROR_NOT_INSTANTIATED);
      expect(codeOf(() => drbg.uninstantiate())).toBe(undefined);
      for (const [entropy, nonce] of [
        [31, 16],
        [32, 15],
        [4097, 16],
        [32, 4097],
      ] as const) {
        const short = () => drbg.instantiate(zeros(entropy), zeros(nonce), zeros(0));
        expect(codeOf(short)).toBe(ERROR_ENTROPY_LENGTH);
      }
      const long = () => drbg.instantiate(zeros(32), zeros(16), zeros(4097));
      expect(codeOf(long)).toBe(ERROR_INPUT_TOO_LONG);
      start();
      expect(codeOf(start)).toBe(ERROR_ALREADY_INSTANTIATED);
      expect(codeOf(() => drbg.reseed(zeros(31)))).toBe(ERROR_ENTROPY_LENGTH);
      expect(codeOf(() => drbg.reseed(zeros(4097)))).toBe(ERROR_ENTROPY_LENGTH);
      expect(codeOf(() => drbg.reseed(zeros(32), zeros(4097)))).toBe(ERROR_INPUT_TOO_LONG);
      expect(codeOf(() => drbg.generate(65537))).toBe(ERROR_REQUEST_TOO_LONG);
      expect(codeOf(() => drbg.generate(1, zeros(4097)))).toBe(ERROR_INPUT_TOO_LONG);
      const reference = new ReferenceDrbg(zeros(32), zeros(16), zeros(0));
      expect(toHex(drbg.generate(40))).toBe(toHex(reference.generate(40, zeros(0))));
    });

    it('is dead for good after a failed self-test', () => {
      const { drbg } = fresh();
      drbg.instantiate(zeros(32), zeros(16), zeros(0));
      drbg.fail();
      expect(codeOf(() => drbg.generate(1))).toBe(ERROR_DEAD);
      expect(codeOf(() => drbg.reseed(zeros(32)))).toBe(ERROR_DEAD);
      expect(codeOf(() => drbg.uninstantiate())).toBe(ERROR_DEAD);
      const again = () => drbg.instantiate(zeros(32), zeros(16), zeros(0));
      expect(codeOf(again)).toBe(ERROR_DEAD);
    });
  });
}
