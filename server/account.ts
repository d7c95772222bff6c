/**
 * The embedded wallet (design §4): one account per player and currency, double entry against the
 * cashier. Deposits open an account; a withdrawal never takes more than there is.
 */

import type { House } from './house.ts';
import { CASHIER_ACCOUNT, playerAccount } from './house.ts';
import type { Plan } from './idempotency.ts';
import { Problem } from './problem.ts';

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
  if (!Number.isSafeInteger(after)) {
    throw new Problem('outside-limits', 'no account holds more than 2^53-1', {
      pointer: '/amount',
    });
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
