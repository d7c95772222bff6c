/**
 * For a fixed commitment and client seed there is one deck (design §2.3, §4, §5): a thousand attempts,
 * restarts and kills. The store outlives the house; a life of the house ends at any one step of a
 * request (a read, the opening of the seed, a step of the core, before COMMIT, after it), and the next
 * life has other chance and another time. Real kills: test/crash/one-deck.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { cardText } from '../../engine/card.ts';
import type { ActionBody } from '../../server/act.ts';
import { planAction, readRound } from '../../server/act.ts';
import { planCommitment } from '../../server/commitment.ts';
import type { DealBody } from '../../server/deal.ts';
import { planDeal } from '../../server/deal.ts';
import type { House } from '../../server/house.ts';
import type { Plan } from '../../server/idempotency.ts';
import { createExecutor } from '../../server/idempotency.ts';
import { Problem } from '../../server/problem.ts';
import { proofOf } from '../../server/proof-record.ts';
import { createMemoryStore } from '../../server/store/memory.ts';
import type { Store } from '../../server/store/store.ts';
import { EPOCH, houseOf, replayEntropy } from './in-process.ts';
import { TABLES } from './play.ts';
import type { Json } from './service.ts';
import { list } from './service.ts';

class Killed extends Error {}

/** A life that ends at its `at`-th step: nothing happens from then on. 0: it lives. */
class Life {
  steps = 0;
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }

  step(): void {
    this.steps += 1;
    if (this.at !== 0 && this.steps >= this.at) throw new Killed(`step ${this.steps}`);
  }

  /** Every method of `parts` is a step before it runs. */
  through<Of extends object>(parts: Of): Of {
    return new Proxy(parts, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...values: unknown[]) => {
          this.step();
          return member.apply(target, values);
        };
      },
    });
  }

  /** A kill before COMMIT keeps nothing; one after it keeps all, and answers nobody. */
  store(disk: Store): Store {
    const read = this.through(disk);
    return {
      ...disk,
      idempotency: (...of) => read.idempotency(...of),
      commitment: (...of) => read.commitment(...of),
      openRoundsOf: (...of) => read.openRoundsOf(...of),
      balance: (...of) => read.balance(...of),
      round: (...of) => read.round(...of),
      events: (...of) => read.events(...of),
      document: (...of) => read.document(...of),
      setting: (...of) => read.setting(...of),
      commit: async (transaction) => {
        const outcome = await read.commit(transaction);
        this.step();
        return outcome;
      },
    };
  }
}

let lives = 0;
let kills = 0;
let attempts = 0;

/** Decks that any life has computed, whether it was answered or not. */
const decks = new Set<string>();

async function born(disk: Store, life: Life): Promise<House> {
  lives += 1;
  const house = await houseOf({
    store: disk,
    entropy: replayEntropy(`life ${lives}`),
    now: () => EPOCH + 1_000 * (lives % 500),
    watchCore: (core) => ({
      ...core,
      shuffle: (key, count) => {
        life.step();
        const deck = core.shuffle(key, count);
        decks.add(Array.from(deck, cardText).join(''));
        return deck;
      },
    }),
  });
  return { ...house, store: life.store(disk), seal: life.through(house.seal) };
}

type Answer = { readonly status: number; readonly text: string } | 'killed';

/** One request of one life. */
async function attempt(
  disk: Store,
  at: number,
  key: string,
  path: string,
  body: object,
  plan: (house: House) => Plan,
): Promise<Answer> {
  attempts += 1;
  const house = await born(disk, new Life(at));
  const raw = Buffer.from(JSON.stringify(body));
  const request = { tenant: 'dev', key, method: 'POST', path, query: '', raw };
  try {
    const { status, bytes } = await createExecutor(house.store).run(request, house.now(), () =>
      plan(house),
    );
    return { status, text: Buffer.from(bytes).toString() };
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, text: error.code };
    if (!(error instanceof Killed)) throw error;
    kills += 1;
    return 'killed';
  }
}

/** The same request, killed at step 1, 2, 3, … until a life answers it; then killed all over again. */
async function throughEveryKill(
  disk: Store,
  key: string,
  path: string,
  body: object,
  plan: (house: House) => Plan,
): Promise<Json> {
  let answer: Answer = 'killed';
  let at = 1;
  for (; answer === 'killed'; at++) answer = await attempt(disk, at, key, path, body, plan);
  expect(answer.status).toBeLessThan(300);
  for (let again = 1; again < 6; again++) {
    const replayed = await attempt(disk, again % 3, key, path, body, plan);
    if (replayed !== 'killed') expect(replayed).toEqual(answer);
  }
  return JSON.parse(answer.text) as Json;
}

async function funded(): Promise<Store> {
  const disk = createMemoryStore();
  const deposit = { from: 'cashier', to: 'player:p1', amount: 1_000_000, kind: 'deposit' };
  const postings = ['EUR', 'CZK'].map((currency) => ({ ...deposit, currency, round: null }));
  await disk.commit({ tenant: 'dev', at: EPOCH, postings });
  return disk;
}

describe('one commitment, one client seed, one deck', () => {
  it.each(TABLES)('%s: killed at every step of deal and decision', async (table) => {
    for (const clientSeed of ['', 'игрок–1', 'second']) {
      const disk = await funded();
      const asked = { table, player: 'p1' };
      const { id } = await throughEveryKill(disk, 'commit', '/v1/commitments', asked, (house) =>
        planCommitment(house, 'dev', asked),
      );
      const commitment = String(id);
      const boxes = [{ box: 1, ante: 100, ...(clientSeed === '' ? {} : { clientSeed }) }];
      const body: DealBody = { table, player: 'p1', boxes, commitment };
      decks.clear();
      const dealt = await throughEveryKill(disk, 'deal', '/v1/rounds', body, (house) =>
        planDeal(house, 'dev', body),
      );
      const [deck = ''] = decks;
      expect([...decks]).toEqual([deck]);
      // C5 with one box: its cards are positions 0, 2, 4, 6, 8.
      const cards = list<string>(list(dealt, 'boxes')[0], 'cards');
      expect(cards.join('')).toBe([0, 4, 8, 12, 16].map((at) => deck.slice(at, at + 2)).join(''));
      // After COMMIT the commitment is used: no second round of it, whatever the client seed.
      const other = { ...body, boxes: [{ box: 1, ante: 100, clientSeed: 'another' }] };
      const second = await attempt(disk, 0, 'deal-2', '/v1/rounds', other, (house) =>
        planDeal(house, 'dev', other),
      );
      expect(second).toEqual({ status: 409, text: 'commitment-used' });
      const path = `/v1/rounds/${commitment}/actions`;
      const decide = (key: string, action: ActionBody) =>
        throughEveryKill(disk, key, path, action, (house) =>
          planAction(house, 'dev', commitment, action, () => {}),
        );
      const turn = dealt['turn'] as { actions: string[] };
      if (turn.actions.includes('exchange')) {
        const exchange = { player: 'p1', box: 1, action: 'exchange', cards: cards.slice(0, 1) };
        await decide('exchange', exchange as ActionBody);
      }
      const house = await born(disk, new Life(0));
      const open = readRound(house, 'dev', commitment, 'p1') as Json;
      expect(open['state']).toBe('open');
      const ended = await decide('fold', { player: 'p1', box: 1, action: 'fold' });
      expect(ended['state']).toBe('settled');
      const row = disk.round('dev', commitment);
      const kept = disk.commitment('dev', commitment);
      if (row === undefined || kept?.seed == null) throw new Error('not ended');
      expect(proofOf(house, row, kept, kept.seed).deck.join('')).toBe(deck);
      expect([...decks]).toEqual([deck]);
      expect(disk.check()).toEqual([]);
    }
  });

  it('another client seed before COMMIT is another deck: the watch can tell', async () => {
    const disk = await funded();
    const asked = { table: 'oasis-poker', player: 'p1' };
    const { id } = await throughEveryKill(disk, 'commit', '/v1/commitments', asked, (house) =>
      planCommitment(house, 'dev', asked),
    );
    const seen = new Set<string>();
    for (const clientSeed of ['a', 'b', 'a', 'c', 'b']) {
      const boxes = [{ box: 1, ante: 100, clientSeed }];
      const body: DealBody = { ...asked, boxes, commitment: String(id) };
      decks.clear();
      // Killed at the last step before COMMIT, whichever that is: the deck was computed by then.
      let at = 1;
      for (; decks.size === 0; at++) {
        await attempt(disk, at, clientSeed, '/v1/rounds', body, (house) =>
          planDeal(house, 'dev', body),
        );
      }
      expect(disk.round('dev', String(id))).toBeUndefined();
      for (const deck of decks) seen.add(deck);
    }
    expect(seen.size).toBe(3);
  });

  it('were a thousand attempts and more, most of them killed', () => {
    expect(attempts).toBeGreaterThanOrEqual(1_000);
    expect(kills).toBeGreaterThan(800);
  });
});
