/**
 * What a command may touch: its streams, the clock and the operating system's entropy, handed in so
 * that rooms without a clock of their own stay testable (house rule: chance, clock and I/O are
 * arguments).
 */
import { randomFillSync } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';

export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: () => number;
  /** Fresh bytes of the operating system's CSPRNG. */
  readonly entropy: (count: number) => Uint8Array;
}

export function processIo(): Io {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: () => Date.now(),
    entropy: (count) => randomFillSync(new Uint8Array(count)),
  };
}
