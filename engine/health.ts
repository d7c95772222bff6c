/**
 * Health tests of an entropy source, on its bytes (NIST SP 800-90B §4.4, H = 8 bits a sample): the
 * repetition count test (§4.4.1), the adaptive proportion test (§4.4.2), and a third one of our own,
 * that no 32-byte block comes again. Pure: bytes in, a fault or none out; the state is carried from
 * read to read and the caller decides what a fault stops (design §2.1).
 *
 * The false-alarm rate is 2^-64 a sample. The usual 2^-30 was rejected: a fault latches the house,
 * and a busy service would meet a false one within days.
 */

/** §4.4.1: 1 + ceil(64 / H). The ninth equal byte in a row is a fault. */
export const REPETITION_CUTOFF = 9;
/** §4.4.2: window of a source that is not binary. */
export const PROPORTION_WINDOW = 512;
/** §4.4.2: 1 + CRITBINOM(512, 2^-8, 1 - 2^-64), computed anew by a test. */
export const PROPORTION_CUTOFF = 26;
/** §4.3, requirement 4: fresh bytes tested before the first use; thrown away here. */
export const STARTUP_SIZE = 1024;
/** Bytes are tested in blocks of this size: every read is a whole number of them. */
export const BLOCK_SIZE = 32;
/** Blocks remembered, as SHA-256. Chance repeats one of them with 2^-246 a block. */
export const BLOCKS_KEPT = 1024;

export type HealthFault = 'repetition-count' | 'adaptive-proportion' | 'repeated-block';

export interface Health {
  /**
   * Tests the next bytes of the source, a whole number of blocks; the first fault, or null. Nothing
   * of a read with a fault may be used, and the state is then of no more use either.
   */
  take(bytes: Uint8Array): HealthFault | null;
}

/** Tests of one source; `sha256` gives 32 octets. */
export function createHealth(sha256: (message: Uint8Array) => Uint8Array): Health {
  let last = -1;
  let run = 0;
  let watched = -1;
  let seen = 0;
  let left = 0;
  const known = new Set<string>();
  const order: string[] = [];
  let oldest = 0;

  function sample(byte: number): HealthFault | null {
    run = byte === last ? run + 1 : 1;
    last = byte;
    if (run >= REPETITION_CUTOFF) return 'repetition-count';
    if (left === 0) {
      watched = byte;
      seen = 0;
      left = PROPORTION_WINDOW;
    }
    left -= 1;
    if (byte === watched) seen += 1;
    return seen >= PROPORTION_CUTOFF ? 'adaptive-proportion' : null;
  }

  function block(bytes: Uint8Array): HealthFault | null {
    const digest = String.fromCharCode(...sha256(bytes));
    if (known.has(digest)) return 'repeated-block';
    known.add(digest);
    known.delete(order[oldest] ?? '');
    order[oldest] = digest;
    oldest = (oldest + 1) % BLOCKS_KEPT;
    return null;
  }

  return {
    take(bytes) {
      if (bytes.length % BLOCK_SIZE !== 0) {
        throw new RangeError(`health: ${bytes.length} bytes are no whole number of blocks`);
      }
      for (const byte of bytes) {
        const fault = sample(byte);
        if (fault !== null) return fault;
      }
      for (let at = 0; at < bytes.length; at += BLOCK_SIZE) {
        const fault = block(bytes.subarray(at, at + BLOCK_SIZE));
        if (fault !== null) return fault;
      }
      return null;
    },
  };
}
