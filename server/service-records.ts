/**
 * What the service records of itself beside its start (server/configuration.ts): keys read anew, and
 * the end in order.
 */
import type { Logger } from 'pino';
import type { Configuration } from './configuration.ts';
import { recordConfiguration } from './configuration.ts';
import type { House } from './house.ts';
import { HOUSE_TENANT } from './house.ts';
import type { LiveKeys } from './live-keys.ts';
import type { LoginWatch } from './login-watch.ts';
import { recordLogins } from './upkeep.ts';

/** SIGHUP: the keys anew; what changed is recorded, and a file that is refused too. */
export async function reloadKeys(
  keys: LiveKeys | undefined,
  { store, now }: House,
  configured: () => Configuration,
  log: Logger,
): Promise<void> {
  if (keys === undefined) return;
  const done = keys.reload();
  if ('replaced' in done) {
    log.info('API keys reloaded');
    await recordConfiguration(store, now(), 'keys-reloaded', configured(), done.replaced);
    return;
  }
  log.error({ error: done.refused }, 'API keys refused; the old ones stay');
  const data = JSON.stringify({ refused: done.refused });
  const audit = [{ actor: 'house', kind: 'keys-refused', subject: 'service', data }];
  await store.commit({ tenant: HOUSE_TENANT, at: now(), audit });
}

/** The last records of a service that ends in order. */
export async function farewell(house: House, logins: LoginWatch | undefined): Promise<void> {
  await recordLogins(house, logins, true);
  const audit = [{ actor: 'house', kind: 'service-stopped', subject: 'service', data: '{}' }];
  await house.store.commit({ tenant: HOUSE_TENANT, at: house.now(), audit });
}
