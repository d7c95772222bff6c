/**
 * Calibration: 2,000 good streams of smoke size (2 × 1,300 decks, and the bits of their rounds)
 * through every hypothesis, and the fifteen tests on 2,000 sequences of 10^6 bits: rejection rates at
 * 1 % and 5 % inside their binomial bands, direct p uniform. Printed, and kept in
 * certification/calibration.json. About eight minutes of one core; the hypotheses that need more cards
 * than a smoke run has, on larger streams, another half hour each.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadBattery } from '../../certification/bit-battery.ts';
import type { Calibrated, CalibratedTest } from '../../certification/calibrate.ts';
import {
  DECKS,
  gather,
  gatherSequences,
  outside,
  ROUNDS,
  summarize,
  summarizeSequences,
} from '../../certification/calibrate.ts';
import { loadCasino } from '../../certification/casino.ts';
import { concat } from '../../engine/octets.ts';

const STREAMS = 2_000;
const SEED = new Uint8Array(48).fill(0xca);
const SEQUENCES = 2_000;
const BITS = 1_000_000;
/** Blocks of 64 bytes: a half of a sequence, and a little more. */
const BLOCKS = Math.ceil(BITS / 1024);
/** Chance that one of the sequences' comparisons, three a test, is this unlikely. */
const LEVEL = 0.01;

const PATH = new URL('../../certification/calibration.json', import.meta.url);
const METHOD =
  'streams: every hypothesis on good streams at smoke size (2 × 1,300 decks, 28 + 28 sequences of 10,000 bits), seed ca × 48; 0 streams: needs more data than that; of the fifteen tests see sequences, of the others rounds (2 × 9,000 decks, every round played, seed cb × 48) and decks (2 × 35,000, no rounds, seed cc × 48, 800 streams). sequences: the fifteen tests on 10^6 bits of ChaCha20 under the keys SHA-256("chemmy/calibration/" number); rates are two-sided binomial p of the least likely column times the columns';

/** Keeps one part; the others stay as they were measured. */
function keep(part: string, table: readonly Calibrated[] | readonly CalibratedTest[]): void {
  const kept = JSON.parse(readFileSync(PATH, 'utf8')) as { [part: string]: unknown };
  const all = { ...kept, schema: 3, method: METHOD, [part]: table };
  writeFileSync(PATH, `${JSON.stringify(all, null, 2)}\n`);
}

function print(table: readonly Calibrated[]): void {
  for (const one of table) {
    const shares = `${one.below01} below 0.01, ${one.below05} below 0.05`;
    process.stdout.write(`${one.id.padEnd(48)} ${one.streams} streams  ${shares}\n`);
  }
}

it(`${STREAMS} good streams are rejected as often as they should be`, () => {
  const gathered = gather(loadCasino(), loadBattery(), SEED, 0, STREAMS, (stream) => {
    if (stream % 100 === 99) process.stderr.write(`calibration: ${stream + 1} of ${STREAMS}\n`);
  });
  const table = summarize(gathered);
  print(table);
  keep('streams', table);
  expect(outside(table)).toEqual([]);
});

it.each([
  { part: 'rounds', profile: ROUNDS, fill: 0xcb, streams: 2_000 },
  { part: 'decks', profile: DECKS, fill: 0xcc, streams: 800 },
])('$streams streams of more $part than a smoke run has', ({ part, profile, fill, streams }) => {
  const seed = new Uint8Array(48).fill(fill);
  const progress = (stream: number): void => {
    if (stream % 100 === 99) process.stderr.write(`${part}: ${stream + 1} of ${streams}\n`);
  };
  const gathered = gather(loadCasino(), loadBattery(), seed, 0, streams, progress, profile);
  const wanted = part === 'rounds' ? 'D.' : 'C.';
  const table = summarize(gathered).filter(({ id }) => id.startsWith(wanted));
  print(table);
  keep(part, table);
  expect(outside(table)).toEqual([]);
});

it(`${SEQUENCES} good sequences of ${BITS} bits have uniform p in all fifteen tests`, () => {
  const core = loadCasino().freshCore();
  const bytes = (sequence: number): Uint8Array => {
    const name = new TextEncoder().encode(`chemmy/calibration/${sequence}`);
    const key = core.sha256(name);
    return concat(core.chacha20(key, 0, BLOCKS), core.chacha20(key, BLOCKS, BLOCKS));
  };
  const table = summarizeSequences(gatherSequences(loadBattery(), bytes, BITS, 0, SEQUENCES));
  for (const one of table) {
    const shares = `${one.share01.toFixed(5)} below 0.01, ${one.share05.toFixed(5)} below 0.05`;
    process.stdout.write(`${one.id.padEnd(28)} ${one.sequences} × ${one.columns}  ${shares}\n`);
  }
  keep('sequences', table);
  const each = LEVEL / (3 * table.length);
  expect(table.filter((one) => Math.min(one.rate01, one.rate05, one.uniform) < each)).toEqual([]);
});
