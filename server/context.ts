/** What routes are built from: the house, the executor of keyed requests, metrics. */
import type { Request } from 'express';
import type { Access } from './access.ts';
import { tenantOf } from './access.ts';
import type { Analysis } from './analysis.ts';
import type { House } from './house.ts';
import type { Answer, Executor, Plan } from './idempotency.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimiter } from './rate-limit.ts';
import { rawOf } from './request.ts';

export interface Context {
  readonly house: House;
  readonly access: Access;
  readonly executor: Executor;
  readonly metrics: Metrics;
  /** Version of the package, for /v1/version and /openapi.json. */
  readonly version: string;
  readonly analysis: {
    readonly analyst: Analysis;
    readonly limiter: RateLimiter;
    /** Whether development mode may analyse (ANALYSIS=1). */
    readonly inDevelopment: boolean;
  };
}

/** Runs a state-changing request under its idempotency key. */
export async function keyed(context: Context, req: Request, plan: () => Plan): Promise<Answer> {
  const [path = '', query = ''] = req.originalUrl.split('?');
  const header = req.headers['idempotency-key'];
  const answer = await context.executor.run(
    {
      tenant: tenantOf(req),
      key: Array.isArray(header) ? undefined : header,
      method: req.method,
      path,
      query,
      raw: rawOf(req),
    },
    context.house.now(),
    plan,
  );
  if (answer.replayed) context.metrics.replayed();
  return answer;
}
