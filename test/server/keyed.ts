/** A service with API keys of every role, two tenants, an expired key; and signed calls to it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from './service.ts';
import { freshFolder, startService } from './service.ts';
import type { Changes, Key, Signed } from './signed.ts';
import { signed } from './signed.ts';

const secret = (n: number): string => n.toString(16).padStart(2, '0').repeat(32);

export const KEYS = {
  studio: { id: 'acme-1', secret: secret(1), tenant: 'acme', role: 'studio' },
  rotated: { id: 'acme-2', secret: secret(2), tenant: 'acme', role: 'studio' },
  dead: {
    id: 'acme-0',
    secret: secret(3),
    tenant: 'acme',
    role: 'studio',
    expiresAt: '2020-01-01T00:00:00Z',
  },
  rival: { id: 'rival-1', secret: secret(4), tenant: 'rival', role: 'studio' },
  lab: { id: 'lab-1', secret: secret(5), tenant: 'acme', role: 'lab' },
  operator: { id: 'op-1', secret: secret(6), tenant: 'acme', role: 'operator' },
  second: { id: 'op-2', secret: secret(7), tenant: 'acme', role: 'operator' },
  auditor: { id: 'aud-1', secret: secret(8), tenant: 'acme', role: 'auditor' },
} as const;

export interface Keyed {
  readonly service: Service;
  /** The file of keys, to change it. */
  readonly keysFile: string;
  call(key: Key, method: string, path: string, body?: unknown, change?: Changes): Promise<Signed>;
}

/** Starts a service with these keys in a folder of its own. */
export async function startKeyed(
  env: { [name: string]: string } = {},
  keys: readonly object[] = Object.values(KEYS),
): Promise<Keyed> {
  const dataDir = freshFolder();
  mkdirSync(dataDir, { recursive: true });
  const keysFile = join(dataDir, '..', 'keys.json');
  writeFileSync(keysFile, JSON.stringify({ keys }));
  const service = await startService(dataDir, { API_KEYS_FILE: keysFile, ...env });
  return {
    service,
    keysFile,
    call: (key, method, path, body, change = {}) =>
      signed(service, key, method, path, body, change),
  };
}
