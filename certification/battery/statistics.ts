/**
 * The host of statistics.wasm: one instance a worker, one sequence at a time. Views are made at every
 * use; the module never grows its memory (37 MB).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { instantiateSync } from '@assemblyscript/loader';

/** Raw exports of assembly/statistics/index.ts. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  input(): number;
  maxBits(): number;
  maxPlane(): number;
  begin(n: number): void;
  counts(): number;
  patterns(): number;
  ones(): number;
  blockSquares(block: number): number;
  changes(): number;
  longestRuns(block: number): number;
  ranks(): number;
  canTransform(n: number): number;
  peaksBelow(limit: number): number;
  windows(m: number, blocks: number): void;
  onesWindows(m: number, block: number, cap: number): number;
  distances(bits: number, start: number): number;
  countPatterns(m: number): void;
  fold(m: number): void;
  squares(): number;
  walk(): void;
  complexities(block: number): number;
  planeComplexity(): number;
  largeRank(side: number): number;
}

export interface Statistics {
  /** Raw calls; see assembly/statistics. */
  readonly call: Exports;
  /** Takes a sequence: `n` bits, packed, most significant first. Throws RangeError beyond the limits. */
  begin(bytes: Uint8Array, n: number): void;
  /** The first `length` counts of the last call. */
  counts(length: number): number[];
  /** The same as signed numbers. */
  signed(length: number): number[];
  /** The pattern counts at the width they are folded to. */
  patternCounts(m: number): Uint32Array;
}

/** Longest sequence of one call, in bits (assembly/statistics/bits.ts). */
export const BITS_MAX = 2 ** 21;

export function createStatistics(): Statistics {
  const path = createRequire(import.meta.url).resolve('#build/statistics.wasm');
  const { exports } = instantiateSync<Record<string, unknown>>(
    Uint8Array.from(readFileSync(path)),
  ).instance;
  const call = exports as unknown as Exports;
  if (call.maxBits() !== BITS_MAX) throw new Error('statistics.wasm is of another version');
  return {
    call,
    begin(bytes, n) {
      if (!Number.isInteger(n) || n < 1 || n > BITS_MAX || bytes.length < Math.ceil(n / 8)) {
        throw new RangeError(`${n} bits from ${bytes.length} bytes`);
      }
      const length = Math.ceil(n / 8);
      new Uint8Array(call.memory.buffer).set(bytes.subarray(0, length), call.input());
      call.begin(n);
    },
    counts: (length) => [...new Uint32Array(call.memory.buffer, call.counts(), length)],
    signed: (length) => [...new Int32Array(call.memory.buffer, call.counts(), length)],
    patternCounts: (m) => new Uint32Array(call.memory.buffer, call.patterns(), 2 ** m).slice(),
  };
}
