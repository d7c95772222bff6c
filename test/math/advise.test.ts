/** `chemmy advise`: values of every lawful action, the best one marked, wrong input in one line. */
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Advice } from '../../math/advice.ts';
import { main } from '../../math/advise.ts';

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' };
  const into = (name: 'out' | 'err') =>
    new Writable({
      write: (chunk, _encoding, done) => {
        texts[name] += String(chunk);
        done();
      },
    });
  const code = await main(argv, { stdout: into('out'), stderr: into('err') });
  return { code, ...texts };
}

const HAND = ['--cards', 'Ah Kd 7c 8s 2h', '--up', 'Td'];

describe('the answer', () => {
  it('has every action of the ruleset (O4), best first, in antes', async () => {
    const { code, out, err } = await run('oasis-poker', ...HAND, '--json');
    expect([code, err]).toEqual([0, '']);
    const advice = JSON.parse(out) as Advice;
    expect(advice.method).toBe('exact');
    expect(advice.cards).toEqual(['2h', '7c', '8s', 'Kd', 'Ah']);
    const values = advice.actions.map(({ value }) => value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(advice.actions.map(({ best }) => best)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(advice.actions[0]).toEqual({ action: 'fold', cards: [], value: -1, best: true });
    const changed = advice.actions.filter(({ action }) => action === 'exchange');
    expect(changed.map(({ cards }) => cards[0]).sort()).toEqual(['2h', '7c', '8s', 'Ah', 'Kd']);
  });

  it('does not depend on the names of suits or the order of cards', async () => {
    const one = JSON.parse((await run('oasis-stud', ...HAND, '--json')).out) as Advice;
    const other = ['--cards', '2s,8h,As,7d,Kc', '--up', 'Tc', '--json'];
    const two = JSON.parse((await run('oasis-stud', ...other)).out) as Advice;
    expect(two.actions.map(({ value }) => value)).toEqual(one.actions.map(({ value }) => value));
  });

  it('as text marks the best action with a star', async () => {
    const { out } = await run('oasis-stud', '--cards', '9c 9d 9h Ks 4s', '--up', '8c');
    const [head, first, ...rest] = out.trimEnd().split('\n');
    expect(head).toContain('oasis-stud: 4s 9c 9d 9h Ks against 8c, antes, exact');
    expect(first).toMatch(/^\* +[0-9.]+ {2}bet$/);
    expect(rest).toEqual(['   -1.000000  fold']);
  });
});

describe('wrong input: one line that names it, exit 2', () => {
  it.each([
    [['oasis-poker', '--cards', 'Ah Kd 7c 8s', '--up', 'Td'], 'five cards, not 4'],
    [['oasis-poker', '--cards', 'Ah Kd 7c 8s 10h', '--up', 'Td'], 'no card "10h"'],
    [['oasis-poker', '--cards', 'Ah Kd 7c 8s Td', '--up', 'Td'], 'stands twice'],
    [['oasis-poker', '--cards', 'Ah Kd 7c 8s 2h'], '--up wants'],
    [['oasis-poker', ...HAND, '--sizes', '6'], '--sizes'],
    [['oasis-poker', ...HAND, '--quick'], 'unknown option --quick'],
    [['whist', ...HAND], 'no ruleset whist'],
    [['/nowhere/at-all.json', ...HAND], '/nowhere/at-all.json'],
    [HAND, 'RULESET'],
  ])('%j', async (argv, text) => {
    const { code, out, err } = await run(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});
