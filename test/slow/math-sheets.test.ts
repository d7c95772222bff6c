/**
 * The sheets of all eight rulesets, whole: published figures (game-math.md §4), sums that must close,
 * and play through the core within its error.
 */
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Par } from '../../math/study.ts';
import { study } from '../../math/study.ts';
import { loadSubject } from '../../math/subject.ts';

const OPTIONS = {
  quick: false,
  rounds: 2_000_000,
  seed: 'slow',
  bonusStake: 2_000,
  sizes: 3,
  workers: Math.min(13, availableParallelism()),
  maxPayout: null,
};
const IDS = [
  'caribbean-stud',
  'oasis-poker',
  'oasis-poker-classic',
  'oasis-stud',
  'oasis-stud-buy',
  'oasis-stud-exchange',
  'russian-poker',
  'russian-poker-classic',
] as const;

/** Figures that somebody published, or that were worked out by another program: [value, digits]. */
const PUBLISHED: { readonly [id: string]: (par: Par) => readonly [number, number, number][] } = {
  'caribbean-stud': (par) => [
    [par.houseEdge, 0.052243058, 9],
    [par.elementOfRisk, 0.0255529, 7],
    [par.stdDev, 2.24295, 6],
    [par.averageStake, 2.0445095, 7],
    [par.hitFrequency.netAboveZero, 0.38545, 5],
    [par.decisions['bet'] ?? 0, 0.5222548, 7],
  ],
  'oasis-poker': (par) => [
    [par.houseEdge, 0.010371534, 9],
    [par.elementOfRisk, 0.004749371, 9],
    [par.averageStake, 2.183769859, 9],
    [par.stdDev, 2.497463, 6],
    [par.decisions['fold'] ?? 0, 0.40563, 6],
    [par.decisions['bet'] ?? 0, 0.510396, 6],
    [par.decisions['exchange-1'] ?? 0, 0.083974, 6],
    [par.hitFrequency.netAboveZero, 0.393343, 6],
  ],
  'oasis-stud-buy': (par) => [
    [par.houseEdge, 0.011593838, 9],
    [par.elementOfRisk, 0.005343077, 9],
    [par.averageStake, 2.169880526, 9],
    [par.stdDev, 2.490708, 6],
    [par.decisions['fold'] ?? 0, 0.410299, 6],
    [par.decisions['bet'] ?? 0, 0.505153, 6],
    [par.decisions['exchange-1'] ?? 0, 0.084548, 6],
    [par.hitFrequency.netAboveZero, 0.390785, 6],
  ],
};

describe.each(IDS)('%s', (id) => {
  it('has the published figures, sums that close, and plays as it says', async () => {
    let clock = 0;
    const note = (line: string) => process.stderr.write(`${id}: ${line}\n`);
    const { par } = await study(loadSubject(id), OPTIONS, () => clock++, note);
    for (const [found, published, digits] of PUBLISHED[id]?.(par) ?? []) {
      expect(found).toBeCloseTo(published, digits);
    }
    const total = par.netDistribution.reduce((sum, d) => sum + d.probability, 0);
    expect(total).toBeCloseTo(1, 12);
    const decided = Object.values(par.decisions).reduce((a, b) => a + b, 0);
    expect(decided).toBeCloseTo(1, 12);
    const lines = par.lines.reduce((sum, { net }) => sum + net, 0);
    expect(lines).toBeCloseTo(-par.houseEdge, 12);
    if (par.method === 'exact') {
      const mean = par.netDistribution.reduce((sum, d) => sum + d.net * d.probability, 0);
      expect(mean).toBeCloseTo(-par.houseEdge, 11);
    }
    for (const { cost } of par.strategies) expect(cost).toBeGreaterThan(-1e-12);
    expect(Math.abs(par.simulation?.z ?? 9)).toBeLessThan(4.5);
  });
});
