/** The golden values of SP 800-22 in NIST mode, what is corrected on purpose, and E1–E6 of the field log. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { blockFrequency } from '../../certification/battery/block-frequency.ts';
import type { SequenceResult } from '../../certification/battery/index.ts';
import { BATTERY, runSequence, runTest, summarise } from '../../certification/battery/index.ts';
import { TEMPLATES } from '../../certification/battery/non-overlapping-template.ts';
import { createStatistics } from '../../certification/battery/statistics.ts';
import { uniformityOf } from '../../certification/raw.ts';
import { igamc } from '../../certification/special.ts';
import { pack } from '../reference/sts.ts';

interface Golden {
  readonly sample: string;
  readonly test: string;
  readonly params: { readonly templateBits?: readonly string[] };
  readonly pvalues: readonly number[];
  readonly pvaluesPrinted6: readonly number[];
  readonly applicable?: boolean;
}

const folder = new URL('../vectors/sts/', import.meta.url);
const golden: readonly Golden[] = JSON.parse(
  readFileSync(new URL('golden-sts.json', folder), 'utf8'),
);
const N = 1_000_000;
const SAMPLES = ['pi', 'e', 'sqrt2', 'sqrt3', 'sha1'];
const statistics = createStatistics();
const results = new Map<string, SequenceResult>();
const read = (name: string) => readFileSync(new URL(`${name}.1e6.bin`, folder));

beforeAll(() => {
  for (const name of SAMPLES) results.set(name, runSequence(statistics, read(name), N));
});

function outcome(sample: string, nist: string) {
  const found = results.get(sample)?.[BATTERY.findIndex((test) => test.nist === nist)];
  if (found === undefined) throw new Error(`${sample} ${nist}`);
  return found;
}

/** The outcome of one test on a short text of bits, whatever its minimum. */
function short(id: string, text: string, params = {}) {
  const test = BATTERY.find((one) => one.id === id);
  if (test === undefined) throw new Error(id);
  const bits = [...text].map(Number);
  statistics.begin(pack(bits), bits.length);
  return test.run(statistics, bits.length, { ...test.parameters(bits.length), ...params });
}

const PI_TEXT = () =>
  [...read('pi').subarray(0, 125)].map((byte) => byte.toString(2).padStart(8, '0')).join('');

describe('golden values', () => {
  it('holds all 914 applicable p-values, to 6 decimals and to 1e-9 relative', () => {
    let checked = 0;
    const wrong: string[] = [];
    for (const entry of golden) {
      const { nist } = outcome(entry.sample, entry.test);
      if (nist === null) continue;
      expect(nist.length, entry.test).toBe(entry.pvalues.length);
      entry.pvalues.forEach((p, i) => {
        checked++;
        const own = nist[i] ?? Number.NaN;
        const close = Math.abs(own - p) <= 1e-9 * p;
        const printed = own.toFixed(6) === (entry.pvaluesPrinted6[i] ?? -1).toFixed(6);
        if (!close || !printed) wrong.push(`${entry.sample} ${entry.test} ${i}: ${own} v ${p}`);
      });
    }
    expect(wrong).toEqual([]);
    expect(checked).toBe(914);
  });

  it("calls sha1's excursion tests not applicable, never p = 0", () => {
    for (const test of ['RandomExcursions', 'RandomExcursionsVariant']) {
      const found = outcome('sha1', test);
      expect(found).toMatchObject({ nist: null, corrected: null });
      expect('reason' in found && found.reason).toContain('J = 412');
    }
    expect(golden.filter((entry) => entry.applicable === false)).toHaveLength(2);
  });

  it('has the 148 templates in the order of the file', () => {
    const listed = golden.find((entry) => entry.test === 'NonOverlappingTemplate');
    expect(TEMPLATES.map((one) => one.toString(2).padStart(9, '0'))).toEqual(
      listed?.params.templateBits,
    );
  });

  it('corrects longest run and linear complexity by exact constants (batteries.md §3)', () => {
    const right = {
      pi: [0.027295, 0.246801],
      e: [0.718366, 0.826202],
      sqrt2: [0.013472, 0.321866],
      sqrt3: [0.464612, 0.338199],
    };
    for (const [sample, [longest, complexity]] of Object.entries(right)) {
      expect(outcome(sample, 'LongestRun').corrected?.[0]).toBeCloseTo(longest ?? -1, 6);
      expect(outcome(sample, 'LinearComplexity').corrected?.[0]).toBeCloseTo(complexity ?? -1, 6);
    }
  });

  it('has the exact classes of overlapping templates and of the longest run', () => {
    const law = (id: string) => BATTERY.find((test) => test.id === id)?.parameters(N)['constants'];
    const overlapping = [0.36409105, 0.1856589, 0.13938113, 0.10057114, 0.07043233, 0.13986545];
    const longest = [
      0.08663231, 0.20820065, 0.24841858, 0.19391279, 0.12145849, 0.06801109, 0.0733661,
    ];
    const distance = (id: string, right: readonly number[]) =>
      Math.max(...right.map((p, i) => Math.abs((law(id) as readonly number[])[i]! - p)));
    expect(distance('overlapping-template', overlapping)).toBeLessThan(1e-8);
    expect(distance('longest-run', longest)).toBeLessThan(1e-8);
  });
});

describe('field log E', () => {
  it('E1: cumulative sums of extreme and short input', () => {
    const ones = short('cumulative-sums', '1'.repeat(1000));
    expect(ones.nist?.[0]).toBeCloseTo(8.98e-220, 222);
    expect((ones.nist?.[0] ?? 0) / 8.98e-220).toBeCloseTo(1, 2);
    expect((ones.corrected?.[0] ?? 0) / (4 * 8.98e-220)).toBeCloseTo(1, 2);
    const half = short('cumulative-sums', '1'.repeat(500) + '0'.repeat(500));
    expect((half.nist?.[0] ?? 0) / 1.298e-56).toBeCloseTo(1, 3);
    expect(short('frequency', '1'.repeat(500) + '0'.repeat(500)).nist).toEqual([1]);
    expect(short('cumulative-sums', '1011010111').nist?.[0]).toBeCloseTo(0.411659, 6);
    const pi = short('cumulative-sums', PI_TEXT().slice(0, 100)).nist ?? [];
    expect(pi[0]).toBeCloseTo(0.219194, 6);
    expect(pi[1]).toBeCloseTo(0.114866, 6);
  });

  it('E2: runs', () => {
    expect(short('runs', '1001101011').nist?.[0]).toBeCloseTo(0.147232, 6);
    expect(short('runs', PI_TEXT().slice(0, 100)).nist?.[0]).toBeCloseTo(0.500798, 6);
  });

  it('E2: every p lies in [0, 1]', () => {
    const all = [...results.values()].flatMap((result) =>
      result.flatMap((one) => [...(one.nist ?? []), ...(one.corrected ?? [])]),
    );
    expect(all.filter((p) => !(p >= 0 && p <= 1))).toEqual([]);
  });

  it('E3: approximate entropy with the m that is asked for', () => {
    const p = (text: string, m: number) => short('approximate-entropy', text, { m }).nist?.[0];
    expect(p('0100110101', 3)).toBeCloseTo(0.261961, 6);
    expect(p(PI_TEXT().slice(0, 100), 2)).toBeCloseTo(0.235301, 6);
  });

  it('E4: the level is printed', () => {
    expect(short('block-frequency', PI_TEXT()).nist?.[0]).toBeCloseTo(0.072108, 6);
    const two = [short('frequency', PI_TEXT()), short('frequency', PI_TEXT())];
    const test = BATTERY[0];
    expect(test && summarise(test, 1000, two).proportion).toMatchObject({
      alpha: 0.01,
      sequences: 2,
      below: [0],
    });
  });

  it('E5: uniformity with a real expectation', () => {
    const bins = [6, 8, 6, 6, 16, 4, 3, 5, 5, 5];
    const p = bins.flatMap((count, i) => new Array<number>(count).fill(i / 10 + 0.05));
    expect(uniformityOf(p).p).toBeCloseTo(0.029796, 6);
  });

  it('E6: another block length and another constant set give other p-values, both printed', () => {
    statistics.begin(read('pi'), N);
    const long = blockFrequency.run(statistics, N, { M: 16_384 });
    expect(long.nist?.[0]).toBeCloseTo(0.584952, 6);
    expect(outcome('pi', 'BlockFrequency').nist?.[0]).toBeCloseTo(0.380615, 6);
    expect(blockFrequency.parameters(N)).toEqual({ M: 128 });
  });

  it('E10: a sequence beyond the limit is refused before anything is read', () => {
    expect(() => runSequence(statistics, new Uint8Array(10_000_000), 80_000_000)).toThrow(
      RangeError,
    );
    expect(igamc(312_500, 312_600)).toBeGreaterThan(0.4);
  });

  it('universal below 387,840 bits does not apply', () => {
    statistics.begin(read('pi'), 387_839);
    const test = BATTERY.find((one) => one.id === 'universal');
    expect(test && runTest(test, statistics, 387_839)).toMatchObject({
      nist: null,
      reason: 'n = 387839; 387840 bits are needed',
    });
  });
});
