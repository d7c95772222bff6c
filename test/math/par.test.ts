/** `chemmy par` whole: files, page, cache, the blocks beside the figures, wrong input in one line. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page } from '../../math/page.ts';
import { main } from '../../math/par.ts';
import type { StrategyTable } from '../../math/strategy-table.ts';
import type { Par } from '../../math/study.ts';
import { ROOT } from '../games.ts';

const folder = mkdtempSync(join(tmpdir(), 'chemmy-par-'));
const cache = join(folder, 'cache');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' };
  const into = (name: 'out' | 'err') =>
    new Writable({
      write: (chunk, _encoding, done) => {
        texts[name] += String(chunk);
        done();
      },
    });
  let clock = 0;
  const io = { stdout: into('out'), stderr: into('err'), now: () => clock++ * 1000 };
  const code = await main(argv, io);
  return { code, ...texts };
}

const OUT = ['--out', join(folder, 'out'), '--cache', cache];
const ASK = ['caribbean-stud', '--rounds', '20000', '--max-payout', '30', ...OUT];
const read = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8');
let par: Par;
let first: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  first = await run(...ASK);
  par = JSON.parse(read('par.json')) as Par;
});

describe('the files', () => {
  it('are a sheet, a page and a strategy; progress goes to stderr', () => {
    expect([first.code, first.out]).toEqual([0, '']);
    expect(first.err).toContain('par: 13 of 13 upcards');
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([
      'par.html',
      'par.json',
      'strategy.json',
    ]);
  });

  it('the page is a function of par.json alone, without script or outside resource', () => {
    expect(page(par)).toBe(read('par.html'));
    expect(read('par.html')).not.toMatch(/<script|<link|<img|https?:/);
    for (const text of [
      par.rulesetHash,
      par.coreHash,
      par.mathHash,
      '5.2243058 %',
      '2.5552856 %',
    ]) {
      expect(read('par.html').includes(text), text).toBe(true);
    }
  });

  it('a hostile title is text', () => {
    const hostile = { ...par, title: '<script>alert(1)</script>\u202e' };
    expect(page(hostile)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\ufffd: PAR sheet');
    expect(page(hostile)).not.toContain('<script');
  });

  it('a second call is answered from the cache, byte for byte, without work', async () => {
    const before = read('par.json');
    const again = await run(...ASK, '--json');
    expect([again.code, again.err]).toEqual([0, '']);
    expect(again.out).toBe(before);
  });

  it('a damaged cache is not believed', async () => {
    const [name = ''] = readdirSync(cache);
    const text = readFileSync(join(cache, name), 'utf8');
    writeFileSync(join(cache, name), text.replace('"houseEdge":0.05', '"houseEdge":0.01'));
    const again = await run(...ASK);
    expect(again.err).toContain('13 of 13 upcards');
    expect((JSON.parse(read('par.json')) as Par).houseEdge).toBe(par.houseEdge);
  });
});

describe('the blocks', () => {
  it('bet lines and decisions add up to the whole', () => {
    const lines = par.lines.reduce((sum, { net }) => sum + net, 0);
    expect(lines).toBeCloseTo(-par.houseEdge, 13);
    const byDecision = par.byDecision.reduce((sum, one) => sum + one.contribution, 0);
    expect(byDecision).toBeCloseTo(-par.houseEdge, 13);
    expect(par.byDecision.find(({ action }) => action === 'fold')?.mean).toBe(-1);
    const staked = par.lines.reduce((sum, one) => sum + one.averageStake, 0);
    expect(staked).toBeCloseTo(par.averageStake, 13);
  });

  it('the ante line wins what Z3 says: no game and wins, less folds and losses', () => {
    // game-math.md §4.2, in units of 19,933,230,517,200.
    const noGame = 4_532_514_033_720;
    const lost = 9_523_005_974_460 + 2_726_592_727_512;
    const total = 19_933_230_517_200;
    const push = 321_623_100;
    const ante = par.lines.find(({ line }) => line === 'ante');
    const wins = total - noGame - lost - push;
    expect(ante?.net).toBeCloseTo((noGame + wins - lost) / total, 13);
  });

  it('a cap takes the excess of the awards above it (C9), exactly', () => {
    const cap = (antes: number) => par.caps.find(({ maxPayout }) => maxPayout === antes);
    expect(par.caps.map(({ maxPayout }) => maxPayout)).toEqual([20, 30, 50, 100, 200]);
    const total = 19_933_230_517_200;
    const [royal, straightFlush, four] = [16_759_740, 156_929_720, 2_832_435_800];
    expect(cap(200)?.cost).toBe(0);
    expect(cap(100)?.cost).toBeCloseTo((100 * royal) / total, 17);
    expect(cap(30)?.cost).toBeCloseTo((170 * royal + 70 * straightFlush + 10 * four) / total, 16);
    expect(cap(30)?.method).toBe('exact');
    expect(cap(30)?.houseEdge).toBeCloseTo(par.houseEdge + (cap(30)?.cost ?? 0), 15);
  });

  it('exposure: a royal wins 201, a lost bet 3 (O9, Z4)', () => {
    expect(par.exposure).toMatchObject({ mostWon: 201, mostLost: 3 });
    expect(par.exposure.odds).toBeCloseTo(16_759_740 / 19_933_230_517_200, 18);
    expect(par.exposure.byRules).toEqual({
      mostWonAtMost: 201,
      mostLostAtMost: 3,
      bonusMost: null,
    });
    expect(par.sampleSize.rounds / 1e6).toBeCloseTo(19.3, 1);
  });

  it('the simulation agrees, and a second box is nobody’s here', () => {
    expect(par.simulation?.rounds).toBe(20_000);
    expect(Math.abs(par.simulation?.z ?? 9)).toBeLessThan(4);
    expect(par.secondBox).toBeNull();
    expect(par.blindBox).toBeNull();
  });
});

describe('strategy.json', () => {
  it('answers for a hand as its own text says', () => {
    const table = JSON.parse(read('strategy.json')) as StrategyTable;
    expect(table.runs.reduce((sum, [, hands]) => sum + hands, 0)).toBe(134_459);
    expect(table.hands).toHaveLength(1_344_590);
    const best = (hand: string, up: string): string | undefined => {
      let place = table.hands.indexOf(hand) / 10;
      const row = table.runs.find(([, hands]) => {
        place -= hands;
        return place < 0;
      })?.[0];
      return table.rows[row ?? -1]?.[table.upcards.indexOf(up)];
    };
    // Published: a pair bets, less than ace-king folds, A-K-Q-J-x bets against an ace.
    expect(best('2c2d3c4c5c', 'Ad')).toBe('B');
    expect(best('2c3c4d5d7c', 'Ad')).toBe('F');
    expect(best('9cJdQcKcAc', 'Ad')).toBe('B');
  });
});

describe('wrong input: one line that names it, exit 2', () => {
  const broken = join(folder, 'broken.json');
  const wrong = join(folder, 'wrong.json');
  writeFileSync(broken, '{"id": ');
  const shipped = readFileSync(join(ROOT, 'rulesets', 'caribbean-stud.json'), 'utf8');
  writeFileSync(wrong, JSON.stringify({ ...JSON.parse(shipped), pay: { pair: 1 } }));
  it.each([
    [[broken, '--json'], 'broken.json: not JSON'],
    [[wrong, '--json'], 'wrong.json: pay'],
    [[join(folder, 'none.json'), '--json'], 'none.json'],
    [['whist', '--json'], 'no ruleset whist'],
    [['../package', '--json'], 'no ruleset'],
    [['caribbean-stud'], '--json or --out'],
    [['caribbean-stud', '--json', '--rounds', 'x'], '--rounds'],
    [['caribbean-stud', '--json', '--max-payout', '1'], '--max-payout'],
    [['caribbean-stud', '--json', '--fast'], 'unknown option --fast'],
    [['caribbean-stud', '--out', join(broken, 'x')], 'broken.json'],
  ])('%j', async (argv, text) => {
    const { code, out, err } = await run(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});
