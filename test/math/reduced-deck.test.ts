/**
 * The exact solver against the slow one (test/reference/whole-game.ts) on a whole reduced deck: mean,
 * decisions and the probability of every net result. More decks and larger exchanges: test/slow.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { rulesetNamed } from '../rulesets.ts';
import { agree } from './reduced.ts';

const wasm = new Uint8Array(
  readFileSync(createRequire(import.meta.url).resolve('#build/math.wasm')),
);

it('R2–R9: russian-poker on twenty cards, a sixth card, one exchanged, insurance, dealer exchange', () => {
  expect.hasAssertions();
  agree(wasm, rulesetNamed('russian-poker'), '2TJQA', 1);
}, 120_000);

it('O4: a bet that is forced from one exchanged card on is forced behind two', () => {
  expect.hasAssertions();
  const shipped = rulesetNamed('oasis-poker-classic');
  const exchange = { ...shipped.exchange!, forcedBetAt: 1 };
  agree(wasm, { ...shipped, exchange }, '2TJQA', 2);
}, 120_000);
