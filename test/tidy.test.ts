/**
 * Style that matters, as a test: the import table of ARCHITECTURE.md, cycles, sizes, banned words,
 * module headers, dead files. The tree is what git tracks, so that scratch files do not count.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const ROOMS = ['assembly', 'engine', 'server', 'math', 'certification', 'bench', 'bin', 'test'];
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const sources = tracked.filter((path) => path.endsWith('.ts') && ROOMS.includes(roomOf(path)));
const text = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** Specifiers of every import and export-from of a file, dynamic ones too. */
function importsOf(path: string): string[] {
  const code = (text.get(path) ?? '').replace(/\/\*[\s\S]*?\*\//g, '');
  const found = code.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** A relative specifier as a path from the root; undefined for packages. */
function target(path: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : undefined;
}

/** The import table of design §1: which rooms, packages and built-ins a room may name. */
const MAY: {
  [room: string]: { rooms: string[]; node: boolean; packages: 'none' | 'any' | RegExp };
} = {
  assembly: { rooms: ['assembly'], node: false, packages: 'none' },
  engine: { rooms: ['engine'], node: false, packages: /^(@assemblyscript\/loader|#build\/.*)$/ },
  math: { rooms: ['math', 'engine'], node: true, packages: 'any' },
  server: { rooms: ['server', 'engine', 'math'], node: true, packages: 'any' },
  certification: { rooms: ['certification', 'engine', 'math'], node: true, packages: 'any' },
  bin: {
    rooms: ['bin', 'engine', 'math', 'server', 'certification', 'bench'],
    node: true,
    packages: 'any',
  },
};

describe('the import table', () => {
  for (const [room, may] of Object.entries(MAY)) {
    it(`${room} imports only what it may`, () => {
      const wrong: string[] = [];
      for (const path of sources.filter((p) => roomOf(p) === room)) {
        for (const specifier of importsOf(path)) {
          const to = target(path, specifier);
          if (to !== undefined) {
            const shared = to === 'assembly/layout.ts' && room === 'engine';
            if (!may.rooms.includes(roomOf(to)) && !shared) wrong.push(`${path} -> ${to}`);
          } else if (specifier.startsWith('node:')) {
            if (!may.node) wrong.push(`${path} -> ${specifier}`);
          } else if (may.packages === 'none') wrong.push(`${path} -> ${specifier}`);
          else if (may.packages !== 'any' && !may.packages.test(specifier)) {
            wrong.push(`${path} -> ${specifier}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    });
  }

  it('bin imports the other rooms lazily, replay and verify apart', () => {
    expect(
      importsOf('bin/cli.ts').filter((s) => /\.\.\/(server|math|certification|bench)/.test(s)),
    ).toEqual(
      [...(text.get('bin/cli.ts') ?? '').matchAll(/import\('(\.\.\/[^']+)'\)/g)].map((m) => m[1]),
    );
  });

  it('nobody imports test, and bench is imported by bin alone', () => {
    const wrong = sources
      .filter((path) => roomOf(path) !== 'test')
      .flatMap((path) => importsOf(path).map((s) => [path, target(path, s)] as const))
      .filter(([path, to]) => {
        const room = to === undefined ? '' : roomOf(to);
        return room === 'test' || (room === 'bench' && !['bench', 'bin'].includes(roomOf(path)));
      });
    expect(wrong).toEqual([]);
  });

  it('every relative import names a file that is there', () => {
    const wrong = sources.flatMap((path) =>
      importsOf(path)
        .map((s) => target(path, s))
        .filter((to) => to !== undefined && !existsSync(join(root, to)))
        .map((to) => `${path} -> ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no cycles of values (types alone may meet)', () => {
    const edges = new Map<string, string[]>();
    for (const path of sources) {
      const code = (text.get(path) ?? '').replace(
        /import type [\s\S]*?from\s*['"][^'"]+['"];/g,
        '',
      );
      text.set(`${path}#values`, code);
      const values = [...code.matchAll(/(?:import|export)\b[^;'"]*?\bfrom\s*['"](\.[^'"]+)['"]/g)];
      edges.set(
        path,
        values.map((m) => normalize(join(dirname(path), m[1] ?? ''))),
      );
    }
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path))
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      if (done.has(path) || trail.includes(path)) return;
      for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of sources) visit(path, []);
    expect(cycles).toEqual([]);
  });
});

describe('files', () => {
  it('have at most 400 lines, tables apart', () => {
    const long = sources
      .filter((path) => !path.includes('/tables/') && !path.endsWith('.table.ts'))
      .map((path) => [path, (text.get(path) ?? '').split('\n').length - 1] as const)
      .filter(([, lines]) => lines > 400);
    expect(long).toEqual([]);
  });

  it('open with what they are for', () => {
    const bare = sources.filter((path) => !/^(#!.*\n)?\/\*\*/.test(text.get(path) ?? ''));
    expect(bare).toEqual([]);
  });

  it('are named by nouns, not utils, helpers, common, types', () => {
    expect(
      sources.filter((path) => /(^|\/)(utils?|helpers?|common|types)\.ts$/.test(path)),
    ).toEqual([]);
  });

  it('are kebab-case', () => {
    const wrong = sources.filter((path) => !/^[a-z0-9./-]+$/.test(path));
    expect(wrong).toEqual([]);
  });
});

describe('words', () => {
  const product = sources.filter((path) => roomOf(path) !== 'test');
  const withWord = (paths: string[], word: RegExp) =>
    paths.filter((path) => word.test(text.get(path) ?? ''));

  it('Math.random is nowhere', () => {
    const call = new RegExp(['Math', 'random\\s*\\('].join('\\.'));
    expect(withWord(sources, call)).toEqual([]);
  });

  it('no file of assembly/ or engine/ names a game', () => {
    const rooms = sources.filter((path) => ['assembly', 'engine'].includes(roomOf(path)));
    expect(withWord(rooms, /oasis|russian|caribbean|czech/i)).toEqual([]);
  });

  it('assembly/ and engine/ read no clock', () => {
    const rooms = sources.filter((path) => ['assembly', 'engine'].includes(roomOf(path)));
    expect(withWord(rooms, /\bDate\b|performance\.now|hrtime/)).toEqual([]);
  });

  it('outside server, bench, bin and test nobody reads a clock', () => {
    const rooms = product.filter((path) => ['math', 'certification'].includes(roomOf(path)));
    expect(withWord(rooms, /\bDate\.now\b|new Date\(\)|performance\.now|hrtime/)).toEqual([]);
  });

  it('nothing is left to do, skipped or silenced', () => {
    const left = new RegExp(
      ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].map((w) => `\\b${w}\\b`).join('|'),
    );
    expect(withWord(sources, left)).toEqual([]);
    const silenced = new RegExp(
      ['@ts-' + 'ignore', '@ts-' + 'nocheck', 'biome-' + 'ignore', '\\bas ' + 'any\\b'].join('|'),
    );
    expect(withWord(sources, silenced)).toEqual([]);
    const tests = sources.filter((path) => roomOf(path) === 'test');
    const skipped = new RegExp(
      `\\b(it|test|describe)\\.(${['on' + 'ly', 'to' + 'do'].join('|')})\\(`,
    );
    expect(withWord(tests, skipped)).toEqual([]);
  });

  it('asserts stay: no build without assertions', () => {
    expect(readFileSync(join(root, 'asconfig.json'), 'utf8')).not.toContain('noAssert');
  });
});
