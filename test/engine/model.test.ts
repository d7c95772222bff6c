/** Whole rounds against a plain model, and decks that do not repeat; a failure prints its seed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardText } from '../../engine/card.ts';
import { resultOf } from '../../engine/result.ts';
import { core, library, seeded } from '../games.ts';
import { playPlainly } from '../reference/round.ts';
import { played } from './played.ts';

describe('random rounds equal the plain model', () => {
  for (const [id, { game, ruleset }] of library) {
    it(`C12: ${id}, with and without a cap`, () => {
      const property = fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        fc.constantFrom(null, 1, 137, 5_000),
        (seed, maxPayout) => {
          const { round, stakes, deck } = played(game, seeded(seed), { maxPayout });
          const plain = playPlainly(ruleset, maxPayout, deck, stakes, round.decisions);
          const result = resultOf(round);
          if (result.status !== 'settled') throw new Error('open');
          expect(result.dealer.cards).toEqual(plain.dealer.map(cardText));
          expect(result.dealer.exchanged).toHaveLength(plain.swaps);
          const ours = result.boxes.map((box) => [
            box.cards,
            box.outcome,
            BigInt(box.staked),
            BigInt(box.returned),
          ]);
          const theirs = plain.boxes.map((box) => [
            box.cards.map(cardText),
            box.outcome,
            box.staked,
            box.returned,
          ]);
          expect(ours).toEqual(theirs);
        },
      );
      fc.assert(property, { seed: 20261130, numRuns: 500 });
    });
  }
});

describe('A4 of the field log', () => {
  it('a million decks of 256-bit keys, none twice', () => {
    core.drbg.instantiate(
      new Uint8Array(32).fill(4),
      new Uint8Array(16).fill(4),
      new Uint8Array(0),
    );
    const seen = new Set<bigint>();
    const DECKS = 1_000_000;
    const KEYS = 2_000;
    for (let done = 0; done < DECKS; done += KEYS) {
      const keys = core.drbg.generate(KEYS * 32);
      for (let k = 0; k < KEYS; k++) {
        let name = 0n;
        for (const card of core.shuffle(keys.subarray(32 * k, 32 * k + 32), 10)) {
          name = (name << 6n) | BigInt(card);
        }
        seen.add(name);
      }
    }
    core.drbg.uninstantiate();
    // Ten cards in order: 5.7·10^16 possibilities, so that chance alone repeats once in 10^5 runs.
    expect(seen.size).toBe(DECKS);
  });
});
