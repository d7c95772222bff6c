/**
 * strategy.json: the optimal first action for every hand and upcard, for machines. 134,459 hands up
 * to suits fall into few different rows of 52 upcards, so that a row is written once and each hand
 * names it: some megabytes of text, readable without a library. Rejected: a compressed blob, which
 * needs one.
 */
import { cardText } from '../engine/card.ts';
import { CANONICAL_HANDS } from './kernel.ts';

/** One character an upcard: see `symbols` of the file. */
const PLAIN = 'FBS';
const SETS = '0123456789abcdefghijklmnopqrstuv';

export interface StrategyTable {
  readonly schema: 1;
  readonly ruleset: string;
  readonly rulesetHash: string;
  readonly coreHash: string;
  readonly mathHash: string;
  readonly method: 'exact' | 'estimate';
  /** What the strategy does not weigh (par.json has the details). */
  readonly terms: readonly string[];
  readonly use: string;
  readonly symbols: { readonly [symbol: string]: string };
  /** The 52 upcards in the order of a row. */
  readonly upcards: readonly string[];
  /** Different rows, 52 symbols each. */
  readonly rows: readonly string[];
  /** Canonical hands in order, ten characters each. */
  readonly hands: string;
  /** Row of each hand: pairs of [row, how many hands in sequence]. */
  readonly runs: readonly (readonly [row: number, hands: number])[];
}

const USE =
  'Sort the five cards by rank, then suit (c d h s). Rename suits so that the sets of ranks by suit, read as 13-bit numbers with bit 0 for the deuce, do not rise from c to s; rename the upcard the same way and sort again. Find the hand in `hands`; its row, by counting through `runs`, has the action at the upcard’s place in `upcards`. Places of upcards that the hand itself holds say nothing.';

function symbolOf(best: number): string {
  return best >= 32 ? (SETS[best & 31] ?? '') : (PLAIN[best] ?? '');
}

/** 52 symbols; impossible upcards take the commonest one, so that equal strategies are equal rows. */
function rowOf(own: Uint8Array, policy: Uint8Array): string {
  const counts = new Map<string, number>();
  const symbols = Array.from(policy, (best, up) => {
    if (own.includes(up)) return undefined;
    const symbol = symbolOf(best);
    counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
    return symbol;
  });
  const [common] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  return symbols.map((symbol) => symbol ?? common).join('');
}

/** The table of a policy (`Kernel.policy`) over the canonical hands (`Kernel.hands`). */
export function strategyTable(
  identity: Pick<
    StrategyTable,
    'ruleset' | 'rulesetHash' | 'coreHash' | 'mathHash' | 'method' | 'terms'
  >,
  cards: Uint8Array,
  policy: Uint8Array,
): StrategyTable {
  const places = new Map<string, number>();
  const runs: [number, number][] = [];
  let hands = '';
  const texts = Array.from({ length: 52 }, (_, card) => cardText(card));
  for (let i = 0; i < CANONICAL_HANDS; i++) {
    const own = cards.subarray(5 * i, 5 * i + 5);
    const row = rowOf(own, policy.subarray(i * 52, i * 52 + 52));
    for (const card of own) hands += texts[card];
    const place = places.get(row) ?? places.size;
    places.set(row, place);
    const last = runs.at(-1);
    if (last?.[0] === place) last[1]++;
    else runs.push([place, 1]);
  }
  return {
    schema: 1,
    ...identity,
    use: USE,
    symbols: {
      F: 'fold',
      B: 'bet',
      S: 'buy a sixth card',
      '1 to 9, a to v':
        'exchange: a number from 1 to 31 in base 32, whose bit i (1, 2, 4, 8, 16) gives away the i-th card of the sorted hand',
    },
    upcards: texts,
    rows: [...places.keys()],
    hands,
    runs,
  };
}
