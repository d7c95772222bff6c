/** `chemmy certify`: the smoke run, files good and bad, resumption, and the page's inertness. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { main } from '../../certification/certify.ts';
import { deckBlocks } from '../../certification/input.ts';
import { bytesOf, mersenneTwister } from '../../certification/planted/generators.ts';
import { naiveSwap } from '../../certification/planted/shuffles.ts';
import { createSource } from '../../certification/planted/source.ts';
import { htmlOf } from '../../certification/report/html.ts';
import { junitOf } from '../../certification/report/junit.ts';
import type { Report } from '../../certification/report/model.ts';
import { PLANTED_IDS } from '../../certification/self-test.ts';
import { casino, keptIo, SEED } from './fixtures.ts';

const CHEMMY = fileURLToPath(new URL('../../bin/chemmy.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'chemmy-certify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function certify(...argv: string[]): Promise<{ code: number; err: string }> {
  const kept = keptIo();
  const code = await main(argv, kept.io);
  return { code, err: kept.stderr() };
}

function reportOf(out: string): Report {
  return JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
}

/** Everything but times and machine, as text. */
function lasting(report: Report): string {
  return JSON.stringify({ ...report, times: null, machine: null });
}

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function goodDecks(count: number, seed: number): Uint8Array {
  const source = createSource(casino.core, seed);
  const bytes = new Uint8Array(52 * count);
  for (let t = 0; t < count; t++) {
    const deck = bytes.subarray(52 * t, 52 * t + 52);
    for (let i = 0; i < 52; i++) deck[i] = i;
    for (let i = 51; i > 0; i--) {
      const j = source.below(i + 1);
      const card = deck[i]!;
      deck[i] = deck[j]!;
      deck[j] = card;
    }
  }
  return bytes;
}

describe('the production path', () => {
  const one = join(folder, 'one');
  const two = join(folder, 'two');

  it('smoke passes, its self-test catches every planted fault, three files stand', async () => {
    const { code } = await certify(
      '--profile',
      'smoke',
      '--out',
      one,
      '--seed',
      SEED,
      '--workers',
      '0',
    );
    const report = reportOf(one);
    expect(report.verdict).toBe('pass');
    expect(code).toBe(0);
    expect(report.families.map((family) => family.id)).toEqual(['A', 'B', 'C', 'D']);
    expect(report.families.every((family) => family.verdict === 'pass')).toBe(true);
    expect(report.selfTest.planted.map((fault) => fault.id)).toEqual([...PLANTED_IDS]);
    expect(report.selfTest.planted.filter((fault) => !fault.rejected)).toEqual([]);
    expect(report.run.seedPolicy).toBe('replay');
    expect(report.subject.coreHash).toBe(casino.coreHash);
    expect(readdirSync(one).sort()).toEqual([
      'junit.xml',
      'report.html',
      'report.json',
      'runs.jsonl',
    ]);
    expect(readFileSync(join(one, 'report.html'), 'utf8')).toBe(htmlOf(report));
    expect(readFileSync(join(one, 'junit.xml'), 'utf8')).toBe(junitOf(report));
  });

  it('two worker threads give the same report, and every run is kept', async () => {
    for (const workers of ['2', '1']) {
      const { code } = await certify(
        '--profile',
        'smoke',
        '--out',
        two,
        '--seed',
        SEED,
        '--workers',
        workers,
      );
      expect(code).toBe(0);
      expect(lasting(reportOf(two))).toBe(lasting(reportOf(one)));
    }
    expect(readFileSync(join(two, 'runs.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(2);
  });

  it('a process that was killed is taken up where it was, with the same report', async () => {
    const out = join(folder, 'killed');
    const argv = ['--profile', 'smoke', '--out', out, '--seed', SEED, '--workers', '1'];
    const child = spawn(process.execPath, [CHEMMY, 'certify', ...argv], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const unfinished = join(out, `unfinished-${reportOf(one).run.id}`);
    const finished = (): string[] =>
      existsSync(unfinished) ? readdirSync(unfinished).filter((name) => name.endsWith('.bin')) : [];
    while (finished().length < 3 && child.exitCode === null) await setTimeout(20);
    child.kill('SIGKILL');
    expect((await ended)[1]).toBe('SIGKILL');
    expect(existsSync(join(out, 'report.json'))).toBe(false);
    const kept = finished();
    expect(kept.length).toBeGreaterThanOrEqual(3);
    // One more is torn: it must be made again.
    writeFileSync(join(unfinished, 'look1-0.bin'), 'torn');
    const { code, err } = await certify(...argv);
    expect(code).toBe(0);
    expect(err).toContain('(kept)');
    expect(lasting(reportOf(out))).toBe(lasting(reportOf(one)));
    expect(existsSync(unfinished)).toBe(false);
  });
});

describe('files', () => {
  it('good decks pass, as bytes and as CSV alike', async () => {
    const bytes = goodDecks(3_000, 31);
    const binary = file('good.bin', bytes);
    const text = Array.from({ length: 3_000 }, (_, t) =>
      [t, ...bytes.subarray(52 * t, 52 * t + 52)].join(','),
    );
    const csv = file('good.csv', `${text.join('\r\n')}\r\n`);
    const blocks = async (path: string): Promise<Buffer> => {
      const parts: Uint8Array[] = [];
      for await (const block of deckBlocks(path, 1_000)) parts.push(block);
      return Buffer.concat(parts);
    };
    expect((await blocks(csv)).equals(bytes)).toBe(true);
    expect((await blocks(binary)).equals(bytes)).toBe(true);
    const out = join(folder, 'good');
    const { code } = await certify(
      '--input',
      csv,
      '--format',
      'decks',
      '--out',
      out,
      '--workers',
      '0',
    );
    expect(code).toBe(0);
    const a = reportOf(out);
    expect(a.families.map((family) => family.verdict)).toEqual([
      'not-tested',
      'not-tested',
      'pass',
      'pass',
    ]);
  });

  it('planted decks and planted bits fail', async () => {
    const next = naiveSwap(createSource(casino.core, 32));
    const decks = file('naive.bin', Buffer.concat(Array.from({ length: 3_000 }, () => next())));
    const first = join(folder, 'n');
    expect(
      (await certify('--input', decks, '--format', 'decks', '--out', first, '--workers', '0')).code,
    ).toBe(1);
    expect(reportOf(first).verdict).toBe('fail');
    const bits = file('mt.bin', bytesOf(mersenneTwister(5489), 60_000));
    const second = join(folder, 'm');
    expect(
      (await certify('--input', bits, '--format', 'raw', '--out', second, '--workers', '0')).code,
    ).toBe(1);
    const report = reportOf(second);
    expect(report.verdict).toBe('fail');
    expect(report.families[0]?.rejected).toContain('A.input.planes');
  });

  it('E7: text of 0 and 1 is read as declared; anything else is named', async () => {
    const source = createSource(casino.core, 33);
    let text = '';
    for (let i = 0; i < 31_250; i++)
      text += source.word().toString(2).padStart(32, '0') + (i % 4 === 3 ? '\r\n' : '');
    const path = file('bits.txt', text);
    const out = join(folder, 'bits');
    expect(
      (await certify('--input', path, '--format', 'ascii', '--out', out, '--workers', '0')).code,
    ).toBe(0);
    expect(reportOf(out).subject.file?.count).toBe(1_000_000);
    // The same file declared raw: 0x30 and 0x31 are not random bytes.
    expect(
      (await certify('--input', path, '--format', 'raw', '--out', out, '--workers', '0')).code,
    ).toBe(1);
    const bad = file('bad.txt', `${'01'.repeat(600_000)}2`);
    const answer = await certify(
      '--input',
      bad,
      '--format',
      'ascii',
      '--out',
      out,
      '--workers',
      '0',
    );
    expect(answer.code).toBe(2);
    expect(answer.err).toContain('byte 1200001');
  });

  const twice = goodDecks(300, 34);
  twice[52 * 17 + 3] = twice[52 * 17 + 4]!;
  it.each([
    ['missing', ['--input', join(folder, 'none'), '--format', 'raw'], 'cannot read'],
    ['a folder', ['--input', folder, '--format', 'raw'], 'not a file'],
    ['empty', ['--input', file('empty', ''), '--format', 'raw'], 'empty'],
    ['short bits', ['--input', file('short', new Uint8Array(1000)), '--format', 'raw'], 'at least'],
    ['few decks', ['--input', file('few', goodDecks(10, 35)), '--format', 'decks'], '10 decks'],
    [
      'torn decks',
      ['--input', file('torn', goodDecks(300, 36).subarray(1)), '--format', 'decks'],
      'multiple of 52',
    ],
    ['card twice', ['--input', file('twice', twice), '--format', 'decks'], 'deck 18'],
    [
      'bad CSV',
      ['--input', file('bad.csv', `${'Ts,'.repeat(20)}\n`), '--format', 'decks'],
      'line 1',
    ],
    ['no format', ['--input', file('x', 'x')], '--format'],
    ['profile', ['--profile', 'huge'], '--profile'],
    ['seed', ['--seed', 'xyz'], '--seed'],
    ['workers', ['--workers', '-1'], '--workers'],
    ['option', ['--what'], 'what'],
  ])('%s: one line, exit 2', async (_, argv, part) => {
    const { code, err } = await certify(...argv, '--out', join(folder, 'bad'));
    expect(code).toBe(2);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toContain(part);
  });
});

describe('the page', () => {
  it('keeps hostile names inert', async () => {
    const hostile = `<img src=x onerror=alert(1)>"'&\u202e.bin`;
    const path = file(hostile.replaceAll('/', '_'), goodDecks(300, 37));
    const out = join(folder, 'hostile');
    await certify('--input', path, '--format', 'decks', '--out', out, '--workers', '0');
    for (const name of ['report.html', 'junit.xml']) {
      const page = readFileSync(join(out, name), 'utf8');
      expect(page).not.toContain('<img');
      expect(page).not.toContain('\u202e');
      expect(page).not.toMatch(/<script|javascript:|https?:\/\/(?!www\.w3\.org)/);
    }
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).toContain('not evidence of unpredictability');
  });
});
