/** Ranks over GF(2) of 32 × 32 matrices filled row by row (SP 800-22 §2.5). */
import { size, word } from './bits.ts';
import { add, clear } from './counts.ts';

const SIDE = 32;
const rows = memory.data(32 * 4, 16);

function rank(): i32 {
  let found = 0;
  for (let i: usize = 0; i < <usize>SIDE; i++) {
    const pivot = load<u32>(rows + (i << 2));
    if (pivot === 0) continue;
    found++;
    const low = pivot & (0 - pivot);
    for (let j: usize = i + 1; j < <usize>SIDE; j++) {
      const at = rows + (j << 2);
      const other = load<u32>(at);
      store<u32>(at, (other & low) !== 0 ? other ^ pivot : other);
    }
  }
  return found;
}

/** Counts of matrices of each rank, 0 to 32; returns the number of matrices. */
export function ranks(): i32 {
  clear(SIDE + 1);
  const matrices = size() / (SIDE * SIDE);
  for (let m = 0; m < matrices; m++) {
    for (let i = 0; i < SIDE / 2; i++) {
      const pair = word(m * (SIDE / 2) + i);
      store<u32>(rows + ((<usize>i) << 3), <u32>(pair >> 32));
      store<u32>(rows + ((<usize>i) << 3) + 4, <u32>pair);
    }
    add(rank());
  }
  return matrices;
}
