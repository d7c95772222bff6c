/**
 * The exact solver against the slow one on the whole deck: single hands and upcards, every dealer
 * hand and every draw of one and two cards counted for itself. More of them: test/slow.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createKernel } from '../../math/kernel.ts';
import { firsts } from '../reference/decision.ts';
import { createPack } from '../reference/pack.ts';
import { createPosition } from '../reference/position.ts';
import { rulesetNamed } from '../rulesets.ts';
import { cardsIn, differences } from './agreement.ts';

const require = createRequire(import.meta.url);
const wasm = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));

describe('hand by hand on the whole deck', () => {
  for (const { id, up, two, one } of [
    {
      id: 'russian-poker',
      up: '8c',
      two: '9c 9d 9h Ks 4s',
      one: ['2c 3c 4c 5c Ac', 'Ac Kd 8h 8s 2d', 'Th 9h 8h 7h 2c'],
    },
    {
      id: 'oasis-poker-classic',
      up: 'Ah',
      two: null,
      one: ['2h 5h 9h Kh Qs', 'Ac Ad 7h 8h 9h', '3c 6d Jh Ks As', '2c 4d 7h 9s Jc'],
    },
    {
      id: 'oasis-stud-buy',
      up: '2s',
      two: null,
      one: ['2c 2d 2h 5s 5c', '3s 4s 5s 6s Kd', 'As Kd Qc Jh 9s'],
    },
  ]) {
    it(`${id} against ${up}: bet and exchanges (C3 C8 C11 O4 R2 R8 Z8)`, () => {
      // The dealer exchange and the sixth card have their own part of the solver.
      const rules = { ...rulesetNamed(id), dealerExchange: null, buy: null };
      const kernel = createKernel(wasm, rules, two === null ? 1 : 2);
      const pack = createPack(rules);
      const [open = -1] = cardsIn(up);
      const check = (hand: string, sizes: number, actionsOfThem: number) => {
        const own = cardsIn(hand);
        const actions = firsts(createPosition(pack, own, open), sizes);
        expect(actions.length).toBe(actionsOfThem);
        expect(differences(kernel, pack, own, open, actions)).toEqual([]);
      };
      for (const hand of one) check(hand, 1, 2 + 5);
      if (two !== null) check(two, 2, 2 + 5 + 10);
    });
  }
});
