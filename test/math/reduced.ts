/** How the exact solver's answer for a whole reduced deck is held against the slow solver's. */
import { expect } from 'vitest';
import type { Ruleset } from '../../engine/ruleset.ts';
import { BOUGHT, createKernel, NET_ZERO, NETS_EACH } from '../../math/kernel.ts';
import { choose, createPack } from '../reference/pack.ts';
import { decimal } from '../reference/ratio.ts';
import { solveSlowly } from '../reference/whole-game.ts';

const RANKS = '23456789TJQKA';
/** Sums of doubles against exact fractions. */
const MEAN_TOLERANCE = 1e-12;
const CHANCE_TOLERANCE = 1e-13;

/** Cards that a first action draws, by its number among the solver's actions. */
function drawn(action: number): number {
  return action < 2 ? 0 : action === 2 ? 1 : action - 2;
}

/**
 * Solves all four suits of `ranks` both ways, exchanges of at most `sizes` cards: mean, decisions and
 * the probability of every net result must agree.
 */
export function agree(
  wasm: Uint8Array<ArrayBuffer>,
  rules: Ruleset,
  ranks: string,
  sizes: number,
): void {
  const set = [...ranks].reduce((bits, rank) => bits | (1 << RANKS.indexOf(rank)), 0);
  const cards = [...ranks].flatMap((rank) => [0, 1, 2, 3].map((s) => RANKS.indexOf(rank) * 4 + s));
  const slow = solveSlowly(createPack(rules, cards), sizes);
  const kernel = createKernel(wasm, rules, sizes, set);
  for (let rank = 0; rank < 13; rank++) if ((set >> rank) & 1) kernel.solve(rank);
  const { values, deals, nets, settled } = kernel.sums();
  expect(settled).toBe(true);
  const n = cards.length;
  const all = choose(n, 5) * (n - 5);
  const unit = (action: number) =>
    all * choose(n - 6, drawn(action)) * choose(n - 6 - drawn(action), 4);
  const fee = (action: number) =>
    action === 2 ? (rules.buy?.fee ?? 0) : action < 3 ? 0 : (rules.exchange?.fees[action - 3] ?? 0);
  const actions = [0, 1, 2, 3, 4, 5, 6, 7].slice(0, 3 + sizes);
  const mean = actions.reduce(
    (sum, a) => sum + (values[a] ?? 0) / unit(a) - ((deals[a] ?? 0) * fee(a)) / all,
    0,
  );
  expect(Math.abs(mean - decimal(slow.mean))).toBeLessThan(MEAN_TOLERANCE);
  const names = actions.map((a) => ['fold', 'bet', 'buy'][a] ?? `exchange-${a - 2}`);
  names.forEach((name, a) => {
    expect([name, deals[a]]).toEqual([name, Number(slow.decisions.get(name) ?? 0n)]);
  });
  const found = new Map<number, number>();
  for (const action of actions.filter((a) => a !== 1)) {
    // Fold and bet share the first area; a bought card has the last.
    const area = action === 2 ? BOUGHT : drawn(action);
    for (let i = 0; i < NETS_EACH; i++) {
      const mass = nets[area * NETS_EACH + i] ?? 0;
      if (mass === 0) continue;
      found.set(i - NET_ZERO, (found.get(i - NET_ZERO) ?? 0) + mass / unit(action));
    }
  }
  for (const net of new Set([...found.keys(), ...slow.nets.keys()])) {
    const exact = slow.nets.get(net);
    const counted = exact === undefined ? 0 : decimal(exact);
    expect(Math.abs((found.get(net) ?? 0) - counted), `net ${net}`).toBeLessThan(CHANCE_TOLERANCE);
  }
}
