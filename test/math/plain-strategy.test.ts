/** Simplified strategies against the figures published for the game without exchange (game-math.md §4.2). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createCore } from '../../engine/core.ts';
import { readRuleset } from '../../engine/library.ts';
import { strategyCosts } from '../../math/plain-strategy.ts';

const require = createRequire(import.meta.url);
const core = createCore(readFileSync(require.resolve('#build/core.wasm')));
const wasm = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));
const ruleset = (id: string) =>
  readRuleset(id, readFileSync(require.resolve(`#rulesets/${id}.json`), 'utf8'));
const OPTIMAL = 1_041_372_912_372 / 19_933_230_517_200;

describe('plain strategies without exchange: game-math.md §4.2', () => {
  const costs = strategyCosts(wasm, core, ruleset('caribbean-stud'), OPTIMAL);
  const of = (id: string) => costs.find((one) => one.id === id);

  for (const [id, edge, digits, risk] of [
    ['pair-or-better', 0.0546962, 7, 0.02738],
    ['ace-king-or-better', 0.0568197, 7, 0.02672],
    ['always-bet', 0.1660724, 7, 0.05536],
    ['ace-king-jack-83', 0.05316, 5, 0.02596],
    ['pair-or-matching', 0.05334, 5, 0.02616],
    ['ace-king-rules', 0.05225, 5, 0.02554],
  ] as const) {
    it(`${id} has the published house edge and element of risk`, () => {
      expect(of(id)?.houseEdge).toBeCloseTo(edge, digits);
      expect(of(id)?.elementOfRisk).toBeCloseTo(risk, 5);
      expect(of(id)?.cost).toBeCloseTo((of(id)?.houseEdge ?? 0) - OPTIMAL, 14);
    });
  }

  it('lists no exchange where there is none, and costs something everywhere', () => {
    expect(of('never-exchange')).toBeUndefined();
    for (const { cost } of costs) expect(cost).toBeGreaterThan(0);
  });
});

it('never exchanging is the game without exchange, digit for digit', () => {
  const costs = strategyCosts(wasm, core, ruleset('oasis-poker'), 0.0103715);
  const never = costs.find(({ id }) => id === 'never-exchange');
  expect(never?.houseEdge).toBeCloseTo(OPTIMAL, 15);
});
