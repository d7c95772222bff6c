/**
 * Signed requests (design §4): HMAC-SHA-256 over method, path, query, timestamp, nonce and hex body
 * digest, joined by newlines. A request is good for a minute either way of its timestamp, and once:
 * its nonce is remembered for as long as it could come again.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ApiKey, Keys } from './keys.ts';
import type { LoginFault } from './login-watch.ts';
import { Problem } from './problem.ts';

/** Milliseconds that the client's clock may differ from ours. */
export const SKEW_MS = 60_000;
/** Most nonces remembered; a service that meets more answers 503 instead of forgetting one. */
export const NONCES_MAX = 2_000_000;

export interface SignedParts {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: Uint8Array;
}

/** What is signed, as UTF-8 text. */
export function signedText(parts: SignedParts): string {
  const digest = createHash('sha256').update(parts.body).digest('hex');
  const { method, path, query, timestamp, nonce } = parts;
  return [method, path, query, timestamp, nonce, digest].join('\n');
}

/** The value of `Chemmy-Signature`, lower-case hex. */
export function signatureOf(secret: Uint8Array, parts: SignedParts): string {
  return createHmac('sha256', secret).update(signedText(parts)).digest('hex');
}

/** Remembers nonces for their time, in two generations, so that forgetting costs nothing. */
export interface NonceCache {
  /** False when the nonce was there already, or is of a time whose nonces are forgotten. */
  take(key: string, nonce: string, timestamp: number, now: number): boolean;
}

/**
 * A timestamp may lie a minute ahead, and is good until a minute behind: a nonce must be known for
 * two. A generation lasts that long, and two are kept.
 */
export function createNonceCache(): NonceCache {
  let young = new Set<string>();
  let old = new Set<string>();
  let turned = 0;
  // Latest timestamps: of each generation, and of all that is forgotten. A clock that jumps ahead makes
  // us forget too early; when it comes back, what was signed until then is refused, not taken again.
  let latest = 0;
  let latestOld = 0;
  let forgotten = 0;
  return {
    take(key, nonce, timestamp, now) {
      // A clock that goes back turns nothing: nonces are then kept longer, never shorter.
      if (now - turned >= 2 * SKEW_MS) {
        const both = now - turned >= 4 * SKEW_MS;
        forgotten = Math.max(forgotten, latestOld, both ? latest : 0);
        latestOld = both ? 0 : latest;
        latest = 0;
        old = both ? new Set() : young;
        young = new Set();
        turned = now;
      }
      if (timestamp <= forgotten) return false;
      const name = `${key}\n${nonce}`;
      if (young.has(name) || old.has(name)) return false;
      if (young.size >= NONCES_MAX) throw new Problem('busy', 'too many requests to remember');
      young.add(name);
      latest = Math.max(latest, timestamp);
      return true;
    },
  };
}

/** Header values of one request. */
export interface SignatureHeaders {
  readonly key: string | undefined;
  readonly timestamp: string | undefined;
  readonly nonce: string | undefined;
  readonly signature: string | undefined;
}

const NO_KEY = new Uint8Array(32);

/**
 * The key that signed, or a 401. The signature is compared before the nonce is taken, so that nobody
 * can use up another's nonces; all faults of a stranger look alike. `onFault` is told what it was.
 */
export function authenticate(
  keys: Keys,
  nonces: NonceCache,
  headers: SignatureHeaders,
  request: Pick<SignedParts, 'method' | 'path' | 'query' | 'body'>,
  now: number,
  onFault: (fault: LoginFault, key: string | undefined) => void = () => {},
): ApiKey {
  const { timestamp = '', nonce = '', signature = '' } = headers;
  const refuse = (fault: LoginFault, detail: string, pointer: string): Problem => {
    onFault(fault, headers.key);
    return new Problem('unauthenticated', detail, { pointer });
  };
  if (headers.key === undefined) throw refuse('no-key', 'Chemmy-Key is missing', 'Chemmy-Key');
  if (!/^[0-9]{1,16}$/.test(timestamp)) {
    const detail = 'Chemmy-Timestamp: milliseconds since 1970 are wanted';
    throw refuse('malformed', detail, 'Chemmy-Timestamp');
  }
  if (!/^[\x21-\x7e]{16,64}$/.test(nonce)) {
    const detail = 'Chemmy-Nonce: 16 to 64 visible ASCII characters are wanted';
    throw refuse('malformed', detail, 'Chemmy-Nonce');
  }
  const key = keys.get(headers.key);
  const wanted = signatureOf(key?.secret ?? NO_KEY, { ...request, timestamp, nonce });
  const given = /^[0-9a-f]{64}$/.test(signature) ? signature : '0'.repeat(64);
  const equal = timingSafeEqual(Buffer.from(wanted, 'hex'), Buffer.from(given, 'hex'));
  const live = key !== undefined && (key.expiresAt === null || now < key.expiresAt);
  if (!equal || !live) {
    const fault = key === undefined ? 'unknown-key' : equal ? 'expired-key' : 'bad-signature';
    const detail = 'the key is not known here or the signature is not its own';
    throw refuse(fault, detail, 'Chemmy-Signature');
  }
  if (Math.abs(now - Number(timestamp)) > SKEW_MS) {
    const detail = `the timestamp is more than ${SKEW_MS / 1000} s away`;
    throw refuse('clock-skew', detail, 'Chemmy-Timestamp');
  }
  if (!nonces.take(key.id, nonce, Number(timestamp), now)) {
    throw refuse('replayed-nonce', 'the nonce was used', 'Chemmy-Nonce');
  }
  return key;
}
