/**
 * The exact solver against the slow one, more of test/math/cross-check.test.ts: twelve dealt hands of
 * every ruleset on the whole deck, every action up to one card, and exchanges of two and three with
 * all that follows; and the slow solver without what it saves by.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createKernel } from '../../math/kernel.ts';
import { seeded, shuffled } from '../games.ts';
import { cardsIn, differences } from '../math/agreement.ts';
import { firsts, setsUpTo, sizeOf } from '../reference/decision.ts';
import { cardsOf, createPack } from '../reference/pack.ts';
import { createPosition } from '../reference/position.ts';
import type { Ratio } from '../reference/ratio.ts';
import { solveSlowly } from '../reference/whole-game.ts';
import { RULESETS, rulesetNamed } from '../rulesets.ts';

const require = createRequire(import.meta.url);
const wasm = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));
const UPCARDS = 4;
const HANDS_EACH = 3;

/** A dealt hand and upcard of the seed. */
function* deals(seed: number): Generator<{ own: number[]; up: number }> {
  const next = seeded(seed);
  for (let i = 0; i < UPCARDS; i++) {
    const up = next(52);
    for (let k = 0; k < HANDS_EACH; k++) {
      const cards = shuffled(next).filter((card) => card !== up);
      yield { own: cards.slice(0, 5), up };
    }
  }
}

describe('dealt hands on the whole deck', () => {
  for (const [number, rules] of RULESETS.entries()) {
    const most = rules.exchange?.fees.length ?? 0;
    const kernel = createKernel(wasm, rules, Math.min(3, most));
    const pack = createPack(rules);

    it(`${rules.id}: bet, bought card, one card (C3 C8 C11 O4 R2 R8 R9 Z8 Z9 Z10)`, () => {
      for (const { own, up } of deals(1 + number)) {
        const actions = firsts(createPosition(pack, own, up), 1);
        expect(differences(kernel, pack, own, up, actions), own.join()).toEqual([]);
      }
    });

    it.runIf(most > 1)(`${rules.id}: two cards (O4 R2 R8 R9 Z8 Z10)`, () => {
      // A pair and three cards to a flush: hands that gain by the dealer exchange come often.
      const own = cardsIn('8d Jd Qc Qd 3h');
      const [up = -1] = cardsIn('Ah');
      const sets = setsUpTo(2).filter((set) => sizeOf(set) === 2);
      const actions = sets.map((set) => ({ action: 'exchange', set }) as const);
      expect(differences(kernel, pack, own, up, actions)).toEqual([]);
    });

    it.runIf(most > 2)(`${rules.id}: three cards, suits and all (O4 R2 R8 R9)`, () => {
      const own = cardsIn('3h 8d Jd Qc Qd').sort((a, b) => a - b);
      const [up = -1] = cardsIn('Ah');
      // The pair stays.
      const action = { action: 'exchange', set: 0b00111 } as const;
      expect(differences(kernel, pack, own, up, [action])).toEqual([]);
    });
  }
});

it('C1: a reduced pack hand for itself, without renaming suits, gives the same', () => {
  const table = createPack(rulesetNamed('oasis-poker'), cardsOf('TJQA'));
  const once = solveSlowly(table, 1);
  const each = solveSlowly(table, 1, undefined, false);
  const sorted = <T>(map: ReadonlyMap<T, Ratio | bigint>) => [...map].sort();
  expect(each.mean).toEqual(once.mean);
  expect(sorted(each.decisions)).toEqual(sorted(once.decisions));
  expect(sorted(each.nets)).toEqual(sorted(once.nets));
});
