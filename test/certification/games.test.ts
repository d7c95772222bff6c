/** Family D's money: the exact law of plain play against the solver and a published edge, and played. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DUELS, playLaw } from '../../certification/outcomes/duel-law.ts';
import { gameFindings, returnOf } from '../../certification/outcomes/game-tests.ts';
import { createGameCounter, REPLACEMENTS, UNSEEN } from '../../certification/outcomes/games.ts';
import { FIVE_CARD_COUNTS } from '../../certification/outcomes/hand-law.ts';
import { createSource } from '../../certification/planted/source.ts';
import { CATEGORIES, categoryCode } from '../../engine/category.ts';
import type { Ruleset } from '../../engine/ruleset.ts';
import { createKernel } from '../../math/kernel.ts';
import { casino } from './fixtures.ts';

/** C(47, 5): dealer hands beside one hand. */
const DEALERS = 1_533_939;
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

function rulesetOf(id: string): Ruleset {
  const entry = casino.library.get(id);
  if (entry === undefined) throw new Error(id);
  return entry.ruleset;
}

describe('the law of plain play', () => {
  it('counts every pair of hands once, and is symmetric between player and dealer', () => {
    for (const category of CATEGORIES) {
      const rows = DUELS.filter((one) => one.first === category);
      const all = sum(rows.map((one) => one.none + one.below + one.equal + one.above));
      expect(all, category).toBe((FIVE_CARD_COUNTS[categoryCode(category)] ?? 0) * DEALERS);
    }
    const game = DUELS.filter((one) => one.first !== 'no-game');
    const none = DUELS.filter((one) => one.first === 'no-game');
    expect(sum(game.map((one) => one.below))).toBe(sum(game.map((one) => one.above)));
    expect(sum(game.map((one) => one.none))).toBe(sum(none.map((one) => one.above)));
  });

  it('agrees with the solver on every hand from a pair up', () => {
    const base = rulesetOf('caribbean-stud');
    // With pays so large every pair bets; exchange, purchase and insurance are taken away.
    const pay = Object.fromEntries(Object.keys(base.pay).map((name) => [name, 500]));
    const wasm = readFileSync(new URL('../../build/math.wasm', import.meta.url));
    const kernel = createKernel(new Uint8Array(wasm), { ...base, pay: pay as Ruleset['pay'] }, 0);
    for (let rank = 0; rank < 13; rank++) kernel.solve(rank);
    const { outcomes } = kernel.sums();
    for (let code = categoryCode('pair'); code < CATEGORIES.length; code++) {
      const below = DUELS.filter((one) => categoryCode(one.first) === code).map((one) => one.below);
      // The solver counts a dealer hand once for each of its five cards as the open one.
      expect(outcomes[4 + code], CATEGORIES[code]).toBe(5 * sum(below));
    }
  });

  it('has the published edge of a player who always raises in Caribbean stud, 16.607 %', () => {
    expect(playLaw(rulesetOf('caribbean-stud')).mean).toBeCloseTo(-0.16607, 5);
  });

  it('pays ace and king as a second combination only where the ruleset does', () => {
    // Four of a kind with ace and king: (20 + 1) · 2.
    expect(playLaw(rulesetOf('russian-poker-classic')).nets).toContain(42);
    expect(playLaw(rulesetOf('russian-poker')).nets).not.toContain(42);
  });
});

describe('plain play', () => {
  for (const id of casino.ids) {
    it(`${id}: half the rounds, near the exact mean`, () => {
      const entry = casino.library.get(id);
      if (entry === undefined) throw new Error(id);
      const counter = createGameCounter(entry.game);
      const source = createSource(casino.core, 40);
      const rounds = 2_000;
      for (let t = 0; t < rounds; t++) counter.add(goodDeck(source));
      const law = playLaw(entry.ruleset);
      const found = returnOf(id, counter.counts, law);
      expect(found?.rounds).toBe(counter.counts.replaced.some((n) => n > 0) ? 1_000 : rounds);
      expect(Math.abs(found?.z ?? 99)).toBeLessThan(4);
      const findings = gameFindings(id, counter.counts, law);
      expect(Math.min(...findings.map((one) => one.p ?? 1))).toBeGreaterThan(1e-5);
    });
  }

  it('counts the replacements of each box apart, because boxes of a round share its deck', () => {
    const entry = casino.library.get('oasis-stud-exchange');
    if (entry === undefined) throw new Error('no game');
    const counter = createGameCounter(entry.game);
    const source = createSource(casino.core, 42);
    for (let t = 0; t < 200; t++) counter.add(goodDeck(source));
    const { replaced } = counter.counts;
    const row = REPLACEMENTS * UNSEEN;
    expect(replaced).toHaveLength(entry.ruleset.boxes.max * row);
    // Half the rounds are plain; of the others one half exchanges one card, the other two.
    const cards = 50 + 2 * 50;
    for (let box = 0; box < entry.ruleset.boxes.max; box++) {
      expect(replaced.subarray(box * row, (box + 1) * row).reduce((a, b) => a + b, 0)).toBe(cards);
    }
  });

  it('catches a dealer who takes the better hand in one round of ten', () => {
    const entry = casino.library.get('caribbean-stud');
    if (entry === undefined) throw new Error('no game');
    const counter = createGameCounter(entry.game);
    const source = createSource(casino.core, 41);
    for (let t = 0; t < 4_000; t++) {
      const deck = goodDeck(source);
      if (t % 10 === 0) {
        // Alternate dealing (C5): even places are the box's.
        const hands = [0, 1].map((h) => [0, 1, 2, 3, 4].map((i) => deck[2 * i + h] ?? 0));
        const [box, dealer] = hands.map((hand) => entry.game.best(hand).rank);
        if ((box ?? 0) > (dealer ?? 0)) {
          for (let i = 0; i < 5; i++) {
            deck[2 * i] = hands[1]?.[i] ?? 0;
            deck[2 * i + 1] = hands[0]?.[i] ?? 0;
          }
        }
      }
      counter.add(deck);
    }
    const findings = gameFindings('caribbean-stud', counter.counts, playLaw(entry.ruleset));
    const net = findings.find((one) => one.id === 'D.caribbean-stud.net-results');
    expect(net?.p).toBeLessThan(1e-6);
  });
});

function goodDeck(source: ReturnType<typeof createSource>): Uint8Array {
  const deck = Uint8Array.from({ length: 52 }, (_, i) => i);
  for (let i = 0; i < 51; i++) {
    const j = i + source.below(52 - i);
    const card = deck[i] ?? 0;
    deck[i] = deck[j] ?? 0;
    deck[j] = card;
  }
  return deck;
}
