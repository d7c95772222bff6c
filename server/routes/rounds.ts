/** /v1/rounds: deal, act, resume, Game History, game recall, proof (design §4). */
import { Router } from 'express';
import { isStaff, tenantOf } from '../access.ts';
import type { ActionBody } from '../act.ts';
import { planAction, readRound, roundOf } from '../act.ts';
import type { Context } from '../context.ts';
import { keyed } from '../context.ts';
import type { DealBody } from '../deal.ts';
import { planDeal } from '../deal.ts';
import { sendPage } from '../export.ts';
import { foldRow, gameOf } from '../fold.ts';
import { historyOf } from '../history.ts';
import { Problem } from '../problem.ts';
import { proofOf } from '../proof-record.ts';
import { receiptOf } from '../receipt.ts';
import { bodyOf, needed, pageOf, pathId, query, rawBody, sendAnswer } from '../request.ts';
import { roundAnswer, STAFF } from '../round-answer.ts';
import { PATTERNS } from '../schemas/requests.ts';
import type { RoundState } from '../store/store.ts';

const STATES = /^(open|settled|held|void)$/;

export function roundRoutes(context: Context): Router {
  const router = Router();
  const { house, metrics, access } = context;

  router.post('/v1/rounds', ...rawBody(), access.door('play'), async (req, res) => {
    const body = bodyOf<DealBody>(req, 'Round');
    const answer = await keyed(context, req, () => planDeal(house, tenantOf(req), body));
    const ruleset = house.tables.get(body.table)?.entry.ruleset.id;
    if (!answer.replayed && ruleset !== undefined) metrics.dealt(ruleset);
    sendAnswer(res, answer);
  });

  router.post('/v1/rounds/:round/actions', ...rawBody(), access.door('play'), async (req, res) => {
    const id = pathId(req, 'round', PATTERNS.uuid, 'unknown-round');
    const body = bodyOf<ActionBody>(req, 'Action');
    const plan = () => planAction(house, tenantOf(req), id, body, metrics.settled);
    sendAnswer(res, await keyed(context, req, plan));
  });

  router.get('/v1/rounds', access.door('read'), (req, res) => {
    const tenant = tenantOf(req);
    const staff = isStaff(req);
    const player = (staff ? query : needed)(req, 'player', PATTERNS.player);
    const state = query(req, 'state', STATES) as RoundState | undefined;
    const page = house.store.rounds({
      tenant,
      ...(player === undefined ? {} : { player }),
      ...pageOf(req),
      ...(state === undefined ? {} : { state }),
    });
    const items = page.items.map((row) => {
      const { commitment } = roundOf(house, tenant, row.id);
      const reader = player ?? STAFF;
      return roundAnswer(house, row, commitment, foldRow(house, row, commitment), reader);
    });
    sendPage(req, res, { items, next: page.next });
  });

  router.get('/v1/rounds/:round', access.door('read'), (req, res) => {
    const id = pathId(req, 'round', PATTERNS.uuid, 'unknown-round');
    const reader = query(req, 'player', PATTERNS.player) ?? (isStaff(req) ? STAFF : null);
    res.json(readRound(house, tenantOf(req), id, reader));
  });

  router.get('/v1/rounds/:round/history', access.door('read'), (req, res) => {
    const id = pathId(req, 'round', PATTERNS.uuid, 'unknown-round');
    const reader = query(req, 'player', PATTERNS.player) ?? (isStaff(req) ? STAFF : null);
    const { limit } = pageOf(req);
    const from = Number(query(req, 'cursor', /^[1-9][0-9]{0,5}$/) ?? 0);
    const phases = historyOf(house, tenantOf(req), id, reader);
    const next = from + limit < phases.length ? String(from + limit) : null;
    sendPage(req, res, { items: phases.slice(from, from + limit), next });
  });

  router.get('/v1/rounds/:round/proof', access.door('read'), (req, res) => {
    const id = pathId(req, 'round', PATTERNS.uuid, 'unknown-round');
    const { row, commitment } = roundOf(house, tenantOf(req), id);
    if (row.state === 'open' || commitment.seed === null) {
      const extra = {
        receipt: receiptOf(commitment),
        ruleset: gameOf(house, row.rulesetHash).ruleset.id,
      };
      throw new Problem('round-open', 'the record is revealed when the round has ended', { extra });
    }
    res.json(proofOf(house, row, commitment, commitment.seed));
  });
  return router;
}
