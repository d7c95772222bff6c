/** The service bench prints what it says it prints; a look at it, too short to measure anything. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { syncMilliseconds } from '../../bench/disk.ts';
import { ECHO_BODY, ECHO_BYTES } from '../../bench/echo.ts';
import { percentile } from '../../bench/measure.ts';
import { ROOT } from '../games.ts';

const chemmy = (...argv: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'bin/chemmy.js'), 'bench', ...argv], {
    encoding: 'utf8',
  });

interface Line {
  readonly [member: string]: unknown;
}

describe('chemmy bench service', () => {
  it('prints a JSON object a line, with the ratio that follows from its sides', () => {
    const { stdout, stderr, status } = chemmy(
      'service',
      '--json',
      ...['--runs', '1', '--seconds', '1', '--connections', '8'],
    );
    expect(status, stderr).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(lines.map(({ name, goal }) => [name, goal])).toEqual([
      ['rounds-durable', 0.4],
      ['rounds-group-commit', 20],
      ['rounds-p99', null],
      ['post-echo', 2.5],
    ]);
    for (const line of lines) {
      expect(Object.keys(line).slice(0, 6)).toEqual([
        ...['name', 'ours', 'peer', 'ratio', 'goal', 'unit'],
      ]);
      const [ours, peer, ratio] = [line['ours'], line['peer'], line['ratio']].map(Number) as [
        number,
        number,
        number,
      ];
      expect(ours, JSON.stringify(line)).toBeGreaterThan(0);
      // One commit per request may complete no round in one second of a busy machine.
      if (peer === 0) {
        expect(line['ratio'], JSON.stringify(line)).toBeNull();
        continue;
      }
      // Of times the smaller one is the better one; of one run the median is the run.
      const time = ['rounds-p99', 'post-echo'].includes(String(line['name']));
      const expected = time ? peer / ours : ours / peer;
      expect(Math.abs(ratio / expected - 1), JSON.stringify(line)).toBeLessThan(0.05);
      expect(line['eventLoopP99Ms'], JSON.stringify(line)).toBeGreaterThanOrEqual(0);
    }
    expect(stderr).toContain('run 1/1 durable');
    // Five services are started one after the other: on a busy machine that takes its time.
  }, 240_000);

  it('refuses what it does not know with one line and exit 2', () => {
    for (const argv of [['nothing'], ['--runs', '0'], ['--seconds', '1.5'], ['--fast']]) {
      const { stdout, stderr, status } = chemmy('service', ...argv);
      expect([stdout, status], argv.join(' ')).toEqual(['', 2]);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  it('is in the help of bench', () => {
    const { stdout, status } = chemmy('service', '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('chemmy bench service [PART…]');
    expect(stdout).toContain('--connections');
  });
});

describe('what the service bench measures with', () => {
  it('has an echo of 155 bytes, and percentiles that are values', () => {
    expect(Buffer.byteLength(ECHO_BODY)).toBe(ECHO_BYTES);
    const values = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(percentile(values, 0.99)).toBe(100);
    expect(percentile(values, 0.5)).toBe(51);
    expect(percentile([7], 0.99)).toBe(7);
  });

  it('times the disk', () => {
    expect(syncMilliseconds(join(ROOT, 'build'))).toBeGreaterThan(0);
  });
});
