/** Five lives ended by kill -9 under load; a hundred and more: npm run test:crash. */
import { afterAll, expect, it } from 'vitest';
import { chanceOf, liveAndDie, newJournal, verifyAfter } from '../crash/cycle.ts';
import { freshFolder, removeFolder } from './service.ts';

const dataDir = freshFolder();
afterAll(() => removeFolder(dataDir));

it('loses no acknowledged answer in five kills under load', async () => {
  const journal = newJournal(dataDir);
  const chance = chanceOf('crash 1');
  for (let cycle = 0; cycle < 5; cycle++) {
    await liveAndDie(journal, chance, 200 + chance(800));
    expect(await verifyAfter(journal, chance)).toEqual([]);
  }
  expect(journal.acknowledged).toBeGreaterThan(50);
  expect(journal.resumed).toBeGreaterThan(0);
});
