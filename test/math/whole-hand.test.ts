/**
 * Exchanges of all five cards: the solver works a sum out only where a bound says that it can be the
 * best action. Held against the sums that are worked out for every hand (`judge`), and those against
 * every single draw, on a reduced deck of 24 cards.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readRuleset } from '../../engine/library.ts';
import { createKernel } from '../../math/kernel.ts';

const require = createRequire(import.meta.url);
const wasm = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));
/** Nines to aces. */
const RANKS = 0b1111110000000;
const FEWEST = 7 << 2;
const DECK = Array.from({ length: 24 }, (_, i) => FEWEST + i);
const WHOLE = 32 + 31;
/** Of the hands, so many are judged with every sum. */
const EVERY = 3;

describe.each([
  // A forced bet; fold or bet after the exchange; the dealer exchange behind it, by ranks.
  { id: 'oasis-poker-classic', cited: 'O4', part: false },
  { id: 'oasis-poker', cited: 'O4', part: false },
  { id: 'russian-poker', cited: 'R2 R9', part: true },
])('all five cards in $id ($cited)', ({ id, part }) => {
  const path = require.resolve(`#rulesets/${id}.json`);
  const rules = readRuleset(id, readFileSync(path, 'utf8'));
  const kernel = createKernel(wasm, rules, 5, RANKS);
  const { cards: hands } = kernel.hands();
  const forced = rules.exchange?.forcedBetAt === 5;

  it('are the best action where their exact sum says so, and only there', () => {
    let best = 0;
    let others = 0;
    for (let rank = 7; rank < 13; rank++) {
      kernel.solve(rank);
      const policy = kernel.policy();
      for (let hand = 0, seen = 0; hand * 5 < hands.length; hand++) {
        const own = [...hands.subarray(5 * hand, 5 * hand + 5)];
        if ((own[0] ?? 0) < FEWEST || seen++ % EVERY !== 0) continue;
        for (let suit = 0; suit < 4; suit++) {
          const up = (rank << 2) | suit;
          if (own.includes(up)) continue;
          const judged = kernel.judge(own, up);
          expect([own, up, policy[hand * 52 + up]]).toEqual([own, up, judged.best]);
          if (judged.best === WHOLE) best++;
          else others++;
        }
      }
    }
    expect(others).toBeGreaterThan(1_000);
    // Where no hand gains by it the bound has shown so for all of them.
    expect(best > 0).toBe(id === 'oasis-poker-classic');
  });

  it('bring what every single draw brings', () => {
    const own = [FEWEST, FEWEST + 5, FEWEST + 10, FEWEST + 15, FEWEST + 17];
    const up = FEWEST + 20;
    const live = DECK.filter((card) => card !== up && !own.includes(card));
    kernel.prepare(up >> 2);
    const value = kernel.judge(own, up).exchanges.get(31);
    let sum = 0;
    let draws = 0;
    const draw = (from: number, fresh: readonly number[]): void => {
      if (fresh.length < 5) {
        for (let i = from; i < live.length; i++) draw(i + 1, [...fresh, live[i] ?? 0]);
        return;
      }
      const mean = kernel.finalValue(fresh, own, up);
      const known = part ? mean - kernel.suitPart(fresh, own, up) : mean;
      sum += forced ? known : Math.max(-1, known);
      draws++;
    };
    draw(0, []);
    expect(draws).toBe(8_568);
    expect(value).toBeCloseTo(sum / draws - (rules.exchange?.fees[4] ?? 0), 10);
  });
});

describe('a paytable of its own', () => {
  const classic = readRuleset(
    'oasis-poker-classic',
    readFileSync(require.resolve('#rulesets/oasis-poker-classic.json'), 'utf8'),
  );
  const only = (pay: Partial<typeof classic.pay>) => ({
    ...classic,
    pay: {
      ...Object.fromEntries(Object.keys(classic.pay).map((category) => [category, 0])),
      ...pay,
    } as typeof classic.pay,
  });

  it('in which nothing but a full house pays is bounded too', () => {
    // Twos to nines; a full house may leave its own ranks alive in the upcard's suit.
    const rules = only({ 'full-house': 1_000 });
    const loose = { ...rules, exchange: { ...rules.exchange!, forcedBetAt: null } };
    const kernel = createKernel(wasm, loose, 5, 0b0000011111111);
    const own = [5, 14, 22, 24, 29];
    const advised = kernel.advise(own, 3);
    kernel.solve(0);
    expect(kernel.judge(own, 3).best).toBe(advised.best);
  });
});

it('what a kernel was asked before does not change its answers', () => {
  const path = require.resolve('#rulesets/oasis-poker.json');
  const shipped = readRuleset('oasis-poker', readFileSync(path, 'utf8'));
  const fresh = createKernel(wasm, shipped);
  fresh.advise([0, 5, 12, 31, 44], 21);
  expect(fresh.final().every((decision) => decision === 2)).toBe(true);
  // Fees that a push returns belong to the state, whatever sizes the kernel sums.
  const fees = { ...shipped.fees, returnedOnPush: true };
  const rules = { ...shipped, fees, exchange: { ...shipped.exchange!, fees: [10] } };
  // Ace-king, which a dealer can equal.
  const state = [[1, 14, 29, 47, 48], [31], 30] as const;
  const values = [0, 1].map((sizes) => {
    const kernel = createKernel(wasm, rules, sizes);
    kernel.prepareUpcard(state[2] >> 2);
    return kernel.finalValue(...state);
  });
  expect(values[0]).toBe(values[1]);
  const before = createKernel(wasm, shipped, 0);
  before.prepareUpcard(state[2] >> 2);
  expect(before.finalValue(...state)).not.toBe(values[0]);
});
