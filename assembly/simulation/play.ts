/**
 * Whole rounds by the thousand: v1 decks in four lanes, the first decision looked up, hands ranked by
 * the batch tables, boxes settled by the core's own settlement, net results counted. What needs a
 * solver in the middle of a round (a bought card, a last decision that the table does not have,
 * insurance, the dealer's exchange) waits for the host, cards and all, and is not counted here.
 *
 * One box, ante 1, no bonus, no cap; nets are antes. Dealing alternates (C5): box, dealer, box, …; the
 * dealer's fifth card is the upcard, and what is exchanged comes next.
 */
import { HANDS, PLACES } from '../batch/pairs.ts';
import { VALUES } from '../batch/places.ts';
import { rank5Batch } from '../batch/rank5-random.ts';
import { BATCH_RULES, BOXES, PAYOUTS, settleBatch } from '../batch/settle-batch.ts';
import { DECKS, dealBatch } from '../batch/shuffle.ts';
import {
  ACE_KING,
  BATCH_BOXES_MAX,
  BOX_ANTE,
  BOX_DEALER_FINAL,
  BOX_DEALER_FIRST,
  BOX_EXCHANGED,
  BOX_FIELDS,
  BOX_FINAL,
  BOX_FOLDED,
  BOX_ODDS,
  CATEGORY_SHIFT,
  DEALS_MAX,
  FINAL_ASK,
  FINAL_ROW,
  LINE_COUNT,
  NET_COUNT,
  NET_ZERO,
  PAIR,
  PAYOUT_FIELDS,
  PAYOUT_OUTCOME,
  PAYOUT_RETURNS,
  PAYOUT_STAKES,
  RULES_ACE_LOW,
  RULES_COMPARE,
  RULES_DEALER_EXCHANGE,
  SIMULATED_CARDS_MAX,
  WAITING_CARDS,
  WAITING_SIZE,
  WAITS_FOR_DEALER,
  WAITS_TO_BUY,
  WAITS_TO_DECIDE,
  WAITS_TO_INSURE,
} from '../layout.ts';
import {
  ACTIONS,
  BET,
  BUY,
  decide,
  EXCHANGE,
  FOLD,
  positionsOf,
  prepareDecisions,
} from './decision.ts';
import { ODDS, prepareOdds } from './odds.ts';

/** Last decisions, by upcard rank · FINAL_ROW + place of the final hand: fold, bet, or ask. */
export const FINAL: usize = memory.data(13 * FINAL_ROW, 16);
/** Rounds by outcome · NET_COUNT + NET_ZERO + net, u32 each. */
export const COUNTS: usize = memory.data(4 * 5 * NET_COUNT, 16);
/** Rounds that wait for the host. */
export const WAITING: usize = memory.data(WAITING_SIZE * DEALS_MAX, 16);

let burned: u32 = 0;
let insuredFrom: u32 = 0;
let changesDealer: bool = false;
let comparesDealer: bool = false;
let forcedFrom: u32 = 0;
let waiting: u32 = 0;

/**
 * Sets up for the record of BATCH_RULES, CANONICAL and POLICY. `burn`: cards burned before each new
 * one (Z8); `from`: lowest category that may be insured (R8), NONE without insurance; `forced`: from
 * how many exchanged cards on the box must bet, 0 without such a rule.
 */
export function prepareSimulation(burn: u32, from: u32, forced: u32): void {
  // The tables of places know the ace low (C2).
  assert(load<i32>(BATCH_RULES + (RULES_ACE_LOW << 2)) !== 0);
  assert(burn <= 1);
  burned = burn;
  insuredFrom = from;
  forcedFrom = forced;
  changesDealer = load<i32>(BATCH_RULES + (RULES_DEALER_EXCHANGE << 2)) !== 0;
  comparesDealer = load<i32>(BATCH_RULES + (RULES_COMPARE << 2)) !== 0;
  prepareOdds();
  prepareDecisions();
  memory.fill(BOXES, 0, 4 * BOX_FIELDS * BATCH_BOXES_MAX);
  for (let i: u32 = 0; i < <u32>DEALS_MAX; i++) store<i64>(boxAt(i) + (BOX_ANTE << 2), 1);
  clearCounts();
}

export function clearCounts(): void {
  memory.fill(COUNTS, 0, 4 * 5 * NET_COUNT);
}

/**
 * Plays `rounds` rounds from the keys of KEYS, `size` cards of each deck dealt; answers how many wait
 * in WAITING. `size` covers ten cards, and every new one with its burned card.
 */
export function simulate(rounds: u32, size: u32): u32 {
  assert(size >= 10 && size <= <u32>SIMULATED_CARDS_MAX);
  dealBatch(rounds, size);
  decide(DECKS, size, rounds);
  waiting = 0;
  gather(rounds, size);
  rank5Batch(2 * rounds);
  const boxes = record(rounds, size);
  settleBatch(boxes);
  count(boxes);
  return waiting;
}

/** Final hands of box and dealer to HANDS, two a round. */
function gather(rounds: u32, size: u32): void {
  let deck = DECKS;
  let hands = HANDS;
  for (let i: u32 = 0; i < rounds; i++) {
    for (let card: u32 = 0; card < 5; card++) {
      store<u8>(hands + card, load<u8>(deck + 2 * card));
      store<u8>(hands + card, load<u8>(deck + 2 * card, 1), 5);
    }
    const action = <u32>load<u8>(ACTIONS + i);
    if (action >= EXCHANGE) exchange(deck, hands, action - EXCHANGE, size);
    deck += size;
    hands += 10;
  }
}

/** Replaces the cards of a set of canonical places; new cards take the places of the old in order. */
function exchange(deck: usize, hands: usize, set: u32, size: u32): void {
  const positions = positionsOf(deck, set);
  let next: u32 = 10;
  for (let i: u32 = 0; i < 5; i++) {
    if (((positions >> i) & 1) === 0) continue;
    next += burned;
    assert(next < size);
    store<u8>(hands + i, load<u8>(deck + next));
    next++;
  }
}

/** Ranked rounds to box records; those that wait are set aside. Answers how many boxes there are. */
function record(rounds: u32, size: u32): u32 {
  let boxes: u32 = 0;
  for (let i: u32 = 0; i < rounds; i++) {
    const deck = DECKS + i * size;
    const action = <u32>load<u8>(ACTIONS + i);
    const place = <u32>load<u16>(PLACES + (i << 2));
    const dealer = load<u32>(VALUES + ((<u32>load<u16>(PLACES + (i << 2), 2)) << 2));
    const own = load<u32>(VALUES + (place << 2));
    const odds = <u32>load<u16>(ODDS + (place << 1));
    let choice = action;
    if (action >= EXCHANGE) {
      choice = load<u8>(FINAL + (<u32>load<u8>(deck, 9) >> 2) * FINAL_ROW + place);
      if (forcedFrom !== 0 && <u32>popcnt(action - EXCHANGE) >= forcedFrom) choice = BET;
    }
    const reason = waits(action, choice, own, dealer, odds);
    if (reason !== 0) {
      setAside(reason, action, deck, size);
      continue;
    }
    const box = boxAt(boxes++);
    store<i32>(box + (BOX_FOLDED << 2), choice === FOLD ? 1 : 0);
    store<i32>(box + (BOX_EXCHANGED << 2), action >= EXCHANGE ? popcnt(action - EXCHANGE) : 0);
    store<u32>(box + (BOX_FINAL << 2), own);
    store<u32>(box + (BOX_ODDS << 2), odds);
    store<u32>(box + (BOX_DEALER_FIRST << 2), dealer);
    store<u32>(box + (BOX_DEALER_FINAL << 2), dealer);
  }
  return boxes;
}

/** Why a round waits for the host, or 0. */
function waits(action: u32, choice: u32, own: u32, dealer: u32, odds: u32): u32 {
  if (action === BUY) return WAITS_TO_BUY;
  if (action >= EXCHANGE && choice === <u32>FINAL_ASK) return WAITS_TO_DECIDE;
  if (choice === FOLD) return 0;
  assert(choice === BET);
  if (own >> CATEGORY_SHIFT >= insuredFrom) return WAITS_TO_INSURE;
  const noGame = dealer >> CATEGORY_SHIFT < <u32>ACE_KING;
  return changesDealer && noGame && mayGain(own, odds) ? WAITS_FOR_DEALER : 0;
}

/**
 * Whether another dealer card can help a bet (R9, Z10). One that pays nothing wins no more than it has
 * when the dealer has no game. A pair at even odds that must beat the dealer wins by lower pairs alone,
 * twelve cards of some forty, and would need two of three.
 */
function mayGain(own: u32, odds: u32): bool {
  return odds > 1 || (odds === 1 && !(comparesDealer && own >> CATEGORY_SHIFT <= <u32>PAIR));
}

function setAside(reason: u32, action: u32, deck: usize, size: u32): void {
  const at = WAITING + waiting * WAITING_SIZE;
  store<u8>(at, reason);
  store<u8>(at, action, 1);
  for (let i: u32 = 0; i < size; i++) store<u8>(at + WAITING_CARDS + i, load<u8>(deck + i));
  waiting++;
}

function boxAt(index: u32): usize {
  return BOXES + <usize>index * (BOX_FIELDS << 2);
}

/** Adds the payouts of `boxes` settled boxes to COUNTS. */
function count(boxes: u32): void {
  let payout = PAYOUTS;
  for (let i: u32 = 0; i < boxes; i++) {
    let net: i64 = 0;
    for (let line = 0; line < LINE_COUNT; line++) {
      net += load<i64>(payout + ((PAYOUT_RETURNS + 2 * line) << 2));
      net -= load<i64>(payout + ((PAYOUT_STAKES + 2 * line) << 2));
    }
    const place = <i32>net + NET_ZERO;
    assert(<u32>place < <u32>NET_COUNT);
    const at = COUNTS + ((load<i32>(payout + (PAYOUT_OUTCOME << 2)) * NET_COUNT + place) << 2);
    store<u32>(at, load<u32>(at) + 1);
    payout += PAYOUT_FIELDS << 2;
  }
}
