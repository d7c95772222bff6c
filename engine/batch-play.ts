/**
 * Whole rounds by the thousand over simulation.wasm, under a solved policy: the decks, ranks and
 * payouts of the core. Rounds that need a solver in their middle come back with their cards. For
 * simulation, not for play: one box, ante 1, no bonus, no cap, net results in antes.
 */
import { instantiateSync } from '@assemblyscript/loader';
import {
  ABI_VERSION,
  CANONICAL_HANDS,
  CHACHA_KEY_SIZE,
  DEALS_MAX,
  DECK_SIZE,
  FINAL_ASK,
  FINAL_ROW,
  NET_COUNT,
  NET_ZERO,
  NONE,
  RULES_FIELDS,
  SIMULATED_CARDS_MAX,
  WAITING_CARDS,
  WAITING_SIZE,
} from '../assembly/layout.ts';
import { categoryCode } from './category.ts';
import type { Outcome } from './game.ts';
import { rulesRecord } from './record.ts';
import type { Ruleset } from './ruleset.ts';

export { FINAL_ASK, FINAL_ROW } from '../assembly/layout.ts';

/** Outcomes in the order of their codes in the core. */
const OUTCOMES: readonly Outcome[] = ['win', 'lose', 'push', 'no-game', 'fold'];
/** Why a round waits, in the order of the WAITS_ constants. */
const REASONS = ['', 'buy', 'decide', 'insure', 'dealer-exchange'] as const;
const RANKS = 13;

export type WaitReason = Exclude<(typeof REASONS)[number], ''>;

/** A round that the caller finishes; nothing of it is counted. */
export interface WaitingRound {
  readonly reason: WaitReason;
  /** Of the policy: 1 bet, 2 buy, 32 + set of canonical places exchanged. */
  readonly action: number;
  /** Ids in the order dealt: box, dealer, box, …, then new cards. */
  readonly cards: Uint8Array;
}

/** Rounds with one outcome and one net result, in antes. */
export interface NetCount {
  readonly outcome: Outcome;
  readonly net: number;
  readonly rounds: number;
}

export interface BatchPlayer {
  /** Most cards that a round can need, all of them dealt. */
  readonly size: number;
  /** Plays one round a key (32 bytes each, at most 1,024 keys); gives the rounds that wait. */
  play(keys: Uint8Array): WaitingRound[];
  /** What was counted since the last call, without zeros; the counts start anew. */
  take(): NetCount[];
}

export interface Decisions {
  /** Canonical hands, five ascending ids each: 134,459 × 5. */
  readonly hands: Uint8Array;
  /** Best first action by canonical hand · 52 + upcard. */
  readonly policy: Uint8Array;
  /**
   * After an exchange, by upcard rank · 8,192 + place of the final hand (1 worst … 7,462): 0 fold,
   * 1 bet, 2 ask; without it every exchanged round waits. 0 and 1 only where they hold whatever was
   * given away.
   */
  readonly final?: Uint8Array;
}

/** Most cards that a round of the ruleset can need, the dealer's exchange included. */
function cardsOf({ exchange, buy, dealerExchange }: Ruleset): number {
  const drawn = exchange === null ? 0 : exchange.fees.length * (1 + exchange.burn);
  const redrawn = dealerExchange === null ? 0 : dealerExchange.repeatSameRank ? 4 : 1;
  return 10 + Math.max(drawn, buy === null ? 0 : 1) + redrawn;
}

/** Whether the module can play a ruleset: tables that know the ace low, and room for its cards. */
export function batchPlays(ruleset: Ruleset): boolean {
  const few = cardsOf(ruleset) <= SIMULATED_CARDS_MAX && (ruleset.exchange?.burn ?? 0) <= 1;
  return ruleset.aceLowStraight && few;
}

/**
 * Instantiates the bytes of simulation.wasm for a ruleset. Throws RangeError when a table has another
 * size or 5-4-3-2-A is no straight, Error when the module is not the one this code expects.
 */
export function createBatchPlayer(
  wasm: Uint8Array,
  ruleset: Ruleset,
  { hands, policy, final }: Decisions,
): BatchPlayer {
  check(hands.length === 5 * CANONICAL_HANDS, '134,459 canonical hands of five cards');
  check(policy.length === CANONICAL_HANDS * DECK_SIZE, 'an action for every hand and upcard');
  check(final === undefined || final.length === RANKS * FINAL_ROW, '13 rows of 8,192 places');
  check(ruleset.aceLowStraight, 'rulesets whose ace counts low too');
  check(batchPlays(ruleset), 'rounds of at most twenty cards');
  const burn = ruleset.exchange?.burn ?? 0;
  const size = cardsOf(ruleset);

  const raw: { readonly [name: string]: unknown } = instantiateSync(Uint8Array.from(wasm)).instance
    .exports;
  if (numberOf(raw['ABI_VERSION']) !== ABI_VERSION) throw new Error('simulation: another version');
  const { buffer } = raw['memory'] as { readonly buffer: ArrayBuffer };
  const bytes = (name: string, length: number) =>
    new Uint8Array(buffer, numberOf(raw[name]), length);
  const call = raw as unknown as {
    prepareSimulation(burn: number, insuredFrom: number, forced: number): void;
    simulate(rounds: number, size: number): number;
    clearCounts(): void;
  };
  new Int32Array(buffer, numberOf(raw['BATCH_RULES']), RULES_FIELDS).set(rulesRecord(ruleset));
  bytes('CANONICAL', hands.length).set(hands);
  bytes('POLICY', policy.length).set(policy);
  const lastDecisions = bytes('FINAL', RANKS * FINAL_ROW).fill(FINAL_ASK);
  if (final !== undefined) lastDecisions.set(final);
  const { insurance } = ruleset;
  const from = insurance === null ? NONE : categoryCode(insurance.from);
  call.prepareSimulation(burn, from, ruleset.exchange?.forcedBetAt ?? 0);
  const keyArea = bytes('KEYS', DEALS_MAX * CHACHA_KEY_SIZE);
  const waiting = bytes('WAITING', DEALS_MAX * WAITING_SIZE);
  const counts = new Uint32Array(buffer, numberOf(raw['COUNTS']), OUTCOMES.length * NET_COUNT);

  return {
    size,
    play(keys) {
      const rounds = keys.length / CHACHA_KEY_SIZE;
      check(Number.isInteger(rounds) && rounds <= DEALS_MAX, 'at most 1,024 keys of 32 bytes');
      keyArea.set(keys);
      return Array.from({ length: call.simulate(rounds, size) }, (_, i) => {
        const record = waiting.slice(i * WAITING_SIZE, (i + 1) * WAITING_SIZE);
        const reason = REASONS[record[0] ?? 0];
        if (reason === undefined || reason === '') throw new Error('simulation: waits for nothing');
        const cards = record.subarray(WAITING_CARDS, WAITING_CARDS + size);
        return { reason, action: record[1] ?? 0, cards };
      });
    },
    take() {
      const found: NetCount[] = [];
      counts.forEach((rounds, place) => {
        const outcome = OUTCOMES[Math.floor(place / NET_COUNT)];
        if (rounds === 0 || outcome === undefined) return;
        found.push({ outcome, net: (place % NET_COUNT) - NET_ZERO, rounds });
      });
      call.clearCounts();
      return found;
    },
  };
}

function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new RangeError(`simulation: takes ${what}`);
}

function numberOf(value: unknown): number {
  const cell = value as { readonly value?: unknown } | undefined;
  if (typeof cell?.value !== 'number') throw new Error('simulation: not the expected module');
  return cell.value >>> 0;
}
