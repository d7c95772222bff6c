/**
 * The hands functions of the core, typed: rank, combinations, settlement. A ruleset is written into a
 * slot of the core once; every later call names the slot. Ranges are asserted here and in the core.
 */
import {
  BOX_ANTE,
  BOX_BLIND,
  BOX_BONUS,
  BOX_BOUGHT,
  BOX_EXCHANGED,
  BOX_FIELDS,
  BOX_FOLDED,
  BOX_INSURANCE,
  BOX_MAX_PAYOUT,
  BOX_PAID_DEALER,
  CARDS_DEALER_FINAL,
  CARDS_DEALER_FIRST,
  CARDS_FINAL,
  CARDS_INITIAL,
  CARDS_SIZE,
  CATEGORY_SHIFT,
  LINE_COUNT,
  NONE,
  PAYOUT_FIELDS,
  PAYOUT_OUTCOME,
  PAYOUT_RETURNS,
  PAYOUT_STAKES,
  RULES_FIELDS,
  RULES_MAX,
} from '../assembly/layout.ts';
import type { Card } from './card.ts';
import type { CoreHost } from './core-host.ts';
import { require } from './core-host.ts';
import type { BoxEnd, BoxPayout, Game, Outcome } from './game.ts';
import { readAmount, rulesRecord, writeAmount } from './record.ts';
import type { Ruleset } from './ruleset.ts';

const OUTCOMES: readonly Outcome[] = ['win', 'lose', 'push', 'no-game', 'fold'];

export interface CoreHands {
  /** Strict rank of five or six cards, bigger is better; category above bit 20. */
  rank(cards: readonly Card[], aceLowStraight?: boolean): number;
  /** Binds a ruleset to a slot of this core, for good; at most 255 a core. */
  game(ruleset: Ruleset): Game;
  /**
   * Lends the last slot to a ruleset that came from outside, for the time of `work` alone: whoever
   * sends many must not use up the core. Throws where the game is used afterwards, or lent twice.
   */
  guest<Of>(ruleset: Ruleset, work: (game: Game) => Of): Of;
}

const GUEST_SLOT = RULES_MAX - 1;

export function bindHands(host: CoreHost): CoreHands {
  const rankCards = host.bind('rankCards');
  const combinations = host.bind('combinations');
  const settleCards = host.bind('settleCards');
  const cardArea = host.area('CARDS', CARDS_SIZE);
  const rules = integers(host.area('RULES', RULES_MAX * RULES_FIELDS * 4));
  const box = integers(host.area('BOX', BOX_FIELDS * 4));
  const payout = integers(host.area('PAYOUT', PAYOUT_FIELDS * 4));
  let slots = 0;
  let lent = false;

  const place = (cards: readonly Card[], at: number): void => {
    require(cards.length === 5 || cards.length === 6, 'a hand has five or six cards');
    for (let i = 0; i < cards.length; i++) cardArea[at + i] = cards[i] ?? 255;
  };
  const rank = (cards: readonly Card[], aceLowStraight = true): number => {
    place(cards, 0);
    return host.run(() => rankCards(cards.length, Number(aceLowStraight)) >>> 0);
  };

  return {
    rank,
    game(ruleset) {
      require(slots < GUEST_SLOT, `more than ${GUEST_SLOT} rulesets on one core`);
      const slot = slots++;
      rules.set(rulesRecord(ruleset), slot * RULES_FIELDS);
      return bound(ruleset, slot, () => true);
    },
    guest(ruleset, work) {
      require(!lent, 'the guest slot is in use');
      rules.set(rulesRecord(ruleset), GUEST_SLOT * RULES_FIELDS);
      lent = true;
      let here = true;
      try {
        return work(bound(ruleset, GUEST_SLOT, () => here));
      } finally {
        here = false;
        lent = false;
      }
    },
  };

  function bound(ruleset: Ruleset, slot: number, here: () => boolean): Game {
    return {
      ruleset,
      best(cards) {
        const value = rank(cards, ruleset.aceLowStraight);
        return { category: value >>> CATEGORY_SHIFT, rank: value };
      },
      combinations(cards) {
        require(here(), 'the guest has left');
        place(cards, 0);
        const packed = host.run(() => combinations(slot, cards.length) >>> 0);
        const second = (packed >>> 8) & 255;
        return {
          first: packed & 255,
          second: second === NONE ? null : second,
          pay: packed >>> 16,
        };
      },
      settle(end) {
        require(here(), 'the guest has left');
        writeBox(end);
        place(end.initial, CARDS_INITIAL);
        place(end.cards, CARDS_FINAL);
        place(end.dealerFirst, CARDS_DEALER_FIRST);
        place(end.dealerFinal, CARDS_DEALER_FINAL);
        return host.run(() => {
          settleCards(slot);
          return readPayout();
        });
      },
    };
  }

  function writeBox(end: BoxEnd): void {
    require(end.initial.length === 5 && end.dealerFirst.length === 5, 'five cards are dealt');
    require(end.cards.length === (end.bought ? 6 : 5), 'six cards only when one was bought');
    require(end.dealerFinal.length === 5, 'the dealer has five cards');
    writeAmount(box, BOX_ANTE, end.ante);
    writeAmount(box, BOX_BONUS, end.bonus);
    writeAmount(box, BOX_INSURANCE, end.insurance);
    writeAmount(box, BOX_MAX_PAYOUT, end.maxPayout ?? 0);
    box[BOX_FOLDED] = Number(end.folded);
    box[BOX_BLIND] = Number(end.blind);
    box[BOX_EXCHANGED] = end.exchanged;
    box[BOX_BOUGHT] = Number(end.bought);
    box[BOX_PAID_DEALER] = Number(end.dealerExchange);
  }

  function readPayout(): BoxPayout {
    const outcome = OUTCOMES[payout[PAYOUT_OUTCOME] ?? -1];
    if (outcome === undefined) throw new RangeError('the core gave no outcome');
    const amounts = (from: number) =>
      Array.from({ length: LINE_COUNT }, (_, i) => readAmount(payout, from + 2 * i));
    return { outcome, stakes: amounts(PAYOUT_STAKES), returns: amounts(PAYOUT_RETURNS) };
  }
}

function integers(area: Uint8Array): Int32Array {
  return new Int32Array(area.buffer, area.byteOffset, area.byteLength / 4);
}
