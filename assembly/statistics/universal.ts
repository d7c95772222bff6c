/** Maurer's universal statistic (SP 800-22 §2.9): Σ log2 of the distance to the last equal block. */
import { size, window } from './bits.ts';

const TABLE = 8192;
/** Last places of the patterns of up to 10 bits (n < 2^22 has L <= 8; NIST's table reaches further). */
const last = memory.data((1 << 10) * 4, 16);
const logs = memory.data(8192 * 8, 16);
let ready = false;

function prepare(): void {
  for (let d: i32 = 1; d < TABLE; d++) {
    store<f64>(logs + ((<usize>d) << 3), Math.log(<f64>d) / Math.LN2);
  }
  ready = true;
}

/** The sum over the blocks behind the first `start` ones; blocks of `bits` bits. */
export function distances(bits: i32, start: i32): f64 {
  assert(bits > 0 && bits <= 10 && start > 0);
  if (!ready) prepare();
  memory.fill(last, 0, (1 << 10) * 4);
  const blocks = size() / bits;
  let sum: f64 = 0;
  for (let i = 1; i <= blocks; i++) {
    const at = last + ((<usize>(window((i - 1) * bits) >> (64 - bits))) << 2);
    if (i > start) {
      const distance = i - load<i32>(at);
      sum +=
        distance < TABLE
          ? load<f64>(logs + ((<usize>distance) << 3))
          : Math.log(<f64>distance) / Math.LN2;
    }
    store<i32>(at, i);
  }
  return sum;
}
