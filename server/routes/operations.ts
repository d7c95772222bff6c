/**
 * What operators and auditors do (design §4): void, hold and release rounds; open and close tables;
 * the generator; self-checks; the audit log.
 */
import { Router } from 'express';
import { principalOf, tenantOf } from '../access.ts';
import type { Context } from '../context.ts';
import { keyed } from '../context.ts';
import { sendPage } from '../export.ts';
import { HOUSE_TENANT } from '../house.ts';
import type { Plan } from '../idempotency.ts';
import { Problem } from '../problem.ts';
import { bodyOf, pageOf, pathId, query, rawBody, sendAnswer } from '../request.ts';
import { PATTERNS } from '../schemas/requests.ts';
import type { TableState } from '../table-state.ts';
import { setTableState } from '../table-state.ts';
import type { OperatorBody } from '../void.ts';
import { planHold, planRelease, planVoid } from '../void.ts';

export function operationRoutes(context: Context): Router {
  const router = Router();
  const { house, metrics, access } = context;

  router.post('/v1/rounds/:round/void', ...rawBody(), access.door('operate'), async (req, res) => {
    const id = pathId(req, 'round', PATTERNS.uuid, 'unknown-round');
    const { tenant, actor } = principalOf(req);
    const body = bodyOf<OperatorBody>(req, 'Void');
    const plan = () => planVoid(house, tenant, actor, id, body, metrics.voided);
    sendAnswer(res, await keyed(context, req, plan));
  });
  for (const [path, planOf] of [
    ['hold', planHold],
    ['release', planRelease],
  ] as const) {
    router.post(
      `/v1/rounds/:round/${path}`,
      ...rawBody(),
      access.door('operate'),
      async (req, res) => {
        const id = pathId(req, 'round', PATTERNS.uuid, 'unknown-round');
        const { tenant, actor } = principalOf(req);
        const body = bodyOf<OperatorBody>(req, 'Operator');
        const plan = () => planOf(house, tenant, actor, id, body);
        sendAnswer(res, await keyed(context, req, plan));
      },
    );
  }

  router.put('/v1/tables/:table/state', ...rawBody(), access.door('operate'), async (req, res) => {
    const id = pathId(req, 'table', PATTERNS.table, 'unknown-table');
    const { tenant, actor } = principalOf(req);
    const body = bodyOf<TableState>(req, 'TableState');
    res.json(await setTableState(house, tenant, actor, id, body));
  });

  // The generator's own records tell what happened to it; these tell who asked, and why.
  const generator = [
    ['reseed', 'operate', (reason: string) => house.generator.reseed(reason)],
    ['selftest', 'inspect', () => house.generator.selfTest()],
    ['clear', 'operate', () => house.generator.clear()],
  ] as const;
  for (const [path, permission, work] of generator) {
    router.post(`/v1/rng/${path}`, ...rawBody(), access.door(permission), async (req, res) => {
      const { actor } = principalOf(req);
      const { reason } = bodyOf<{ reason: string }>(req, 'Reason');
      let ok: boolean | null = null;
      const plan = (): Plan => {
        ok ??= work('on-demand');
        const latch = house.generator.latch();
        const data = JSON.stringify({ reason, ok, latch });
        return {
          status: 200,
          body: { ok, ready: house.generator.ready(), latch },
          change: { audit: [{ actor, kind: `rng-${path}-asked`, subject: 'generator', data }] },
        };
      };
      sendAnswer(res, await keyed(context, req, plan));
    });
  }

  router.post('/v1/integrity/check', ...rawBody(), access.door('inspect'), async (req, res) => {
    const { actor } = principalOf(req);
    const { reason } = bodyOf<{ reason: string }>(req, 'Reason');
    const plan = (): Plan => {
      const checks = house.integrity.run();
      const ok = house.integrity.ok();
      const failed = checks.filter((check) => !check.ok);
      const data = JSON.stringify({ reason, ok, failed });
      return {
        status: 200,
        body: { ok, checks },
        change: { audit: [{ actor, kind: 'integrity-checked', subject: 'service', data }] },
      };
    };
    sendAnswer(res, await keyed(context, req, plan));
  });

  router.get('/v1/audit', access.door('audit'), (req, res) => {
    const scope = query(req, 'scope', /^(tenant|house)$/) ?? 'tenant';
    const tenant = scope === 'house' ? HOUSE_TENANT : tenantOf(req);
    const page = house.store.audit({ tenant, ...pageOf(req) });
    sendPage(req, res, {
      items: page.items.map(({ at, data, ...row }) => ({
        ...row,
        at: new Date(at).toISOString(),
        data: parsed(data),
      })),
      next: page.next,
    });
  });
  return router;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new Problem('internal', 'an audit record holds no JSON');
  }
}
