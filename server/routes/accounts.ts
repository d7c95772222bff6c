/** /v1/accounts: the embedded wallet and the Cash History (design §4). */
import { Router } from 'express';
import { tenantOf } from '../access.ts';
import type { MoneyBody } from '../account.ts';
import { accountAnswer, planMoney } from '../account.ts';
import type { Context } from '../context.ts';
import { keyed } from '../context.ts';
import { sendPage } from '../export.ts';
import { playerAccount } from '../house.ts';
import { Problem } from '../problem.ts';
import { bodyOf, needed, pageOf, pathId, rawBody, sendAnswer } from '../request.ts';
import { PATTERNS } from '../schemas/requests.ts';

export function accountRoutes(context: Context): Router {
  const router = Router();
  const { house, access } = context;
  for (const [path, kind] of [
    ['deposits', 'deposit'],
    ['withdrawals', 'withdrawal'],
  ] as const) {
    router.post(
      `/v1/accounts/:player/${path}`,
      ...rawBody(),
      access.door('money'),
      async (req, res) => {
        const player = pathId(req, 'player', PATTERNS.player, 'unknown-account');
        const body = bodyOf<MoneyBody>(req, 'Money');
        const plan = () => planMoney(house, tenantOf(req), player, body, kind);
        sendAnswer(res, await keyed(context, req, plan));
      },
    );
  }
  router.get('/v1/accounts/:player', access.door('read'), (req, res) => {
    const player = pathId(req, 'player', PATTERNS.player, 'unknown-account');
    res.json(accountAnswer(house, tenantOf(req), player));
  });
  router.get('/v1/accounts/:player/entries', access.door('read'), (req, res) => {
    const player = pathId(req, 'player', PATTERNS.player, 'unknown-account');
    const currency = needed(req, 'currency', PATTERNS.currency);
    const tenant = tenantOf(req);
    const account = playerAccount(player);
    if (house.store.balance(tenant, account, currency) === undefined) {
      throw new Problem('unknown-account', `${player} has no account in ${currency}`);
    }
    const page = house.store.entries({ tenant, account, currency, ...pageOf(req) });
    const items = page.items.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }));
    sendPage(req, res, { items, next: page.next });
  });
  return router;
}
