/**
 * Idempotency of state-changing requests (design §4): one key, one execution, the same bytes for
 * ever. The record commits with the change itself. Same key and request: the stored bytes; another
 * request: 422; still in flight: 409. Refusals made before any change are not stored, so that the
 * same key may try again.
 */
import { createHash } from 'node:crypto';
import { Problem } from './problem.ts';
import type { IdempotencyRow, Store, Transaction } from './store/store.ts';
import { StoreBusyError } from './store/store.ts';

/** 1–64 visible ASCII characters (design §4). */
const KEY = /^[\x21-\x7e]{1,64}$/;
/**
 * How often a lost race is decided anew before the client is asked to. Of those that meet in a batch
 * one always wins, so that this many may change one account at the same time.
 */
const ATTEMPTS_MAX = 64;

/** Gives bytes with memory of their own: a pooled Buffer would go to the writer with its whole pool. */
const encoder = new TextEncoder();

export interface KeyedRequest {
  readonly tenant: string;
  readonly key: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly raw: Uint8Array;
}

/** What a request would do and answer, decided from committed state. */
export interface Plan {
  readonly status: number;
  readonly location?: string;
  readonly body: unknown;
  readonly change: Omit<Transaction, 'tenant' | 'at' | 'idempotency'>;
  /** Runs once the change is durable. */
  readonly after?: () => void;
}

export interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly bytes: Uint8Array;
  readonly replayed: boolean;
}

/** SHA-256 over length-prefixed method, path, query and raw body, hex. */
export function requestDigest(request: KeyedRequest): string {
  const hash = createHash('sha256');
  for (const part of [request.method, request.path, request.query, request.raw]) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    hash.update(length).update(bytes);
  }
  return hash.digest('hex');
}

export interface Executor {
  run(request: KeyedRequest, now: number, plan: () => Plan): Promise<Answer>;
}

export function createExecutor(store: Store): Executor {
  const inFlight = new Set<string>();

  return {
    async run(request, now, plan) {
      const { tenant, key } = request;
      if (key === undefined || !KEY.test(key)) {
        const detail = 'Idempotency-Key: 1 to 64 visible ASCII characters are wanted';
        throw new Problem('missing-idempotency-key', detail, { pointer: 'Idempotency-Key' });
      }
      const digest = requestDigest(request);
      const known = store.idempotency(tenant, key);
      if (known !== undefined) return replayOf(known, digest);
      const flight = `${tenant}\n${key}`;
      if (inFlight.has(flight)) {
        throw new Problem('in-flight', 'the first request with this key is still being worked on');
      }
      inFlight.add(flight);
      try {
        return await attempt(request, key, digest, now, plan);
      } finally {
        inFlight.delete(flight);
      }
    },
  };

  async function attempt(
    request: KeyedRequest,
    key: string,
    digest: string,
    now: number,
    plan: () => Plan,
  ): Promise<Answer> {
    for (let i = 0; i < ATTEMPTS_MAX; i++) {
      const { status, location, body, change, after } = plan();
      const bytes = encoder.encode(JSON.stringify(body));
      const record: IdempotencyRow = { key, digest, status, location: location ?? null, bytes };
      const transaction = { ...change, tenant: request.tenant, at: now, idempotency: record };
      const outcome = await store.commit(transaction).catch((error: Error) => {
        if (error instanceof StoreBusyError) throw new Problem('busy', error.message);
        throw error;
      });
      if (outcome.outcome === 'committed') {
        after?.();
        return { status, location: location ?? null, bytes, replayed: false };
      }
      if (outcome.outcome === 'duplicate-key') return replayOf(outcome.record, digest);
      if (outcome.outcome === 'insufficient-funds') {
        throw new Problem('insufficient-funds', 'the funds do not cover it');
      }
    }
    throw new Problem('busy', 'too many requests change the same thing; try again');
  }
}

function replayOf(record: IdempotencyRow, digest: string): Answer {
  if (record.digest !== digest) {
    const detail = 'the key was used for another request';
    throw new Problem('key-reused', detail, { pointer: 'Idempotency-Key' });
  }
  return {
    status: record.status,
    location: record.location,
    bytes: Uint8Array.from(record.bytes),
    replayed: true,
  };
}
