/**
 * Bits of a file, one sequence after the other, in bounded memory. Raw: packed, most significant bit
 * first. ASCII: `0` and `1`; blanks and line ends are skipped, anything else is an error with its
 * place. Text of zeros and ones that is declared raw is read as declared, with a warning (field log E7).
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export type BitFormat = 'raw' | 'ascii';

/** The file or what it holds cannot be used; the message is one line. */
export class BitFileError extends Error {}

export interface BitSource {
  /** Something that the reader of the result should know. */
  readonly warning?: string;
  /** The next `n` bits, packed. Throws BitFileError where they are missing or are no bits. */
  next(n: number): Uint8Array;
  close(): void;
}

const CHUNK = 65_536;
const ZERO = 0x30;
const ONE = 0x31;

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** A warning when what should be raw bits is text of zeros and ones. */
export function textWarning(sample: Uint8Array): string | undefined {
  if (sample.length < 16) return undefined;
  if (!sample.every((byte) => byte === ZERO || byte === ONE || isBlank(byte))) return undefined;
  const alphabet = new Set(sample).size;
  return `the file looks like text of 0 and 1 (${alphabet} distinct bytes) but is read as raw bits; use --format ascii`;
}

function describe(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : String(error);
}

/** Fills `buffer` from the file; gives the number of bytes read. */
function fill(handle: number, buffer: Uint8Array, position: number): number {
  let done = 0;
  while (done < buffer.length) {
    const got = readSync(handle, buffer, done, buffer.length - done, position + done);
    if (got === 0) break;
    done += got;
  }
  return done;
}

function rawSource(handle: number, path: string): BitSource {
  const sample = new Uint8Array(CHUNK);
  const warning = textWarning(sample.subarray(0, fill(handle, sample, 0)));
  let position = 0;
  return {
    ...(warning === undefined ? {} : { warning }),
    next(n) {
      const bytes = new Uint8Array(Math.ceil(n / 8));
      if (fill(handle, bytes, position) < bytes.length) {
        throw new BitFileError(`${path} ended while it was read`);
      }
      position += bytes.length;
      return bytes;
    },
    close: () => closeSync(handle),
  };
}

function asciiSource(handle: number, path: string): BitSource {
  const chunk = new Uint8Array(CHUNK);
  let used = 0;
  let filled = 0;
  let position = 0;
  return {
    next(n) {
      const bytes = new Uint8Array(Math.ceil(n / 8));
      for (let bit = 0; bit < n; ) {
        if (used === filled) {
          position += filled;
          filled = fill(handle, chunk, position);
          used = 0;
          if (filled === 0) throw new BitFileError(`${path} holds too few bits: ${bit} of ${n}`);
        }
        const byte = chunk[used] ?? 0;
        if (byte === ZERO || byte === ONE) {
          if (byte === ONE) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
          bit++;
        } else if (!isBlank(byte)) {
          throw new BitFileError(`${path}: byte ${position + used} is ${byte}, not 0, 1 or blank`);
        }
        used++;
      }
      return bytes;
    },
    close: () => closeSync(handle),
  };
}

/**
 * Opens `path` for `sequences` sequences of `n` bits, after checking that it is a file and large
 * enough. Throws BitFileError.
 */
export function openBits(path: string, format: BitFormat, n: number, sequences: number): BitSource {
  const shown = JSON.stringify(path);
  if (format === 'raw' && sequences > 1 && n % 8 !== 0) {
    throw new BitFileError('raw sequences start at a byte: --bits must be a multiple of 8');
  }
  let handle: number;
  try {
    handle = openSync(path, 'r');
  } catch (error) {
    throw new BitFileError(`cannot open ${shown}: ${describe(error)}`);
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new BitFileError(`${shown} is not a file`);
    const need = format === 'raw' ? Math.ceil(n / 8) * sequences : n * sequences;
    if (stat.size < need) {
      throw new BitFileError(`${shown} has ${stat.size} bytes; ${need} are needed`);
    }
    return format === 'raw' ? rawSource(handle, shown) : asciiSource(handle, shown);
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}
