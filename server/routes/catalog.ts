/** GET /v1/rulesets, /v1/rulesets/{id}, /v1/tables, /v1/version: what is played here, with hashes. */
import { Router } from 'express';
import { SPEC } from '../../engine/chance.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

export function catalogRoutes({ house, version }: Context): Router {
  const router = Router();
  router.get('/v1/rulesets', (_req, res) => {
    const items = [...house.library.values()].map(({ ruleset, hash }) => ({
      id: ruleset.id,
      title: ruleset.title,
      version: ruleset.version,
      hash,
    }));
    res.json({ items, next: null });
  });
  router.get('/v1/rulesets/:id', (req, res) => {
    const entry = house.library.get(req.params.id);
    if (entry === undefined) throw new Problem('not-found', `there is no ruleset ${req.params.id}`);
    res.json({ id: entry.ruleset.id, hash: entry.hash, ruleset: entry.ruleset });
  });
  router.get('/v1/tables', (_req, res) => {
    const items = [...house.tables.values()].map((table) => ({
      id: table.id,
      ruleset: table.entry.ruleset.id,
      rulesetHash: table.entry.hash,
      currency: table.terms.currency,
      exponent: table.exponent,
      limits: table.terms.limits,
      termsHash: table.termsHash,
      open: true,
    }));
    res.json({ items, next: null });
  });
  router.get('/v1/version', (_req, res) => {
    res.json({
      name: 'chemmy',
      version,
      drawSpecification: SPEC,
      core: house.coreHash,
      mode: 'development',
      store: house.store.description,
      rulesets: Object.fromEntries([...house.library].map(([id, entry]) => [id, entry.hash])),
    });
  });
  return router;
}
