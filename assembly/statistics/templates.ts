/**
 * Templates (SP 800-22 §2.7 and §2.8). An aperiodic template cannot overlap itself, so that NIST's
 * search, which jumps over a match, finds exactly as many as there are windows equal to the template:
 * one histogram of all m-bit windows a block serves all 148 templates in one pass.
 */
import { size, window } from './bits.ts';
import { add, clear, counts } from './counts.ts';

/** Counts of all m-bit windows (m <= 9) of each of `blocks` blocks of n / blocks bits. */
export function windows(m: i32, blocks: i32): void {
  assert(m > 0 && m <= 9 && blocks > 0 && blocks <= 16);
  clear(blocks << m);
  const length = size() / blocks;
  const mask: u64 = ((<u64>1) << m) - 1;
  /** Windows that one 64-bit word holds whole. */
  const step = 65 - m;
  for (let b = 0; b < blocks; b++) {
    const table = counts() + (((<usize>b) << m) << 2);
    const start = b * length;
    const last = length - m + 1;
    let j = 0;
    for (; j + step <= last; j += step) {
      const value = window(start + j);
      for (let shift = 64 - m; shift >= 0; shift--) {
        const at = table + ((<usize>((value >> shift) & mask)) << 2);
        store<u32>(at, load<u32>(at) + 1);
      }
    }
    for (; j < last; j++) {
      const at = table + ((<usize>(window(start + j) >> (64 - m))) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
}

/** Counts of blocks of M bits by the number of windows of m ones, `cap` and more in one class. */
export function onesWindows(m: i32, block: i32, cap: i32): i32 {
  assert(m > 0 && m <= block && cap > 0 && cap < 64);
  clear(cap + 1);
  const blocks = size() / block;
  for (let b = 0; b < blocks; b++) {
    const start = b * block;
    let found = 0;
    let left = block - m + 1;
    for (let j = 0; left > 0; j += 64, left -= 64) {
      let all = window(start + j);
      for (let i = 1; i < m; i++) all &= window(start + j + i);
      if (left < 64) all >>= 64 - left;
      found += <i32>popcnt<u64>(all);
    }
    add(found > cap ? cap : found);
  }
  return blocks;
}
