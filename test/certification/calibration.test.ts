/**
 * The kept calibration (certification/calibration.json, made by test/slow/calibration.test.ts): sizes
 * and bands, and that no p enters a verdict without an exact law or a place in it.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Calibrated, CalibratedTest } from '../../certification/calibrate.ts';
import {
  gather,
  outside,
  summarize,
  summarizeSequences,
  together,
} from '../../certification/calibrate.ts';
import { REGISTRY } from '../../certification/hypotheses.ts';
import { createSource } from '../../certification/planted/source.ts';
import type { RawBattery } from '../../certification/raw.ts';
import { casino } from './fixtures.ts';

/** Streams of test/slow/calibration.test.ts. */
const LEAST = 2_000;
/** Of the largest ones, seventy thousand decks each. */
const DECK_STREAMS = 800;
/** Sequences of 10^6 bits. */
const SEQUENCES = 2_000;
const path = new URL('../../certification/calibration.json', import.meta.url);
const kept = JSON.parse(readFileSync(path, 'utf8')) as {
  readonly streams: readonly Calibrated[];
  /** Larger streams, of the hypotheses on games and on decks. */
  readonly rounds: readonly Calibrated[];
  readonly decks: readonly Calibrated[];
  readonly sequences: readonly CalibratedTest[];
};

/** The kept rows of a hypothesis, whose id may stand for several. */
function rowsOf(id: string): readonly Calibrated[] {
  const parts = id.split(/\{(?:stage|game)\}/);
  const pattern = new RegExp(
    `^${parts.map((part) => part.replaceAll('.', '\\.')).join('[a-z-]+')}$`,
  );
  return kept.streams.filter((one) => pattern.test(one.id));
}

describe('the kept calibration', () => {
  it('has its streams for every hypothesis that a smoke run can test, all inside their bands', () => {
    const made = kept.streams.filter((one) => one.streams > 0);
    expect(made.length).toBeGreaterThan(80);
    expect(made.filter((one) => one.streams < LEAST)).toEqual([]);
    expect(outside(kept.streams)).toEqual([]);
  });

  it('has larger streams for the decks and games that a smoke run is too small for', () => {
    expect(outside(kept.rounds)).toEqual([]);
    expect(outside(kept.decks)).toEqual([]);
    const larger = new Map([...kept.rounds, ...kept.decks].map((one) => [one.id, one.streams]));
    const missing = kept.streams
      .filter(({ id, streams }) => streams === 0 && !id.startsWith('A.'))
      .filter(({ id }) => (larger.get(id) ?? 0) < (id.startsWith('D.') ? LEAST : DECK_STREAMS));
    // Dealers draw in one round of a hundred: their card has the law and the code of the players'.
    expect(missing.map(({ id }) => id)).toEqual([
      'D.oasis-stud-exchange.dealer-replacement',
      'D.russian-poker.dealer-replacement',
      'D.russian-poker-classic.dealer-replacement',
    ]);
  });

  it('has 2,000 sequences of each of the fifteen tests, uniform and at their levels', () => {
    expect(kept.sequences).toHaveLength(15);
    for (const one of kept.sequences) {
      // Random walks have the 500 cycles that the excursions need in about two of three sequences.
      const least = one.id.startsWith('random-excursions') ? SEQUENCES / 2 : SEQUENCES;
      expect(one.sequences, one.id).toBeGreaterThanOrEqual(least);
      const each = 0.01 / (3 * kept.sequences.length);
      expect(Math.min(one.rate01, one.rate05, one.uniform), one.id).toBeGreaterThan(each);
    }
  });

  it('holds every p that enters a verdict, unless its law is exact', () => {
    for (const { id, enters, null: law, method } of REGISTRY.hypotheses) {
      if (!enters || law === 'exact') continue;
      expect(law, id).toBe('calibrated');
      const rows = rowsOf(id);
      expect(rows.length, id).toBeGreaterThan(0);
      const test = /^A\.\{stage\}\.(.*)\.(?:proportion|uniformity)$/.exec(id)?.[1];
      const inSequences = kept.sequences.some((one) => one.id === test);
      const inStreams = rows.some((one) => one.streams >= LEAST);
      const multinomial = method.includes('chi-square.test.ts');
      expect(inSequences || inStreams || multinomial, id).toBe(true);
    }
  });
});

describe('how it is made', () => {
  const none: RawBattery = {
    sequence: (_, bits) => ({ bits, tests: [], fips: { blocks: 0, rejected: 0 } }),
    whole: () => [],
    golden: () => ({ checked: 0, wrong: [] }),
  };

  it('gathers the same streams in parts as in one piece', () => {
    const seed = new Uint8Array(48).fill(7);
    const whole = summarize(gather(casino, none, seed, 0, 2));
    const parts = [gather(casino, none, seed, 0, 1), gather(casino, none, seed, 1, 2)];
    expect(summarize(together(parts))).toEqual(whole);
  });

  it('finds rates that are too high, too low, and p that are not uniform', () => {
    const p = Array.from({ length: 2_000 }, (_, i) => (i + 0.5) / 2_000);
    const of = (values: number[], direct: boolean) =>
      outside(summarize(new Map([['x', { p: values, direct }]])));
    expect(of(p, true)).toEqual([]);
    expect(
      of(
        p.map((x) => x ** 2),
        false,
      ).join(),
    ).toContain('too many');
    expect(of(p.map(Math.sqrt), true).join()).toContain('too few');
    // Conservative p may be rarer than their level.
    expect(of(p.map(Math.sqrt), false)).toEqual([]);
    expect(
      of(
        p.map((x) => (x < 0.1 ? x : 0.5 + x / 2)),
        true,
      ).join(),
    ).toContain('not uniform');
  });

  it('finds a test whose sequences have p below 0.01 too often', () => {
    const source = createSource(casino.core, 50);
    const draw = (): number => (source.word() + 0.5) / 2 ** 32;
    const rows = (power: number) =>
      summarizeSequences(
        new Map([['x', Array.from({ length: 2_000 }, () => [draw(), draw() ** power])]]),
      );
    expect(rows(1)[0]?.rate01).toBeGreaterThan(1e-3);
    expect(rows(1.3)[0]?.rate01).toBeLessThan(1e-3);
  });
});
