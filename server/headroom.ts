/**
 * Room for what a player may win: no account may come to hold more than 2^53−1, and a payout that does
 * not fit would leave its round without an end. So the most that all of a player's open rounds and the
 * new one can return must fit before a deal or a deposit is taken. Held rounds are not counted: a
 * release that does not fit is refused by the store and can be asked again after a withdrawal. The
 * house's own account is not bounded here: it would have to lose 9·10^15 of a currency first.
 */
import { mostReturned } from '../engine/exposure.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import { gameOf, termsOf } from './fold.ts';
import type { House } from './house.ts';
import type { RoundRowBox } from './store/store.ts';
import type { Terms } from './tables.ts';

/** The detail of the problem that refuses; it names nobody. */
export const NO_ROOM =
  'the account could not take the most that its open rounds can return: it ends at 2^53-1';

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** What may come back to one player of a round: the engine's bound of a single box, for each of his. */
export function mostFor(
  ruleset: Ruleset,
  terms: Terms,
  boxes: readonly RoundRowBox[],
  player: string,
): bigint {
  const own = boxes.filter((box) => box.player === player);
  return own.reduce((sum, { ante, bonus }) => {
    const limits = {
      ante: { min: ante, max: ante },
      bonus: bonus > 0 ? { min: bonus, max: bonus } : null,
      maxPayout: terms.limits.maxPayout,
    };
    return sum + mostReturned(ruleset, limits) / BigInt(ruleset.boxes.max);
  }, 0n);
}

/** True where `balance`, all open rounds of the player in this currency and a new one fit together. */
export function hasRoom(
  house: House,
  tenant: string,
  player: string,
  currency: string,
  balance: number,
  more: () => bigint = () => 0n,
): boolean {
  if (BigInt(balance) + worstOf(house, currency) <= MOST) return true;
  return BigInt(balance) + more() + openFor(house, tenant, player, currency) <= MOST;
}

/** All tables of a currency full of the player's largest rounds: what no look-up has to be done for. */
function worstOf(house: House, currency: string): bigint {
  const known = worst.get(house) ?? new Map<string, bigint>();
  worst.set(house, known);
  const found = known.get(currency);
  if (found !== undefined) return found;
  const sum = [...house.tables.values()]
    .filter((table) => table.terms.currency === currency)
    .reduce((most, { entry, terms }) => most + mostReturned(entry.ruleset, terms.limits), 0n);
  // Rounds of terms that have since changed are not in it: twice as much leaves room for them.
  const all = 2n * sum * BigInt(house.openRoundsMax);
  known.set(currency, all);
  return all;
}

const worst = new WeakMap<House, Map<string, bigint>>();

function openFor(house: House, tenant: string, player: string, currency: string): bigint {
  let sum = 0n;
  for (const table of house.tables.keys()) {
    for (const id of house.store.openRoundsOf(tenant, table, player)) {
      const row = house.store.round(tenant, id);
      if (row === undefined) continue;
      const terms = termsOf(house, row.termsHash);
      if (terms.currency !== currency) continue;
      sum += mostFor(gameOf(house, row.rulesetHash).ruleset, terms, row.boxes, player);
    }
  }
  return sum;
}
