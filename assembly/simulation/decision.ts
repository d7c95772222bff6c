/**
 * The first decision of a dealt box, looked up: five cards and an upcard to one byte of a policy that
 * the host has solved. Hands are alike when suits are renamed, so that the policy knows 134,459 of
 * them: those whose sets of ranks do not rise from suit to suit.
 *
 * Three passes over a batch instead of one: the tables are larger than the caches, and a pass that
 * does nothing but look up keeps many look-ups in flight (measured: `chemmy bench rounds`).
 */
import { CANONICAL_HANDS, DEALS_MAX, DECK_SIZE, HAND_COUNT } from '../layout.ts';

/** The host's side: canonical hands, five ascending cards each; actions by hand · 52 + upcard. */
export const CANONICAL: usize = memory.data(5 * CANONICAL_HANDS, 16);
export const POLICY: usize = memory.data(CANONICAL_HANDS * DECK_SIZE, 16);

/** Actions of the policy; an exchange is 32 + its set of places. */
export const FOLD: u32 = 0;
export const BET: u32 = 1;
export const BUY: u32 = 2;
export const EXCHANGE: u32 = 32;

/** Canonical hand by colexicographic number, u32 each; only canonical numbers are ever looked up. */
const PLACES: usize = memory.data(4 * HAND_COUNT, 16);
/** (card choose i), u32 each, i = 1 … 5. */
const CHOOSE: usize = memory.data(4 * 5 * DECK_SIZE, 16);
/** Of a batch: number of the hand, then place in the policy; canonical upcard; action. */
const NUMBERS: usize = memory.data(4 * DEALS_MAX, 16);
const UPCARDS: usize = memory.data(DEALS_MAX, 16);
export const ACTIONS: usize = memory.data(DEALS_MAX, 16);

/** Canonical card · 8 + position, ascending, u16 each. */
const KEYS: usize = memory.data(16, 16);

/** Fills the tables from CANONICAL. */
export function prepareDecisions(): void {
  for (let card: u32 = 0; card < <u32>DECK_SIZE; card++) {
    let ways: u32 = 1;
    for (let i: u32 = 0; i < 5; i++) {
      ways = card < i ? 0 : (ways * (card - i)) / (i + 1);
      store<u32>(CHOOSE + ((i * DECK_SIZE + card) << 2), ways);
    }
  }
  for (let hand: u32 = 0; hand < <u32>CANONICAL_HANDS; hand++) {
    const at = CANONICAL + 5 * hand;
    const number = numberOf(
      load<u8>(at),
      load<u8>(at, 1),
      load<u8>(at, 2),
      load<u8>(at, 3),
      load<u8>(at, 4),
    );
    store<u32>(PLACES + (number << 2), hand);
  }
}

/** Colexicographic number of five ascending cards. */
function numberOf(a: u32, b: u32, c: u32, d: u32, e: u32): u32 {
  const row = DECK_SIZE << 2;
  return (
    load<u32>(CHOOSE + (a << 2)) +
    load<u32>(CHOOSE + row + (b << 2)) +
    load<u32>(CHOOSE + 2 * row + (c << 2)) +
    load<u32>(CHOOSE + 3 * row + (d << 2)) +
    load<u32>(CHOOSE + 4 * row + (e << 2))
  );
}

/**
 * How suits are renamed: two bits a suit. The suit with the largest set of ranks comes first, of
 * equal sets the lower suit. Cards 0, 2, 4, 6, 8 of `deck` are the box's.
 */
function renaming(deck: usize): u32 {
  let sets: u64 = 0;
  for (let i: u32 = 0; i < 10; i += 2) {
    const card = <u32>load<u8>(deck + i);
    sets |= (<u64>1) << (((card & 3) << 4) | (card >> 2));
  }
  // Set above bit 2, then 3 - suit: a larger number goes first.
  const c = ((<u32>sets & 0xffff) << 2) | 3;
  const d = ((<u32>(sets >> 16) & 0xffff) << 2) | 2;
  const h = ((<u32>(sets >> 32) & 0xffff) << 2) | 1;
  const s = (<u32>(sets >> 48)) << 2;
  const high0 = max(c, d);
  const low0 = min(c, d);
  const high1 = max(h, s);
  const low1 = min(h, s);
  const middle0 = min(high0, high1);
  const middle1 = max(low0, low1);
  const second = max(middle0, middle1);
  const third = min(middle0, middle1);
  const last = min(low0, low1);
  return (
    (1 << ((3 - (second & 3)) << 1)) |
    (2 << ((3 - (third & 3)) << 1)) |
    (3 << ((3 - (last & 3)) << 1))
  );
}

function renamed(card: u32, names: u32): u32 {
  return (card & ~3) | ((names >> ((card & 3) << 1)) & 3);
}

/** Number of the hand whose five canonical cards come in any order. */
function sortedNumber(a: u32, b: u32, c: u32, d: u32, e: u32): u32 {
  // The shortest sorting network of five: nine comparisons.
  const a1 = min(a, d);
  const d1 = max(a, d);
  const b1 = min(b, e);
  const e1 = max(b, e);
  const a2 = min(a1, c);
  const c2 = max(a1, c);
  const b2 = min(b1, d1);
  const d2 = max(b1, d1);
  const b3 = max(a2, b2);
  const c3 = min(c2, e1);
  const e3 = max(c2, e1);
  const c4 = max(b3, c3);
  const d4 = min(d2, e3);
  return numberOf(min(a2, b2), min(b3, c3), min(c4, d4), max(c4, d4), max(d2, e3));
}

/** Looks up the actions of `rounds` decks, `size` bytes apart, into ACTIONS. */
export function decide(decks: usize, size: u32, rounds: u32): void {
  assert(rounds <= <u32>DEALS_MAX && size >= 10);
  let deck = decks;
  for (let i: u32 = 0; i < rounds; i++) {
    const names = renaming(deck);
    const number = sortedNumber(
      renamed(load<u8>(deck), names),
      renamed(load<u8>(deck, 2), names),
      renamed(load<u8>(deck, 4), names),
      renamed(load<u8>(deck, 6), names),
      renamed(load<u8>(deck, 8), names),
    );
    store<u32>(NUMBERS + (i << 2), number);
    store<u8>(UPCARDS + i, renamed(load<u8>(deck, 9), names));
    deck += size;
  }
  for (let i: u32 = 0; i < rounds; i++) {
    const hand = load<u32>(PLACES + (load<u32>(NUMBERS + (i << 2)) << 2));
    store<u32>(NUMBERS + (i << 2), hand * DECK_SIZE + load<u8>(UPCARDS + i));
  }
  for (let i: u32 = 0; i < rounds; i++) {
    store<u8>(ACTIONS + i, load<u8>(POLICY + load<u32>(NUMBERS + (i << 2))));
  }
}

/**
 * Positions (0 … 4, a bit each) of the cards that an exchange of canonical places gives away: place i
 * is the i-th of the canonical cards in ascending order.
 */
export function positionsOf(deck: usize, set: u32): u32 {
  const names = renaming(deck);
  for (let i: u32 = 0; i < 5; i++) {
    const own = (renamed(load<u8>(deck + 2 * i), names) << 3) | i;
    let at = KEYS + (i << 1);
    for (; at > KEYS; at -= 2) {
      const before = <u32>load<u16>(at - 2);
      if (before < own) break;
      store<u16>(at, before);
    }
    store<u16>(at, own);
  }
  let positions: u32 = 0;
  for (let i: u32 = 0; i < 5; i++) {
    const key = <u32>load<u16>(KEYS + (i << 1));
    if (((set >> i) & 1) !== 0) positions |= (<u32>1) << (key & 7);
  }
  return positions;
}
