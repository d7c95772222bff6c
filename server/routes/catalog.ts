/** GET /v1/rulesets, /v1/rulesets/{id}, /v1/tables, /v1/version: what is played here, with hashes. */
import { Router } from 'express';
import { SPEC } from '../../engine/chance.ts';
import { tenantOf } from '../access.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { tableState } from '../table-state.ts';

export function catalogRoutes({ house, version, access }: Context): Router {
  const router = Router();
  const stateOf = (tenant: string, id: string): object => {
    const { open, reason } = tableState(house, tenant, id);
    return open ? { open } : { open, reason };
  };
  router.get('/v1/rulesets', access.door('look'), (_req, res) => {
    const items = [...house.library.values()].map(({ ruleset, hash }) => ({
      id: ruleset.id,
      title: ruleset.title,
      version: ruleset.version,
      hash,
    }));
    res.json({ items, next: null });
  });
  router.get('/v1/rulesets/:id', access.door('look'), (req, res) => {
    const id = String(req.params['id']);
    const entry = house.library.get(id);
    if (entry === undefined) throw new Problem('not-found', `there is no ruleset ${id}`);
    res.json({ id: entry.ruleset.id, hash: entry.hash, ruleset: entry.ruleset });
  });
  router.get('/v1/tables', access.door('look'), (req, res) => {
    const items = [...house.tables.values()].map((table) => ({
      id: table.id,
      ruleset: table.entry.ruleset.id,
      rulesetHash: table.entry.hash,
      currency: table.terms.currency,
      exponent: table.exponent,
      limits: table.terms.limits,
      termsHash: table.termsHash,
      ...stateOf(tenantOf(req), table.id),
    }));
    res.json({ items, next: null });
  });
  router.get('/v1/version', (_req, res) => {
    res.json({
      name: 'chemmy',
      version,
      drawSpecification: SPEC,
      core: house.coreHash,
      release: house.releaseHash,
      mode: access.mode,
      receiptKey: { algorithm: 'Ed25519', publicKey: house.signer.publicKey },
      store: house.store.description,
      rulesets: Object.fromEntries([...house.library].map(([id, entry]) => [id, entry.hash])),
    });
  });
  return router;
}
