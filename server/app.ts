/**
 * The Express app, made without listening. Order: request id and timing, loopback only (development
 * mode), routes, 404, problems. Errors are never HTML and never a stack trace (service.md §6).
 */
import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Router } from 'express';
import express from 'express';
import type { Logger } from 'pino';
import type { Context } from './context.ts';
import { GeneratorError } from './generator.ts';
import { OPERATIONS } from './operations.ts';
import { Problem, problemBody } from './problem.ts';
import { accountRoutes } from './routes/accounts.ts';
import { analysisRoutes } from './routes/analysis.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { commitmentRoutes } from './routes/commitments.ts';
import { docsRoutes } from './routes/docs.ts';
import { operationRoutes } from './routes/operations.ts';
import { probeRoutes } from './routes/probes.ts';
import { roundRoutes } from './routes/rounds.ts';
import { toolRoutes } from './routes/tools.ts';
import { StoreBusyError, StoreDeadError } from './store/store.ts';

/** `more`: routes beside the contract's, behind the same doors (bench). */
export function createApp(context: Context, log: Logger, more?: Router): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.use(watched(context, log));
  if (context.access.mode === 'development') app.use(loopbackOnly);
  // Rounds first: a router that does not match still costs.
  app.use(roundRoutes(context));
  if (more !== undefined) app.use(more);
  app.use(probeRoutes(context));
  app.use(catalogRoutes(context));
  app.use(commitmentRoutes(context));
  app.use(accountRoutes(context));
  app.use(operationRoutes(context));
  app.use(toolRoutes(context));
  app.use(analysisRoutes(context));
  app.use(docsRoutes(context));
  app.use((req) => {
    const known = OPERATIONS.filter((operation) => matches(operation.path, req.path));
    if (known.length > 0) throw new Problem('method-not-allowed', `${req.method} ${req.path}`);
    throw new Problem('not-found', `there is nothing at ${req.path}`);
  });
  app.use(problems(log));
  return app;
}

const started = new WeakMap<Request, { readonly id: string }>();

/** A request id, one log line and the metrics of every request. */
function watched({ metrics, house }: Context, log: Logger): RequestHandler {
  // Every member of this line is our own word or number: there is nothing to redact in it.
  const lines = log.child({}, { redact: [] });
  return (req, res, next) => {
    const begin = performance.now();
    const id = randomUUID();
    started.set(req, { id });
    res.setHeader('Request-Id', id);
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    if (house.draining()) res.setHeader('Connection', 'close');
    res.on('finish', () => {
      const seconds = (performance.now() - begin) / 1000;
      const route = routeOf(req);
      metrics.request(req.method, route, res.statusCode, seconds);
      lines.info({ id, method: req.method, route, status: res.statusCode, seconds }, 'request');
    });
    next();
  };
}

/** The route's template, never the path: ids and hostile paths make no series (field log F1). */
function routeOf(req: Request): string {
  const path: unknown = req.route?.path;
  if (typeof path === 'string') return path;
  return req.path.startsWith('/docs/assets/') ? '/docs/assets' : 'unmatched';
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{[a-z]+\}/g, '[^/]+')}$`).test(path);
}

/** Development mode (design §4): no proxy in front, no foreign name, so that no browser page reaches it. */
const loopbackOnly: RequestHandler = (req, _res, next) => {
  let forwarded: string | undefined;
  for (const name in req.headers) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) forwarded ??= name;
  }
  if (forwarded !== undefined) {
    throw new Problem('foreign-host', `${forwarded} is refused without API keys`, {
      pointer: forwarded,
    });
  }
  const host = (req.headers.host ?? '').replace(/:[0-9]+$/, '');
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) {
    throw new Problem('foreign-host', 'only loopback names are answered without API keys', {
      pointer: 'Host',
    });
  }
  next();
};

/** Seconds after which a busy service is asked again. */
const RETRY_AFTER = '1';

function problems(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const id = started.get(req)?.id ?? randomUUID();
    const problem = problemFrom(error);
    if (problem.status >= 500) {
      log.error({ id, error: error instanceof Error ? error.message : 'unknown' }, 'failed');
    }
    if (problem.status === 503) res.setHeader('Retry-After', RETRY_AFTER);
    res
      .status(problem.status)
      .type('application/problem+json')
      .send(Buffer.from(JSON.stringify(problemBody(problem, id))));
  };
}

function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof GeneratorError) {
    return new Problem('not-ready', 'the generator does not deal');
  }
  if (error instanceof StoreBusyError) return new Problem('busy', 'too many writes wait');
  if (error instanceof StoreDeadError) return new Problem('not-ready', 'the store takes no writes');
  const { type, status } = error as { readonly type?: string; readonly status?: number };
  if (type === 'entity.too.large') return new Problem('body-too-large', 'the body is too large');
  if (type === 'encoding.unsupported') {
    return new Problem('unsupported-media-type', 'content-encoding is refused', {
      pointer: 'Content-Encoding',
    });
  }
  if (status === 400) return new Problem('malformed-json', 'the request could not be read');
  return new Problem(
    'internal',
    'the service has failed; nothing was changed that was not answered',
  );
}
