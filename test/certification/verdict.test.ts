/** The verdict's rules, one by one, and the error rates of the whole procedure by simulation. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../certification/finding.ts';
import { finding } from '../../certification/finding.ts';
import { hypothesisOf, PROFILES, REGISTRY } from '../../certification/hypotheses.ts';
import { createSource } from '../../certification/planted/source.ts';
import { rawFindings, uniformityOf } from '../../certification/raw.ts';
import { decide, look, PROCEDURE_SIZE, retest } from '../../certification/verdict.ts';
import { casino } from './fixtures.ts';

const C = ['C.position', 'C.inversions', 'C.cycles', 'C.lehmer'];
const found = (p: (number | null)[]): Finding[] =>
  p.map((value, i) => finding(C[i] ?? 'C.ascents', 1000, value, ''));

describe('the registry', () => {
  it('has every profile, unique ids, four levels of a quarter of 1 %', () => {
    expect(Object.keys(REGISTRY.profiles)).toEqual([...PROFILES]);
    const ids = REGISTRY.hypotheses.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(4 * REGISTRY.procedure.alpha).toBeCloseTo(0.01, 15);
    expect(4 * REGISTRY.procedure.alpha95).toBeCloseTo(0.05, 15);
    const full = REGISTRY.profiles.full;
    expect(full.shards * full.decks).toBeGreaterThanOrEqual(2_500_000);
    expect(full.shards * full.sequences.words).toBeGreaterThanOrEqual(1_000);
    const { standard } = REGISTRY.profiles;
    expect(standard.shards * standard.decks).toBe(1_000_000);
    expect(standard.shards * standard.sequences.drbg).toBeGreaterThanOrEqual(100);
    expect(standard.bits).toBe(1_000_000);
  });

  it('names GLI’s seven tests and the CFR’s', () => {
    const aliases = REGISTRY.hypotheses.flatMap((one) => one.aliases);
    for (const name of ['total distribution', 'overlaps', 'coupon collector', 'runs']) {
      expect(aliases).toContain(`GLI ${name}`);
    }
    for (const name of ['interplay correlation', 'serial correlation', 'duplicates']) {
      expect(aliases).toContain(`GLI ${name}`);
    }
    for (const name of ['gap', 'poker', 'permutation', 'spectral', 'Kolmogorov-Smirnov']) {
      expect(aliases).toContain(`CFR ${name}`);
    }
  });

  it('judges nothing that was not registered, and nothing that is report-only', () => {
    expect(() => look([finding('C.invented', 1, 0.5, '')])).toThrow(RangeError);
    expect(() => look([finding('A.input.global-uniformity', 1, 0.5, '')])).toThrow(RangeError);
    expect(hypothesisOf('D.oasis-poker.places').family).toBe('D');
  });
});

describe('looks', () => {
  it('Holm inside the family: 0.0025 over four tests', () => {
    expect(look(found([0.0007, 0.5, 0.5, 0.5])).rejected).toEqual([]);
    expect(look(found([0.0006, 0.5, 0.5, 0.5])).rejected).toEqual(['C.position']);
    expect(look(found([0.0006, null, null, 0.5])).families[2]?.tested).toBe(2);
    expect(look(found([0.003, 0.5, 0.5, 0.5])).families[2]?.verdict95).toBe('fail');
  });

  it('pass, fail at once, undecided file, second look', () => {
    const good = look(found([0.4, 0.9]));
    expect(decide('stream', good, null).verdict).toBe('pass');
    const worst = look(found([1e-9, 0.9]));
    expect(decide('stream', worst, null).verdict).toBe('fail');
    expect(decide('file', worst, null).verdict).toBe('fail');
    const doubtful = look(found([1e-5, 0.9]));
    const answer = decide('file', doubtful, null);
    expect(answer.verdict).toBe('undecided');
    expect(answer.statement).toContain('supply a second, disjoint file');
    expect(() => decide('stream', doubtful, null)).toThrow(RangeError);
    const cleared = retest(doubtful.rejected, found([0.2, 1e-9]));
    expect(cleared.rejected).toEqual([]);
    expect(decide('stream', doubtful, cleared)).toMatchObject({ verdict: 'pass' });
    expect(decide('stream', doubtful, cleared).statement).toContain('first look');
    const again = retest(doubtful.rejected, found([0.009, 0.9]));
    expect(decide('stream', doubtful, again).verdict).toBe('fail');
  });

  it('nothing tested is no pass', () => {
    expect(decide('file', look(found([null, null])), null).verdict).toBe('undecided');
  });

  it('rejects a perfect generator at the first look in less than 1 %, and fails it hardly ever', () => {
    expect(PROCEDURE_SIZE.firstLook).toBeCloseTo(0.01, 12);
    expect(PROCEDURE_SIZE.fail).toBeCloseTo(1.04e-4, 12);
    const source = createSource(casino.core, 20);
    const ids = [
      'A.input.runs.proportion',
      'A.input.planes',
      'B.total',
      'B.gap',
      ...C,
      'D.x.places',
      'D.x.qualifies',
    ];
    let rejected = 0;
    const runs = 20_000;
    for (let r = 0; r < runs; r++) {
      const findings = ids.map((id) => finding(id, 1, (source.word() + 0.5) / 2 ** 32, ''));
      if (look(findings).rejected.length > 0) rejected++;
    }
    // Binomial(20,000, 0.01): mean 200, standard deviation 14; five of them.
    expect(rejected).toBeLessThan(200 + 70);
    expect(rejected).toBeGreaterThan(200 - 70);
  });
});

describe('E5, E9', () => {
  it('E5: ten bins 6 8 6 6 16 4 3 5 5 5 give 0.029796', () => {
    const bins = [6, 8, 6, 6, 16, 4, 3, 5, 5, 5];
    const p = bins.flatMap((count, i) => new Array<number>(count).fill(i / 10 + 0.05));
    expect(uniformityOf(p).p).toBeCloseTo(0.029796, 6);
    expect(uniformityOf(p).bins).toEqual(bins);
  });

  it('E9: a good generator’s single p below 0.01 rejects nothing', () => {
    const results = Array.from({ length: 100 }, (_, i) => ({
      bits: 1_000_000,
      tests: [{ id: 'runs', p: [(i + 0.5) / 100] }],
      fips: { blocks: 0, rejected: 0 },
    }));
    const findings = rawFindings('input', results);
    expect(findings[0]?.statistic).toBe(1);
    expect(look(findings).rejected).toEqual([]);
  });

  it('leaves out the uniformity of p that are too coarse, below 100,000 bits', () => {
    const results = (bits: number) =>
      Array.from({ length: 60 }, (_, i) => ({
        bits,
        tests: [{ id: 'dft', p: [(i + 0.5) / 60] }],
        fips: { blocks: 0, rejected: 0 },
      }));
    expect(rawFindings('input', results(10_000))[1]?.p).toBe(null);
    expect(rawFindings('input', results(1_000_000))[1]?.p).toBeGreaterThan(0.9);
  });

  it('not applicable is neither pass nor failure', () => {
    const results = [
      {
        bits: 10_000,
        tests: [{ id: 'universal', p: null, reason: 'n below 387,840' }],
        fips: { blocks: 0, rejected: 0 },
      },
    ];
    const findings = rawFindings('input', results);
    expect(findings.map((one) => one.p)).toEqual([null, null]);
    expect(findings[0]?.detail).toContain('387,840');
  });
});
