/**
 * The generator's life (design §2.1–2.3): known-answer test and tested entropy at start, one seed a
 * commitment with the round id and 32 fresh bytes as additional input (clones and restored snapshots
 * diverge at once), reseeded every 2^16 generates, hourly, on demand, after a winning royal flush and
 * after a cleared failure. A failed health test latches: no id, no seed, until an operator clears it.
 * There is no timer: what is due is done before the next seed.
 */

import { SEED_SIZE } from '../engine/chance.ts';
import type { Core } from '../engine/core.ts';
import { DRBG_RESEED_INTERVAL } from '../engine/core-drbg.ts';
import { concat, fromHex } from '../engine/octets.ts';
import { selfTest } from '../engine/self-test.ts';
import type { Entropy } from './entropy.ts';
import { seedMaterial, testEntropy } from './entropy.ts';
import { createRoundIds } from './round-id.ts';

const PERSONALIZATION = new TextEncoder().encode('chemmy/drbg/v1');
const ENTROPY_SIZE = 32;
const NONCE_SIZE = 16;
/** Longest time between two reseeds while seeds are asked for. */
export const RESEED_MS = 3_600_000;

/** What the audit log keeps; never a secret. */
export interface GeneratorEvent {
  readonly kind: 'rng-started' | 'rng-reseeded' | 'rng-latched' | 'rng-cleared' | 'rng-self-test';
  /** Why, or what was found. */
  readonly reason: string;
}

export interface Generator {
  /** A new round id: UUID version 7, ascending, never twice. Throws GeneratorError while latched. */
  roundId(now: number): Uint8Array;
  /** The secret seed of a round, 32 bytes. Throws GeneratorError while latched. */
  seed(roundId: Uint8Array): Uint8Array;
  /** False where the source failed: the generator is latched then. */
  reseed(reason: string): boolean;
  /** Known-answer tests on a fresh core. False where one is wrong: latched then. */
  selfTest(): boolean;
  /** An operator's word that a failure is dealt with: tests all anew. False where it still fails. */
  clear(): boolean;
  /** True while seeds may be drawn. */
  ready(): boolean;
  /** Why no seed is drawn, or null. */
  latch(): string | null;
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
  /** Concatenated where the DRBG is seeded; credited nothing. */
  readonly second?: Entropy;
  /** Names this instance in the personalization string. */
  readonly instanceId: string;
  /** SHA-256 of core.wasm, hex. */
  readonly coreHash: string;
  /** Milliseconds that never go back: a jump of the wall clock moves no reseed. */
  readonly monotonic: () => number;
  /** Called after each event; must not throw. */
  readonly onEvent?: (event: GeneratorEvent) => void;
}

/**
 * Starts a generator. Throws GeneratorError where the core gives a wrong known answer (it could not
 * be trusted with open rounds either); where the source fails it starts latched.
 */
export function createGenerator(parts: GeneratorParts): Generator {
  const { core, monotonic } = parts;
  const tested = testEntropy(parts.entropy, core.sha256);
  const ids = createRoundIds(tested.draw);
  const reseeds = new Map<string, number>();
  const say = (kind: GeneratorEvent['kind'], reason: string) => parts.onEvent?.({ kind, reason });
  let latched: string | null = null;
  let seededAt = 0;

  /** Runs `work`; whatever it throws latches, and nothing is given out. */
  function guarded<T>(work: () => T): T {
    if (latched !== null) throw new GeneratorError(latched);
    try {
      return work();
    } catch (error) {
      latched = (error as Error).message;
      say('rng-latched', latched);
      throw new GeneratorError(latched);
    }
  }

  /** A lawful failure as a value: callers after a COMMIT cannot take it back any more. */
  function tried(work: () => void): boolean {
    try {
      guarded(work);
      return true;
    } catch (error) {
      if (error instanceof GeneratorError) return false;
      throw error;
    }
  }

  function instantiate(): void {
    const instance = new TextEncoder().encode(parts.instanceId);
    const hash = fromHex(parts.coreHash);
    if (hash?.length !== 32) throw new GeneratorError('the core hash is not 32 octets');
    const length = Uint8Array.of(instance.length & 255, instance.length >> 8);
    const input = seedMaterial(tested.draw(ENTROPY_SIZE), parts.second);
    const nonce = tested.draw(NONCE_SIZE);
    const boot = tested.draw(NONCE_SIZE);
    core.drbg.instantiate(input, nonce, concat(PERSONALIZATION, length, instance, boot, hash));
    input.fill(0);
    nonce.fill(0);
    seededAt = monotonic();
  }

  function reseedNow(reason: string): void {
    tested.startup();
    const input = seedMaterial(tested.draw(ENTROPY_SIZE), parts.second);
    core.drbg.reseed(input);
    input.fill(0);
    seededAt = monotonic();
    reseeds.set(reason, (reseeds.get(reason) ?? 0) + 1);
    say('rng-reseeded', reason);
  }

  function knownAnswers(): void {
    const wrong = selfTest(parts.freshCore());
    if (wrong.length > 0) throw new GeneratorError(`known-answer test: ${wrong.join(', ')}`);
    say('rng-self-test', 'passed');
  }

  const generator: Generator = {
    roundId: (now) => guarded(() => ids(now)),
    seed: (roundId) =>
      guarded(() => {
        if (core.drbg.counter() > DRBG_RESEED_INTERVAL) reseedNow('interval');
        else if (monotonic() - seededAt >= RESEED_MS) reseedNow('hourly');
        const fresh = tested.draw(ENTROPY_SIZE);
        const additional = concat(roundId, fresh);
        const seed = core.drbg.generate(SEED_SIZE, additional);
        additional.fill(0);
        fresh.fill(0);
        return seed;
      }),
    reseed: (reason) => tried(() => reseedNow(reason)),
    selfTest: () => tried(knownAnswers),
    clear() {
      if (latched === null) return true;
      const before = latched;
      latched = null;
      return tried(() => {
        knownAnswers();
        tested.restart();
        if (core.drbg.counter() === 0) instantiate();
        else reseedNow('cleared');
        say('rng-cleared', before);
      });
    },
    ready: () => latched === null && core.alive(),
    latch: () => latched ?? (core.alive() ? null : 'the core is dead'),
    reseeds,
  };

  if (!generator.selfTest()) throw new GeneratorError(latched ?? '');
  tried(() => {
    tested.startup();
    instantiate();
    say('rng-started', parts.instanceId);
  });
  return generator;
}
