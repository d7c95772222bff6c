/**
 * The app that the money commands ask, what was sent to it, and the comparison with the plain model
 * after each command.
 */
import type fc from 'fast-check';
import { expect } from 'vitest';
import type { Store } from '../../server/store/store.ts';
import type { Inside } from './in-process.ts';
import { EPOCH, houseOf, replayEntropy, serveInside } from './in-process.ts';
import type { MoneyModel } from './money-model.ts';
import type { Reply } from './service.ts';
import { freshKey } from './service.ts';

export const PLAYERS = ['p1', 'p2', 'p3'];
export const OPEN_MAX = 2;

/** The app, and what was sent to it. */
export class Real {
  readonly store: Store;
  service!: Inside;
  now = EPOCH;
  lives = 0;
  readonly sent: { path: string; body: unknown; key: string; reply: Reply }[] = [];

  constructor(store: Store) {
    this.store = store;
  }

  async start(): Promise<void> {
    if (this.lives > 0) await this.service.close();
    this.lives += 1;
    const house = await houseOf({
      store: this.store,
      entropy: replayEntropy(`model life ${this.lives}`),
      now: () => this.now,
      openRoundsMax: OPEN_MAX,
    });
    this.service = await serveInside(house);
  }

  async post(path: string, body: unknown): Promise<Reply> {
    const key = freshKey();
    const reply = await this.service.post(path, body, key);
    if (reply.status < 300) this.sent.push({ path, body, key, reply });
    return reply;
  }
}

export type Step = (model: MoneyModel, real: Real) => Promise<void>;

/** One command; `name` is what a failure prints. */
export class Command implements fc.AsyncCommand<MoneyModel, Real> {
  readonly name: string;
  readonly step: Step;
  constructor(name: string, step: Step) {
    this.name = name;
    this.step = step;
  }
  check(): boolean {
    return true;
  }
  async run(model: MoneyModel, real: Real): Promise<void> {
    await this.step(model, real);
    same(model, real);
  }
  toString(): string {
    return this.name;
  }
}

function same(model: MoneyModel, { store }: Real): void {
  expect(store.check()).toEqual([]);
  for (const currency of ['EUR', 'CZK']) {
    for (const player of PLAYERS) {
      const balance = store.balance('dev', `player:${player}`, currency) ?? 0;
      expect([player, currency, balance]).toEqual([
        player,
        currency,
        model.balance(player, currency),
      ]);
    }
    const owed = store.balance('dev', 'uncollected', currency) ?? 0;
    expect(owed).toBe(model.uncollected.get(currency) ?? 0);
  }
  for (const round of model.rounds) expect(store.round('dev', round.id)?.state).toBe(round.state);
  for (const one of model.commitments) {
    expect(store.commitment('dev', one.id)?.state).toBe(one.state);
  }
}
