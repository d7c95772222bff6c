/**
 * The service's public key as a verifier has it: 64 hex digits, PEM, or the JSON of /v1/version. Gives
 * the Ed25519 check of receipts that the engine takes as an argument. `chemmy verify` uses it offline;
 * it reads no private key and asks no service.
 */
import type { KeyObject } from 'node:crypto';
import { createPublicKey, verify } from 'node:crypto';
import type { VerifySignature } from '../engine/evidence.ts';

export class ReceiptKeyError extends Error {
  override readonly name = 'ReceiptKeyError';
}

/** The check for a key text. Throws ReceiptKeyError where the text holds no Ed25519 public key. */
export function signatureCheck(text: string): VerifySignature {
  const key = publicKeyOf(text.trim());
  return (message, signature) => verify(null, message, key, signature);
}

function publicKeyOf(text: string): KeyObject {
  if (/^[0-9a-f]{64}$/.test(text)) return fromRaw(text);
  if (text.startsWith('{')) return fromRaw(hexOf(text));
  if (text.includes('PRIVATE KEY')) {
    throw new ReceiptKeyError('a private key was given; the public one is wanted');
  }
  let key: KeyObject;
  try {
    key = createPublicKey(text);
  } catch {
    throw new ReceiptKeyError('64 hex digits, a PEM or the JSON of /v1/version is wanted');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new ReceiptKeyError('not an Ed25519 key');
  return key;
}

/** `receiptKey.publicKey` of /v1/version. */
function hexOf(text: string): string {
  let value: { readonly receiptKey?: { readonly publicKey?: unknown } };
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    throw new ReceiptKeyError('the JSON cannot be read');
  }
  const hex = value.receiptKey?.publicKey;
  if (typeof hex === 'string' && /^[0-9a-f]{64}$/.test(hex)) return hex;
  throw new ReceiptKeyError('the JSON has no receiptKey.publicKey of 64 hex digits');
}

function fromRaw(hex: string): KeyObject {
  const x = Buffer.from(hex, 'hex').toString('base64url');
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  } catch {
    throw new ReceiptKeyError('the hex digits are no Ed25519 public key');
  }
}
