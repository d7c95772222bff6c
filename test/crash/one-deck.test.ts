/**
 * One commitment, one client seed, one deck, with real SIGKILLs: the request is on its way when the
 * service dies, at a moment between "not yet read" and "long answered" (KILLS for more, SEED to repeat
 * a run). In-process, at every single step: test/server/one-deck.test.ts.
 */
import { afterAll, expect, it } from 'vitest';
import { TABLES } from '../server/play.ts';
import type { Reply } from '../server/service.ts';
import { freshFolder, list, removeFolder, startService } from '../server/service.ts';
import { chanceOf, committedDeck } from './cycle.ts';

const kills = Math.max(100, Number(process.env['KILLS'] ?? 100));
const seed = process.env['SEED'] ?? `${process.pid}-${process.hrtime.bigint()}`;
const dataDir = freshFolder();
afterAll(() => removeFolder(dataDir));

/** From the sending of a deal to its answer are some milliseconds, more on a busy machine. */
const LATEST_MS = 25;

it(`deals one deck through ${kills} kills, seed ${seed}`, async () => {
  const chance = chanceOf(seed);
  let service = await startService(dataDir);
  for (const currency of ['EUR', 'CZK']) {
    await service.post('/v1/accounts/p1/deposits', { amount: 100_000_000, currency });
  }
  let killed = 0;
  let cut = 0;
  let rounds = 0;
  while (killed < kills) {
    const table = TABLES[rounds % TABLES.length] ?? '';
    const clientSeed = `seed ${chance(1_000_000)}`;
    const receipt = await service.post('/v1/commitments', { table, player: 'p1' });
    const id = String(receipt.json['id']);
    const deck = await committedDeck(dataDir, id, [{ box: 1, clientSeed }]);
    const boxes = [{ box: 1, ante: 100, clientSeed }];
    const body = { table, player: 'p1', boxes, commitment: id };
    const key = `deal-${seed}-${rounds}`;
    let answer: Reply | undefined;
    for (let times = 4; times > 0; times--) {
      const sent = service.post('/v1/rounds', body, key).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, chance(LATEST_MS)));
      await service.kill();
      const reply = await sent;
      if (reply === undefined) cut += 1;
      killed += 1;
      service = await startService(dataDir);
      if (answer !== undefined && reply !== undefined) expect(reply.text).toBe(answer.text);
      answer ??= reply;
    }
    const last = await service.post('/v1/rounds', body, key);
    if (answer !== undefined) expect(last.text).toBe(answer.text);
    expect(last.status, last.text).toBe(201);
    // C5 with one box: its cards are positions 0, 2, 4, 6, 8.
    const cards = list<string>(list(last.json, 'boxes')[0], 'cards');
    expect(cards).toEqual([0, 2, 4, 6, 8].map((at) => deck[at]));
    await service.post(`/v1/rounds/${id}/actions`, { player: 'p1', box: 1, action: 'fold' });
    const { json: proof } = await service.get(`/v1/rounds/${id}/proof`);
    expect(list<string>(proof, 'deck')).toEqual(deck);
    rounds += 1;
    process.stderr.write(`one deck ${killed}/${kills}: ${rounds} rounds, ${cut} answers cut off\n`);
  }
  expect(cut).toBeGreaterThan(0);
  expect(cut).toBeLessThan(killed);
  expect(await service.stop()).toBe(0);
});
