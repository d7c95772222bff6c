/** The house: everything that a request may use, made once at start and handed to every route. */
import type { Core } from '../engine/core.ts';
import type { Library } from '../engine/library.ts';
import type { Generator } from './generator.ts';
import type { Integrity } from './integrity.ts';
import type { Seal } from './seal.ts';
import type { Signer } from './signer.ts';
import type { Store } from './store/store.ts';
import type { Table } from './tables.ts';

export interface House {
  readonly core: Core;
  readonly coreHash: string;
  /** SHA-256 over the pins of the release (server/release.ts), hex. */
  readonly releaseHash: string;
  readonly library: Library;
  readonly tables: ReadonlyMap<string, Table>;
  readonly store: Store;
  readonly seal: Seal;
  readonly generator: Generator;
  readonly signer: Signer;
  readonly integrity: Integrity;
  /** Open rounds that a player may have at a table. */
  readonly openRoundsMax: number;
  /** Milliseconds that an unused commitment lives; at most ten minutes (design §4). */
  readonly commitmentLifeMs: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: () => number;
  /** False from SIGTERM on. */
  readonly draining: () => boolean;
}

/** The tenant without API keys (development mode). */
export const DEV_TENANT = 'dev';

/** The house itself as a tenant of the audit log: generator, integrity, configuration. */
export const HOUSE_TENANT = 'house';

export const playerAccount = (player: string): string => `player:${player}`;
export const HOUSE_ACCOUNT = 'house';
/** What a taken-back payout could not collect from a player (design §4). */
export const UNCOLLECTED_ACCOUNT = 'uncollected';
export const CASHIER_ACCOUNT = 'cashier';
