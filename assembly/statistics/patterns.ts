/**
 * Counts of all m-bit patterns of the sequence closed into a circle (SP 800-22 §2.11, §2.12). One
 * pass counts the longest ones; shorter ones are sums of neighbours, since every pattern of m bits
 * is continued by a zero or a one. Serial and approximate entropy share that pass.
 */
import { size, window, word } from './bits.ts';

/** Longest pattern: 2^16 counts of 4 bytes stay in a second-level cache. */
const LONGEST = 16;
const table = memory.data(65536 * 4, 16);
let width: i32 = 0;

export function patterns(): usize {
  return table;
}

/** Counts patterns of `m` bits. */
export function countPatterns(m: i32): void {
  const n = size();
  assert(m > 0 && m <= LONGEST && n >= m);
  memory.fill(table, 0, (<usize>4) << m);
  width = m;
  const mask: u64 = ((<u64>1) << m) - 1;
  const step = 65 - m;
  const lastWindow = n - m + 1;
  let j = 0;
  for (; j + step <= lastWindow; j += step) {
    const value = window(j);
    for (let shift = 64 - m; shift >= 0; shift--) {
      const at = table + ((<usize>((value >> shift) & mask)) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
  const head = word(0);
  for (; j < n; j++) {
    let value = window(j);
    const left = n - j;
    if (left < m) value |= head >> left;
    const at = table + ((<usize>(value >> (64 - m))) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/** Folds the counts down to patterns of `m` bits. */
export function fold(m: i32): void {
  assert(m >= 0 && m <= width);
  for (; width > m; width--) {
    const half: usize = (<usize>1) << (width - 1);
    for (let i: usize = 0; i < half; i++) {
      const at = table + (i << 3);
      store<u32>(table + (i << 2), load<u32>(at) + load<u32>(at + 4));
    }
  }
}

/** Σ count² at the width that is now in the table. */
export function squares(): f64 {
  let sum: u64 = 0;
  const end: usize = (<usize>1) << width;
  for (let i: usize = 0; i < end; i++) {
    const count = <u64>load<u32>(table + (i << 2));
    sum += count * count;
  }
  return <f64>sum;
}
