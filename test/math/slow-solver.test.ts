/**
 * The slow solver itself: against settlement by the BigInt model, outcome after outcome and card
 * after card, and against itself without what it saves by.
 */
import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../engine/ruleset.ts';
import { best, firsts, netsOf, valuesOf } from '../reference/decision.ts';
import { fiveCards, qualifies, rank } from '../reference/hand.ts';
import { cardsOf, createPack } from '../reference/pack.ts';
import { createPosition, everyDraw } from '../reference/position.ts';
import { exceeds, plus, type Ratio, ratio, whole } from '../reference/ratio.ts';
import { settleSlowly } from '../reference/settlement.ts';
import { everyPosition, suitOrders } from '../reference/whole-game.ts';
import { RULESETS, rulesetNamed } from '../rulesets.ts';

const cards = (text: string) => text.split(' ').flatMap((t) => cardsOf(t[0]!, t[1]!));

interface Stand {
  readonly rules: Ruleset;
  readonly own: readonly number[];
  readonly exchanged: number;
  readonly bought: boolean;
  readonly insurance: number;
}

/** Net in antes of a bet that met these dealer hands, by the settlement model. */
function settled(stand: Stand, first: readonly number[], final: readonly number[], paid: boolean) {
  const { lines } = settleSlowly(stand.rules, {
    ...{ ante: 1, bonus: 0, blind: false, folded: false, maxPayout: null },
    ...{ insurance: stand.insurance, exchanged: stand.exchanged, bought: stand.bought },
    ...{ initial: stand.own.slice(0, 5), cards: stand.own },
    ...{ dealerFirst: first, dealerFinal: final, dealerExchange: paid },
  });
  return Object.values(lines).reduce((sum, line) => sum + line.returned - line.stake, 0n);
}

const mean = (values: readonly Ratio[]): Ratio => {
  const sum = values.reduce(plus, whole(0));
  return ratio(sum.over, sum.under * BigInt(values.length));
};

/** R9, Z10 as a tree: the highest card makes way, again and again where the rank comes again. */
function paidMean(stand: Stand, first: number[], now: number[], live: number[]): Ratio {
  const { dealerExchange, aceLowStraight } = stand.rules;
  const high = now.reduce((best, card) => (rank(card) > rank(best) ? card : best));
  return mean(
    live.map((card) => {
      const next = now.map((old) => (old === high ? card : old));
      const again =
        dealerExchange?.repeatSameRank === true &&
        rank(card) === rank(high) &&
        !qualifies(fiveCards(next, aceLowStraight));
      if (!again) return ratio(settled(stand, first, next, true), 1n);
      return paidMean(
        stand,
        first,
        next,
        live.filter((other) => other !== card),
      );
    }),
  );
}

/** Mean net of a bet over every dealer hand of `live` behind `up`, each exchange where it gains. */
function betMean(stand: Stand, live: readonly number[], up: number): Ratio {
  const nets: Ratio[] = [];
  const hide = (from: number, hidden: number[]): void => {
    if (hidden.length < 4) {
      for (let i = from; i < live.length; i++) hide(i + 1, [...hidden, live[i]!]);
      return;
    }
    const dealer = [...hidden, up];
    const shown = ratio(settled(stand, dealer, dealer, false), 1n);
    const none = !qualifies(fiveCards(dealer, stand.rules.aceLowStraight));
    if (stand.rules.dealerExchange === null || !none) nets.push(shown);
    else {
      const rest = live.filter((card) => !hidden.includes(card));
      const paid = paidMean(stand, dealer, dealer, rest);
      nets.push(exceeds(paid, shown) ? paid : shown);
    }
  };
  hide(0, []);
  return mean(nets);
}

describe('a bet by the settlement model, dealer card by dealer card', () => {
  // No king: five different ranks are no game, but for flushes; a seven more makes repeats matter.
  const paired = [...cardsOf('2TJQA'), ...cards('7c')];
  // Two suits, no ace: the dealer mostly has no game, so that insurance gains.
  const gameless = cardsOf('2345789JQ', 'cd');
  // `gains`: what a spot is worth more by, so that no rule is looked at in vain.
  const spots = [
    {
      id: 'russian-poker',
      hand: 'Tc Td Th Ts 2c',
      up: 'Ac',
      gains: 'exchange',
      why: 'R9 own ante',
    },
    { id: 'russian-poker', hand: 'Ah Ad As Jc Jd', up: 'Qs', gains: 'exchange', why: 'R9 repeats' },
    { id: 'russian-poker-classic', hand: 'Ac Jc Qc Tc 2c', up: 'Qd', gains: 'exchange', why: 'R9' },
    { id: 'oasis-stud-exchange', hand: 'Tc Td Th 2c 7c', up: '2s', gains: 'exchange', why: 'Z10' },
    { id: 'russian-poker', hand: '2c 4c 7c 9c Qc', up: 'Qd', gains: 'both', why: 'R8 and R9' },
    { id: 'russian-poker-classic', hand: '2d 4d 7d 9d Qd', up: 'Qc', gains: 'both', why: 'R8 R9' },
    { id: 'oasis-poker', hand: 'Ac Ad 2h Js Qc', up: 'Th', gains: 'neither', why: 'O5 O6 O7 C10' },
    { id: 'russian-poker', hand: 'Ac Td Jh Qs 2c', up: '2h', gains: 'neither', why: 'R5 R7' },
  ];
  for (const { id, hand, up, gains, why } of spots) {
    it(`${id}: ${hand} against ${up} (${why})`, () => {
      const rules = rulesetNamed(id);
      const own = cards(hand);
      const [open = -1] = cards(up);
      const set = [...own, open].every((card) => gameless.includes(card)) ? gameless : paired;
      const valueBy = (changed: Ruleset) => {
        const position = createPosition(createPack(changed, set), own, open);
        return valuesOf(position, [{ action: 'bet' }])[0]?.value;
      };
      const table = createPack(rules, set);
      const position = createPosition(table, own, open);
      const live = position.live.map((place) => table.cards[place]!);
      const most = table.holding(position.own, []).insurance;
      const stand = { rules, own, exchanged: 0, bought: false };
      const plain = betMean({ ...stand, insurance: 0 }, live, open);
      const insured = betMean({ ...stand, insurance: most }, live, open);
      const value = valueBy(rules);
      expect(value).toEqual(exceeds(insured, plain) ? insured : plain);
      const gained = (name: 'dealerExchange' | 'insurance') =>
        exceeds(value ?? whole(0), valueBy({ ...rules, [name]: null }) ?? whole(0));
      expect(gained('dealerExchange')).toBe(['exchange', 'both'].includes(gains));
      expect(gained('insurance')).toBe(gains === 'both');
    });
  }

  it('Z8: a burned card that nobody sees changes no value', () => {
    const rules = rulesetNamed('oasis-stud-buy');
    const table = createPack(rules, [...cardsOf('2TJQ'), ...cards('Ac')]);
    const own = cards('2c Tc Td Js Qh');
    const [open = -1] = cards('Ac');
    const position = createPosition(table, own, open);
    const live = position.live.map((place) => table.cards[place]!);
    const draws = live.map((card) => {
      const final = [card, ...own.slice(1)];
      const burned = live.filter((other) => other !== card);
      const stand = { rules, own: final, exchanged: 1, bought: false, insurance: 0 };
      // The choice is one for all burned cards; the fee stands in the settlement's lines.
      const values = burned.map((gone) =>
        betMean(
          stand,
          burned.filter((c) => c !== gone),
          open,
        ),
      );
      const fold = whole(-2);
      return exceeds(mean(values), fold) ? mean(values) : fold;
    });
    const [value] = valuesOf(position, [{ action: 'exchange', set: 1 }]);
    expect(value?.value).toEqual(mean(draws));
  });
});

describe('the slow solver agrees with itself', () => {
  it('C1: positions up to names of suits stand for all, each once', () => {
    const table = createPack(rulesetNamed('oasis-poker'), cardsOf('TJQA'));
    const seen = new Set<string>();
    const orders = suitOrders();
    let positions = 0;
    let visited = 0;
    for (const { position, weight } of everyPosition(table)) {
      const own = position.own.map((place) => table.cards[place]!);
      const up = table.cards[position.up]!;
      const images = orders.map((order) => {
        const to = (card: number) => (card & ~3) + order[card & 3]!;
        return [...own.map(to).sort((a, b) => a - b), to(up)];
      });
      const different = new Set(images.map((image) => image.join()));
      expect(BigInt(different.size)).toBe(weight);
      for (const image of different) expect(seen.has(image)).toBe(false);
      positions += different.size;
      const worth = (image: readonly number[]) =>
        valuesOf(createPosition(table, image.slice(0, 5), image[5]!), firsts(position, 1));
      for (const image of different) seen.add(image);
      if (++visited % 500 !== 0) continue;
      const values = new Set(
        images.map((image) => best(worth(image)).value).map((v) => `${v.over}/${v.under}`),
      );
      expect(values.size).toBe(1);
    }
    expect(visited).toBeGreaterThan(500);
    expect(positions).toBe(4_368 * 11);
  });

  it('net results sum up to the value of their action, in every ruleset', () => {
    const table = createPack(rulesetNamed('oasis-poker'), cardsOf('2TJQA'));
    const sample = [...everyPosition(table)].filter((_, i) => i % 2_500 === 7);
    for (const rules of RULESETS) {
      const own = createPack(rules, table.cards);
      for (const { position: found } of sample) {
        const hand = found.own.map((place) => table.cards[place]!);
        const position = createPosition(own, hand, table.cards[found.up]!);
        for (const { first, value } of valuesOf(position, firsts(position, 2))) {
          const { units, under } = netsOf(position, first);
          const sum = [...units].reduce((all, [net, n]) => all + BigInt(net) * n, 0n);
          expect(ratio(sum, under)).toEqual(value);
          expect([...units.values()].reduce((all, n) => all + n, 0n)).toBe(under);
        }
      }
    }
    expect(sample.length).toBe(5);
  });

  it('C2 C3: every five cards stand where the slow reference puts them', () => {
    const table = createPack(rulesetNamed('caribbean-stud'), cardsOf('2345KA', 'cdh'));
    const values = new Map<string, number>();
    for (const own of everyFives(table.cards)) {
      const { category, ranks } = fiveCards(own, true);
      const places = own.map((card) => table.cards.indexOf(card));
      const { value } = table.holding(places, []);
      const name = `${category} ${ranks.join()}`;
      expect(values.get(name) ?? value).toBe(value);
      values.set(name, value);
      expect(value >= table.game).toBe(category !== 'no-game');
    }
    expect(new Set(values.values()).size).toBe(values.size);
  });

  it('a draw leaves the dealer hands without it, and none of the player’s', () => {
    const table = createPack(rulesetNamed('oasis-poker'), cardsOf('2TJQ'));
    const position = createPosition(table, cards('2c 2d Tc Td Jc'), cardsOf('Q', 's')[0]!);
    let draws = 0;
    everyDraw(position, 2, ({ fresh, list, count, none }) => {
      draws += 1;
      const held = list.slice(0, count).reduce((bits, i) => bits | position.dealers.bits[0][i]!, 0);
      for (const place of [...position.own, ...fresh]) expect((held >> place) & 1).toBe(0);
      expect(new Set(list.slice(0, count)).size).toBe(count);
      // Four ranks: five cards always hold a pair (C4).
      expect(none).toBe(0);
    });
    expect(draws).toBe(1 + 10 + 45);
  });

  it('refuses what is no pack and no position', () => {
    const rules = rulesetNamed('oasis-poker');
    expect(() => createPack(rules, cardsOf('AKQ'))).toThrow('16 to 52 different cards');
    const table = createPack(rules, cardsOf('TJQA'));
    expect(() => createPosition(table, cards('Tc Td Th Ts 2c'), 48)).toThrow('cards of the pack');
    expect(() => createPosition(table, cards('Tc Td Th Ts Ac'), 48)).toThrow('none twice');
  });
});

function everyFives(pack: readonly number[], from = 0, chosen: number[] = []): number[][] {
  if (chosen.length === 5) return [chosen];
  return pack.slice(from).flatMap((card, i) => everyFives(pack, from + i + 1, [...chosen, card]));
}
