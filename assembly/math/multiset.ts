/**
 * Numbers of sorted multisets (colexicographic, the combinatorial number system): the set
 * c0 ≤ c1 ≤ … has the number Σ C(ci + i, i + 1), so that tables need no hashing. Binomials come from
 * one table; 64 × 8 holds every one that is asked for (largest C(43, 5)).
 */
const ROWS: u32 = 64;
const COLUMNS: u32 = 8;
const BINOMIALS = new StaticArray<u32>(512);

for (let n: u32 = 0; n < ROWS; n++) {
  BINOMIALS[n * COLUMNS] = 1;
  for (let k: u32 = 1; k < COLUMNS; k++) {
    const above: u32 = n === 0 ? 0 : BINOMIALS[(n - 1) * COLUMNS + k];
    const left: u32 = n === 0 ? 0 : BINOMIALS[(n - 1) * COLUMNS + k - 1];
    BINOMIALS[n * COLUMNS + k] = above + left;
  }
}

/** C(n, k), 0 where k > n. */
export function binomial(n: u32, k: u32): u32 {
  assert(n < ROWS && k < COLUMNS);
  return unchecked(BINOMIALS[n * COLUMNS + k]);
}

/** Number of `size` sorted bytes at `items`. */
export function multisetNumber(items: usize, size: u32): u32 {
  let number: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    number += unchecked(BINOMIALS[(<u32>load<u8>(items + i) + i) * COLUMNS + i + 1]);
  }
  return number;
}

/**
 * Steps `size` sorted bytes at `items`, each below `limit`, to the next multiset in the order of
 * their numbers; false after the last one.
 */
export function nextMultiset(items: usize, size: u32, limit: u32): bool {
  for (let i: u32 = 0; i < size; i++) {
    const own = <u32>load<u8>(items + i);
    const bound: u32 = i + 1 === size ? limit - 1 : <u32>load<u8>(items + i + 1);
    if (own < bound) {
      store<u8>(items + i, <u8>(own + 1));
      for (let j: u32 = 0; j < i; j++) store<u8>(items + j, 0);
      return true;
    }
  }
  return false;
}
