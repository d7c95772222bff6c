/** Accuracy of the special functions: against 50 digits (mpmath) and against R's algorithms. */
import { readFileSync } from 'node:fs';
import { pgamma } from 'lib-r-math.js';
import { describe, expect, it } from 'vitest';
import { finding, log10P } from '../../certification/finding.ts';
import { erfc, igamc, log10Erfc, log10Igamc } from '../../certification/special.ts';

interface Row {
  readonly f: 'igamc' | 'erfc';
  readonly a: number;
  readonly x: number;
  readonly value: string;
  readonly log10: string;
}

const rows: readonly Row[] = JSON.parse(
  readFileSync(new URL('../reference/special-table.json', import.meta.url), 'utf8'),
);

const value = ({ f, a, x }: Row) => (f === 'igamc' ? igamc(a, x) : erfc(x));
const log10 = ({ f, a, x }: Row) => (f === 'igamc' ? log10Igamc(a, x) : log10Erfc(x));

/** Largest relative errors that are certified: Cephes loses digits as a grows. */
function permitted({ f, a }: Row): number {
  if (f === 'erfc' || a <= 8192) return 1e-10;
  return a <= 100_000 ? 1e-9 : 1e-7;
}

describe('special functions', () => {
  it('agree with the table of 50 digits', () => {
    const wrong = rows.filter((row) => {
      const right = Number(row.value);
      return right > 1e-300 && Math.abs(value(row) - right) > permitted(row) * right;
    });
    expect(wrong.map((row) => `${row.f} ${row.a} ${row.x}: ${value(row)} v ${row.value}`)).toEqual(
      [],
    );
    expect(rows.length).toBeGreaterThan(140);
  });

  it('give log10 where the value itself underflows', () => {
    const deep = rows.filter((row) => Number(row.value) < 1e-300);
    expect(deep.length).toBeGreaterThan(5);
    for (const row of rows) {
      const right = Number(row.log10);
      expect(Math.abs(log10(row) - right), `${row.f} ${row.a} ${row.x}`).toBeLessThan(
        1e-9 * Math.max(1, Math.abs(right)) + permitted(row),
      );
    }
  });

  it("agree with R's pgamma", () => {
    for (const row of rows.filter((one) => one.f === 'igamc' && Number(one.value) > 1e-300)) {
      const own = igamc(row.a, row.x);
      const other = pgamma(row.x, row.a, 1, undefined, false);
      expect(Math.abs(own - other), `${row.a} ${row.x}`).toBeLessThan(permitted(row) * other * 2);
    }
  });
});

describe('log10 of a finding', () => {
  const log = (p: number | null, statistic: number | null, df: number | null) =>
    log10P(finding('A.drbg.frequency.uniformity', 1, p, '', statistic, df));

  it('is that of p, and of the chi-square tail where p is 0 in doubles', () => {
    expect(log(0.001, null, null)).toBeCloseTo(-3, 14);
    expect(log(0, 20_000, 51)).toBeCloseTo(log10Igamc(25.5, 10_000), 9);
    expect(log(0, 20_000, 51)).toBeLessThan(-4_000);
    expect(log(null, 900, 51)).toBeNull();
    expect(log(igamc(25.5, 450), 900, 51)).toBeCloseTo(log10Igamc(25.5, 450), 9);
  });

  it('is null where the p of an exact or joined law is 0', () => {
    expect(log(0, null, null)).toBeNull();
    expect(log(0, 5_000, 1)).toBeNull();
  });
});
