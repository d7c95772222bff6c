/** POST /v1/settle and /v1/verify: pure functions of the body, nothing is looked up or kept. */
import { Router } from 'express';
import { verifyRecord } from '../../engine/proof.ts';
import { settleScript } from '../../engine/script.ts';
import type { Context } from '../context.ts';
import { PROBLEMS, Problem } from '../problem.ts';
import { jsonBody, RECORD_MAX, rawBody } from '../request.ts';

export function toolRoutes({ house, access }: Context): Router {
  const router = Router();
  router.post('/v1/settle', ...rawBody(RECORD_MAX), access.door('look'), (req, res) => {
    const answer = settleScript((id) => house.library.get(id)?.game, jsonBody(req));
    if ('error' in answer) {
      const { code, detail, pointer } = answer.error;
      // Design §4: 400 where the schema refuses, else 422; never 403 or 409.
      const status = PROBLEMS[code][0] === 400 ? 400 : 422;
      throw new Problem(code, detail, { pointer, status, extra: { id: answer.id } });
    }
    res.json(answer);
  });
  router.post('/v1/verify', ...rawBody(RECORD_MAX), access.door('look'), (req, res) => {
    res.json(verifyRecord(house.core, jsonBody(req)));
  });
  return router;
}
