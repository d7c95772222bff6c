/**
 * What routes share of a request: the strict body against its schema, pages, readers, and answers as
 * exact bytes.
 */

import { isUtf8 } from 'node:buffer';
import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv/dist/2020.js';
import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import type { Answer } from './idempotency.ts';
import type { ProblemPlace } from './problem.ts';
import { Problem } from './problem.ts';
import type { RequestName } from './schemas/requests.ts';
import { LIMIT_MAX, PATTERNS, REQUESTS } from './schemas/requests.ts';
import type { PageQuery } from './store/store.ts';
import { parseStrict } from './strict-json.ts';

/** Bytes of a request body; records to verify are larger. */
export const BODY_MAX = 16_384;
export const RECORD_MAX = 131_072;

/** Collects the raw body: its exact bytes are digested for idempotency before they are parsed. */
export function rawBody(limit = BODY_MAX): RequestHandler[] {
  return [
    (req, _res, next) => {
      const type = req.headers['content-type'] ?? '';
      if (!/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(type)) {
        const shown = type === '' ? 'none' : JSON.stringify(type);
        throw new Problem('unsupported-media-type', `content-type is ${shown}`, {
          pointer: 'Content-Type',
        });
      }
      next();
    },
    express.raw({ type: () => true, limit, inflate: false }),
  ];
}

const ajv = new Ajv.default({
  strict: true,
  strictRequired: false,
  allErrors: true,
  allowUnionTypes: true,
});
const checks = Object.fromEntries(
  Object.entries(REQUESTS).map(([name, schema]) => [name, ajv.compile(schema)]),
) as unknown as { readonly [name in RequestName]: ValidateFunction };

/** Most places that one answer names. */
const PLACES_MAX = 10;

/** The body as JSON, or a Problem that names the place. */
export function jsonBody(req: Request): unknown {
  const raw = rawOf(req);
  const text = raw.toString('utf8');
  if (!isUtf8(raw)) throw new Problem('malformed-json', 'the body is not UTF-8');
  return parseStrict(text);
}

/** The body checked against its schema. */
export function bodyOf<Body>(req: Request, name: RequestName): Body {
  return checked<Body>(jsonBody(req), name);
}

/** A value checked against the schema of a body. */
export function checked<Body>(value: unknown, name: RequestName): Body {
  const check = checks[name];
  if (check(value)) return value as Body;
  const places = (check.errors ?? [])
    .filter((error) => error.keyword !== 'if')
    .slice(0, PLACES_MAX)
    .map((error): ProblemPlace => {
      const extra = error.params['additionalProperty'] ?? error.params['missingProperty'];
      const pointer = extra === undefined ? error.instancePath : `${error.instancePath}/${extra}`;
      const detail =
        error.keyword === 'false schema'
          ? 'does not belong here'
          : (error.message ?? error.keyword);
      return { pointer, detail };
    });
  const first = places[0];
  throw new Problem('schema', `${first?.pointer || 'the body'}: ${first?.detail}`, { places });
}

export function rawOf(req: Request): Buffer {
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}

/** A query parameter that matches its pattern, or undefined; repeated or wrong ones are a Problem. */
export function query(req: Request, name: string, pattern: RegExp): string | undefined {
  const value: unknown = req.query[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new Problem('bad-query', `${name}: ${pattern.source} is wanted, once`, { pointer: name });
}

/** The same, but it must be there. */
export function needed(req: Request, name: string, pattern: RegExp): string {
  const value = query(req, name, pattern);
  if (value === undefined) throw new Problem('bad-query', `${name} is missing`, { pointer: name });
  return value;
}

export function pageOf(req: Request): PageQuery {
  const limit = Number(query(req, 'limit', PATTERNS.limit) ?? 50);
  if (limit > LIMIT_MAX)
    throw new Problem('bad-query', `limit: at most ${LIMIT_MAX}`, { pointer: 'limit' });
  return { limit, cursor: query(req, 'cursor', PATTERNS.cursor) ?? null };
}

/** A path parameter that must look like an id; anything else is simply not there. */
export function pathId(
  req: Request,
  name: string,
  pattern: RegExp,
  code: 'unknown-round' | 'unknown-commitment' | 'unknown-account' | 'unknown-table' | 'not-found',
): string {
  const value = req.params[name];
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new Problem(code, `there is no such ${name}`);
}

/** Sends a keyed answer: exactly the stored bytes. */
export function sendAnswer(res: Response, answer: Answer): void {
  res.status(answer.status);
  if (answer.location !== null) res.setHeader('Location', answer.location);
  if (answer.replayed) res.setHeader('Idempotent-Replayed', 'true');
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(answer.bytes);
}
