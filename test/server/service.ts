/**
 * The built service as a child process, as an operator runs it: own data folder, free ports, killed
 * or drained on demand; and a client that keeps every byte it was answered.
 */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { ROOT } from '../games.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed body; tests know its shape. */
  readonly json: Json;
}

/** Loose JSON of an answer; members are read by name and cast where their type matters. */
export interface Json {
  readonly [member: string]: unknown;
}

/** A member that must be an object. */
export function object(json: Json | undefined, member: string): Json {
  const value = json?.[member];
  if (typeof value !== 'object' || value === null) throw new Error(`no object ${member}`);
  return value as Json;
}

/** A member that must be a list. */
export function list<Item = Json>(json: Json | undefined, member: string): Item[] {
  const value = json?.[member];
  if (!Array.isArray(value)) throw new Error(`no list ${member}`);
  return value as Item[];
}

/** Asks; whether the answer comes from a process or from a house inside the test. */
export interface Client {
  get(path: string, headers?: { [name: string]: string }): Promise<Reply>;
  post(
    path: string,
    body: unknown,
    key?: string | null,
    headers?: { [name: string]: string },
  ): Promise<Reply>;
}

export interface Service extends Client {
  readonly url: string;
  readonly metricsUrl: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** All that was written to stderr so far: the log. */
  readonly log: () => string;
  /** SIGKILL, at once. */
  kill(): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
  /** SHA-256 over every row of every table, but for those named. */
  digest(except?: readonly string[]): string;
}

let counter = 0;
/** A fresh idempotency key. */
export const freshKey = (): string => `test-${process.pid}-${counter++}`;

export function freshFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'chemmy-')), 'data');
}

export function removeFolder(dataDir: string): void {
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
}

/** Starts `chemmy serve` of a checkout and waits for its first line; rejects with stderr when it ends before. */
export async function startService(
  dataDir = freshFolder(),
  env: { [name: string]: string } = {},
  root = ROOT,
): Promise<Service> {
  const child = spawn(process.execPath, [join(root, 'bin/chemmy.js'), 'serve'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      OPEN_ROUNDS_MAX: '10000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => resolve(code)),
  );
  const first = await new Promise<string>((resolve, reject) => {
    // A start that hangs fails the test instead of holding it.
    const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(late);
      resolve(line);
    });
    exited.then((code) => setTimeout(() => reject(new Error(`exit ${code}: ${log}`)), 50));
  });
  const { listening, metrics } = JSON.parse(first) as { listening: string; metrics: string };

  const send = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(`${listening}${path}`, init);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const json = type.includes('json') && text !== '' ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, text, json };
  };
  return {
    url: listening,
    metricsUrl: metrics,
    dataDir,
    process: child,
    log: () => log,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, key = freshKey(), headers = {}) =>
      send(path, {
        method: 'POST',
        body:
          typeof body === 'string' || body instanceof Uint8Array
            ? (body as string)
            : JSON.stringify(body),
        headers: {
          'Content-Type': 'application/json',
          ...(key === null ? {} : { 'Idempotency-Key': key }),
          ...headers,
        },
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      return exited;
    },
    digest: (except) => storeDigest(dataDir, except),
  };
}

/** SHA-256 over every row of every table of a store, read beside the running service. */
export function storeDigest(dataDir: string, except: readonly string[] = []): string {
  const db = new Sqlite(join(dataDir, 'chemmy.sqlite'), { readonly: true });
  const hash = createHash('sha256');
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  const left = ['sqlite_sequence', 'setting', ...except];
  for (const table of tables.filter((name) => !left.includes(name))) {
    hash.update(table);
    for (const row of db.prepare(`SELECT * FROM "${table}"`).raw().iterate()) {
      hash.update(JSON.stringify(row));
    }
  }
  db.close();
  return hash.digest('hex');
}
