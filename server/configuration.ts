/**
 * What the service is configured as, member by member, for the audit log: at each start and reload the
 * members that differ from the last time are recorded before and after. No secret is a member: of API
 * keys their id, tenant, role and end; of the receipts' key its public half; of seed keys nothing (the
 * store has a check value of its own).
 */
import { canonicalJson } from '../engine/canonical.ts';
import type { Config } from './config.ts';
import { sha256 } from './dealt-files.ts';
import type { House } from './house.ts';
import { HOUSE_TENANT } from './house.ts';
import type { Keys } from './keys.ts';
import type { Store } from './store/store.ts';

export type Configuration = { readonly [member: string]: string };

/** Where the last configuration is kept. */
const SETTING = 'configuration';
/** Most members told in one record; the rest are counted. */
const CHANGES_MAX = 50;

export function configurationOf(
  config: Config,
  house: Pick<House, 'coreHash' | 'releaseHash' | 'tables' | 'signer'>,
  version: string,
  keys: Keys | undefined,
): Configuration {
  const { coreHash, releaseHash, tables, signer } = house;
  return {
    version,
    core: coreHash,
    release: releaseHash,
    receiptKey: signer.publicKey,
    mode: keys === undefined ? 'development' : 'keys',
    host: config.host,
    openRoundsMax: String(config.openRoundsMax),
    commitmentLifeMs: String(config.commitmentLifeMs),
    abandonedAfterMs: String(config.abandonedAfterMs),
    rateLimit: String(config.rateLimit),
    secondEntropy: config.secondEntropy ?? '',
    ...Object.fromEntries(
      [...tables.values()].map(({ id, entry, termsHash }) => [
        `table ${id}`,
        `ruleset ${entry.hash} terms ${termsHash}`,
      ]),
    ),
    ...Object.fromEntries(
      [...(keys ?? new Map()).values()].map(({ id, principal: { tenant, role }, expiresAt }) => [
        `key ${id}`,
        `${tenant} ${role}${expiresAt === null ? '' : ` until ${new Date(expiresAt).toISOString()}`}`,
      ]),
    ),
  };
}

/** One member that differs; null where it was not there, or is no longer. */
export interface Change {
  readonly member: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function changesBetween(before: Configuration, after: Configuration): Change[] {
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return members
    .map((member) => ({
      member,
      before: before[member] ?? null,
      after: after[member] ?? null,
    }))
    .filter((change) => change.before !== change.after);
}

/**
 * Keeps the configuration and records `kind` (`service-started`, `keys-reloaded`) with its digest before
 * and after and what differs. `more`: changes that no member shows.
 */
export async function recordConfiguration(
  store: Store,
  at: number,
  kind: string,
  after: Configuration,
  more: readonly Change[] = [],
): Promise<void> {
  const kept = store.setting(SETTING);
  const before = kept === undefined ? {} : (JSON.parse(kept) as Configuration);
  const changes = [...changesBetween(before, after), ...more];
  const value = canonicalJson(after);
  const data = {
    before: kept === undefined ? null : sha256(kept),
    after: sha256(value),
    changes: kept === undefined ? [] : changes.slice(0, CHANGES_MAX),
    untold: kept === undefined ? 0 : Math.max(0, changes.length - CHANGES_MAX),
  };
  await store.commit({
    tenant: HOUSE_TENANT,
    at,
    settings: [{ name: SETTING, value }],
    audit: [{ actor: 'house', kind, subject: 'service', data: JSON.stringify(data) }],
  });
}
