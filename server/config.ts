/**
 * Configuration: the environment, read once, checked, frozen; a wrong value stops the start with one
 * line that names it (design §4). `chemmy serve --help` prints this table.
 */
export interface Config {
  readonly port: number;
  readonly metricsPort: number;
  readonly host: string;
  readonly dataDir: string;
  readonly seedKey: string | undefined;
  readonly seedKeyFile: string;
  readonly tablesFile: string | undefined;
  /** SHA-256 that the file of tables must have, hex. */
  readonly tablesHash: string | undefined;
  readonly logLevel: string;
  readonly keysFile: string | undefined;
  /** Device or file of the second entropy source. */
  readonly secondEntropy: string | undefined;
  readonly signingKeyFile: string;
  readonly openRoundsMax: number;
  /** Milliseconds after which a round without a decision is finished; 0: never. */
  readonly abandonedAfterMs: number;
  readonly rateLimit: number;
  /** Milliseconds that an unused commitment lives. */
  readonly commitmentLifeMs: number;
  /** Whether POST /v1/analysis answers in development mode. */
  readonly analysis: boolean;
  /** Analyses a second of one key. */
  readonly analysisRate: number;
}

/** Name, default and meaning of every variable. */
export const VARIABLES: readonly (readonly [name: string, standard: string, meaning: string])[] = [
  ['PORT', '8080', 'port of the API; 0: any free one'],
  ['METRICS_PORT', '9464', 'port of /metrics; 0: any free one'],
  ['HOST', '127.0.0.1', 'address to listen on; development mode allows loopback only'],
  ['DATA_DIR', './data', 'folder of the embedded store; made when absent'],
  ['SEED_KEY', '', 'key that encrypts seeds, 64 hex digits; two with a comma to rotate'],
  ['SEED_KEY_FILE', '<DATA_DIR>.seed-key', 'file of that key; made (0600) for an empty store'],
  ['SECOND_ENTROPY', '', 'device or file read beside the system’s entropy, 64 bytes a seeding'],
  ['TABLES', '', 'file of tables (JSON); without it one table per ruleset'],
  ['TABLES_SHA256', '', 'SHA-256 that this file must have, 64 hex digits; another: no start'],
  [
    'API_KEYS_FILE',
    '',
    'file of API keys (JSON), read again on SIGHUP; without it development mode',
  ],
  ['SIGNING_KEY_FILE', '<DATA_DIR>.signing-key', 'Ed25519 key of receipts (PEM); made when absent'],
  ['OPEN_ROUNDS_MAX', '1', 'open rounds of a player at a table, 1 to 10000'],
  ['COMMITMENT_LIFE', '600', 'seconds that an unused commitment lives, 1 to 600'],
  ['ABANDONED_AFTER', '0', 'seconds without a decision after which a round is finished; 0: never'],
  ['RATE_LIMIT', '0', 'requests a second of one key, up to 100000; 0: no limit'],
  ['ANALYSIS', '0', '1: POST /v1/analysis answers in development mode too'],
  ['ANALYSIS_RATE', '1', 'analyses a second of one key, 1 to 1000'],
  ['DATABASE_URL', '', 'PostgreSQL; not yet: the service refuses to start'],
  ['LOG_LEVEL', 'info', 'fatal, error, warn, info, debug, silent'],
];

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

export function readConfig(env: { readonly [name: string]: string | undefined }): Config {
  const text = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const port = (name: string, standard: number): number => {
    const value = text(name) ?? String(standard);
    if (!/^[0-9]{1,5}$/.test(value) || Number(value) > 65_535) {
      throw new ConfigError(
        `${name}: a port from 0 to 65535 is wanted, not ${JSON.stringify(value)}`,
      );
    }
    return Number(value);
  };
  if (text('DATABASE_URL') !== undefined) {
    throw new ConfigError(
      'DATABASE_URL: PostgreSQL is not yet supported; unset it for the embedded store',
    );
  }
  const host = text('HOST') ?? '127.0.0.1';
  const keysFile = text('API_KEYS_FILE');
  if (keysFile === undefined && !LOOPBACK.includes(host)) {
    throw new ConfigError(`HOST: without API keys the service binds loopback only, not ${host}`);
  }
  const whole = (name: string, standard: number, min: number, max: number): number => {
    const value = text(name) ?? String(standard);
    if (!/^[0-9]{1,9}$/.test(value) || Number(value) < min || Number(value) > max) {
      throw new ConfigError(`${name}: ${min} to ${max} is wanted, not ${JSON.stringify(value)}`);
    }
    return Number(value);
  };
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!LEVELS.includes(logLevel)) {
    throw new ConfigError(`LOG_LEVEL: one of ${LEVELS.join(', ')} is wanted, not ${logLevel}`);
  }
  const tablesHash = text('TABLES_SHA256');
  if (tablesHash !== undefined && !/^[0-9a-f]{64}$/.test(tablesHash)) {
    throw new ConfigError('TABLES_SHA256: 64 lower-case hex digits are wanted');
  }
  if (tablesHash !== undefined && text('TABLES') === undefined) {
    throw new ConfigError('TABLES_SHA256: TABLES is missing');
  }
  const dataDir = (text('DATA_DIR') ?? './data').replace(/\/+$/, '');
  return Object.freeze({
    port: port('PORT', 8080),
    metricsPort: port('METRICS_PORT', 9464),
    host,
    dataDir,
    seedKey: text('SEED_KEY'),
    seedKeyFile: text('SEED_KEY_FILE') ?? `${dataDir}.seed-key`,
    tablesFile: text('TABLES'),
    tablesHash,
    logLevel,
    keysFile,
    secondEntropy: text('SECOND_ENTROPY'),
    signingKeyFile: text('SIGNING_KEY_FILE') ?? `${dataDir}.signing-key`,
    openRoundsMax: whole('OPEN_ROUNDS_MAX', 1, 1, 10_000),
    abandonedAfterMs: whole('ABANDONED_AFTER', 0, 0, 100_000_000) * 1000,
    commitmentLifeMs: whole('COMMITMENT_LIFE', 600, 1, 600) * 1000,
    rateLimit: whole('RATE_LIMIT', 0, 0, 100_000),
    analysis: whole('ANALYSIS', 0, 0, 1) === 1,
    analysisRate: whole('ANALYSIS_RATE', 1, 1, 1000),
  });
}
