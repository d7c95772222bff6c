/**
 * The bet on a final hand: its value and its net results over every dealer hand, insurance and
 * dealer exchange at their best, in integers.
 *
 * How the two meet (rules.md): the player bets and insures knowing his cards, his discards and the
 * upcard. The dealer's five are shown; insurance is settled on them at once, 1:1 where they have no
 * game, lost where they have (R8, R9). Then, seeing all five, the player takes his ante 1:1 (R5, Z10)
 * or pays, with his own ante (R9) or an extra one (Z10, the Russian classic), for a new card in place
 * of the dealer's highest. With game now the hands are compared (own ante: for the bet alone); a new
 * card of the old rank without game is replaced again, free, where the ruleset says so (R9); without
 * game in the end the bet comes back, and the ante too where it was not the fee. Neither touches the
 * other's money, so each is decided by its own mean; nothing is paid for a gain of nothing.
 */
import type { Holding } from './pack.ts';
import { below, type Draw, type Position } from './position.ts';
import { type Nets, paidNets, shownNets } from './terms.ts';

/** Most new cards of the dealer's old rank: one deck has three more (R9). */
const REPEATS = 3;

/**
 * Units of one dealer hand before `draw`: with R cards live behind a dealer exchange its chances
 * are divided by R, and by R−1, R−2, R−3 where it repeats (R9).
 */
export function unitOf({ pack }: Position, draw: Draw): number {
  const rule = pack.rules.dealerExchange;
  if (rule === null) return 1;
  const live = draw.live.length - 4;
  return rule.repeatSameRank ? live * (live - 1) * (live - 2) * (live - 3) : live;
}

/** How often a replaced card leads to each result; live cards but for `repeat` sum up to them. */
interface Meeting {
  win: number;
  lose: number;
  push: number;
  none: number;
  /** Cards of the old rank that bring no game: replaced again, free. */
  repeat: number;
}
const meeting: Meeting = { win: 0, lose: 0, push: 0, none: 0, repeat: 0 };

/** Every live card in place of the highest of dealer hand `hand`; the answer is reused. */
function meet(position: Position, draw: Draw, value: number, hand: number): Meeting {
  const { pack, dealers } = position;
  const { live } = draw;
  const row = hand * pack.cards.length;
  const again = pack.rules.dealerExchange?.repeatSameRank === true ? dealers.highest[hand]! : -1;
  meeting.win = meeting.lose = meeting.push = meeting.none = meeting.repeat = 0;
  for (let i = 0; i < live.length; i++) {
    const place = live[i]!;
    const dealer = dealers.swapped[row + place]!;
    if (dealer < 0) continue;
    if (dealer < pack.game) {
      if (pack.ranks[place] === again) meeting.repeat += 1;
      else meeting.none += 1;
    } else if (dealer < value) meeting.win += 1;
    else if (dealer > value) meeting.lose += 1;
    else meeting.push += 1;
  }
  return meeting;
}

/**
 * Units in which one card ends the exchange: at once, or behind 1, 2, 3 cards of the old rank, each
 * of which leaves one live card less.
 */
function unitsOfOne(repeat: number, live: number, unit: number): number {
  if (repeat > REPEATS) throw new Error('bet: a fifth card of one rank');
  let units = 0;
  let ways = 1;
  let under = 1;
  for (let gone = 0; gone <= repeat; gone++) {
    under *= live - gone;
    units += (ways * unit) / under;
    ways *= repeat - gone;
  }
  return units;
}

/** Sum of nets of paying for the exchange of one dealer hand, in units of `unit`. */
function paidSum(position: Position, draw: Draw, nets: Nets, value: number, hand: number): number {
  const met = meet(position, draw, value, hand);
  const sum =
    met.win * nets.win + met.lose * nets.lose + met.push * nets.push + met.none * nets.none;
  return sum * unitsOfOne(met.repeat, draw.live.length - 4, unitOf(position, draw));
}

/** Nets of paying, or null where it can never gain anything over taking the ante. */
function worthPaying(position: Position, pay: number): Nets | null {
  const { rules } = position.pack;
  if (rules.dealerExchange === null) return null;
  const nets = paidNets(rules, pay);
  return Math.max(nets.win, nets.lose, nets.push, nets.none) > shownNets(rules, pay).none
    ? nets
    : null;
}

/** Antes of insurance that are bought: all or nothing, since its gain is linear in the stake (R8). */
function insuredFor(draw: Draw, { insurance }: Holding): number {
  return 2 * draw.none > draw.count ? insurance : 0;
}

/** How many of the dealer's hands with game lose to a final hand, equal it, beat it. */
function shown({ dealers }: Position, draw: Draw, { value }: Holding) {
  const { list, count, none } = draw;
  const weaker = Math.max(none, below(dealers.values, list, count, value));
  const upToEqual = Math.max(none, below(dealers.values, list, count, value + 1));
  return { win: weaker - none, push: upToEqual - weaker, lose: count - upToEqual };
}

/** Σ over dealer hands of the net of a bet, fees of the player's own cards apart, in units. */
export function betSum(position: Position, draw: Draw, holding: Holding): number {
  const { list, count, none } = draw;
  const nets = shownNets(position.pack.rules, holding.pay);
  const unit = unitOf(position, draw);
  const met = shown(position, draw, holding);
  const sum = none * nets.none + met.win * nets.win + met.push * nets.push + met.lose * nets.lose;
  let units = (sum + insuredFor(draw, holding) * (2 * none - count)) * unit;
  const paid = worthPaying(position, holding.pay);
  if (paid !== null) {
    for (let i = 0; i < none; i++) {
      const gain = paidSum(position, draw, paid, holding.value, list[i]!) - nets.none * unit;
      if (gain > 0) units += gain;
    }
  }
  return units;
}

/** Tells every net result of a bet with its units; the same choices as `betSum`. */
export function betNets(
  position: Position,
  draw: Draw,
  holding: Holding,
  tell: (net: number, units: number) => void,
): void {
  const nets = shownNets(position.pack.rules, holding.pay);
  const unit = unitOf(position, draw);
  const insured = insuredFor(draw, holding);
  const first = shown(position, draw, holding);
  for (const how of ['win', 'push', 'lose'] as const) tell(nets[how] - insured, first[how] * unit);
  const paid = worthPaying(position, holding.pay);
  let declined = draw.none;
  for (let i = 0; paid !== null && i < draw.none; i++) {
    const hand = draw.list[i]!;
    if (paidSum(position, draw, paid, holding.value, hand) <= nets.none * unit) continue;
    declined -= 1;
    const met = meet(position, draw, holding.value, hand);
    const one = unitsOfOne(met.repeat, draw.live.length - 4, unit);
    for (const how of ['win', 'lose', 'push', 'none'] as const) {
      tell(paid[how] + insured, met[how] * one);
    }
  }
  tell(nets.none + insured, declined * unit);
}
