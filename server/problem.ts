/**
 * Every "no" of the service: one table of code, status and title (design §4, RFC 9457). The OpenAPI
 * document and the README are tested against it. Refusals of the engine are listed with the status
 * that they have over HTTP.
 */

import type { RefusalCode } from '../engine/refusal.ts';
import { REFUSALS } from '../engine/refusal.ts';

const OWN = {
  'malformed-json': [400, 'The body is not JSON.'],
  'duplicate-member': [400, 'A member of a JSON object stands twice.'],
  'not-an-integer': [400, 'A number is not written as a plain integer.'],
  'bad-query': [400, 'A query parameter is missing or wrong.'],
  'missing-idempotency-key': [400, 'The header Idempotency-Key is missing or wrong.'],
  unauthenticated: [401, 'The request is not signed by a known key.'],
  forbidden: [403, 'The key may not do that.'],
  'foreign-host': [403, 'Development mode answers loopback only.'],
  'not-your-box': [403, 'The box belongs to another player.'],
  'not-found': [404, 'There is no such thing here.'],
  'unknown-table': [404, 'There is no such table.'],
  'unknown-round': [404, 'There is no such round.'],
  'unknown-commitment': [404, 'There is no such commitment.'],
  'unknown-account': [404, 'There is no such account.'],
  'method-not-allowed': [405, 'The path does not know this method.'],
  'insufficient-funds': [409, 'The funds do not cover it.'],
  'round-open': [409, 'A round is open.'],
  'commitment-used': [409, 'The commitment has been used.'],
  'commitment-closed': [409, 'The commitment has expired or was retired.'],
  'in-flight': [409, 'A request with this key is being worked on.'],
  'table-closed': [409, 'The table is closed.'],
  'body-too-large': [413, 'The body is too large.'],
  'unsupported-media-type': [415, 'The body must be application/json.'],
  'key-reused': [422, 'The idempotency key was used for another request.'],
  'outside-limits': [422, 'The amount is outside the limits of the table.'],
  'wrong-player': [422, 'The player does not fit.'],
  'wrong-commitment': [422, 'The commitment does not fit.'],
  'wrong-void': [422, 'The request does not fit the first operator’s.'],
  'client-seed-without-commitment': [422, 'A client seed needs a commitment made before it.'],
  'wrong-currency': [422, 'The currency does not fit.'],
  'too-many-requests': [429, 'Too many requests.'],
  internal: [500, 'The service has failed.'],
  busy: [503, 'Too much is waiting; try again.'],
  'not-ready': [503, 'The service does not deal now.'],
} as const satisfies { readonly [code: string]: readonly [number, string] };

/** Statuses that the engine's refusals have over HTTP; their titles stand in engine/refusal.ts. */
const OF_REFUSALS: { readonly [code in RefusalCode]: number } = {
  schema: 400,
  'unknown-ruleset': 422,
  'box-range': 422,
  'box-order': 422,
  'too-many-boxes': 422,
  'too-many-open-boxes': 422,
  'no-blind-boxes': 422,
  'no-bonus': 422,
  'duplicate-card': 422,
  'too-few-cards': 422,
  'not-your-turn': 409,
  'illegal-action': 409,
  'exchange-size': 422,
  'card-not-held': 422,
  'insurance-not-offered': 422,
  'insurance-range': 422,
  'round-closed': 409,
  'client-seed': 422,
};

export type ProblemCode = keyof typeof OWN | RefusalCode;

export const PROBLEMS = {
  ...OWN,
  ...Object.fromEntries(
    Object.entries(OF_REFUSALS).map(([code, status]) => [
      code,
      [status, REFUSALS[code as RefusalCode]],
    ]),
  ),
} as { readonly [code in ProblemCode]: readonly [number, string] };

/** A place in the request that is wrong. */
export interface ProblemPlace {
  /** JSON Pointer into the body; for queries and headers their name. */
  readonly pointer: string;
  readonly detail: string;
}

/** Thrown by routes, answered as application/problem+json. A lawful "no", not a failure of ours. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly places: readonly ProblemPlace[];
  /** More members of the answer, such as `receipt`. */
  readonly extra: { readonly [member: string]: unknown };

  constructor(
    code: ProblemCode,
    detail: string,
    options: {
      readonly pointer?: string | undefined;
      readonly places?: readonly ProblemPlace[];
      readonly status?: number;
      readonly extra?: { readonly [member: string]: unknown };
    } = {},
  ) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.status = options.status ?? PROBLEMS[code][0];
    const { pointer } = options;
    this.places = options.places ?? (pointer === undefined ? [] : [{ pointer, detail }]);
    this.extra = options.extra ?? {};
  }
}

/** Body of a problem answer; `instance` is the request id. */
export function problemBody(problem: Problem, instance: string): object {
  return {
    type: `urn:chemmy:problem:${problem.code}`,
    title: PROBLEMS[problem.code][1],
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    instance,
    ...(problem.places.length > 0 ? { errors: problem.places } : {}),
    ...problem.extra,
  };
}
