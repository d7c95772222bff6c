/** POST /v1/settle and /v1/verify: pure functions of the body, nothing is looked up or kept. */
import { Router } from 'express';
import type { Evidence, VerifySignature } from '../../engine/evidence.ts';
import { verifyRecord } from '../../engine/proof.ts';
import { settleScript } from '../../engine/script.ts';
import type { Context } from '../context.ts';
import { PROBLEMS, Problem } from '../problem.ts';
import { ReceiptKeyError, signatureCheck } from '../receipt-key.ts';
import { checked, jsonBody, RECORD_MAX, rawBody } from '../request.ts';

interface EvidenceBody extends Pick<Evidence, 'receipt' | 'commitment' | 'clientSeed'> {
  readonly record: object;
  readonly publicKey?: string;
}

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
    const body = jsonBody(req);
    // A record has no member of that name: with it the body is the record and what proves it.
    if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'record')) {
      res.json(verifyRecord(house.core, body));
      return;
    }
    const { record, publicKey, ...held } = checked<EvidenceBody>(body, 'Evidence');
    const key = publicKey ?? house.signer.publicKey;
    res.json(verifyRecord(house.core, record, { ...held, verifySignature: keyCheck(key) }));
  });
  return router;
}

function keyCheck(key: string): VerifySignature {
  try {
    return signatureCheck(key);
  } catch (error) {
    if (!(error instanceof ReceiptKeyError)) throw error;
    throw new Problem('schema', error.message, { pointer: '/publicKey' });
  }
}
