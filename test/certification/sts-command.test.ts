/** `chemmy sts` as a user runs it: its JSON, its formats, bad input; field log E7 and E8. */
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { StsReport } from '../../certification/sts.ts';
import { main } from '../../certification/sts.ts';

const PI = fileURLToPath(new URL('../vectors/sts/pi.1e6.bin', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'chemmy-sts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function run(...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(argv, {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
  });
  return { code, out: out.join(''), err: err.join('') };
}

async function report(...argv: string[]): Promise<StsReport> {
  const { code, out } = await run(...argv, '--json');
  expect(code).toBe(0);
  return JSON.parse(out);
}

const text = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');

describe('chemmy sts', () => {
  it('gives the JSON of the issue', async () => {
    const made = await report(PI, '--bits', '1000000', '--sequences', '1');
    expect(made).toMatchObject({ n: 1_000_000, sequences: 1, bitOrder: 'msb-first' });
    expect(made.tests).toHaveLength(15);
    expect(made.tests[0]).toEqual({
      id: 'frequency',
      nist: 'Frequency',
      params: {},
      minimum: 100,
      applicable: true,
      pValues: { nist: [[0.5782108547724232]], corrected: [[0.5782108547724232]] },
      log10: {
        nist: [[Math.log10(0.5782108547724232)]],
        corrected: [[Math.log10(0.5782108547724232)]],
      },
      proportion: null,
      uniformity: null,
    });
    const count = made.tests.reduce((sum, test) => sum + (test.pValues.nist[0]?.length ?? 0), 0);
    expect(count).toBe(188);
  });

  it('says what does not apply, and why', async () => {
    const made = await report(PI, '--bits', '8000', '--sequences', '60');
    const universal = made.tests.find((test) => test.id === 'universal');
    expect(universal).toMatchObject({
      applicable: false,
      reason: 'n = 8000; 387840 bits are needed',
      proportion: null,
      uniformity: null,
    });
    expect(universal?.pValues.nist).toEqual(new Array(60).fill(null));
    const frequency = made.tests[0];
    expect(frequency?.proportion).toMatchObject({ alpha: 0.01, sequences: 60 });
    expect(frequency?.uniformity?.p).toHaveLength(1);
  });

  it('gives the same from text as from packed bits, whatever the line ends (E7)', async () => {
    const bytes = readFileSync(PI).subarray(0, 2500);
    const lines = text(bytes).replace(/(.{61})/g, '$1\r\n');
    const ascii = file('pi.txt', `${lines}\n`);
    const raw = await report(PI, '--bits', '10000', '--sequences', '2');
    expect(await report(ascii, '--bits', '10000', '--sequences', '2', '--format', 'ascii')).toEqual(
      raw,
    );
  });

  it('warns of text that is read as raw bits (E7)', async () => {
    const path = file('as-raw.txt', '01'.repeat(512) + '\r\n');
    const args = ['--bits', '8208', '--sequences', '1'];
    const { code, err, out } = await run(path, ...args, '--json');
    expect(code).toBe(0);
    expect(err).toMatch(/looks like text of 0 and 1 \(4 distinct bytes\)/);
    expect(JSON.parse(out).tests[0].pValues.nist[0][0] / 5.3e-253).toBeCloseTo(1, 1);
    const bits = await report(path, '--bits', '1024', '--sequences', '1', '--format', 'ascii');
    expect(bits.tests[0]?.pValues.nist[0]).toEqual([1]);
    expect((await run(PI, ...args)).err).toBe('');
  });

  it('prints a table for people', async () => {
    const { code, out } = await run(PI, '--bits', '100000', '--sequences', '2');
    expect(code).toBe(0);
    expect(out).toContain('universal');
    expect(out).toContain('not applicable: n = 100000; 387840 bits are needed');
    expect(out).toContain('block-frequency: {"M":128}, from 128 bits');
    expect(out).toContain('log10 p');
  });

  it('gives the same report for any number of workers', async () => {
    const args = [PI, '--bits', '40000', '--sequences', '9'];
    const here = await report(...args, '--workers', '0');
    for (const workers of ['1', '3']) {
      expect(await report(...args, '--workers', workers)).toEqual(here);
    }
  });

  it('answers bad input with one line and exit 2', async () => {
    mkdirSync(join(folder, 'dir'), { recursive: true });
    const bad = file('bad.txt', `${'01'.repeat(400)}2${'01'.repeat(400)}`);
    const blank = file('blank.txt', `${'01'.repeat(100)}${' '.repeat(2000)}`);
    const cases: string[][] = [
      [],
      [PI],
      [PI, '--bits'],
      [PI, '--bits', '99'],
      [PI, '--bits', '1e6'],
      [PI, '--bits', '80000000'],
      [PI, '--bits', '1000', '--bits', '1000'],
      [PI, '--bits', '1000', '--sequences', '0'],
      [PI, '--bits', '1001', '--sequences', '2'],
      [PI, '--bits', '1000', '--format', 'decks'],
      [PI, '--bits', '1000', '--nonsense'],
      [PI, '--bits', '1000', '--workers', '65'],
      [PI, PI, '--bits', '1000'],
      [PI, '--bits', '1000000', '--sequences', '2'],
      [join(folder, 'nowhere\nelse'), '--bits', '1000'],
      [join(folder, 'dir'), '--bits', '1000'],
      [bad, '--bits', '1000', '--format', 'ascii'],
      [blank, '--bits', '1000', '--format', 'ascii'],
      [file('empty', ''), '--bits', '1000'],
    ];
    for (const argv of cases) {
      const { code, out, err } = await run(...argv, '--json');
      expect([code, out], argv.join(' ')).toEqual([2, '']);
      expect(err, argv.join(' ')).toMatch(/^chemmy sts: [^\n]+\n$/);
    }
  });

  it('reads a file of 1 GiB in bounded memory (E8)', async () => {
    const path = join(folder, 'large.bin');
    const handle = openSync(path, 'w');
    ftruncateSync(handle, 2 ** 30);
    closeSync(handle);
    const before = process.memoryUsage();
    const made = await report(path, '--bits', '10000', '--sequences', '200');
    expect(made.tests[0]?.pValues.nist).toHaveLength(200);
    const after = process.memoryUsage();
    const grown = after.external + after.arrayBuffers - before.external - before.arrayBuffers;
    expect(grown).toBeLessThan(128 * 2 ** 20);
  });
});
