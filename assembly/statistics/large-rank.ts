/** Rank over GF(2) of one large square matrix, rows of consecutive bits; up to 1,024 on a side. */
import { size, word } from './bits.ts';

const SIDE_MAX = 1024;
const rows = memory.data(1024 * 128, 16);

export function largeRank(side: i32): i32 {
  assert(side > 0 && side <= SIDE_MAX && (side & 127) === 0 && side * side <= size());
  const bytes = <usize>side >> 3;
  const total: usize = bytes * <usize>side;
  for (let i: usize = 0; i < total; i += 8) store<u64>(rows + i, word(<i32>(i >> 3)));
  let rank: usize = 0;
  for (let column: usize = 0; column < <usize>side; column++) {
    const offset = (column >> 6) << 3;
    const bit: u64 = (<u64>1) << (63 - (column & 63));
    let pivot = rank;
    while (pivot < <usize>side && (load<u64>(rows + pivot * bytes + offset) & bit) === 0) pivot++;
    if (pivot === <usize>side) continue;
    const own = rows + rank * bytes;
    const found = rows + pivot * bytes;
    // Bits left of the column are zero in every row from `rank` on; start at a 16-byte boundary.
    const from = offset & ~(<usize>15);
    for (let i = from; i < bytes; i += 16) {
      const swap = v128.load(own + i);
      v128.store(own + i, v128.load(found + i));
      v128.store(found + i, swap);
    }
    for (let r = pivot + 1; r < <usize>side; r++) {
      const row = rows + r * bytes;
      if ((load<u64>(row + offset) & bit) === 0) continue;
      for (let i = from; i < bytes; i += 16) {
        v128.store(row + i, v128.xor(v128.load(row + i), v128.load(own + i)));
      }
    }
    rank++;
  }
  return <i32>rank;
}
