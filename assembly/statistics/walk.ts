/**
 * The sequence as a walk of steps ±1: extremes (SP 800-22 §2.13), visits of the states near zero
 * (§2.14, §2.15). Far from zero a byte is one step of a table; bit by bit only where a state that
 * counts can be met. Visits of a cycle are kept for the states −4 to 4, totals for −9 to 9.
 */
import { size, window } from './bits.ts';
import { clear, counts, put } from './counts.ts';

/** Layout of the table of counts. */
const LOWEST = 0;
const HIGHEST = 1;
const FINAL = 2;
const CYCLES = 3;
/** 18 totals, states −9 to −1 and 1 to 9. */
const TOTALS = 8;
/** 8 states × 6 classes (0, 1, 2, 3, 4, 5 and more visits a cycle). */
const CLASSES = 32;
const USED = 80;

const NEAR = 9;
const STEP = 8;

const delta = memory.data(256, 16);
const down = memory.data(256, 16);
const up = memory.data(256, 16);
/** Visits of −4 to 4 within the cycle. */
const visits = memory.data(9 * 4, 16);
let ready = false;

function prepare(): void {
  for (let byte = 0; byte < 256; byte++) {
    let s = 0;
    let low = 0;
    let high = 0;
    for (let i = 7; i >= 0; i--) {
      s += ((byte >> i) & 1) * 2 - 1;
      if (s < low) low = s;
      if (s > high) high = s;
    }
    store<i8>(delta + byte, <i8>s);
    store<i8>(down + byte, <i8>low);
    store<i8>(up + byte, <i8>high);
  }
  ready = true;
}

function closeCycle(): void {
  for (let x = -4; x <= 4; x++) {
    if (x === 0) continue;
    const seen = load<u32>(visits + ((<usize>(x + 4)) << 2));
    const row = x < 0 ? x + 4 : x + 3;
    const column = seen > 5 ? <u32>5 : seen;
    const at = counts() + ((<usize>(CLASSES + row * 6) + <usize>column) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  memory.fill(visits, 0, 36);
}

function visit(s: i32): void {
  if (s === 0 || s > NEAR || s < -NEAR) return;
  const slot = TOTALS + (s < 0 ? s + NEAR : s + NEAR - 1);
  const at = counts() + ((<usize>slot) << 2);
  store<u32>(at, load<u32>(at) + 1);
  if (s >= -4 && s <= 4) {
    const own = visits + ((<usize>(s + 4)) << 2);
    store<u32>(own, load<u32>(own) + 1);
  }
}

/** Walks the whole sequence. */
export function walk(): void {
  if (!ready) prepare();
  clear(USED);
  memory.fill(visits, 0, 36);
  const n = size();
  let s = 0;
  let low = 0;
  let high = 0;
  let cycles = 0;
  for (let i = 0; i < n; i += STEP) {
    const left = n - i;
    const byte = <i32>(window(i) >> 56);
    if (left >= STEP && (s > NEAR + STEP || s < -NEAR - STEP)) {
      const lowest = s + <i32>load<i8>(down + byte);
      const highest = s + <i32>load<i8>(up + byte);
      if (lowest < low) low = lowest;
      if (highest > high) high = highest;
      s += <i32>load<i8>(delta + byte);
      continue;
    }
    const end = min<i32>(left, STEP);
    for (let b = 0; b < end; b++) {
      s += ((byte >> (7 - b)) & 1) * 2 - 1;
      if (s < low) low = s;
      if (s > high) high = s;
      if (s === 0) {
        cycles++;
        closeCycle();
      } else visit(s);
    }
  }
  if (s !== 0) {
    cycles++;
    closeCycle();
  }
  put(LOWEST, low);
  put(HIGHEST, high);
  put(FINAL, s);
  put(CYCLES, cycles);
}
