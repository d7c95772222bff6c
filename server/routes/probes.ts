/** GET /livez: the loop runs. GET /readyz: seeds can be drawn, writes committed, nothing drains. */
import { Router } from 'express';
import type { Context } from '../context.ts';

export function probeRoutes({ house }: Context): Router {
  const router = Router();
  router.get('/livez', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', (_req, res) => {
    const checks = {
      generator: house.generator.ready(),
      store: house.store.ready(),
      integrity: house.integrity.ok(),
      accepting: !house.draining(),
    };
    const ready = Object.values(checks).every(Boolean);
    res.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'not-ready', checks });
  });
  return router;
}
