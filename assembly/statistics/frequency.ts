/** Ones of the sequence (SP 800-22 §2.1) and of its blocks (§2.2), by population count. */
import { size, window, word } from './bits.ts';

export function ones(): i32 {
  const words = (size() + 63) >> 6;
  let sum: u64 = 0;
  for (let i = 0; i < words; i++) sum += popcnt<u64>(word(i));
  return <i32>sum;
}

/** Ones among the `count` bits from `at`. */
function onesWithin(at: i32, count: i32): i32 {
  let sum: u64 = 0;
  let left = count;
  let position = at;
  for (; left >= 64; left -= 64, position += 64) sum += popcnt<u64>(window(position));
  if (left > 0) sum += popcnt<u64>(window(position) >> (64 - left));
  return <i32>sum;
}

/** Σ (2·ones − M)² over the ⌊n/M⌋ blocks of M bits; chi-square is this over M. */
export function blockSquares(block: i32): f64 {
  assert(block > 0);
  const blocks = size() / block;
  let sum: i64 = 0;
  for (let i = 0; i < blocks; i++) {
    const difference = <i64>(2 * onesWithin(i * block, block) - block);
    sum += difference * difference;
  }
  return <f64>sum;
}
