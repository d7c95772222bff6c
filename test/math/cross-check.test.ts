/**
 * The exact solver against the slow one on the whole deck: single hands and upcards, every dealer
 * hand, dealer exchange, bought card and draw counted for itself. More of them: test/slow.
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
      // The pair stays with the ace.
      two: { hand: '2d 8h 8s Kd Ac', set: 9 },
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
    it(`${id} against ${up}: every action (C3 C8 C11 O4 R2 R8 R9 Z8)`, () => {
      const rules = rulesetNamed(id);
      const kernel = createKernel(wasm, rules, 2);
      const pack = createPack(rules);
      const [open = -1] = cardsIn(up);
      for (const hand of one) {
        const own = cardsIn(hand);
        const actions = firsts(createPosition(pack, own, open), 1);
        expect(actions.length).toBe(2 + Number(rules.buy !== null) + 5);
        expect(differences(kernel, pack, own, open, actions)).toEqual([]);
      }
      if (two === null) return;
      const own = cardsIn(two.hand);
      const action = { action: 'exchange', set: two.set } as const;
      expect(differences(kernel, pack, own, open, [action])).toEqual([]);
    });
  }
});
