/** Changes between neighbouring bits (SP 800-22 §2.3): runs are one more. */
import { size, window, word } from './bits.ts';

export function changes(): i32 {
  const last = size() - 1;
  const words = last >> 6;
  let sum: u64 = 0;
  for (let i = 0; i < words; i++) sum += popcnt<u64>(word(i) ^ window((i << 6) + 1));
  const rest = last & 63;
  if (rest > 0) sum += popcnt<u64>((word(words) ^ window((words << 6) + 1)) >> (64 - rest));
  return <i32>sum;
}
