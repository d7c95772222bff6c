/**
 * Linear complexity of blocks (SP 800-22 §2.10) and of whole bit planes. Berlekamp–Massey without the
 * connection polynomial: kept is the series of discrepancies of the current polynomial and that of
 * the one before the last change of length, both with their first one in the top bit. A step is then
 * one XOR and one shift of words, and runs of zero discrepancies are skipped by counting zeros.
 * (The polynomial with a parity a step, as NIST's and the fast public C have it, was rejected: twice
 * the work.) Massey 1969; the choice of a polynomial where several are minimal does not change L.
 */
import { size, window } from './bits.ts';
import { add, clear } from './counts.ts';

/** Longest block of the blockwise test, and longest plane, in bits. */
const BLOCK_MAX = 5000;
const PLANE_MAX = 1 << 17;
const SPAN: usize = ((1 << 17) >> 3) + 64;

const series = memory.data(3 * (((1 << 17) >> 3) + 64), 16);

/** Linear complexity of the `n` bits that stand at `series`, top bit of each word first. */
function berlekampMassey(n: i32): i32 {
  let current: usize = series;
  let other: usize = series + SPAN;
  let spare: usize = series + 2 * SPAN;
  const bytes: usize = ((<usize>n + 63) >> 6) << 3;
  memory.fill(current + bytes, 0, 32);
  memory.fill(other, 0, bytes + 32);
  store<u64>(other, (<u64>1) << 63);
  let complexity = 0;
  let at = 0;
  // Brings the first one of the series into the top bit.
  while (at < n) {
    const first = load<u64>(current);
    if (first === 0) {
      at += 64;
      current += 8;
      continue;
    }
    const zeros = <i32>clz<u64>(first);
    at += zeros;
    if (at >= n) break;
    if (zeros > 0) {
      const words: usize = ((<usize>(n - at) + 63) >> 6) << 3;
      for (let i: usize = 0; i < words; i += 8) {
        const value = load<u64>(current + i) << zeros;
        store<u64>(current + i, value | (load<u64>(current + i + 8) >> (64 - zeros)));
      }
    }
    break;
  }
  if (current !== series) {
    memory.copy(series, current, bytes + series + 16 - current);
    current = series;
  }
  while (at < n) {
    const words: usize = ((<usize>(n - at) + 63) >> 6) << 3;
    const head = load<u64>(current) ^ load<u64>(other);
    if (head !== 0) {
      const zeros = <i32>clz<u64>(head);
      for (let i: usize = 0; i < words; i += 16) {
        const here = v128.xor(v128.load(current + i), v128.load(other + i));
        const next = v128.xor(v128.load(current + i + 8), v128.load(other + i + 8));
        v128.store(spare + i, v128.or(i64x2.shl(here, zeros), i64x2.shr_u(next, 64 - zeros)));
      }
      const longer = 2 * complexity <= at;
      const old = current;
      current = spare;
      if (longer) {
        complexity = at + 1 - complexity;
        spare = other;
        other = old;
      } else spare = old;
      at += zeros;
      continue;
    }
    // Sixty-four zero discrepancies and more: rare, so one word at a time.
    let skip: usize = 0;
    for (let i: usize = 0; i < words + 16; i += 8) {
      store<u64>(spare + i, load<u64>(current + i) ^ load<u64>(other + i));
    }
    while (skip < words && load<u64>(spare + skip) === 0) skip += 8;
    const longer = 2 * complexity <= at;
    if (longer) complexity = at + 1 - complexity;
    if (skip >= words) return complexity;
    const zeros = <i32>clz<u64>(load<u64>(spare + skip));
    for (let i: usize = 0; i + skip < words + 8; i += 8) {
      const value = load<u64>(spare + i + skip);
      const next = i + skip + 8 < words + 16 ? load<u64>(spare + i + skip + 8) : 0;
      store<u64>(spare + i, zeros === 0 ? value : (value << zeros) | (next >> (64 - zeros)));
    }
    const old = current;
    current = spare;
    if (longer) {
      spare = other;
      other = old;
    } else spare = old;
    at += <i32>(skip << 3) + zeros;
  }
  return complexity;
}

/** Counts of blocks of M bits by their linear complexity, 0 to M; returns the number of blocks. */
export function complexities(block: i32): i32 {
  assert(block > 0 && block <= BLOCK_MAX);
  clear(block + 1);
  const blocks = size() / block;
  for (let b = 0; b < blocks; b++) {
    const start = b * block;
    for (let i = 0; i < block; i += 64) {
      let value = window(start + i);
      const left = block - i;
      if (left < 64) value &= ~(<u64>0) << (64 - left);
      store<u64>(series + (<usize>i >> 3), value);
    }
    add(berlekampMassey(block));
  }
  return blocks;
}

/** Linear complexity of the whole sequence as one plane. */
export function planeComplexity(): i32 {
  const n = size();
  assert(n <= PLANE_MAX);
  for (let i = 0; i < n; i += 64) store<u64>(series + (<usize>i >> 3), window(i));
  return berlekampMassey(n);
}

export function maxPlane(): i32 {
  return PLANE_MAX;
}
