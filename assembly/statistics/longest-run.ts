/**
 * Longest run of ones in each block (SP 800-22 §2.4), as a histogram over the length, capped. A word
 * is looked into only where it can hold more than the longest run so far.
 */
import { size, window } from './bits.ts';
import { add, clear } from './counts.ts';

/** Lengths from here on share the last class; the test's classes end at 16. */
const CAP = 63;

/** Longest run inside one word. */
function inside(value: u64): i32 {
  let x = value;
  let length = 0;
  while (x !== 0) {
    x &= x << 1;
    length++;
  }
  return length;
}

function longest(at: i32, count: i32): i32 {
  let best = 0;
  let open = 0;
  let left = count;
  let position = at;
  while (left > 0) {
    let value = window(position);
    if (left < 64) value &= ~(<u64>0) << (64 - left);
    if (value === ~(<u64>0)) {
      open += 64;
    } else {
      const head = open + <i32>clz<u64>(~value);
      if (head > best) best = head;
      let probe = value;
      for (let i = 0; i < best && probe !== 0; i++) probe &= probe << 1;
      if (probe !== 0) best += inside(probe);
      open = <i32>ctz<u64>(~value);
    }
    if (open > best) best = open;
    left -= 64;
    position += 64;
  }
  return best;
}

/** Counts of blocks by the length of their longest run, 0 to 63; returns the number of blocks. */
export function longestRuns(block: i32): i32 {
  assert(block > 0);
  clear(CAP + 1);
  const blocks = size() / block;
  for (let i = 0; i < blocks; i++) {
    const length = longest(i * block, block);
    add(min<i32>(length, CAP));
  }
  return blocks;
}
