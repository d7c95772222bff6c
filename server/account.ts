/**
 * The embedded wallet (design §4): one account per player and currency, double entry against the
 * cashier. Deposits open an account; a withdrawal never takes more than there is.
 */

import { hasRoom, NO_ROOM } from './headroom.ts';
import type { House } from './house.ts';
import { CASHIER_ACCOUNT, playerAccount } from './house.ts';
import type { Plan } from './idempotency.ts';
import { Problem } from './problem.ts';

/**
 * Most that a deposit brings an account to, in minor units: far enough below 2^53−1 that no win of a
 * table that may be configured is lost to the end of the integers.
 */
export const BALANCE_MAX = 1_000_000_000_000_000;

export interface MoneyBody {
  readonly amount: number;
  readonly currency: string;
}

export function planMoney(
  house: House,
  tenant: string,
  player: string,
  body: MoneyBody,
  kind: 'deposit' | 'withdrawal',
): Plan {
  const known = new Set([...house.tables.values()].map((table) => table.terms.currency));
  if (!known.has(body.currency)) {
    const detail = `no table plays in ${body.currency}`;
    throw new Problem('wrong-currency', detail, { pointer: '/currency' });
  }
  const account = playerAccount(player);
  const balance = house.store.balance(tenant, account, body.currency) ?? 0;
  const after = kind === 'deposit' ? balance + body.amount : balance - body.amount;
  if (after < 0) {
    const detail = `the balance of ${balance} does not cover ${body.amount}`;
    throw new Problem('insufficient-funds', detail, { pointer: '/amount' });
  }
  if (after > BALANCE_MAX && kind === 'deposit') {
    const detail = `a deposit brings no account above ${BALANCE_MAX}`;
    throw new Problem('outside-limits', detail, { pointer: '/amount' });
  }
  if (kind === 'deposit' && !hasRoom(house, tenant, player, body.currency, after)) {
    throw new Problem('outside-limits', NO_ROOM, { pointer: '/amount' });
  }
  // Every currency's cashier owes what all players hold; it too must stay a safe integer.
  const owed = house.store.balance(tenant, CASHIER_ACCOUNT, body.currency) ?? 0;
  if (kind === 'deposit' && !Number.isSafeInteger(owed - body.amount)) {
    throw new Problem('outside-limits', 'the cashier cannot book so much', { pointer: '/amount' });
  }
  const accounts = new Map(
    house.store.balances(tenant, account).map((a) => [a.currency, a.balance]),
  );
  accounts.set(body.currency, after);
  const [from, to] = kind === 'deposit' ? [CASHIER_ACCOUNT, account] : [account, CASHIER_ACCOUNT];
  return {
    status: 200,
    body: { player, accounts: listOf(accounts) },
    change: {
      // The answer tells the balance: it must be the one that this request leaves.
      balances: [{ account, currency: body.currency, balance }],
      postings: [{ from, to, currency: body.currency, amount: body.amount, kind, round: null }],
      audit: [{ actor: account, kind, subject: account, data: JSON.stringify(body) }],
    },
  };
}

export function accountAnswer(house: House, tenant: string, player: string): object {
  const balances = house.store.balances(tenant, playerAccount(player));
  if (balances.length === 0) throw new Problem('unknown-account', `${player} has no account`);
  return { player, accounts: listOf(new Map(balances.map((b) => [b.currency, b.balance]))) };
}

function listOf(accounts: ReadonlyMap<string, number>): object[] {
  return [...accounts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, balance]) => ({ currency, balance }));
}
