/**
 * Seeds at rest (design §2): AES-256-GCM with a random 96-bit nonce, key id, and round id and tenant
 * as additional data, so that two encrypted seeds swapped in the database both fail to open. The key
 * comes from SEED_KEY or a file beside the data; the store keeps a check value and a wrong or missing
 * key stops the start.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { concat } from '../engine/octets.ts';
import type { Entropy } from './entropy.ts';
import { systemEntropy } from './entropy.ts';
import { syncFolder } from './store/sqlite-file.ts';
import type { Store } from './store/store.ts';

/** NIST SP 800-38D §8.3: at most 2^32 random nonces a key. */
export const SEALS_MAX = 2 ** 32;
/** Seals are counted in the store in steps, so that a crash can only count too many. */
const COUNT_STEP = 4096;
const KEY_SIZE = 32;
const NONCE_SIZE = 12;
const TAG_SIZE = 16;
const ID_SIZE = 4;
const SEALED_SIZE = ID_SIZE + NONCE_SIZE + 32 + TAG_SIZE;

export class SeedKeyError extends Error {
  override readonly name = 'SeedKeyError';
}

export interface Seal {
  /** key id ‖ nonce ‖ ciphertext ‖ tag. */
  seal(seed: Uint8Array, roundId: Uint8Array, tenant: string): Uint8Array;
  /** Throws SeedKeyError where key, round, tenant or bytes do not fit. */
  open(sealed: Uint8Array, roundId: Uint8Array, tenant: string): Uint8Array;
}

function keyId(key: Uint8Array): Buffer {
  return createHash('sha256')
    .update('chemmy/seed-key-id/v1')
    .update(key)
    .digest()
    .subarray(0, ID_SIZE);
}

function parseKey(text: string, where: string): Buffer {
  const hex = text.trim();
  if (!/^[0-9a-f]{64}$/.test(hex))
    throw new SeedKeyError(`${where}: 64 lower-case hex digits wanted`);
  return Buffer.from(hex, 'hex');
}

/**
 * Finds the keys: `direct` (SEED_KEY) or the file; the first one seals, the others only open
 * (rotation: new key first, old key second, separated by a comma or a newline). Creates the file only
 * where it is absent and the store holds no encrypted seed.
 */
export function loadSeedKeys(
  direct: string | undefined,
  file: string,
  store: Store,
  entropy: Entropy = systemEntropy,
): Buffer[] {
  if (direct === undefined && !existsSync(file)) {
    if (store.sealedSeeds() > 0 || store.setting('seed-key-check') !== undefined) {
      throw new SeedKeyError(`${file} is missing and the store holds encrypted seeds`);
    }
    createKeyFile(file, entropy);
  }
  const text = direct ?? readFileSync(file, 'utf8');
  const keys = text
    .split(/[,\n]/)
    .filter((part) => part.trim() !== '')
    .map((part) => parseKey(part, direct === undefined ? file : 'SEED_KEY'));
  if (keys.length < 1 || keys.length > 2) throw new SeedKeyError('one or two seed keys are wanted');
  return keys;
}

/**
 * Writes a new key beside its place and links it there whole: a crash or a power cut leaves the whole
 * key or none, and a file that is there already is never overwritten.
 */
function createKeyFile(file: string, entropy: Entropy): void {
  const draft = `${file}.${process.pid}.new`;
  const key = Buffer.from(entropy(KEY_SIZE));
  const fd = openSync(draft, 'wx', 0o600);
  try {
    writeSync(fd, `${key.toString('hex')}\n`);
    fsyncSync(fd);
    linkSync(draft, file);
  } finally {
    closeSync(fd);
    unlinkSync(draft);
    key.fill(0);
  }
  syncFolder(dirname(resolve(file)));
}

/** Compares the store's check value; writes it where there is none yet. Then seals with key 0. */
export async function createSeal(
  keys: readonly Uint8Array[],
  store: Store,
  entropy: Entropy = systemEntropy,
): Promise<Seal> {
  const [current] = keys;
  if (current === undefined) throw new SeedKeyError('no seed key');
  const checks = keys.map((key) =>
    createHmac('sha256', key).update('chemmy/seed-check/v1').digest('hex'),
  );
  const kept = store.setting('seed-key-check');
  if (kept !== undefined && !checks.includes(kept)) {
    throw new SeedKeyError('the seed key is not the one that sealed the seeds of this store');
  }
  const ids = keys.map((key) => keyId(key).toString('hex'));
  const missing = store.sealKeyIds().filter((known) => !ids.includes(known));
  if (missing.length > 0) {
    throw new SeedKeyError(`seeds are still sealed with another key (id ${missing.join(', ')})`);
  }
  if (kept !== checks[0]) await store.putSetting('seed-key-check', checks[0] ?? '');
  const id = keyId(current);
  const counter = `seals-${id.toString('hex')}`;
  let used = Number(store.setting(counter) ?? 0);
  let reserved = used;
  const aad = (roundId: Uint8Array, tenant: string) =>
    Buffer.concat([Buffer.from('chemmy/seed/v1'), roundId, Buffer.from(tenant)]);

  return {
    seal(seed, roundId, tenant) {
      if (used >= SEALS_MAX)
        throw new SeedKeyError('the seed key has sealed 2^32 seeds: rotate it');
      used += 1;
      if (used > reserved) {
        reserved = used + COUNT_STEP;
        void store.putSetting(counter, String(reserved)).catch(() => {});
      }
      const nonce = entropy(NONCE_SIZE);
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(aad(roundId, tenant));
      // Memory of its own, as every byte string that goes to the store's writer.
      return concat(id, nonce, cipher.update(seed), cipher.final(), cipher.getAuthTag());
    },
    open(sealed, roundId, tenant) {
      const bytes = Buffer.from(sealed);
      if (bytes.length !== SEALED_SIZE) throw new SeedKeyError('an encrypted seed is cut off');
      const key = keys.find((k) => keyId(k).equals(bytes.subarray(0, ID_SIZE)));
      if (key === undefined) throw new SeedKeyError('no key for this seed');
      const nonce = bytes.subarray(ID_SIZE, ID_SIZE + NONCE_SIZE);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, {
        authTagLength: TAG_SIZE,
      }).setAAD(aad(roundId, tenant));
      decipher.setAuthTag(bytes.subarray(-TAG_SIZE));
      try {
        const body = bytes.subarray(ID_SIZE + NONCE_SIZE, -TAG_SIZE);
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch {
        throw new SeedKeyError('an encrypted seed does not belong to its round');
      }
    },
  };
}
