/**
 * Where randomness enters: the operating system's CSPRNG, behind health tests (design §2.1). The only
 * place of the server that asks it. A second source, device or file, is concatenated with its length
 * where the generator is seeded, never XORed, and credited nothing.
 */
import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { BLOCK_SIZE, createHealth, STARTUP_SIZE } from '../engine/health.ts';
import { concat } from '../engine/octets.ts';

/** Gives fresh bytes; whoever needs chance gets one of these as an argument. */
export type Entropy = (count: number) => Uint8Array;

export const systemEntropy: Entropy = (count) => randomFillSync(new Uint8Array(count));

/** Bytes taken from the second source at a time; the core takes at most 4,096 bytes of entropy. */
export const SECOND_SIZE = 64;

/** The source is not fit for use: which test failed, or how it broke. Nothing was given out. */
export class EntropyFault extends Error {
  override readonly name = 'EntropyFault';
}

/** A second source: a device or a file, opened for each read; throws EntropyFault where it is short. */
export function fileEntropy(path: string): Entropy {
  return (count) => {
    const bytes = new Uint8Array(count);
    const fd = openSync(path, 'r');
    try {
      let have = 0;
      while (have < count) {
        const more = readSync(fd, bytes, have, count - have, null);
        if (more === 0) throw new EntropyFault(`${path} gives only ${have} bytes`);
        have += more;
      }
    } finally {
      closeSync(fd);
    }
    return bytes;
  };
}

/** The configured second source, read once: EntropyFault at the start is a wrong configuration. */
export function secondEntropy(path: string | undefined): Entropy | undefined {
  if (path === undefined) return undefined;
  const second = fileEntropy(path);
  try {
    second(SECOND_SIZE).fill(0);
  } catch (error) {
    throw new EntropyFault(`SECOND_ENTROPY: ${(error as Error).message}`);
  }
  return second;
}

export interface TestedEntropy {
  /** Tested bytes, each given out once. Throws EntropyFault at a fault, and from then on. */
  draw(count: number): Uint8Array;
  /** Reads, tests and throws away 1,024 bytes: at start and before every reseed. */
  startup(): void;
  /** Forgets fault and history, and starts up anew: an operator's decision. */
  restart(): void;
}

/** The source behind its tests. Reads are whole blocks; what is not asked for is thrown away. */
export function testEntropy(
  source: Entropy,
  sha256: (message: Uint8Array) => Uint8Array,
): TestedEntropy {
  let health = createHealth(sha256);
  let fault: string | null = null;

  function fail(what: string): never {
    fault = what;
    throw new EntropyFault(what);
  }

  function read(count: number): Uint8Array {
    if (fault !== null) throw new EntropyFault(fault);
    const size = Math.ceil(count / BLOCK_SIZE) * BLOCK_SIZE;
    let bytes: Uint8Array;
    try {
      bytes = source(size);
    } catch (error) {
      return fail(`the source failed: ${(error as Error).message}`);
    }
    if (bytes.length !== size) return fail(`the source gave ${bytes.length} bytes for ${size}`);
    const found = health.take(bytes);
    if (found === null) return bytes;
    bytes.fill(0);
    return fail(found);
  }

  return {
    draw(count) {
      const bytes = read(count);
      const drawn = bytes.slice(0, count);
      bytes.fill(0);
      return drawn;
    },
    startup() {
      read(STARTUP_SIZE).fill(0);
    },
    restart() {
      health = createHealth(sha256);
      fault = null;
      read(STARTUP_SIZE).fill(0);
    },
  };
}

/**
 * Entropy input of the generator: the system's bytes, and behind them, where there is a second
 * source, its length (u16le) and bytes.
 */
export function seedMaterial(system: Uint8Array, second: Entropy | undefined): Uint8Array {
  if (second === undefined) return system;
  const extra = second(SECOND_SIZE);
  const joined = concat(system, Uint8Array.of(extra.length & 255, extra.length >> 8), extra);
  system.fill(0);
  extra.fill(0);
  return joined;
}
