/**
 * A house inside the test: the service's own parts, with clock, chance and store in the test's hands,
 * so that a crash can be put between any two steps and a clock can jump. What runs is what `chemmy
 * serve` runs; only the process around it is missing (test/server/service.ts has that).
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '../../engine/canonical.ts';
import type { Core } from '../../engine/core.ts';
import { createCore } from '../../engine/core.ts';
import { createLibrary } from '../../engine/library.ts';
import { createAccess } from '../../server/access.ts';
import { createAnalysis } from '../../server/analysis.ts';
import { createApp } from '../../server/app.ts';
import { inMemory } from '../../server/dealt-files.ts';
import type { Entropy } from '../../server/entropy.ts';
import { createGenerator } from '../../server/generator.ts';
import type { House } from '../../server/house.ts';
import { createHttpServer } from '../../server/http-server.ts';
import { createExecutor } from '../../server/idempotency.ts';
import { createIntegrity } from '../../server/integrity.ts';
import type { Keys } from '../../server/keys.ts';
import { createLog } from '../../server/log.ts';
import { createMetrics } from '../../server/metrics.ts';
import { createRateLimiter } from '../../server/rate-limit.ts';
import { createSeal } from '../../server/seal.ts';
import { loadSigner } from '../../server/signer.ts';
import { createMemoryStore } from '../../server/store/memory.ts';
import type { Store } from '../../server/store/store.ts';
import { createTables, defaultTables } from '../../server/tables.ts';
import { builtModule } from '../core-build.ts';
import { rulesetFiles } from '../games.ts';
import { ReferenceDrbg } from '../reference/hmac-drbg.ts';
import type { Client } from './service.ts';
import { freshKey } from './service.ts';

const wasm = builtModule();
const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const coreHash = hash(wasm);
/** The wall clock of a house that was given none: 2026-11-30T00:00:00Z. */
export const EPOCH = Date.UTC(2026, 10, 30);

/** Chance as `--seed` has it (design §6): 48 bytes instantiate an HMAC_DRBG that stands for the system. */
export function replayEntropy(seed: string): Entropy {
  const bytes = createHash('sha512').update(seed).digest().subarray(0, 48);
  const label = Buffer.from('chemmy/replay/v1');
  const drbg = new ReferenceDrbg(bytes.subarray(0, 32), bytes.subarray(32), label);
  return (count) => Uint8Array.from(drbg.generate(count, new Uint8Array(0)));
}

export interface Parts {
  /** Lives longer than the house: what is on the disk. */
  readonly store?: Store;
  readonly entropy?: Entropy;
  readonly now?: () => number;
  readonly openRoundsMax?: number;
  /** Sees or breaks what the core does. */
  readonly watchCore?: (core: Core) => Core;
  /** Stands in the generator's personalization; the built core's where it is not given. */
  readonly coreHash?: string;
}

/** PKCS #8 of an Ed25519 key (RFC 8410 §7) before its 32 octets. */
const PKCS8 = '302e020100300506032b657004220420';

/** A signer whose key is a hash of a word, from a file as the service reads it. */
function testSigner() {
  const folder = mkdtempSync(join(tmpdir(), 'chemmy-signer-'));
  const key = Buffer.from(PKCS8 + hash('a key for tests alone'), 'hex').toString('base64');
  const file = join(folder, 'key.pem');
  writeFileSync(file, `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`);
  const signer = loadSigner(file);
  rmSync(folder, { recursive: true });
  return signer;
}
const signer = testSigner();

const library = (() => {
  const core = createCore(wasm);
  return createLibrary({ sha256: core.sha256, game: core.game }, rulesetFiles);
})();
const tables = createTables(library, defaultTables(library), hash);

/** A house as a start of the service makes it: new generator, new core, on a store that may be old. */
export async function houseOf(parts: Parts = {}): Promise<House> {
  const store = parts.store ?? createMemoryStore();
  const bare = createCore(wasm);
  const core = parts.watchCore?.(bare) ?? bare;
  const seal = await createSeal([new Uint8Array(32).fill(5)], store);
  await store.putDocuments([
    ...[...library.values()].map((e) => ({ hash: e.hash, json: canonicalJson(e.ruleset) })),
    ...[...tables.values()].map((t) => ({ hash: t.termsHash, json: t.termsJson })),
  ]);
  return {
    core,
    coreHash,
    releaseHash: coreHash,
    library,
    tables,
    store,
    seal,
    generator: createGenerator({
      core,
      freshCore: () => createCore(wasm),
      entropy: parts.entropy ?? replayEntropy('in process'),
      instanceId: 'replay',
      coreHash: parts.coreHash ?? coreHash,
      monotonic: () => 0,
    }),
    signer,
    integrity: createIntegrity({
      sha256: hash,
      pinned: new Map([['core.wasm', coreHash]]),
      read: () => wasm,
      running: () => inMemory(library, tables),
    }),
    openRoundsMax: parts.openRoundsMax ?? 10_000,
    commitmentLifeMs: 600_000,
    now: parts.now ?? (() => EPOCH),
    draining: () => false,
  };
}

export interface Inside extends Client {
  readonly house: House;
  readonly url: string;
  /** Lines of the log so far. */
  readonly log: () => string;
  close(): Promise<void>;
}

/** Analysis as development mode has it, refused or not; its thread starts with the first question. */
export function idleAnalysis(inDevelopment = false) {
  const limiter = createRateLimiter(0, () => 0);
  return { analyst: createAnalysis(), limiter, inDevelopment };
}

/** The app of a house behind a real socket on a free port; without keys in development mode. */
export async function serveInside(house: House, keys?: Keys, analysis = false): Promise<Inside> {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const build = { version: '0', core: coreHash, node: '', store: '', synchronous: '' };
  const context = {
    house,
    access: createAccess(
      keys === undefined ? undefined : () => keys,
      createRateLimiter(0, () => 0),
      house.now,
    ),
    executor: createExecutor(house.store),
    metrics: createMetrics(build),
    version: '0',
    analysis: idleAnalysis(analysis),
  };
  const server = createHttpServer(createApp(context, log));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(url + path, init);
    const text = await response.text();
    const json = text === '' ? {} : JSON.parse(text);
    return { status: response.status, headers: response.headers, text, json };
  };
  return {
    house,
    url,
    log: () => lines.join(''),
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, key = freshKey(), headers = {}) =>
      send(path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          'Content-Type': 'application/json',
          ...(key === null ? {} : { 'Idempotency-Key': key }),
          ...headers,
        },
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
