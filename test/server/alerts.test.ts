/**
 * The watch on voids (ops/alerts.yml): its metrics are there under the names and labels that the rules
 * use, count voids of would-be wins apart from losses, and the yardstick beside them does not depend
 * on what players decided. The rules themselves are tested by promtool where it is installed (Debian:
 * prometheus).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../engine/refusal.ts';
import { replay } from '../../engine/replay.ts';
import { resultOf } from '../../engine/result.ts';
import type { Round } from '../../engine/round.ts';
import { fateOf, sampledFate } from '../../server/fate.ts';
import type { Metrics } from '../../server/metrics.ts';
import { createMetrics } from '../../server/metrics.ts';
import { game, ROOT, seeded } from '../games.ts';

const OPS = join(ROOT, 'ops');
const rules = readFileSync(join(OPS, 'alerts.yml'), 'utf8');
const build = { version: '0', core: '0', node: '0', store: 'memory', synchronous: 'none' };
const metrics = (): Metrics => createMetrics(build, ['a', 'b']);

describe('ops/alerts.yml', () => {
  it.for<[string, string[]]>([
    ['check', ['check', 'rules', join(OPS, 'alerts.yml')]],
    ['test', ['test', 'rules', join(OPS, 'alerts.test.yml')]],
  ])('promtool: %s', ([, args], { skip }) => {
    const done = spawnSync('promtool', args, { encoding: 'utf8', cwd: OPS });
    if (done.error !== undefined) skip(`promtool is not installed: ${done.error.message}`);
    expect(done.status, done.stdout + done.stderr).toBe(0);
  });

  it('names only metrics and labels that the service has, each recorded rule before its use', async () => {
    const watched = metrics();
    watched.watch('chemmy_ready', 'as serve does', () => 1);
    const text = await watched.registry.metrics();
    const names = new Set(rules.match(/\bchemmy_[a-z_]+/g));
    expect(names.size).toBeGreaterThan(2);
    for (const name of names) expect(text).toMatch(new RegExp(`^${name}[{ ]`, 'm'));
    for (const [, label, value] of rules.matchAll(/(\w+)=~?"([^"]+)"/g)) {
      for (const one of String(value).split('|')) expect(text).toContain(`${label}="${one}"`);
    }
    const recorded = [...rules.matchAll(/record: (\S+)/g)].map((m) => m[1] ?? '');
    for (const used of rules.match(/chemmy:[a-z0-9_:]+/g) ?? []) expect(recorded).toContain(used);
  });
});

describe('the counters of voids', () => {
  it('stand at 0 for every ruleset, stage and fate, and count wins apart from losses', async () => {
    const watched = metrics();
    const count = async (name: string, labels: string): Promise<number> => {
      const text = await watched.registry.metrics();
      const line = text.split('\n').find((l) => l.startsWith(`${name}{${labels}}`));
      return Number(line?.split(' ')[1]);
    };
    const voids = (was: string, fate: string) =>
      count('chemmy_rounds_void_total', `ruleset="a",was="${was}",would_be="${fate}"`);
    expect(await voids('open', 'win')).toBe(0);
    watched.voided({ ruleset: 'a', was: 'open', wouldBe: 'win' });
    watched.voided({ ruleset: 'a', was: 'open', wouldBe: 'loss' });
    watched.voided({ ruleset: 'a', was: 'ended', wouldBe: 'loss' });
    expect([await voids('open', 'win'), await voids('open', 'loss')]).toEqual([1, 1]);
    expect([await voids('ended', 'win'), await voids('ended', 'loss')]).toEqual([0, 1]);
    const money = { ruleset: 'b', currency: 'EUR', staked: 3, returned: 6 };
    watched.settled({ ...money, fate: 'win', sampled: 'loss' });
    watched.settled({ ...money, fate: 'win', sampled: undefined });
    const fates = (was: string, fate: string) =>
      count('chemmy_rounds_fate_total', `ruleset="b",was="${was}",would_be="${fate}"`);
    expect([await fates('ended', 'win'), await fates('ended', 'loss')]).toEqual([2, 0]);
    expect([await fates('open', 'win'), await fates('open', 'loss')]).toEqual([0, 1]);
  });

  it('the yardstick is one round in eight by its id, the same whatever was decided', () => {
    const next = seeded(11);
    const fates = { fold: [] as unknown[], bet: [] as unknown[] };
    for (let i = 0; i < 40; i++) {
      const deck = Array.from({ length: 52 }, (_, card) => card);
      for (let at = 0; at < 51; at++) {
        const other = at + next(52 - at);
        [deck[at], deck[other]] = [deck[other] ?? 0, deck[at] ?? 0];
      }
      const ended = (action: 'fold' | 'bet'): Round => {
        const stakes = [{ box: 1, ante: 100 }];
        const decisions = [{ box: 1, action }];
        const limits = { maxPayout: null };
        const round = replay(game('caribbean-stud'), limits, deck, stakes, decisions);
        if (isRefusal(round)) throw new Error(round.detail);
        return round;
      };
      const of = (round: Round) => {
        const result = resultOf(round);
        if (result.status !== 'settled') throw new Error('open');
        return fateOf(result);
      };
      expect(of(ended('fold'))).toBe('loss');
      fates.fold.push(sampledFate('00000000-0000-7000-8000-0000000000f8', ended('fold')));
      fates.bet.push(of(ended('bet')));
    }
    expect(fates.fold).toEqual(fates.bet);
    expect(new Set(fates.bet)).toEqual(new Set(['win', 'loss']));
    const ids = Array.from({ length: 256 }, (_, i) => `x${i.toString(16).padStart(2, '0')}`);
    const round = replay(
      game('caribbean-stud'),
      { maxPayout: null },
      [...Array(52).keys()],
      [{ box: 1, ante: 1 }],
      [],
    );
    if (isRefusal(round)) throw new Error(round.detail);
    expect(ids.filter((id) => sampledFate(id, round) !== undefined)).toHaveLength(32);
  });
});
