/**
 * Rounds and ledger of the real app against the plain model: deposits, withdrawals, commitments, deals,
 * decisions, voids, holds, releases, retries, reused keys, wrong players, jumps of the clock, restarts,
 * in any order. After each step balances and states are equal, the ledger sums to zero and nobody is
 * below it. The seed is fixed; fast-check prints the smallest list of commands that fails
 * (MODEL_RUNS for more of them).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../server/store/memory.ts';
import { openSqlite } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { EPOCH } from './in-process.ts';
import { OPEN_MAX, PLAYERS, Real } from './money-app.ts';
import { COMMANDS, DEPOSIT_MAX, money } from './money-commands.ts';
import { MoneyModel } from './money-model.ts';

async function plays(store: Store, commands: Iterable<fc.AsyncCommand<MoneyModel, Real>>) {
  const real = new Real(store);
  await real.start();
  const model = new MoneyModel(EPOCH, OPEN_MAX);
  for (const one of PLAYERS) await money('deposits', one, DEPOSIT_MAX)(model, real);
  try {
    await fc.asyncModelRun(() => ({ model, real }), commands);
  } finally {
    await real.service.close();
  }
  return model;
}

const many = (runs: number) => ({
  numRuns: Number(process.env['MODEL_RUNS'] ?? runs),
  seed: 20_261_130,
});
const lists = fc.commands(COMMANDS, { maxCommands: 60, size: 'max' });

describe('the house’s money against a plain model', () => {
  it('over the store that forgets', async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(lists, async (commands) => {
        const model = await plays(createMemoryStore(), commands);
        for (const round of model.rounds) ends.add(round.state);
      }),
      many(18),
    );
    expect([...ends].sort()).toEqual(['held', 'open', 'settled', 'void']);
  });

  it('over SQLite', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (commands) => {
        const folder = mkdtempSync(join(tmpdir(), 'chemmy-model-'));
        const store = await openSqlite(folder, () => {});
        try {
          await plays(store, commands);
        } finally {
          await store.close();
          rmSync(folder, { recursive: true });
        }
      }),
      many(3),
    );
  });
});
