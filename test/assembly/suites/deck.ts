/**
 * The deck: published vectors with their real rejections, the slow reference on random keys, lazy
 * deals, small decks over every tuple of draws, and words injected to force rejections.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Core } from '../../../engine/core.ts';
import type { RawModule } from '../../core-build.ts';
import { drawDeck, drawFrom } from '../../reference/draw.ts';
import { hex, toHex } from '../../reference/response-file.ts';

interface DealVector {
  readonly deckKey: string;
  readonly words: readonly string[];
  readonly wordsUsed: number;
  readonly rejected: readonly object[];
  readonly cards: string;
}
export const dealVectors: readonly DealVector[] = JSON.parse(
  readFileSync(new URL('../../vectors/deal-v1.json', import.meta.url), 'utf8'),
);

export const cardText = (id: number): string => '23456789TJQKA'[id >> 2]! + 'cdhs'[id & 3]!;
const texts = (deck: Uint8Array): string => Array.from(deck, cardText).join(' ');

/** A deck of `size` cards from injected words of `bits` bits, all of it or the first `count`. */
export function injected(
  raw: RawModule,
  words: readonly number[],
  bits: number,
  size: number,
  count = size,
): { deck: number[]; used: number } {
  const io = raw.value['IO']!;
  const at = new DataView(raw.memory.buffer, io);
  words.forEach((word, i) => {
    at.setUint32(4 * i, word, true);
  });
  const used = raw.call['dealFromWords']!(0, words.length, bits, size, count, 4096);
  return { deck: [...raw.memory.slice(io + 4096, io + 4096 + count)], used };
}

export function deckSuite(core: () => Core, raw: () => RawModule): void {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 });

  describe('the deck', () => {
    it('is that of every published vector, rejections included', () => {
      expect(dealVectors.length).toBe(5);
      for (const vector of dealVectors) {
        const draw = core().draw(hex(vector.deckKey));
        const words = Array.from(draw.words, (word) => word.toString(16).padStart(8, '0'));
        expect(words.slice(0, 16)).toEqual(vector.words);
        expect(draw.wordsUsed).toBe(vector.wordsUsed);
        expect(draw.rejected).toEqual(vector.rejected);
        expect(texts(draw.deck)).toBe(vector.cards);
        expect(texts(core().shuffle(hex(vector.deckKey)))).toBe(vector.cards);
      }
      expect(dealVectors.filter((vector) => vector.rejected.length > 0).length).toBe(2);
    });

    it('equals the slow reference on random keys', () => {
      fc.assert(
        fc.property(key, (deckKey) => {
          const expected = drawDeck(deckKey);
          const draw = core().draw(deckKey);
          expect([...draw.deck]).toEqual(expected.deck);
          expect(draw.wordsUsed).toBe(expected.wordsUsed);
          expect(draw.rejected).toEqual(expected.rejected);
        }),
        { seed: 20261130, numRuns: 300 },
      );
    });

    it('dealt lazily is the beginning of the whole deck, for every count', () => {
      fc.assert(
        fc.property(key, (deckKey) => {
          const whole = core().shuffle(deckKey);
          for (let count = 0; count <= 52; count++) {
            expect(toHex(core().shuffle(deckKey, count))).toBe(toHex(whole.subarray(0, count)));
          }
        }),
        { seed: 20261130, numRuns: 20 },
      );
    });

    it.each([3, 4, 5, 6, 7])(
      'of %i cards: every permutation comes from exactly one tuple',
      (size) => {
        const seen = new Set<string>();
        const tuple: number[] = [];
        const visit = (i: number): void => {
          if (i === size - 1) {
            // The least word whose high half is the wanted draw and that is not rejected.
            const words = tuple.map((draw, step) =>
              Math.ceil((draw * 65536 + size) / (size - step)),
            );
            const { deck, used } = injected(raw(), words, 16, size);
            expect(used).toBe(size - 1);
            seen.add(deck.join());
            return;
          }
          for (let draw = 0; draw < size - i; draw++) {
            tuple[i] = draw;
            visit(i + 1);
          }
        };
        visit(0);
        let factorial = 1;
        for (let n = 2; n <= size; n++) factorial *= n;
        expect(seen.size).toBe(factorial);
        for (const deck of seen) {
          expect([...deck.split(',').map(Number)].sort()).toEqual([...Array(size).keys()]);
        }
      },
    );

    it('of three cards over every pair of 8-bit words: equally often each permutation', () => {
      const counts = new Map<string, number>();
      let redrawn = 0;
      for (let first = 0; first < 256; first++) {
        for (let second = 0; second < 256; second++) {
          // Two words more, so that two rejections can be followed.
          const { deck, used } = injected(raw(), [first, second, 255, 255], 8, 3);
          expect(deck).toEqual(drawFrom([first, second, 255, 255], 3, 8).deck);
          if (used === 2) counts.set(deck.join(), (counts.get(deck.join()) ?? 0) + 1);
          else redrawn += 1;
        }
      }
      expect([...counts.values()]).toEqual(Array(6).fill(85 * 128));
      expect(redrawn).toBe(256);
    });

    it('follows the rejection branch wherever words are rejected', () => {
      const word = fc.oneof(fc.nat(0xffff), fc.constant(0), fc.nat(3));
      fc.assert(
        fc.property(fc.array(word, { minLength: 200, maxLength: 200 }), (words) => {
          const expected = drawFrom([...words, ...Array(51).fill(40000)], 52, 16);
          const { deck, used } = injected(raw(), [...words, ...Array(51).fill(40000)], 16, 52);
          expect(deck).toEqual(expected.deck);
          expect(used).toBe(expected.wordsUsed);
        }),
        { seed: 20261130, numRuns: 200 },
      );
    });
  });
}
