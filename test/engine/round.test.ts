/** The round as a fold: deal, order, exchange, visibility, refusals; each test cites its rule. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../engine/action.ts';
import { chargeOf, fundsFor, turnOf } from '../../engine/action.ts';
import { cardText, parseCard } from '../../engine/card.ts';
import { isRefusal } from '../../engine/refusal.ts';
import { replay } from '../../engine/replay.ts';
import { resultOf } from '../../engine/result.ts';
import type { Round } from '../../engine/round.ts';
import { act, openRound } from '../../engine/round.ts';
import type { Stake } from '../../engine/stake.ts';
import { view, withoutActions } from '../../engine/view.ts';
import { deckFrom, game, library, seeded, shuffled } from '../games.ts';
import { played } from './played.ts';

const NO_CAP = { maxPayout: null };
const cards = (text: string) => text.split(' ').map((card) => parseCard(card) ?? -1);
/** Hands in dealing order: boxes ascending, then the dealer. */
function dealt(...hands: string[]): number[] {
  const all = hands.map(cards);
  return deckFrom(Array.from({ length: 5 }, (_, i) => all.map((hand) => hand[i] ?? -1)).flat());
}
function open(id: string, deck: readonly number[], stakes: readonly Stake[]): Round {
  const round = openRound(game(id), NO_CAP, deck, stakes);
  if (isRefusal(round)) throw new Error(round.detail);
  return round;
}
function then(round: Round, ...decisions: Decision[]): Round {
  return decisions.reduce((state, decision) => {
    const next = act(state, decision);
    if (isRefusal(next)) throw new Error(`${next.refusal}: ${next.detail}`);
    return next;
  }, round);
}
const refusal = (round: Round, decision: Decision): string => {
  const next = act(round, decision);
  return isRefusal(next) ? next.refusal : 'none';
};
const PAIR = '9s 9h Kd 5c 3h';
const NONE = 'Qs Jd 8c 4c 2s';

describe('deal and turns', () => {
  it('C5: one card at a time, boxes ascending, then the dealer; his fifth lies open', () => {
    const round = open(
      'oasis-poker',
      Array.from({ length: 52 }, (_, i) => i),
      [
        { box: 2, ante: 10 },
        { box: 4, ante: 10 },
      ],
    );
    expect(round.boxes.map((b) => b.initial)).toEqual([
      [0, 3, 6, 9, 12],
      [1, 4, 7, 10, 13],
    ]);
    expect(round.dealer.cards).toEqual([2, 5, 8, 11, 14]);
    const seen = view(round, new Set([2])).dealer.cards;
    expect(seen).toEqual([null, null, null, null, cardText(14)]);
  });

  it('C6: the bet is two antes, whatever the ante', () => {
    for (const ante of [1, 7, 100_000, 1_000_000_000_000]) {
      const round = open('oasis-poker', dealt(PAIR, NONE), [{ box: 1, ante }]);
      expect(chargeOf(round, { box: 1, action: 'bet' })).toBe(2 * ante);
    }
  });

  it('C7: boxes act in ascending order, each finishing its turn', () => {
    const stakes = [1, 3].map((box) => ({ box, ante: 10 }));
    const round = open('russian-poker', dealt(PAIR, '2c 4d 6h 8s Tc', NONE), stakes);
    expect(refusal(round, { box: 3, action: 'bet' })).toBe('not-your-turn');
    const bought = then(round, { box: 1, action: 'buy' });
    expect(turnOf(bought)).toMatchObject({ box: 1, actions: ['fold', 'bet'] });
    expect(turnOf(then(bought, { box: 1, action: 'bet' }))?.box).toBe(3);
  });

  it('O4, O7: after one exchange only fold and bet remain, and the bet must stay covered', () => {
    const round = open('oasis-poker', dealt(PAIR, NONE), [{ box: 1, ante: 10 }]);
    const out: Decision = { box: 1, action: 'exchange', cards: cards('3h') };
    expect(chargeOf(round, out)).toBe(10);
    expect(fundsFor(round, out)).toBe(30);
    expect(turnOf(then(round, out))?.actions).toEqual(['fold', 'bet']);
    expect(refusal(then(round, out), out)).toBe('illegal-action');
    expect(refusal(round, { ...out, cards: cards('3h 5c') })).toBe('exchange-size');
    expect(refusal(round, { ...out, cards: cards('As') })).toBe('card-not-held');
  });

  it('Z2: the plain Czech game knows fold and bet alone', () => {
    const round = open('oasis-stud', dealt(PAIR, NONE), [{ box: 1, ante: 10 }]);
    expect(turnOf(round)).toEqual({ box: 1, actions: ['fold', 'bet'] });
    expect(refusal(round, { box: 1, action: 'exchange', cards: cards('3h') })).toBe(
      'illegal-action',
    );
  });

  it('C11: an exchanged card is not seen again in its round, in any ruleset', () => {
    const next = seeded(11);
    for (const { game: g, ruleset } of library.values()) {
      if (ruleset.exchange === null) continue;
      for (let i = 0; i < 50; i++) {
        const deck = shuffled(next);
        const round = openRound(g, NO_CAP, deck, [{ box: 1, ante: 1 }]);
        if (isRefusal(round)) throw new Error(round.detail);
        const held = round.boxes[0]?.initial ?? [];
        const out = held.slice(0, ruleset.exchange.fees.length);
        const after = then(
          round,
          { box: 1, action: 'exchange', cards: out },
          { box: 1, action: 'bet' },
        );
        const inPlay = [...(after.boxes[0]?.cards ?? []), ...after.dealer.cards];
        expect(inPlay.filter((card) => out.includes(card))).toEqual([]);
        expect(new Set(inPlay).size).toBe(10);
      }
    }
  });
});

describe('C12: a round is a pure function', () => {
  it('a refused decision leaves the round as it was, frozen through and through', () => {
    const round = open('russian-poker', dealt(PAIR, NONE), [{ box: 1, ante: 10 }]);
    const before = structuredClone({ ...round, game: null });
    for (const decision of [
      { box: 1, action: 'accept' },
      { box: 2, action: 'bet' },
      { box: 1, action: 'bet', insurance: 1 },
      { box: 1, action: 'exchange', cards: [0, 0] },
    ] as const) {
      expect(isRefusal(act(round, decision))).toBe(true);
    }
    act(round, { box: 1, action: 'exchange', cards: cards('3h 5c') });
    expect({ ...round, game: null }).toEqual(before);
  });

  it('the same input gives the same output, step by step or replayed', () => {
    const property = fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (seed) => {
      const next = seeded(seed);
      const entry = [...library.values()][next(library.size)];
      if (entry === undefined) throw new Error('no ruleset');
      const { round, stakes, deck } = played(entry.game, next);
      const again = replay(entry.game, NO_CAP, deck, stakes, round.decisions);
      expect(isRefusal(again)).toBe(false);
      if (!isRefusal(again)) expect(resultOf(again)).toEqual(resultOf(round));
    });
    fc.assert(property, { seed: 20261130, numRuns: 400 });
  });
});

describe('C13: what a reader sees', () => {
  const hidden = [null, null, null, null, null];

  it('O3: sequential: the second box opens when the first has finished', () => {
    const stakes = [1, 2].map((box) => ({ box, ante: 10 }));
    const round = open('oasis-poker', dealt(PAIR, '2c 4d 6h 8s Tc', NONE), stakes);
    const own = new Set([1, 2]);
    expect(view(round, own).boxes[1]?.cards).toEqual(hidden);
    const exchanged = then(round, { box: 1, action: 'exchange', cards: cards('3h') });
    expect(view(exchanged, own).boxes[1]?.cards).toEqual(hidden);
    const finished = then(exchanged, { box: 1, action: 'fold' });
    expect(view(finished, own).boxes[1]?.cards).toEqual('2c 4d 6h 8s Tc'.split(' '));
  });

  it('own: each player sees his own box from the deal and no other; the public none', () => {
    const stakes = [1, 2].map((box) => ({ box, ante: 10 }));
    const round = open('oasis-stud', dealt(PAIR, '2c 4d 6h 8s Tc', NONE), stakes);
    expect(view(round, new Set([2])).boxes.map((b) => b.cards)).toEqual([
      hidden,
      '2c 4d 6h 8s Tc'.split(' '),
    ]);
    expect(view(round, new Set()).boxes.map((b) => b.cards)).toEqual([hidden, hidden]);
    expect(view(round, new Set()).boxes[0]).toEqual({ box: 1, cards: hidden });
  });

  it('R1: blind boxes and hole cards open with the last decision, before a dealer exchange', () => {
    const stakes = [
      { box: 1, ante: 10, blind: true },
      { box: 2, ante: 10 },
    ];
    const round = open('russian-poker', dealt(PAIR, '2c 4d 6h 8s Tc', NONE), stakes);
    expect(view(round, new Set([1, 2])).boxes[0]?.cards).toEqual(hidden);
    const asked = then(round, { box: 1, action: 'bet' }, { box: 2, action: 'bet' });
    expect(turnOf(asked)).toMatchObject({ box: 1, actions: ['accept', 'exchange-dealer'] });
    const seen = view(asked, new Set([1, 2]));
    expect(seen.boxes[0]?.cards).toEqual(PAIR.split(' '));
    expect(seen.dealer.cards).toEqual(NONE.split(' '));
  });

  it('no view of an open round holds an undealt, burned or foreign card', () => {
    const next = seeded(13);
    for (let i = 0; i < 300; i++) {
      const entry = [...library.values()][next(library.size)];
      if (entry === undefined) continue;
      const { round: ended, stakes, deck } = played(entry.game, next);
      for (let k = 0; k < ended.decisions.length; k++) {
        const at = replay(entry.game, NO_CAP, deck, stakes, ended.decisions.slice(0, k));
        if (isRefusal(at)) throw new Error(at.detail);
        const own = new Set([stakes[next(stakes.length)]?.box ?? 1]);
        const texts = JSON.stringify(view(at, own)).match(/"[2-9TJQKA][cdhs]"/g) ?? [];
        const allowed = new Set(
          [
            ...at.boxes.filter((b) => own.has(b.box)).flatMap((b) => b.cards),
            ...(at.phase === 'dealer' ? at.dealer.cards : at.dealer.cards.slice(4)),
          ].map((card) => JSON.stringify(cardText(card))),
        );
        expect(texts.filter((text) => !allowed.has(text))).toEqual([]);
      }
    }
  });
});

describe('C14: funds', () => {
  it('what cannot be paid is not listed', () => {
    const round = open('oasis-poker', dealt(PAIR, NONE), [{ box: 1, ante: 10 }]);
    const turn = turnOf(round);
    if (turn === null) throw new Error('open');
    const shown = withoutActions(turn, new Set(['exchange' as const]));
    expect(shown).toEqual({ box: 1, actions: ['fold', 'bet'] });
    expect(withoutActions(turn, new Set())).toEqual(turn);
  });
});

describe('field log C: money', () => {
  const settled = (
    id: string,
    deck: readonly number[],
    stakes: Stake[],
    ...decisions: Decision[]
  ) => {
    const result = resultOf(then(open(id, deck, stakes), ...decisions));
    if (result.status !== 'settled') throw new Error('open');
    return result.boxes[0];
  };
  const bet: Decision = { box: 1, action: 'bet' };

  it('C1 of the log: a dealer without game pays the ante: gross 400, net +50', () => {
    const box = settled(
      'oasis-poker',
      dealt('Ks Th 8d 6h 3c', 'Qs Jd 9h 4c 2s'),
      [{ box: 1, ante: 100, bonus: 50 }],
      bet,
    );
    expect([box?.returned, box?.net]).toEqual([400, 50]);
  });

  it('C2 of the log: the bonus pays though the dealer has no game: gross 2,950, net 2,600', () => {
    const box = settled(
      'oasis-poker',
      dealt('Kh Th 8h 6h 3h', 'Qs Jd 9c 4c 2s'),
      [{ box: 1, ante: 100, bonus: 50 }],
      bet,
    );
    expect([box?.returned, box?.net]).toEqual([2_950, 2_600]);
  });

  it('C3 of the log: a tie gives back ante and bet, the bonus is apart: gross 300, net −50', () => {
    const box = settled(
      'oasis-poker',
      dealt('Ks Kd 8d 6h 3c', 'Kh Kc 8s 6c 3d'),
      [{ box: 1, ante: 100, bonus: 50 }],
      bet,
    );
    expect([box?.outcome, box?.returned, box?.net]).toEqual(['push', 300, -50]);
  });

  it('C4 of the log: a fold costs the ante once; a lost bet costs both once', () => {
    const stakes = [{ box: 1, ante: 10 }];
    const hands = dealt('Ks Th 8d 6h 3c', '2c 2d 8h Ts Jc');
    expect(settled('oasis-poker', hands, stakes, { box: 1, action: 'fold' })?.net).toBe(-10);
    expect(settled('oasis-poker', hands, stakes, bet)?.net).toBe(-30);
  });

  it('C10 of the log: a won insurance gives stake and win: gross 160, net +70', () => {
    const box = settled(
      'russian-poker',
      dealt('Ks Kd Kc 5h 3c', 'Qs Jd 9h 4c 2s'),
      [{ box: 1, ante: 10 }],
      { ...bet, insurance: 60 },
      { box: 1, action: 'accept' },
    );
    expect([box?.returned, box?.net]).toEqual([160, 70]);
  });

  it('C6, C7 of the log: stakes from 1 to the most are exact, never negative, never a fraction', () => {
    const hands = dealt('Ks Kd Kc 3h 3c', '2c 2d 8h Ts Jc');
    for (const ante of [1, 3, 29, 2 ** 30, 2 ** 31, 99_999, 1_000_000_000_000]) {
      const box = settled('oasis-poker', hands, [{ box: 1, ante }], bet);
      expect(BigInt(box?.net ?? 0)).toBe(BigInt(ante) + 14n * BigInt(ante));
    }
    for (let ante = 1; ante <= 2_000; ante++) {
      expect(settled('oasis-poker', hands, [{ box: 1, ante }], bet)?.net).toBe(15 * ante);
    }
  });
});
