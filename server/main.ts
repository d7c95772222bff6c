/**
 * `chemmy serve`: configuration, core, rulesets, store, generator, app; listen; drain on SIGTERM. The
 * first line on stdout is JSON `{listening, metrics}`; the log goes to stderr.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { canonicalJson } from '../engine/canonical.ts';
import { createCore } from '../engine/core.ts';
import { createLibrary, RulesetError } from '../engine/library.ts';
import { createAccess } from './access.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { ConfigError, readConfig, VARIABLES } from './config.ts';
import { systemEntropy } from './entropy.ts';
import { createGenerator, GeneratorError } from './generator.ts';
import type { House } from './house.ts';
import { HOUSE_TENANT } from './house.ts';
import { createHttpServer, drain } from './http-server.ts';
import { createExecutor } from './idempotency.ts';
import { createIntegrity } from './integrity.ts';
import { KeysError, readKeys } from './keys.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createRateLimiter } from './rate-limit.ts';
import { createSeal, loadSeedKeys, SeedKeyError } from './seal.ts';
import { loadSigner, SigningKeyError } from './signer.ts';
import { openSqlite } from './store/sqlite.ts';
import { StoreStartError } from './store/store.ts';
import { createTables, defaultTables, TablesError } from './tables.ts';
import { startUpkeep } from './upkeep.ts';

const require = createRequire(import.meta.url);
/** Time that open requests have to finish after SIGTERM. */
const DRAIN_MS = 10_000;
/** Time for the last answers to leave. */
const FAREWELL_MS = 50;

interface ServeIo {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly now: () => number;
}

const HELP = `chemmy serve

Serves the API (HOST:PORT) and metrics (HOST:METRICS_PORT) until SIGTERM. Environment:

${VARIABLES.map(([name, standard, meaning]) => `  ${name.padEnd(14)} ${meaning}${standard === '' ? '' : ` (${standard})`}`).join('\n')}

Without API keys the service is in development mode: loopback only, tenant "dev".
`;

/** Wrong configuration, a refused ruleset or a wrong key: one line, exit 2. */
function startFault(error: unknown): string | undefined {
  const lawful = [
    ConfigError,
    RulesetError,
    TablesError,
    SeedKeyError,
    GeneratorError,
    KeysError,
    SigningKeyError,
    StoreStartError,
  ];
  if (lawful.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message } = error as { readonly code?: string; readonly message: string };
  return code === undefined ? undefined : message;
}

export async function main(argv: string[], io: ServeIo): Promise<number> {
  if (argv.includes('--help')) {
    io.stdout.write(HELP);
    return 0;
  }
  if (argv.length > 0) {
    io.stderr.write(
      `chemmy serve: no argument ${JSON.stringify(argv[0])}; see chemmy serve --help\n`,
    );
    return 2;
  }
  try {
    return await serve(readConfig(process.env), io);
  } catch (error) {
    const fault = startFault(error);
    if (fault === undefined) throw error;
    io.stderr.write(`chemmy serve: ${fault}\n`);
    return 2;
  }
}

/** A start that fails after the store was opened must close it, or its writer keeps the process. */
async function serve(config: Config, io: ServeIo): Promise<number> {
  const opened: { close(): Promise<void> }[] = [];
  try {
    return await run(config, io, opened);
  } finally {
    for (const part of opened) await part.close();
  }
}

async function run(
  config: Config,
  io: ServeIo,
  opened: { close(): Promise<void> }[],
): Promise<number> {
  const log = createLog(config.logLevel, io.stderr);
  const wasm = readFileSync(require.resolve('#build/core.wasm'));
  const coreHash = createHash('sha256').update(wasm).digest('hex');
  const { version } = JSON.parse(readFileSync(require.resolve('#package'), 'utf8')) as {
    version: string;
  };
  const core = createCore(wasm);
  const library = createLibrary({ sha256: core.sha256, game: core.game }, rulesetFiles());
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const file =
    config.tablesFile === undefined ? defaultTables(library) : readTables(config.tablesFile);
  const tables = createTables(library, file, sha256);

  let draining = false;
  let stop: (code: number) => void = () => {};
  const stopped = new Promise<number>((resolve) => {
    stop = resolve;
  });
  mkdirSync(config.dataDir, { recursive: true });
  const store = await openSqlite(config.dataDir, (error) => {
    // A failed commit is never tried again: refuse, and end (design §5).
    log.fatal({ error: error.message }, 'the store has failed');
    stop(1);
  });
  opened.push(store);
  const seal = await createSeal(loadSeedKeys(config.seedKey, config.seedKeyFile, store), store);
  await store.putDocuments([
    ...[...library.values()].map(({ ruleset, hash }) => ({ hash, json: canonicalJson(ruleset) })),
    ...[...tables.values()].map(({ termsHash, termsJson }) => ({
      hash: termsHash,
      json: termsJson,
    })),
  ]);
  const monotonic = (): number => performance.now();
  const generator = createGenerator({
    core,
    freshCore: () => createCore(wasm),
    entropy: systemEntropy,
    instanceId: `${hostname()}:${process.pid}`,
    coreHash,
    monotonic,
    onEvent: ({ kind, reason }) => {
      log.info({ kind, reason }, 'generator');
      const audit = [
        { actor: 'generator', kind, subject: 'generator', data: JSON.stringify({ reason }) },
      ];
      store.commit({ tenant: HOUSE_TENANT, at: io.now(), audit }).catch((error: Error) => {
        log.error({ error: error.message }, 'a generator event was not kept');
      });
    },
  });
  const integrity = createIntegrity({
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    files: () =>
      new Map<string, Uint8Array>([
        ['core.wasm', readFileSync(require.resolve('#build/core.wasm'))],
        ...rulesetFiles().map(({ name, text }): [string, Uint8Array] => [
          `rulesets/${name}`,
          Buffer.from(text),
        ]),
      ]),
    library,
    tables,
    pinned: new Map([['core.wasm', coreHash]]),
  });
  const keys = config.keysFile === undefined ? undefined : readKeys(config.keysFile);
  const access = createAccess(keys, createRateLimiter(config.rateLimit, monotonic), io.now);
  const house: House = {
    core,
    coreHash,
    library,
    tables,
    store,
    seal,
    generator,
    signer: loadSigner(config.signingKeyFile),
    integrity,
    openRoundsMax: config.openRoundsMax,
    commitmentLifeMs: config.commitmentLifeMs,
    now: io.now,
    draining: () => draining,
  };
  const { driver, synchronous } = store.description;
  const metrics = createMetrics({
    version,
    core: coreHash,
    node: process.version,
    store: driver,
    synchronous,
  });
  metrics.watch('chemmy_ready', '1 while the service deals.', () =>
    Number(generator.ready() && store.ready() && integrity.ok() && !draining),
  );
  metrics.watch('chemmy_generator_reseeds', 'Reseeds since the start.', () =>
    [...generator.reseeds.values()].reduce((a, b) => a + b, 0),
  );
  const app = createApp({ house, access, executor: createExecutor(store), metrics, version }, log);
  const server = createHttpServer(app);
  const scrape = http.createServer((req, res) => {
    if (req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  const address = await listen(server, config.port, config.host);
  const scraped = await listen(scrape, config.metricsPort, config.host);
  io.stdout.write(`${JSON.stringify({ listening: address, metrics: `${scraped}/metrics` })}\n`);

  const shutdown = (): void => {
    if (draining) return;
    draining = true;
    log.info('draining');
    const timer = setTimeout(() => stop(1), DRAIN_MS);
    drain(server, () => {
      clearTimeout(timer);
      stop(0);
    });
  };
  process.once('SIGTERM', shutdown);
  process.once('SIGINT', shutdown);
  const upkeep = startUpkeep(house, config.abandonedAfterMs, metrics.settled, log, monotonic);
  const code = await stopped;
  await upkeep.stop();
  draining = true;
  // After a death of the store too: nothing new is taken, what was refused is still told.
  server.close();
  server.closeIdleConnections();
  await new Promise((resolve) => setTimeout(resolve, FAREWELL_MS));
  server.closeAllConnections();
  scrape.closeAllConnections();
  scrape.close();
  core.wipe();
  return code;
}

function rulesetFiles(): { name: string; text: string }[] {
  const folder = dirname(require.resolve('#rulesets/ruleset.schema.json'));
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

function readTables(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`TABLES: ${path}: ${(error as Error).message}`);
  }
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { address, port: bound, family } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`);
    });
  });
}
