/**
 * One sequence of bits, packed, first bit = most significant bit of the first byte (the order of NIST's
 * STS in binary mode). The host writes the bytes, `begin` turns them into 64-bit words whose top bit
 * comes first; everything else reads words. A byte per bit, as NIST's code holds them, was rejected:
 * eight times the memory and no word-wide operation.
 */

/** Longest sequence: the Fourier tables of this length keep a worker below 64 MB. */
const MAX = 1 << 21;
/** Bytes behind the sequence that may be read as zeros. */
const PAD = 1024;

const area = memory.data((1 << 18) + 1024, 16);
let length: i32 = 0;

/** Where the host writes the bytes. */
export function input(): usize {
  return area;
}

export function maxBits(): i32 {
  return MAX;
}

/** Takes the first `n` bits of what the host has written; what follows counts as zeros. */
export function begin(n: i32): void {
  assert(n > 0 && n <= MAX);
  length = n;
  const bytes: usize = (<usize>n + 7) >> 3;
  memory.fill(area + bytes, 0, (1 << 18) + PAD - bytes);
  const words: usize = (bytes + 7) >> 3;
  for (let i: usize = 0; i < words; i++) {
    const at = area + (i << 3);
    store<u64>(at, bswap<u64>(load<u64>(at)));
  }
  const rest = n & 63;
  if (rest !== 0) {
    const at = area + ((<usize>n >> 6) << 3);
    store<u64>(at, load<u64>(at) & (~(<u64>0) << (64 - rest)));
  }
}

export function size(): i32 {
  return length;
}

/** Word `i`: bits 64 i to 64 i + 63. */
export function word(i: i32): u64 {
  return load<u64>(area + ((<usize>i) << 3));
}

/** The 64 bits from position `at`, zeros behind the end. */
export function window(at: i32): u64 {
  const address = area + ((<usize>at >> 6) << 3);
  const shift = <u64>(at & 63);
  const high = load<u64>(address);
  if (shift === 0) return high;
  return (high << shift) | (load<u64>(address + 8) >> (64 - shift));
}
