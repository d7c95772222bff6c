/**
 * API keys (design §4): who may ask, for which tenant, in which role. A file of keys, read once at
 * start; without one the service is in development mode. Secrets are 32 bytes or more as hex; a tenant
 * rotates by having two live keys of a role for a while. Rejected: bearer tokens, which every log and
 * proxy on the way could use.
 */
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';

export const ROLES = ['studio', 'lab', 'operator', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** What a route asks of its caller. */
export type Permission =
  /** Rulesets, tables, pure tools. */
  | 'look'
  /** Rounds, accounts and commitments of the tenant, as a player or the public sees them. */
  | 'read'
  /** Commitments, deals, decisions. */
  | 'play'
  /** Deposits and withdrawals. */
  | 'money'
  /** Void, hold, release, table state, the generator. */
  | 'operate'
  /** The audit log. */
  | 'audit'
  /** Self-tests and integrity checks. */
  | 'inspect'
  /** Exact math on cards: never for who plays a round (Z11). */
  | 'analyse';

/** The whole matrix of who may do what. */
export const PERMISSIONS: { readonly [role in Role | 'dev']: readonly Permission[] } = {
  studio: ['look', 'read', 'play', 'money'],
  lab: ['look', 'inspect', 'analyse'],
  operator: ['look', 'read', 'operate', 'audit', 'inspect', 'analyse'],
  auditor: ['look', 'read', 'audit', 'inspect'],
  dev: ['look', 'read', 'play', 'money', 'operate', 'audit', 'inspect', 'analyse'],
};

export interface Principal {
  readonly tenant: string;
  readonly role: Role | 'dev';
  /** Names the key in audit records: `key:ID`, or `dev`. */
  readonly actor: string;
}

export interface ApiKey {
  readonly id: string;
  readonly secret: Uint8Array;
  readonly principal: Principal;
  /** Milliseconds since 1970 from which on the key is dead, or null. */
  readonly expiresAt: number | null;
}

export type Keys = ReadonlyMap<string, ApiKey>;

export class KeysError extends Error {
  override readonly name = 'KeysError';
}

/** Most keys of one service, and most live keys of one role of a tenant (two for rotation, times use). */
export const KEYS_MAX = 1024;

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      minItems: 1,
      maxItems: KEYS_MAX,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'secret', 'tenant', 'role'],
        properties: {
          id: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
          secret: { type: 'string', pattern: '^([0-9a-f]{2}){32,64}$' },
          tenant: { type: 'string', pattern: '^[a-z0-9-]{1,64}$' },
          role: { enum: ROLES },
          expiresAt: { type: 'string', maxLength: 32 },
        },
      },
    },
  },
};

interface KeyFile {
  readonly keys: readonly {
    readonly id: string;
    readonly secret: string;
    readonly tenant: string;
    readonly role: Role;
    readonly expiresAt?: string;
  }[];
}

/** Tenants that the house itself writes under. */
const RESERVED = ['dev', 'house'];

/** Reads a file of keys. Throws KeysError that names file and key, never a secret. */
export function readKeys(path: string): Keys {
  let file: unknown;
  try {
    file = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not JSON' : (error as Error).message;
    throw new KeysError(`API_KEYS_FILE: ${path}: ${why}`);
  }
  const ajv = new Ajv.default({ strict: true });
  const check = ajv.compile<KeyFile>(SCHEMA);
  if (!check(file)) {
    const [first] = check.errors ?? [];
    throw new KeysError(`API_KEYS_FILE: ${path}: ${first?.instancePath} ${first?.message}`);
  }
  const keys = new Map<string, ApiKey>();
  for (const { id, secret, tenant, role, expiresAt } of file.keys) {
    if (keys.has(id)) throw new KeysError(`API_KEYS_FILE: key ${id} stands twice`);
    if (RESERVED.includes(tenant)) {
      throw new KeysError(`API_KEYS_FILE: key ${id}: the tenant ${tenant} is the house's own`);
    }
    const end = expiresAt === undefined ? null : Date.parse(expiresAt);
    if (Number.isNaN(end)) throw new KeysError(`API_KEYS_FILE: key ${id}: expiresAt is no time`);
    keys.set(id, {
      id,
      secret: Buffer.from(secret, 'hex'),
      principal: { tenant, role, actor: `key:${id}` },
      expiresAt: end,
    });
  }
  return keys;
}
