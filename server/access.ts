/**
 * The door of every route: who asks (a signed key, or `dev` in development mode), whether the role
 * may, and how often. A route names its permission once, as a handler; a handler that asks for the
 * tenant of a request that has not passed a door is our fault and answers nothing.
 */
import type { Request, RequestHandler } from 'express';
import { DEV_TENANT } from './house.ts';
import type { Keys, Permission, Principal } from './keys.ts';
import { PERMISSIONS } from './keys.ts';
import type { LoginWatch } from './login-watch.ts';
import { Problem } from './problem.ts';
import type { RateLimiter } from './rate-limit.ts';
import { rawOf } from './request.ts';
import { authenticate, createNonceCache } from './signature.ts';

export interface Access {
  readonly mode: 'development' | 'keys';
  /** Admits the caller or throws a Problem (401, 403, 429). The body must have been read. */
  door(permission: Permission): RequestHandler;
}

const DEV: Principal = { tenant: DEV_TENANT, role: 'dev', actor: 'dev' };
const admitted = new WeakMap<Request, Principal>();

/** Who was admitted. Throws where no door was passed. */
export function principalOf(req: Request): Principal {
  const principal = admitted.get(req);
  if (principal === undefined) throw new Error('assertion: a request without a door');
  return principal;
}

export function tenantOf(req: Request): string {
  return principalOf(req).tenant;
}

/** Operators and auditors see the ids of all players of an ended round (design §4). */
export function isStaff(req: Request): boolean {
  const { role } = principalOf(req);
  return role === 'operator' || role === 'auditor';
}

/** `keys` undefined: development mode; else the live ones, asked at each request (a reload changes them). */
export function createAccess(
  keys: (() => Keys) | undefined,
  limiter: RateLimiter,
  now: () => number,
  watch?: LoginWatch,
): Access {
  const nonces = createNonceCache();

  function whoAsks(req: Request): Principal {
    if (keys === undefined) return DEV;
    const [path = '', query = ''] = req.originalUrl.split('?', 2);
    const parts = { method: req.method, path, query, body: rawOf(req) };
    const headers = {
      key: header(req, 'chemmy-key'),
      timestamp: header(req, 'chemmy-timestamp'),
      nonce: header(req, 'chemmy-nonce'),
      signature: header(req, 'chemmy-signature'),
    };
    const { principal } = authenticate(keys(), nonces, headers, parts, now(), watch?.failed);
    watch?.used(principal);
    return principal;
  }

  return {
    mode: keys === undefined ? 'development' : 'keys',
    door(permission) {
      const door: RequestHandler = (req, res, next) => {
        const principal = whoAsks(req);
        const wait = limiter.take(principal.actor);
        if (wait > 0) {
          res.setHeader('Retry-After', String(Math.ceil(wait / 1000)));
          throw new Problem('too-many-requests', `the key may ask ${limiter.perSecond} a second`);
        }
        if (!PERMISSIONS[principal.role].includes(permission)) {
          const detail = `a key of the role ${principal.role} may not do that`;
          watch?.failed('forbidden', header(req, 'chemmy-key'));
          throw new Problem('forbidden', detail, { pointer: 'Chemmy-Key' });
        }
        admitted.set(req, principal);
        next();
      };
      doors.set(door, permission);
      return door;
    },
  };
}

const doors = new WeakMap<RequestHandler, Permission>();

/** The permission behind a handler, where it is a door; for the test that no route is without one. */
export function permissionOf(handler: RequestHandler): Permission | undefined {
  return doors.get(handler);
}

function header(req: Request, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? undefined : value;
}
