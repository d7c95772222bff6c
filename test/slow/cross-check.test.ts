/**
 * The exact solver against the slow one, more of test/math/cross-check.test.ts: twenty dealt hands of
 * every ruleset on the whole deck, bet and every exchange of one and two cards; and the slow solver
 * without what it saves by.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createKernel } from '../../math/kernel.ts';
import { seeded, shuffled } from '../games.ts';
import { differences } from '../math/agreement.ts';
import { firsts } from '../reference/decision.ts';
import { cardsOf, createPack } from '../reference/pack.ts';
import { createPosition } from '../reference/position.ts';
import type { Ratio } from '../reference/ratio.ts';
import { solveSlowly } from '../reference/whole-game.ts';
import { RULESETS, rulesetNamed } from '../rulesets.ts';

const require = createRequire(import.meta.url);
const wasm = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));
const UPCARDS = 4;
const HANDS_EACH = 5;

describe('dealt hands on the whole deck', () => {
  for (const [number, shipped] of RULESETS.entries()) {
    it(`${shipped.id} (C3 C8 C11 O4 R2 R8 Z8 Z9)`, () => {
      // The dealer exchange and the sixth card have their own part of the solver.
      const rules = { ...shipped, dealerExchange: null, buy: null };
      const sizes = Math.min(2, rules.exchange?.fees.length ?? 0);
      const kernel = createKernel(wasm, rules, sizes);
      const pack = createPack(rules);
      const next = seeded(1 + number);
      for (let i = 0; i < UPCARDS; i++) {
        const up = next(52);
        for (let k = 0; k < HANDS_EACH; k++) {
          const own = shuffled(next)
            .filter((card) => card !== up)
            .slice(0, 5);
          const actions = firsts(createPosition(pack, own, up), sizes);
          expect(differences(kernel, pack, own, up, actions), own.join()).toEqual([]);
        }
      }
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
