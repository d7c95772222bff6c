/**
 * Logins for the audit log (issue of significant events): the first use of each key since the start,
 * and failed signatures, counted and summarized, because an attacker must not be able to fill the disk:
 * at most one record a tenant and minute, whatever comes. Failures that name a key of ours are told to
 * its tenant's auditors; those of strangers stand in the house's own log, without the name that they
 * gave, which anybody may choose. Never a secret, a signature or a nonce.
 */
import type { Keys, Principal } from './keys.ts';
import type { AuditEntry } from './store/store.ts';

/** Why a request was not admitted. */
export const LOGIN_FAULTS = [
  'no-key',
  'malformed',
  'unknown-key',
  'bad-signature',
  'expired-key',
  'clock-skew',
  'replayed-nonce',
  'forbidden',
] as const;
export type LoginFault = (typeof LOGIN_FAULTS)[number];

/** Least time between two summaries of a tenant. */
export const SUMMARY_MS = 60_000;

/** Most keys that one summary names. */
export const KEYS_TOLD = 20;

/** Audit entries with the tenant that they belong to. */
export interface TenantEntries {
  readonly tenant: string;
  readonly audit: readonly AuditEntry[];
}

export interface LoginWatch {
  failed(fault: LoginFault, key: string | undefined): void;
  used(principal: Principal): void;
  /** What is due now; it is forgotten here. `all`: also what is younger than a minute (shutdown). */
  due(now: number, all?: boolean): readonly TenantEntries[];
}

interface Account {
  /** Counts by key id ("" for strangers) and fault. */
  readonly counts: Map<string, Map<LoginFault, number>>;
  readonly firstUses: Set<string>;
  told: number;
}

/** `keys`: the live ones, asked at each call, because a reload may change them; `count`: for metrics. */
export function createLoginWatch(
  keys: () => Keys,
  house: string,
  count: (fault: LoginFault) => void = () => {},
): LoginWatch {
  const accounts = new Map<string, Account>();
  const seen = new Set<string>();

  // Tenants and key ids are those of the file of keys: both maps are bounded by KEYS_MAX.
  const accountOf = (tenant: string): Account => {
    const account = accounts.get(tenant) ?? {
      counts: new Map(),
      firstUses: new Set<string>(),
      told: Number.NEGATIVE_INFINITY,
    };
    accounts.set(tenant, account);
    return account;
  };

  return {
    failed(fault, key) {
      count(fault);
      const known = key === undefined ? undefined : keys().get(key);
      const { counts } = accountOf(known?.principal.tenant ?? house);
      const id = known?.id ?? '';
      const own = counts.get(id) ?? new Map<LoginFault, number>();
      own.set(fault, (own.get(fault) ?? 0) + 1);
      counts.set(id, own);
    },
    used({ tenant, actor }) {
      if (seen.has(actor)) return;
      seen.add(actor);
      accountOf(tenant).firstUses.add(actor);
    },
    due(now, all = false) {
      const entries: TenantEntries[] = [];
      for (const [tenant, account] of accounts) {
        const audit = [...account.firstUses].map((actor) => entry(actor, 'login', {}));
        account.firstUses.clear();
        // A clock that went back must not silence the watch: only a minute that passed may wait.
        const waited = Math.abs(now - account.told) >= SUMMARY_MS;
        if (account.counts.size > 0 && (waited || all)) {
          audit.push(entry('stranger', 'login-failed', { failed: summary(account.counts) }));
          account.counts.clear();
          account.told = now;
        }
        if (audit.length > 0) entries.push({ tenant, audit });
      }
      return entries;
    },
  };
}

function entry(actor: string, kind: string, data: object): AuditEntry {
  return { actor, kind, subject: 'access', data: JSON.stringify(data) };
}

/** By key, most failures first; beyond KEYS_TOLD keys only how many more failures there were. */
function summary(counts: Account['counts']): object[] {
  const total = (faults: ReadonlyMap<LoginFault, number>) =>
    [...faults.values()].reduce((a, b) => a + b, 0);
  const sorted = [...counts].sort(([, a], [, b]) => total(b) - total(a));
  const told = sorted.slice(0, KEYS_TOLD).map(([key, faults]) => ({
    ...(key === '' ? {} : { key }),
    ...Object.fromEntries(faults),
  }));
  const others = sorted.slice(KEYS_TOLD).reduce((sum, [, faults]) => sum + total(faults), 0);
  return others === 0 ? told : [...told, { others }];
}
