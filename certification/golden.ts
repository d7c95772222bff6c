/**
 * The golden vectors of SP 800-22 (pi, e, √2, √3 and NIST's SHA-1 sample, 940 p-values of the
 * reference code at 17 digits), compared in NIST mode at 1e-9 relative and six decimals. Rows that
 * are not applicable (the SHA-1 sample's excursions, which the reference prints as 0) must be null.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BATTERY, runSequence } from './battery/index.ts';
import type { Statistics } from './battery/statistics.ts';
import type { Golden } from './raw.ts';

interface Row {
  readonly sample: string;
  readonly n: number;
  readonly test: string;
  readonly pvalues: readonly number[];
  readonly applicable?: boolean;
}

const TOLERANCE = 1e-9;

export function compareGolden(statistics: Statistics): Golden {
  const resolve = createRequire(import.meta.url).resolve;
  const rows = JSON.parse(readFileSync(resolve('#vectors/sts/golden-sts.json'), 'utf8')) as Row[];
  const wrong: string[] = [];
  let checked = 0;
  for (const sample of new Set(rows.map((row) => row.sample))) {
    const own = rows.filter((row) => row.sample === sample);
    const bytes = readFileSync(resolve(`#vectors/sts/${sample}.1e6.bin`));
    const outcomes = runSequence(statistics, bytes, own[0]?.n ?? 0);
    for (const row of own) {
      const p = outcomes[BATTERY.findIndex((test) => test.nist === row.test)]?.nist ?? null;
      const name = `${sample}/${row.test}`;
      if (row.applicable === false) {
        if (p !== null) wrong.push(`${name}: not applicable, yet p`);
        continue;
      }
      if (p?.length !== row.pvalues.length) {
        wrong.push(`${name}: ${p?.length ?? 'no'} p-values`);
        continue;
      }
      row.pvalues.forEach((expected, i) => {
        checked++;
        const got = p[i] ?? Number.NaN;
        const close = Math.abs(got - expected) <= TOLERANCE * Math.abs(expected);
        if (!close || got.toFixed(6) !== expected.toFixed(6)) wrong.push(`${name}[${i}]: ${got}`);
      });
    }
  }
  return { checked, wrong };
}
