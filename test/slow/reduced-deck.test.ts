/**
 * The exact solver against the slow one on whole reduced decks, every ruleset: mean, decisions and the
 * probability of every net result. Twenty cards with exchanges of up to two cards (the dealer exchange
 * is exact there), and three where there is none.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { agree } from '../math/reduced.ts';
import { RULESETS, rulesetNamed } from '../rulesets.ts';

const wasm = new Uint8Array(
  readFileSync(createRequire(import.meta.url).resolve('#build/math.wasm')),
);

describe.each(['2TJQA', '5689K'])('the deck of %s', (ranks) => {
  for (const rules of RULESETS) {
    // In so small a deck a pair may gain by this dealer exchange that would fold without it: gains are
    // then not additive, and the solver says so (`settled`). Below, pairs pay nothing.
    if (rules.id === 'oasis-stud-exchange') continue;
    const most = rules.dealerExchange === null ? 3 : 2;
    const sizes = Math.min(most, rules.exchange?.fees.length ?? 0);
    it(`${rules.id}, exchanges of up to ${sizes}`, () => {
      expect.hasAssertions();
      agree(wasm, rules, ranks, sizes);
    }, 900_000);
  }
});

it('Z9 Z10: oasis-stud-exchange whose pairs pay nothing, exchanges of up to 2', () => {
  expect.hasAssertions();
  const shipped = rulesetNamed('oasis-stud-exchange');
  agree(wasm, { ...shipped, pay: { ...shipped.pay, pair: 0, 'two-pair': 0 } }, '2TJQA', 2);
}, 900_000);
