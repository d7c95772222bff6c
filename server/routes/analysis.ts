/**
 * POST /v1/analysis: the value of every first action, for labs and operators (Z11). A pure function
 * of its body: cards, an upcard and a ruleset, never a round. Its rate limit is its own, because one
 * question costs seconds of a core.
 */
import { Router } from 'express';
import { parseCard } from '../../engine/card.ts';
import { rulesetHash } from '../../engine/library.ts';
import type { Ruleset } from '../../engine/ruleset.ts';
import { parseRuleset } from '../../engine/ruleset.ts';
import { principalOf } from '../access.ts';
import type { Context } from '../context.ts';
import type { House } from '../house.ts';
import { Problem } from '../problem.ts';
import { bodyOf, RECORD_MAX, rawBody } from '../request.ts';

interface Body {
  readonly ruleset: string | object;
  readonly cards: readonly string[];
  readonly up: string;
  readonly sizes?: number;
}

/** Most cards of an exchange that is weighed unless the body says less; as the command has it. */
const SIZES = 5;

export function analysisRoutes({ house, access, analysis }: Context): Router {
  const router = Router();
  router.post('/v1/analysis', ...rawBody(RECORD_MAX), access.door('analyse'), async (req, res) => {
    if (access.mode === 'development' && !analysis.inDevelopment) {
      throw new Problem('forbidden', 'development mode analyses nothing unless ANALYSIS=1');
    }
    const wait = analysis.limiter.take(principalOf(req).actor);
    if (wait > 0) {
      res.setHeader('Retry-After', String(Math.ceil(wait / 1000)));
      throw new Problem(
        'too-many-requests',
        `the key may ask ${analysis.limiter.perSecond} analyses a second`,
      );
    }
    const body = bodyOf<Body>(req, 'Analysis');
    const known = subjectOf(house, body.ruleset);
    const cards = body.cards.map((text) => parseCard(text) ?? -1);
    const up = parseCard(body.up) ?? -1;
    if (new Set([...cards, up]).size !== cards.length + 1) {
      throw new Problem('duplicate-card', 'cards and up: a card stands twice', {
        pointer: '/cards',
      });
    }
    res.json(await analysis.analyst.ask({ ...known, cards, up, sizes: body.sizes ?? SIZES }));
  });
  return router;
}

/** A ruleset of the library by id, or the caller's own, checked. */
function subjectOf(
  house: House,
  named: string | object,
): { readonly ruleset: Ruleset; readonly rulesetHash: string } {
  if (typeof named === 'string') {
    const entry = house.library.get(named);
    if (entry === undefined) {
      throw new Problem('unknown-ruleset', `there is no ruleset ${named}`, { pointer: '/ruleset' });
    }
    return { ruleset: entry.ruleset, rulesetHash: entry.hash };
  }
  const parsed = parseRuleset(named);
  if (!parsed.ok) {
    const places = parsed.faults.slice(0, 10).map(({ field, detail }) => ({
      pointer: `/ruleset/${field.replaceAll('.', '/')}`,
      detail,
    }));
    throw new Problem('schema', `ruleset: ${places[0]?.pointer}: ${places[0]?.detail}`, { places });
  }
  const { sha256, game } = house.core;
  return { ruleset: parsed.ruleset, rulesetHash: rulesetHash({ sha256, game }, parsed.ruleset) };
}
