/**
 * Kill -9 under load, at least a hundred times on one store (CYCLES for more, SEED to repeat a run);
 * progress on stderr.
 */
import { afterAll, expect, it } from 'vitest';
import { freshFolder, removeFolder } from '../server/service.ts';
import { chanceOf, liveAndDie, newJournal, verifyAfter } from './cycle.ts';

const cycles = Math.max(100, Number(process.env['CYCLES'] ?? 100));
const seed = process.env['SEED'] ?? `${process.pid}-${process.hrtime.bigint()}`;
const dataDir = freshFolder();
afterAll(() => removeFolder(dataDir));

it(`loses no acknowledged answer in ${cycles} kills, seed ${seed}`, async () => {
  const journal = newJournal(dataDir);
  const chance = chanceOf(seed);
  for (let cycle = 1; cycle <= cycles; cycle++) {
    await liveAndDie(journal, chance, 50 + chance(1500));
    expect(await verifyAfter(journal, chance), `seed ${seed}, cycle ${cycle}`).toEqual([]);
    const { acknowledged, unanswered, resumed } = journal;
    process.stderr.write(
      `kill ${cycle}/${cycles}: ${acknowledged} acknowledged, ${unanswered} cut off, ${resumed} resumed\n`,
    );
  }
  expect(journal.unanswered).toBeGreaterThan(0);
  expect(journal.resumed).toBeGreaterThan(0);
});
