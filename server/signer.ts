/**
 * Signatures of receipts (design §4): Ed25519 over the RFC 8785 bytes of the receipt without its
 * signature. The private key lies beside the data like the seed key: made once, never overwritten,
 * readable by its owner alone. The public key is in /v1/version.
 */
import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { canonicalJson } from '../engine/canonical.ts';

export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
}

export interface Signer {
  /** Raw Ed25519 public key, 32 bytes, hex. */
  readonly publicKey: string;
  /** Signature over the canonical JSON of `value`, 64 bytes, hex. */
  sign(value: object): string;
}

/** SubjectPublicKeyInfo of Ed25519 is 12 fixed bytes and the key (RFC 8410 §4). */
const SPKI_PREFIX = 12;

/** The key of the file; makes the file where there is none. Throws SigningKeyError. */
export function loadSigner(path: string): Signer {
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const fd = openSync(path, 'wx', 0o600);
    writeSync(fd, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    fsyncSync(fd);
    closeSync(fd);
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(readFileSync(path));
  } catch {
    throw new SigningKeyError(`SIGNING_KEY_FILE: ${path} holds no private key in PEM`);
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new SigningKeyError(`SIGNING_KEY_FILE: ${path} is not an Ed25519 key`);
  }
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return {
    publicKey: spki.subarray(SPKI_PREFIX).toString('hex'),
    sign: (value) => sign(null, Buffer.from(canonicalJson(value)), key).toString('hex'),
  };
}
