/**
 * Boxes for `settle-batch`: hands from a fixed sequence, ranked by the core, stakes and procedures in
 * turn, once as records and once as the model's objects.
 */
import {
  BOX_ANTE,
  BOX_BONUS,
  BOX_BOUGHT,
  BOX_DEALER_FINAL,
  BOX_DEALER_FIRST,
  BOX_FIELDS,
  BOX_FINAL,
  BOX_FOLDED,
  BOX_INITIAL,
  BOX_INSURANCE,
  BOX_MAX_PAYOUT,
  BOX_ODDS,
  BOX_PAID_DEALER,
} from '../assembly/layout.ts';
import type { CoreHands } from '../engine/core-hands.ts';
import type { Game } from '../engine/game.ts';
import { writeAmount } from '../engine/record.ts';
import type { RankedBox } from './settle-model.ts';

/** Different cards 0…51 from a 32-bit xorshift; the same sequence for ever. */
export function cardSource(seed: number): (count: number) => number[] {
  let state = seed;
  return (count) => {
    const cards: number[] = [];
    while (cards.length < count) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const card = (state >>> 0) % 52;
      if (!cards.includes(card)) cards.push(card);
    }
    return cards;
  };
}

/** `count` boxes of a ruleset with buy, bonus and dealer exchange: all kinds of end. */
export function rankedBoxes(core: CoreHands, game: Game, count: number): RankedBox[] {
  const deal = cardSource(20_261_130);
  return Array.from({ length: count }, (_, i) => {
    const cards = deal(12);
    const bought = i % 3 === 0;
    const own = cards.slice(0, bought ? 6 : 5);
    // Now and then the dealer holds the same ranks: a push.
    const twin = i % 11 === 1 ? own.slice(0, 5).map((card) => card ^ 1) : null;
    const dealerFirst = core.rank(twin ?? cards.slice(6, 11));
    const folded = i % 7 === 0;
    const dealerExchange = !folded && dealerFirst < 1 << 20 && i % 2 === 0;
    return {
      ante: 100 + i,
      bonus: i % 4 === 0 ? 100 : 0,
      insurance: !folded && i % 5 === 0 ? 200 : 0,
      maxPayout: 1_000_000,
      blind: false,
      folded,
      exchanged: 0,
      bought,
      dealerExchange,
      initial: core.rank(cards.slice(0, 5)),
      final: core.rank(own),
      odds: game.combinations(own).pay,
      dealerFirst,
      dealerFinal: dealerExchange ? core.rank(cards.slice(7, 12)) : dealerFirst,
    };
  });
}

/** Writes a box as the core's record. */
export function writeRanked(record: Int32Array, box: RankedBox): void {
  record.fill(0, 0, BOX_FIELDS);
  writeAmount(record, BOX_ANTE, box.ante);
  writeAmount(record, BOX_BONUS, box.bonus);
  writeAmount(record, BOX_INSURANCE, box.insurance);
  writeAmount(record, BOX_MAX_PAYOUT, box.maxPayout ?? 0);
  record[BOX_FOLDED] = Number(box.folded);
  record[BOX_BOUGHT] = Number(box.bought);
  record[BOX_PAID_DEALER] = Number(box.dealerExchange);
  record[BOX_INITIAL] = box.initial;
  record[BOX_FINAL] = box.final;
  record[BOX_ODDS] = box.odds;
  record[BOX_DEALER_FIRST] = box.dealerFirst;
  record[BOX_DEALER_FINAL] = box.dealerFinal;
}
