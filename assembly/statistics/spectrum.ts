/**
 * Peaks of the discrete Fourier transform (SP 800-22 §2.6): how many of the first n/2 magnitudes lie
 * below the threshold. The n real values ±1 are N = n/2 complex ones, transformed as a table of
 * columns × rows (Bailey's four-step form) so that every short transform stays in the first-level
 * cache: 10^6 bits take two passes over memory instead of nine. The values come straight from the
 * packed bits; the magnitudes are counted as they appear and never stored.
 */
import { size, window } from './bits.ts';
import { entry, knows, longestTransform, prepareRoots, transform } from './fourier.ts';

/** Complex values, with a column of padding. */
const VALUES = (1 << 20) + 4096;
const real = memory.data(((1 << 20) + 4096) * 8, 16);
const imaginary = memory.data(((1 << 20) + 4096) * 8, 16);
/** Twists exp(−2πi c k / N) in the order of use: 32 bytes for the two columns of a vector. */
const twists = memory.data(((1 << 20) + 4096) * 16, 16);
/** ±1 pairs of four bits: real (bits 0, 2), imaginary (bits 1, 3). */
const signs = memory.data(16 * 32, 16);
/** exp(−πi m / rows). */
const half = memory.data(4096 * 16, 16);

let planned: i32 = 0;
let columns: i32 = 0;
let rows: i32 = 0;
let stride: i32 = 0;

/** Whether a sequence of `n` bits can be transformed: even, prime factors up to 127, two short halves. */
export function canTransform(n: i32): bool {
  return n >= 4 && (n & 1) === 0 && knows(n / 2) && columnLength(n / 2) > 0;
}

/** The divisor of N next below or at its root whose partner is a permitted length; 0: none. */
function columnLength(total: i32): i32 {
  let best = 0;
  for (let d = 1; d * d <= total; d++) if (total % d === 0) best = d;
  return total / best <= longestTransform() ? best : 0;
}

function plan(n: i32): void {
  const total = n / 2;
  rows = columnLength(total);
  columns = total / rows;
  stride = columns + (columns & 1);
  assert(rows > 0 && rows * stride <= VALUES);
  prepareRoots(0, rows);
  prepareRoots(1, columns);
  for (let v: i32 = 0; v < 16; v++) {
    const at = signs + ((<usize>v) << 5);
    store<f64>(at, <f64>(((v >> 3) & 1) * 2 - 1));
    store<f64>(at + 8, <f64>(((v >> 1) & 1) * 2 - 1));
    store<f64>(at + 16, <f64>(((v >> 2) & 1) * 2 - 1));
    store<f64>(at + 24, <f64>((v & 1) * 2 - 1));
  }
  let at = twists;
  for (let c = 0; c < columns; c += 2) {
    for (let k = 0; k < rows; k++, at += 32) {
      for (let lane: usize = 0; lane < 2; lane++) {
        const turn = <i32>((<i64>(c + <i32>lane) * <i64>k) % <i64>total);
        const angle = (2 * Math.PI * <f64>turn) / <f64>total;
        store<f64>(at + (lane << 3), Math.cos(angle));
        store<f64>(at + (lane << 3) + 16, -Math.sin(angle));
      }
    }
  }
  for (let m = 0; m < columns; m++) {
    const angle = (Math.PI * <f64>m) / <f64>columns;
    store<f64>(half + ((<usize>m) << 4), Math.cos(angle));
    store<f64>(half + ((<usize>m) << 4) + 8, -Math.sin(angle));
  }
  planned = n;
}

/** Transforms the columns and twists them into the table. */
function transformColumns(): void {
  const x = entry();
  let twist = twists;
  for (let c = 0; c < columns; c += 2) {
    for (let r = 0; r < rows; r++) {
      const sign = signs + ((<usize>(window(2 * (c + columns * r)) >> 60)) << 5);
      v128.store(x + ((<usize>r) << 5), v128.load(sign));
      v128.store(x + ((<usize>r) << 5) + 16, v128.load(sign + 16));
    }
    let y = transform(0, rows);
    let at: usize = (<usize>c) << 3;
    for (let k = 0; k < rows; k++, y += 32, twist += 32, at += (<usize>stride) << 3) {
      const re = v128.load(y);
      const im = v128.load(y + 16);
      const wr = v128.load(twist);
      const wi = v128.load(twist + 16);
      v128.store(real + at, f64x2.sub(f64x2.mul(re, wr), f64x2.mul(im, wi)));
      v128.store(imaginary + at, f64x2.add(f64x2.mul(re, wi), f64x2.mul(im, wr)));
    }
  }
}

/** Loads rows `k` and `partner` into the two lanes and transforms them. */
function transformRows(k: i32, partner: i32): usize {
  const a: usize = (<usize>(k * stride)) << 3;
  const b: usize = (<usize>(partner * stride)) << 3;
  let x = entry();
  for (let j: usize = 0; j < (<usize>stride) << 3; j += 16, x += 64) {
    const ar = v128.load(real + a + j);
    const br = v128.load(real + b + j);
    const ai = v128.load(imaginary + a + j);
    const bi = v128.load(imaginary + b + j);
    v128.store(x, v128.shuffle<f64>(ar, br, 0, 2));
    v128.store(x + 16, v128.shuffle<f64>(ai, bi, 0, 2));
    v128.store(x + 32, v128.shuffle<f64>(ar, br, 1, 3));
    v128.store(x + 48, v128.shuffle<f64>(ai, bi, 1, 3));
  }
  return transform(1, columns);
}

/**
 * Magnitudes of frequency f = k + rows·m and of N − f, m = 0 … columns − 1, below the threshold; with
 * `both` false only those of f. Real transform from the complex one: X = E + w^f O, |X(N − f)|² the
 * same with the sign of the mixed term turned.
 */
function countRow(z: usize, k: i32, own: bool, limit: f64): i32 {
  const angle = (Math.PI * <f64>k) / <f64>(rows * columns);
  const kr = Math.cos(angle);
  const ki = -Math.sin(angle);
  let below = 0;
  for (let m = 0; m < columns; m++) {
    const mirror = k === 0 ? (m === 0 ? 0 : columns - m) : columns - 1 - m;
    const f = z + ((<usize>m) << 5);
    const g = z + ((<usize>mirror) << 5) + 8;
    const zr = load<f64>(f);
    const zi = load<f64>(f + 16);
    const pr = load<f64>(g);
    const pi = load<f64>(g + 16);
    if (k === 0 && m === 0) {
      const sum = zr + zi;
      below += sum * sum < limit ? 1 : 0;
      continue;
    }
    const er = 0.5 * (zr + pr);
    const ei = 0.5 * (zi - pi);
    const or = 0.5 * (zi + pi);
    const oi = -0.5 * (zr - pr);
    const hr = load<f64>(half + ((<usize>m) << 4));
    const hi = load<f64>(half + ((<usize>m) << 4) + 8);
    const wr = kr * hr - ki * hi;
    const wi = kr * hi + ki * hr;
    const tr = wr * or - wi * oi;
    const ti = wr * oi + wi * or;
    const even = er * er + ei * ei + tr * tr + ti * ti;
    const mixed = 2 * (er * tr + ei * ti);
    below += even + mixed < limit ? 1 : 0;
    if (!own) below += even - mixed < limit ? 1 : 0;
  }
  return below;
}

/** How many |X(f)|², f = 0 … n/2 − 1, are below `limit`. */
export function peaksBelow(limit: f64): i32 {
  const n = size();
  assert(canTransform(n));
  if (planned !== n) plan(n);
  transformColumns();
  let below = countRow(transformRows(0, 0), 0, true, limit);
  for (let k = 1; 2 * k < rows; k++) {
    below += countRow(transformRows(k, rows - k), k, false, limit);
  }
  if (rows > 1 && (rows & 1) === 0) {
    below += countRow(transformRows(rows / 2, rows / 2), rows / 2, true, limit);
  }
  return below;
}
