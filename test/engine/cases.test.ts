/**
 * Every case of test/cases through the engine, exactly; and the rules index: every rule id of the
 * papers is shown by a case or by a test that names it.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settleScript } from '../../engine/script.ts';
import { game, library, ROOT } from '../games.ts';

interface Case {
  readonly id: string;
  readonly rules?: readonly string[];
  readonly ruleset: string;
  readonly expect: object;
}

const read = (name: string): Case[] =>
  readFileSync(join(ROOT, 'test/cases', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
const gameOf = (id: string) => library.get(id)?.game;
const named = read('named');
const random = read('random');

describe('cases, through the engine', () => {
  for (const one of named) {
    it(`${(one.rules ?? []).join(', ')}: ${one.id}`, () => {
      expect(settleScript(gameOf, one)).toEqual({ id: one.id, ...one.expect });
    });
  }

  it('all 800 random rounds of all eight rulesets', () => {
    expect(random).toHaveLength(800);
    expect(new Set(random.map((one) => one.ruleset)).size).toBe(8);
    for (const one of random) {
      expect(settleScript(gameOf, one), one.id).toEqual({ id: one.id, ...one.expect });
    }
  });

  it('all of them through chemmy replay, byte for byte in the documented field order', () => {
    for (const [name, cases] of [
      ['named', named],
      ['random', random],
    ] as const) {
      const file = join(ROOT, 'test/cases', `${name}.jsonl`);
      const out = execFileSync(process.execPath, [join(ROOT, 'bin/chemmy.js'), 'replay', file], {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      });
      const want = cases.map((one) => JSON.stringify({ id: one.id, ...one.expect })).join('\n');
      expect(out.trim()).toBe(want);
    }
  });
});

describe('the rules index', () => {
  const ids = [
    ...Array.from({ length: 14 }, (_, i) => `C${i + 1}`),
    ...Array.from({ length: 9 }, (_, i) => `O${i + 1}`),
    ...Array.from({ length: 10 }, (_, i) => `R${i + 1}`),
    ...Array.from({ length: 11 }, (_, i) => `Z${i + 1}`),
  ];
  const cited = new Set(named.flatMap((one) => one.rules ?? []));
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(ROOT, 'test', path), 'utf8'));

  it.each(ids)('%s has a test that cites it', (id) => {
    const title = new RegExp(
      `(?:it|describe|it\\.each\\([^)]*\\))\\(\\s*['"\`][^'"\`]*\\b${id}\\b`,
    );
    expect(cited.has(id) || files.some((text) => title.test(text)), id).toBe(true);
  });
});

describe('paths of decisions (perft)', () => {
  it('are those of the golden file, per ruleset', async () => {
    const { pathsOf } = await import('./perft.ts');
    const golden = JSON.parse(readFileSync(join(ROOT, 'test/golden/perft.json'), 'utf8')) as {
      [id: string]: unknown;
    };
    const counted = Object.fromEntries([...library.keys()].map((id) => [id, pathsOf(game(id))]));
    expect(counted).toEqual(golden);
  });
});
