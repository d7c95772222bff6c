/**
 * The golden values of NIST's reference code as a self-test of every report: 914 p-values in NIST mode,
 * 26 that do not apply. The data stand in test/vectors/sts, found from the root of the package.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Golden } from '../raw.ts';
import { BATTERY, runSequence } from './index.ts';
import type { Statistics } from './statistics.ts';

/** A row of golden-sts.json, as far as it is used. */
interface Row {
  readonly sample: string;
  readonly n: number;
  readonly test: string;
  readonly pvalues: readonly number[];
  readonly applicable?: boolean;
}

/** Largest relative difference from the 17-digit values. */
const TOLERANCE = 1e-9;

/** Compares every value; a row that cannot be compared is wrong. */
export function goldenCheck(statistics: Statistics): Golden {
  const root = dirname(createRequire(import.meta.url).resolve('#package'));
  const folder = join(root, 'test', 'vectors', 'sts');
  const rows: readonly Row[] = JSON.parse(readFileSync(join(folder, 'golden-sts.json'), 'utf8'));
  const wrong: string[] = [];
  let checked = 0;
  for (const sample of new Set(rows.map((row) => row.sample))) {
    const own = rows.filter((row) => row.sample === sample);
    const n = own[0]?.n ?? 0;
    const result = runSequence(statistics, readFileSync(join(folder, `${sample}.1e6.bin`)), n);
    for (const row of own) {
      const p = result[BATTERY.findIndex((test) => test.nist === row.test)]?.nist ?? null;
      const applies = row.applicable !== false;
      if (applies !== (p !== null) || (p !== null && p.length !== row.pvalues.length)) {
        wrong.push(`${sample} ${row.test}`);
        continue;
      }
      (p ?? []).forEach((value, i) => {
        checked++;
        const right = row.pvalues[i] ?? Number.NaN;
        if (!(Math.abs(value - right) <= TOLERANCE * right))
          wrong.push(`${sample} ${row.test} ${i}`);
      });
    }
  }
  return { checked, wrong };
}
