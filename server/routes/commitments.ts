/** POST and GET /v1/commitments: the promise made before the player's seed (design §2.3, §4). */
import { Router } from 'express';
import { tenantOf } from '../access.ts';
import { commitmentAnswer, planCommitment } from '../commitment.ts';
import type { Context } from '../context.ts';
import { keyed } from '../context.ts';
import { Problem } from '../problem.ts';
import { bodyOf, pageOf, pathId, query, rawBody, sendAnswer } from '../request.ts';
import { PATTERNS } from '../schemas/requests.ts';

export function commitmentRoutes(context: Context): Router {
  const router = Router();
  const { house, access } = context;
  router.post('/v1/commitments', ...rawBody(), access.door('play'), async (req, res) => {
    const body = bodyOf<{ table: string; player: string }>(req, 'Commitment');
    sendAnswer(res, await keyed(context, req, () => planCommitment(house, tenantOf(req), body)));
  });
  router.get('/v1/commitments', access.door('read'), (req, res) => {
    const table = query(req, 'table', PATTERNS.table);
    const player = query(req, 'player', PATTERNS.player);
    const page = house.store.commitments({
      tenant: tenantOf(req),
      ...pageOf(req),
      ...(table === undefined ? {} : { table }),
      ...(player === undefined ? {} : { player }),
    });
    res.json({ items: page.items.map(commitmentAnswer), next: page.next });
  });
  router.get('/v1/commitments/:commitment', access.door('read'), (req, res) => {
    const id = pathId(req, 'commitment', PATTERNS.uuid, 'unknown-commitment');
    const row = house.store.commitment(tenantOf(req), id);
    if (row === undefined) throw new Problem('unknown-commitment', `there is no commitment ${id}`);
    res.json(commitmentAnswer(row));
  });
  return router;
}
