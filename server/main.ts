/**
 * `chemmy serve`: configuration, core, rulesets, store, generator, app; listen; drain on SIGTERM. The
 * first line on stdout is JSON `{listening, metrics}`; the log goes to stderr.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { hostname } from 'node:os';
import type { Writable } from 'node:stream';
import type { Router } from 'express';
import { canonicalJson } from '../engine/canonical.ts';
import { createCore } from '../engine/core.ts';
import { createLibrary, RulesetError } from '../engine/library.ts';
import { createAccess } from './access.ts';
import { createAnalysis } from './analysis.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { ConfigError, readConfig, VARIABLES } from './config.ts';
import { configurationOf, recordConfiguration } from './configuration.ts';
import type { Context } from './context.ts';
import { diskParts, inMemory, rulesetFiles, sha256, tablesOf } from './dealt-files.ts';
import { EntropyFault, secondEntropy, systemEntropy } from './entropy.ts';
import { createGenerator, GeneratorError } from './generator.ts';
import type { House } from './house.ts';
import { HOUSE_TENANT } from './house.ts';
import { createHttpServer, drain } from './http-server.ts';
import { createExecutor } from './idempotency.ts';
import { assertIntact, createIntegrity, IntegrityError } from './integrity.ts';
import { KeysError } from './keys.ts';
import { liveKeys } from './live-keys.ts';
import { createLog } from './log.ts';
import { gatherLines } from './log-lines.ts';
import { createLoginWatch } from './login-watch.ts';
import { createMetrics } from './metrics.ts';
import { createRateLimiter } from './rate-limit.ts';
import { CORE_FILE, ReleaseError, readRelease } from './release.ts';
import { createSeal, loadSeedKeys, SeedKeyError } from './seal.ts';
import { farewell, reloadKeys } from './service-records.ts';
import { loadSigner, SigningKeyError } from './signer.ts';
import { openSqlite } from './store/sqlite.ts';
import type { Store } from './store/store.ts';
import { StoreStartError } from './store/store.ts';
import { registerStoreMetrics } from './store-metrics.ts';
import { createTables, TablesError } from './tables.ts';
import { startUpkeep } from './upkeep.ts';

const require = createRequire(import.meta.url);
/** Time that open requests have to finish after SIGTERM. */
const DRAIN_MS = 10_000;
/** Time for the last answers to leave. */
const FAREWELL_MS = 50;

export interface ServeIo {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly now: () => number;
}

const HELP = `chemmy serve

Serves the API (HOST:PORT) and metrics (HOST:METRICS_PORT) until SIGTERM. Environment:

${VARIABLES.map(([name, standard, meaning]) => `  ${name.padEnd(16)} ${meaning}${standard === '' ? '' : ` (${standard})`}`).join('\n')}

Without API keys the service is in development mode: loopback only, tenant "dev".
`;

/** Wrong configuration, a refused ruleset or a wrong key: one line, exit 2. */
function startFault(error: unknown): string | undefined {
  const lawful = [
    ConfigError,
    RulesetError,
    TablesError,
    SeedKeyError,
    EntropyFault,
    GeneratorError,
    IntegrityError,
    ReleaseError,
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

/** What a bench may put in the place of the embedded store, and beside the routes. */
export interface ServeParts {
  readonly openStore?: (folder: string, onDeath: (error: Error) => void) => Promise<Store>;
  readonly routes?: (context: Context) => Router;
}

/**
 * Serves until SIGTERM (0) or the death of the store (1). A start that fails after the store was
 * opened must close it, or its writer keeps the process.
 */
export async function serve(config: Config, io: ServeIo, parts: ServeParts = {}): Promise<number> {
  const opened: { close(): Promise<void> }[] = [];
  try {
    return await run(config, io, parts, opened);
  } finally {
    for (const part of opened) await part.close();
  }
}

async function run(
  config: Config,
  io: ServeIo,
  { openStore = openSqlite, routes }: ServeParts,
  opened: { close(): Promise<void> }[],
): Promise<number> {
  const lines = gatherLines(io.stderr);
  process.once('exit', lines.flush);
  const log = createLog(config.logLevel, lines);
  const release = readRelease();
  const disk = diskParts(release, config);
  assertIntact(disk);
  const wasm = Uint8Array.from(release.read(CORE_FILE));
  const coreHash = sha256(wasm);
  const { version } = JSON.parse(readFileSync(require.resolve('#package'), 'utf8')) as {
    version: string;
  };
  const core = createCore(wasm);
  const library = createLibrary({ sha256: core.sha256, game: core.game }, rulesetFiles(release));
  const tables = createTables(library, tablesOf(disk, library), sha256);

  let draining = false;
  let stop: (code: number) => void = () => {};
  const stopped = new Promise<number>((resolve) => {
    stop = resolve;
  });
  mkdirSync(config.dataDir, { recursive: true });
  const store = await openStore(config.dataDir, (error) => {
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
  const second = secondEntropy(config.secondEntropy);
  const generator = createGenerator({
    core,
    freshCore: () => createCore(wasm),
    entropy: systemEntropy,
    ...(second === undefined ? {} : { second }),
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
  const integrity = createIntegrity({ ...disk, running: () => inMemory(library, tables) });
  const keys = config.keysFile === undefined ? undefined : liveKeys(config.keysFile);
  const house: House = {
    core,
    coreHash,
    releaseHash: release.hash,
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
  const metrics = createMetrics(
    { version, core: coreHash, node: process.version, store: driver, synchronous },
    library.keys(),
  );
  registerStoreMetrics(metrics.registry, store);
  metrics.watch('chemmy_ready', '1 while the service deals.', () =>
    Number(generator.ready() && store.ready() && integrity.ok() && !draining),
  );
  metrics.watch('chemmy_generator_reseeds', 'Reseeds since the start.', () =>
    [...generator.reseeds.values()].reduce((a, b) => a + b, 0),
  );
  const logins =
    keys === undefined ? undefined : createLoginWatch(keys.now, HOUSE_TENANT, metrics.loginFailed);
  const limiter = createRateLimiter(config.rateLimit, monotonic);
  const access = createAccess(keys?.now, limiter, io.now, logins);
  const configured = () => configurationOf(config, house, version, keys?.now());
  await recordConfiguration(store, io.now(), 'service-started', configured());
  const analyst = createAnalysis();
  opened.push(analyst);
  const analysis = {
    analyst,
    limiter: createRateLimiter(config.analysisRate, monotonic),
    inDevelopment: config.analysis,
  };
  const executor = createExecutor(store);
  const context = { house, access, executor, metrics, version, analysis };
  const app = createApp(context, log, routes?.(context));
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
  const upkeep = startUpkeep(
    house,
    config.abandonedAfterMs,
    metrics.settled,
    log,
    monotonic,
    logins,
  );
  const reload = (): void => {
    reloadKeys(keys, house, configured, log).catch((error: Error) => {
      log.error({ error: error.message }, 'a reload was not recorded');
    });
  };
  process.on('SIGHUP', reload);
  let code = await stopped;
  process.off('SIGHUP', reload);
  await upkeep.stop();
  if (store.ready()) {
    await farewell(house, logins).catch((error: Error) => {
      log.error({ error: error.message }, 'the last records were not kept');
      code = 1;
    });
  }
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

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { address, port: bound, family } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`);
    });
  });
}
