/**
 * The house of one core instance: loads the module, checks that it is the one this code was written
 * for, and is the only place that touches its memory. A trap inside the core is a bug of ours; the
 * whole linear memory is then wiped and every later call throws (SP 800-90A §11.4, fail closed).
 *
 * The loader's wrapped exports and its copying of arrays were rejected: 8 ns against 2 ns a call and
 * 280 ns a copied array (reference/core-performance.md §4). Raw exports and one io region instead.
 */
import { instantiateSync } from '@assemblyscript/loader';
import { ABI_VERSION, IO_SIZE } from '../assembly/layout.ts';

/** A lawful failure of a core call: `code` is an ERROR_ constant of assembly/layout.ts. */
export class CoreError extends Error {
  readonly code: number;
  constructor(code: number, call: string) {
    super(`core: ${call} answered ${code}`);
    this.name = 'CoreError';
    this.code = code;
  }
}

/** The core has trapped once, or was not the expected module; nothing will be answered again. */
export class CoreDeadError extends Error {
  constructor(cause?: unknown) {
    super('core: dead after a failed assertion', { cause });
    this.name = 'CoreDeadError';
  }
}

/** A raw export: integers in, one integer out (u32 comes back signed). */
export type CoreFunction = (...values: number[]) => number;

export interface CoreHost {
  /** The raw export of that name; throws when the module lacks it. */
  bind(name: string): CoreFunction;
  /** Runs `work`, which calls raw exports; a throw in it kills the core. */
  run<T>(work: () => T): T;
  /** Copies bytes into the io region at `offset`. */
  write(offset: number, bytes: Uint8Array): void;
  /** Copies `length` bytes at `offset` out and wipes them there. */
  take(offset: number, length: number): Uint8Array;
  /** The same for one place that is read often: its view is made once. */
  taker(offset: number, length: number): () => Uint8Array;
  /** The same without wiping, for what is public. */
  read(offset: number, length: number): Uint8Array;
  /** View of `length` bytes of an exported static buffer. */
  area(name: string, length: number): Uint8Array;
  /** False once the core has trapped. */
  alive(): boolean;
}

/** Up to this length a loop over words clears faster than `fill` (measured: `chemmy bench core`). */
const SHORT = 64;

interface RawExports {
  readonly [name: string]: unknown;
}

/** Throws RangeError: a caller of the engine has broken its own contract. */
export function require(condition: boolean, message: string): asserts condition {
  if (!condition) throw new RangeError(`core: ${message}`);
}

/** Instantiates `wasm` (the bytes of core.wasm), which must import nothing. */
export function createHost(wasm: Uint8Array<ArrayBuffer>): CoreHost {
  const raw = instantiateSync(wasm).instance.exports as RawExports;
  const version = numberOf(raw['ABI_VERSION']);
  if (version !== ABI_VERSION) throw new Error(`core: ABI ${version}, expected ${ABI_VERSION}`);
  const memory = raw['memory'] as { readonly buffer: ArrayBuffer };
  const base = numberOf(raw['IO']);
  const all = new Uint8Array(memory.buffer);
  const region = new Uint8Array(memory.buffer, base, IO_SIZE);
  const words = new Int32Array(memory.buffer, base, IO_SIZE / 4);
  let death: { cause: unknown } | undefined;

  const inside = (offset: number, length: number): void => {
    require(offset >= 0 && length >= 0 && offset + length <= IO_SIZE, 'outside the io region');
  };
  const clear = (offset: number, length: number): void => {
    if (length > SHORT || (offset & 3) !== 0) {
      region.fill(0, offset, offset + length);
      return;
    }
    const end = offset + length;
    let at = offset;
    for (; at + 4 <= end; at += 4) words[at >> 2] = 0;
    for (; at < end; at++) region[at] = 0;
  };
  return {
    bind(name) {
      const found = raw[name];
      if (typeof found !== 'function') throw new Error(`core: no export ${name}`);
      return found as CoreFunction;
    },
    run(work) {
      if (death !== undefined) throw new CoreDeadError(death.cause);
      try {
        return work();
      } catch (cause) {
        death = { cause };
        all.fill(0);
        throw new CoreDeadError(cause);
      }
    },
    write(offset, bytes) {
      inside(offset, bytes.length);
      region.set(bytes, offset);
    },
    take(offset, length) {
      inside(offset, length);
      const copy = region.slice(offset, offset + length);
      clear(offset, length);
      return copy;
    },
    taker(offset, length) {
      inside(offset, length);
      const view = region.subarray(offset, offset + length);
      return () => {
        const copy = new Uint8Array(view);
        clear(offset, length);
        return copy;
      };
    },
    read(offset, length) {
      inside(offset, length);
      return region.slice(offset, offset + length);
    },
    area(name, length) {
      const at = numberOf(raw[name]);
      require(at > 0 && at + length <= memory.buffer.byteLength, `no area ${name}`);
      return new Uint8Array(memory.buffer, at, length);
    },
    alive: () => death === undefined,
  };
}

function numberOf(value: unknown): number {
  const cell = value as { readonly value?: unknown } | undefined;
  if (typeof cell?.value !== 'number') throw new Error('core: not the expected module');
  return cell.value >>> 0;
}
