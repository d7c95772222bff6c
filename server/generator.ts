/**
 * The generator's life (design §2.2–2.3): instantiated from the operating system at start after a
 * known-answer test, reseeded every 2^16 generates and on demand, asked for one seed a commitment
 * with the round id and 32 fresh bytes as additional input, so that restored snapshots diverge.
 */

import { SEED_SIZE } from '../engine/chance.ts';
import type { Core } from '../engine/core.ts';
import { DRBG_RESEED_INTERVAL } from '../engine/core-drbg.ts';
import { concat, fromHex, uuidV7 } from '../engine/octets.ts';
import { selfTest } from '../engine/self-test.ts';
import type { Entropy } from './entropy.ts';

const PERSONALIZATION = new TextEncoder().encode('chemmy/drbg/v1');
const ENTROPY_SIZE = 32;
const NONCE_SIZE = 16;

export interface Generator {
  /** A new round id: UUID version 7, never twice, ascending within a millisecond. */
  roundId(now: number): Uint8Array;
  /** The secret seed of a round: 32 bytes. */
  seed(roundId: Uint8Array): Uint8Array;
  reseed(reason: string): void;
  /** Known-answer tests on a fresh core; throws GeneratorError and stops dealing when one is wrong. */
  selfTest(): void;
  /** True while seeds may be drawn. */
  ready(): boolean;
  /** Reseeds since the start, by reason. */
  readonly reseeds: ReadonlyMap<string, number>;
}

export class GeneratorError extends Error {
  override readonly name = 'GeneratorError';
}

export interface GeneratorParts {
  readonly core: Core;
  /** A new instance of the same module, for the self-test. */
  readonly freshCore: () => Core;
  readonly entropy: Entropy;
  /** Names this instance in the personalization string. */
  readonly instanceId: string;
  /** SHA-256 of core.wasm, hex. */
  readonly coreHash: string;
}

export function createGenerator(parts: GeneratorParts): Generator {
  const { core, entropy } = parts;
  const reseeds = new Map<string, number>();
  let failed: string | null = null;
  let lastId = 0n;

  const generator: Generator = {
    roundId(now) {
      const octets = uuidV7(now, entropy(10));
      let id = BigInt(`0x${Buffer.from(octets).toString('hex')}`);
      // Two ids of one millisecond or a clock that went back: one above the last keeps the order.
      if (id <= lastId) id = lastId + 1n;
      lastId = id;
      const text = id.toString(16).padStart(32, '0');
      const result = fromHex(text) ?? octets;
      result[6] = ((result[6] ?? 0) & 0x0f) | 0x70;
      result[8] = ((result[8] ?? 0) & 0x3f) | 0x80;
      return result;
    },
    seed(roundId) {
      if (failed !== null) throw new GeneratorError(failed);
      if (core.drbg.counter() > DRBG_RESEED_INTERVAL) generator.reseed('interval');
      const fresh = entropy(ENTROPY_SIZE);
      const additional = concat(roundId, fresh);
      const seed = core.drbg.generate(SEED_SIZE, additional);
      additional.fill(0);
      fresh.fill(0);
      return seed;
    },
    reseed(reason) {
      const bytes = entropy(ENTROPY_SIZE);
      core.drbg.reseed(bytes);
      bytes.fill(0);
      reseeds.set(reason, (reseeds.get(reason) ?? 0) + 1);
    },
    selfTest() {
      const wrong = selfTest(parts.freshCore());
      if (wrong.length === 0) return;
      failed = `known-answer test failed: ${wrong.join(', ')}`;
      throw new GeneratorError(failed);
    },
    ready: () => failed === null && core.alive(),
    reseeds,
  };

  generator.selfTest();
  const instance = new TextEncoder().encode(parts.instanceId);
  const hash = fromHex(parts.coreHash);
  if (hash?.length !== 32) throw new GeneratorError('the core hash is not 32 octets');
  const length = Uint8Array.of(instance.length & 255, instance.length >> 8);
  const bootNonce = entropy(NONCE_SIZE);
  const bytes = entropy(ENTROPY_SIZE);
  core.drbg.instantiate(
    bytes,
    entropy(NONCE_SIZE),
    concat(PERSONALIZATION, length, instance, bootNonce, hash),
  );
  bytes.fill(0);
  return generator;
}
