/**
 * Calibration: 2,000 good streams of smoke size (2 × 1,300 decks, and the bits of their rounds)
 * through every hypothesis; rejection rates at 1 % and 5 % inside their binomial bands, direct p
 * uniform. The table is printed and kept in certification/calibration.json.
 */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadBattery } from '../../certification/bit-battery.ts';
import { gather, outside, summarize } from '../../certification/calibrate.ts';
import { loadCasino } from '../../certification/casino.ts';

const STREAMS = 2_000;
const SEED = new Uint8Array(48).fill(0xca);

it(`${STREAMS} good streams are rejected as often as they should be`, () => {
  // The planes' law is exact and costs most of the time: a test of its own holds it.
  const battery = { ...loadBattery(), whole: () => [] };
  const gathered = gather(loadCasino(), battery, SEED, 0, STREAMS, (stream) => {
    if (stream % 100 === 99) process.stderr.write(`calibration: ${stream + 1} of ${STREAMS}\n`);
  });
  const table = summarize(gathered);
  for (const one of table) {
    const shares = `${one.below01} below 0.01, ${one.below05} below 0.05`;
    process.stdout.write(`${one.id.padEnd(48)} ${one.streams} streams  ${shares}\n`);
  }
  const kept = {
    schema: 1,
    method: 'good streams at smoke size',
    seed: 'ca × 48',
    streams: STREAMS,
    table,
  };
  const path = new URL('../../certification/calibration.json', import.meta.url);
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`);
  expect(outside(table)).toEqual([]);
});
