/** Draw specification v1 in the engine: commitments, client parts, deck keys, decks, and refusals. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientPart, commitmentOf, deckKeyOf, deckOf } from '../../engine/chance.ts';
import { createCore } from '../../engine/core.ts';
import { uuidOctets, uuidText } from '../../engine/octets.ts';
import { isRefusal } from '../../engine/refusal.ts';
import { builtModule } from '../core-build.ts';
import { drawDeck } from '../reference/draw.ts';
import { hex, toHex } from '../reference/response-file.ts';

interface DealVector {
  readonly seed: string;
  readonly roundId: string;
  readonly rulesetHash: string;
  readonly termsHash: string;
  readonly clientSeeds: readonly { readonly box: number; readonly text: string }[];
  readonly commitment: string;
  readonly clientPart: string;
  readonly deckKey: string;
}
const vectors: readonly DealVector[] = JSON.parse(
  readFileSync(new URL('../vectors/deal-v1.json', import.meta.url), 'utf8'),
);
const core = createCore(builtModule());

/** The client part, which must not be refused. */
function partOf(seeds: readonly { box: number; text: string }[]): Uint8Array {
  const part = clientPart(seeds);
  if (isRefusal(part)) throw new Error(part.refusal);
  return part;
}

describe('draw specification v1', () => {
  it.each(vectors)('gives the published values: $name', (vector) => {
    const of = {
      roundId: hex(vector.roundId),
      rulesetHash: hex(vector.rulesetHash),
      termsHash: hex(vector.termsHash),
      seed: hex(vector.seed),
    };
    const client = partOf(vector.clientSeeds);
    expect(toHex(commitmentOf(core, of))).toBe(vector.commitment);
    expect(toHex(client)).toBe(vector.clientPart);
    expect(toHex(deckKeyOf(core, of, client))).toBe(vector.deckKey);
    expect([...deckOf(core, of, client)]).toEqual(drawDeck(hex(vector.deckKey)).deck);
    expect([...deckOf(core, of, client, 10)]).toEqual(
      drawDeck(hex(vector.deckKey)).deck.slice(0, 10),
    );
  });

  it('depends on every bit of every input', () => {
    const of = {
      roundId: hex('018f3a5b7c2d7e8f9a0b1c2d3e4f5a6b'),
      rulesetHash: new Uint8Array(32).fill(1),
      termsHash: new Uint8Array(32).fill(2),
      seed: new Uint8Array(32).fill(3),
    };
    const client = partOf([{ box: 1, text: 'a' }]);
    const seen = new Set([toHex(commitmentOf(core, of))]);
    const keys = new Set([toHex(deckKeyOf(core, of, client))]);
    let flips = 0;
    let keyFlips = 0;
    for (const name of ['roundId', 'rulesetHash', 'termsHash', 'seed'] as const) {
      for (let bit = 0; bit < 8 * of[name].length; bit++) {
        const flipped = {
          ...of,
          [name]: of[name].map((b, i) => (i === bit >> 3 ? b ^ (1 << (bit & 7)) : b)),
        };
        seen.add(toHex(commitmentOf(core, flipped)));
        flips += 1;
        if (name === 'termsHash') continue;
        keys.add(toHex(deckKeyOf(core, flipped, client)));
        keyFlips += 1;
      }
    }
    expect(seen.size).toBe(flips + 1);
    expect(keys.size).toBe(keyFlips + 1);
  });
});

describe('the client part', () => {
  it('is ordered by box, whatever the order given, and leaves "" out', () => {
    const seeds = [
      { box: 5, text: 'second' },
      { box: 3, text: '' },
      { box: 2, text: 'first' },
    ];
    expect(toHex(partOf(seeds))).toBe('0202050066697273740506007365636f6e64');
    expect(toHex(partOf([{ box: 1, text: '' }]))).toBe('00');
    expect(toHex(partOf([]))).toBe('00');
  });

  it('takes 64 bytes and refuses 65, counting bytes and not characters', () => {
    const lengths: [string, boolean][] = [
      ['a'.repeat(64), true],
      ['a'.repeat(65), false],
      ['я'.repeat(32), true],
      ['я'.repeat(32) + 'a', false],
      ['€'.repeat(21), true],
      ['€'.repeat(21) + 'ab', false],
      ['🂡'.repeat(16), true],
      ['🂡'.repeat(17), false],
    ];
    for (const [text, taken] of lengths) {
      expect(isRefusal(clientPart([{ box: 1, text }])), `${text.length} units`).toBe(!taken);
    }
  });

  it('refuses an unpaired surrogate wherever it stands', () => {
    for (const text of [
      '\ud800',
      'a\udc00',
      '\udc00\ud800',
      '\ud83c',
      '\ud83c\ud83c\udca1',
      'x\udfff y',
    ]) {
      expect(isRefusal(clientPart([{ box: 1, text }]))).toBe(true);
    }
  });

  it('holds the exact UTF-8 of any text, without normalization', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 16 }), (text) => {
        const part = partOf([{ box: 9, text }]);
        expect(toHex(part.subarray(4))).toBe(Buffer.from(text, 'utf8').toString('hex'));
        expect(part[2]! + 256 * part[3]!).toBe(part.length - 4);
      }),
      { seed: 20261130, numRuns: 500 },
    );
    expect(toHex(partOf([{ box: 1, text: '\u00e9' }]))).not.toBe(
      toHex(partOf([{ box: 1, text: 'e\u0301' }])),
    );
  });

  it('has no two readings: different contributions, different bytes', () => {
    const seed = fc.record({
      box: fc.integer({ min: 1, max: 5 }),
      text: fc.string({ maxLength: 5 }),
    });
    const seeds = fc.uniqueArray(seed, { maxLength: 3, selector: ({ box }) => box });
    const normal = (list: readonly { box: number; text: string }[]) =>
      JSON.stringify(list.filter((s) => s.text !== '').sort((a, b) => a.box - b.box));
    fc.assert(
      fc.property(seeds, seeds, (a, b) => {
        expect(toHex(partOf(a)) === toHex(partOf(b))).toBe(normal(a) === normal(b));
      }),
      { seed: 20261130, numRuns: 500 },
    );
  });

  it('is never asked for a box that cannot be, or for one box twice', () => {
    for (const box of [0, -1, 256, 1.5]) {
      expect(() => clientPart([{ box, text: 'a' }])).toThrow(RangeError);
    }
    expect(() =>
      clientPart([
        { box: 2, text: 'a' },
        { box: 2, text: 'b' },
      ]),
    ).toThrow(RangeError);
  });
});

describe('a UUID', () => {
  it('and its octets are each other’s, lower case only', () => {
    const text = '018f3a5b-7c2d-7e8f-9a0b-1c2d3e4f5a6b';
    expect(toHex(uuidOctets(text)!)).toBe(text.replaceAll('-', ''));
    expect(uuidText(uuidOctets(text)!)).toBe(text);
    for (const wrong of [
      '',
      text.toUpperCase(),
      text.slice(1),
      `${text}0`,
      text.replaceAll('-', ''),
    ]) {
      expect(uuidOctets(wrong)).toBe(undefined);
    }
  });
});
