/**
 * The exact solver against the slow one on whole reduced decks, every ruleset: mean, decisions and the
 * probability of every net result. Twenty cards with exchanges of up to two cards (the dealer exchange
 * is exact there), and three where there is none.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { agree } from '../math/reduced.ts';
import { RULESETS } from '../rulesets.ts';

const wasm = new Uint8Array(
  readFileSync(createRequire(import.meta.url).resolve('#build/math.wasm')),
);

describe.each(['2TJQA', '5689K'])('the deck of %s', (ranks) => {
  for (const rules of RULESETS) {
    // Of 2TJQA the dealer's hands are so strong that three of a kind would fold but for the dealer
    // exchange: gains are then not additive, and the solver says so (`settled`).
    if (rules.id === 'oasis-stud-exchange' && ranks === '2TJQA') continue;
    const most = rules.dealerExchange === null ? 3 : 2;
    const sizes = Math.min(most, rules.exchange?.fees.length ?? 0);
    it(`${rules.id}, exchanges of up to ${sizes}`, () => {
      expect.hasAssertions();
      agree(wasm, rules, ranks, sizes);
    }, 900_000);
  }
});
