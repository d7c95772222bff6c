/** What the suites of this folder share: a casino, a good source, and an Io that keeps its output. */
import { PassThrough, Writable } from 'node:stream';
import { loadCasino } from '../../certification/casino.ts';
import type { Io } from '../../certification/certify.ts';

export const casino = loadCasino();

export const SEED = Array.from({ length: 48 }, (_, i) => i.toString(16).padStart(2, '0')).join('');

export interface Kept {
  readonly io: Io;
  readonly stdout: () => Buffer;
  readonly stderr: () => string;
}

export function keptIo(): Kept {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const sink = (into: Buffer[]): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        into.push(Buffer.from(chunk));
        done();
      },
    });
  let clock = 1_700_000_000_000;
  return {
    io: {
      stdin: new PassThrough(),
      stdout: sink(out),
      stderr: sink(err),
      now: () => (clock += 1000),
      entropy: (count) => Uint8Array.from({ length: count }, (_, i) => (i * 37 + 11) & 255),
    },
    stdout: () => Buffer.concat(out),
    stderr: () => Buffer.concat(err).toString(),
  };
}
