/** Where a studio must look (issue 6): each warning appears at its threshold and not before it. */
import { describe, expect, it } from 'vitest';
import type { BonusSheet } from '../../math/bonus.ts';
import { warningsOf } from '../../math/warning.ts';

type Sheet = Parameters<typeof warningsOf>[0];

const QUIET: Sheet = {
  houseEdge: 0.05,
  returnOnAnte: 0.95,
  returnOnStake: 0.975,
  bonus: null,
  exposure: {
    mostWon: 201,
    odds: 1e-6,
    mostLost: 4,
    oddsOfMostLost: 0.1,
    byRules: { mostWonAtMost: 201, mostLostAtMost: 4, bonusMost: null },
  },
  terms: [],
  lines: [],
  caps: [],
  secondBox: null,
};
const BONUS: BonusSheet = {
  kind: 'odds',
  stake: null,
  return: 0.95,
  houseEdge: 0.05,
  hitFrequency: 0.03,
  stdDev: 10,
  breakEven: null,
  rows: [{ category: 'royal-flush', pays: 100, hands: 4, probability: 1.5e-6 }],
  forfeitedByExchange: false,
  method: 'exact',
};
const of = (change: Partial<Sheet>): string[] => warningsOf({ ...QUIET, ...change });
const ofBonus = (change: Partial<BonusSheet>): string[] => of({ bonus: { ...BONUS, ...change } });

describe('warnings', () => {
  it('a sound game has none', () => {
    expect(of({})).toEqual([]);
    expect(ofBonus({})).toEqual([]);
  });

  it.each([
    [0.9, []],
    [0.8999, ['90 %']],
    [0.8299, ['83 %', '90 %']],
    [0.7499, ['75 %', '83 %', '90 %']],
  ] as const)('a bet that returns %f is below %j', (back, floors) => {
    for (const found of [of({ returnOnStake: back }), ofBonus({ return: back })]) {
      expect(found).toHaveLength(floors.length === 0 ? 0 : 1);
      expect(found[0] ?? '').toContain(floors.join(', '));
    }
  });

  it('insurance is a bet of its own; fees and the ante are not', () => {
    const line = { frequency: 0.1, averageStake: 0.1, net: -0.05, return: 0.5 };
    expect(of({ lines: [{ ...line, line: 'insurance' }] })[0]).toContain(
      'the bet insurance returns',
    );
    expect(of({ lines: [{ ...line, line: 'ante' }] })).toEqual([]);
  });

  it('optimal play that beats the house, with one box or two', () => {
    expect(of({ houseEdge: 0 })).toEqual([]);
    expect(of({ houseEdge: -0.001 })[0]).toContain('optimal play beats the house');
    const second = {
      gain: 0.06,
      standardError: 0.001,
      frequency: 0.1,
      rounds: 1000,
      method: 'simulation',
      bound: 'house-edge-at-most',
    } as const;
    expect(of({ secondBox: { ...second, houseEdge: 0.01 } })).toEqual([]);
    expect(of({ secondBox: { ...second, houseEdge: -0.01 } })[0]).toContain('a second open box');
  });

  it('a fixed bonus whose stake favours the player', () => {
    const found = ofBonus({ kind: 'fixed', stake: 1000, return: 1.0578, breakEven: 1057.777 });
    expect(found).toEqual([
      'the bonus bet favours the player at a stake of 1000; it breaks even at 1057.777',
    ]);
  });

  it('awards rarer than 1 in 100 million, and awards that nobody wins', () => {
    const exposure = { ...QUIET.exposure, odds: 0.99e-8 };
    expect(of({ exposure })[0]).toContain('rarer than 1 in 100 million (1 in 101,010,101)');
    expect(of({ exposure: { ...exposure, odds: 1e-8 } })).toEqual([]);
    const row = { category: 'royal-flush', pays: 100 } as const;
    expect(ofBonus({ rows: [{ ...row, hands: 4, probability: 1e-9 }] })[0]).toContain('rarer');
    expect(ofBonus({ rows: [{ ...row, hands: 0, probability: 0 }] })[0]).toContain('no hand wins');
  });

  it('a term that is not exact, and a bonus that an exchange forfeits', () => {
    const term = {
      term: 'exchange',
      status: 'left-out',
      bound: 'house-edge-at-most',
      detail: 'x',
    } as const;
    expect(of({ terms: [term] })[0]).toContain('not exact: exchange');
    expect(of({ terms: [term] })[0]).toContain('at most what is stated');
    const sampled = {
      term: 'dealer-exchange',
      status: 'estimated',
      bound: null,
      detail: 'y',
    } as const;
    expect(of({ terms: [sampled] })[0]).toBe('not exact: dealer-exchange: y');
    expect(ofBonus({ forfeitedByExchange: true })[0]).toContain('forfeits the bonus');
  });
});
