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
  readonly logLevel: string;
}

/** Name, default and meaning of every variable. */
export const VARIABLES: readonly (readonly [name: string, standard: string, meaning: string])[] = [
  ['PORT', '8080', 'port of the API; 0: any free one'],
  ['METRICS_PORT', '9464', 'port of /metrics; 0: any free one'],
  ['HOST', '127.0.0.1', 'address to listen on; development mode allows loopback only'],
  ['DATA_DIR', './data', 'folder of the embedded store; made when absent'],
  ['SEED_KEY', '', 'key that encrypts seeds, 64 hex digits; two with a comma to rotate'],
  ['SEED_KEY_FILE', '<DATA_DIR>.seed-key', 'file of that key; made (0600) for an empty store'],
  ['TABLES', '', 'file of tables (JSON); without it one table per ruleset'],
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
  if (!LOOPBACK.includes(host)) {
    throw new ConfigError(`HOST: without API keys the service binds loopback only, not ${host}`);
  }
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!LEVELS.includes(logLevel)) {
    throw new ConfigError(`LOG_LEVEL: one of ${LEVELS.join(', ')} is wanted, not ${logLevel}`);
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
    logLevel,
  });
}
