/**
 * Fourier transforms of moderate length, two at once: lane 0 and lane 1 of every vector belong to two
 * independent transforms, so that no shuffle is needed. Stockham's self-sorting form with radices 4,
 * 2, 3, 5 and any odd prime up to 127 (10^6 = 2^6·5^6 has no power-of-two transform). An element is
 * 32 bytes: real parts, imaginary parts. C. Van Loan, Computational Frameworks for the FFT, §1.7.
 */

/** Longest transform. */
const LENGTH_MAX = 4096;
const PRIME_MAX = 127;

const first = memory.data(4096 * 32 + 64, 16);
const second = memory.data(4096 * 32 + 64, 16);
/** Roots exp(−2πi t / length), two tables: the column and the row length. */
const roots = memory.data(2 * 4096 * 16, 16);

export function longestTransform(): i32 {
  return LENGTH_MAX;
}

/** Where the input of the next transform is written. */
export function entry(): usize {
  return first;
}

/** Whether every prime factor of `length` is one that the transform knows. */
export function knows(length: i32): bool {
  let rest = length;
  for (let p = 2; p <= PRIME_MAX; p++) while (rest % p === 0) rest /= p;
  return rest === 1;
}

/** Fills root table `which` (0 or 1). */
export function prepareRoots(which: i32, length: i32): void {
  assert(length <= LENGTH_MAX);
  const table = roots + <usize>which * ((<usize>LENGTH_MAX) << 4);
  for (let t = 0; t < length; t++) {
    const angle = (2 * Math.PI * <f64>t) / <f64>length;
    store<f64>(table + ((<usize>t) << 4), Math.cos(angle));
    store<f64>(table + ((<usize>t) << 4) + 8, -Math.sin(angle));
  }
}

function radixOf(rest: i32): i32 {
  if (rest % 4 === 0) return 4;
  if (rest % 5 === 0) return 5;
  for (let p = 2; p <= PRIME_MAX; p++) if (rest % p === 0) return p;
  return rest;
}

/** Transforms what stands at `entry()`; returns where the result stands. */
export function transform(which: i32, length: i32): usize {
  const table = roots + <usize>which * ((<usize>LENGTH_MAX) << 4);
  let from: usize = first;
  let to: usize = second;
  let rest = length;
  let stride = 1;
  while (rest > 1) {
    const radix = radixOf(rest);
    const part = rest / radix;
    if (radix === 4) four(from, to, table, part, stride);
    else if (radix === 5) five(from, to, table, part, stride);
    else if (radix === 2) two(from, to, table, part, stride);
    else odd(from, to, table, part, stride, radix, length);
    rest = part;
    stride *= radix;
    const swap = from;
    from = to;
    to = swap;
  }
  return from;
}

/** Stores (re, im) times the root at `root`. */
function put(at: usize, re: v128, im: v128, root: usize): void {
  const c = v128.load_splat<f64>(root);
  const s = v128.load_splat<f64>(root + 8);
  v128.store(at, f64x2.sub(f64x2.mul(re, c), f64x2.mul(im, s)));
  v128.store(at + 16, f64x2.add(f64x2.mul(re, s), f64x2.mul(im, c)));
}

function two(from: usize, to: usize, table: usize, part: i32, stride: i32): void {
  const gap = (<usize>(stride * part)) << 5;
  const step = (<usize>stride) << 5;
  for (let p = 0; p < part; p++) {
    const root = table + ((<usize>(p * stride)) << 4);
    let x = from + <usize>p * step;
    let y = to + <usize>(2 * p) * step;
    for (let q = 0; q < stride; q++, x += 32, y += 32) {
      const ar = v128.load(x);
      const ai = v128.load(x + 16);
      const br = v128.load(x + gap);
      const bi = v128.load(x + gap + 16);
      v128.store(y, f64x2.add(ar, br));
      v128.store(y + 16, f64x2.add(ai, bi));
      put(y + step, f64x2.sub(ar, br), f64x2.sub(ai, bi), root);
    }
  }
}

function four(from: usize, to: usize, table: usize, part: i32, stride: i32): void {
  const gap = (<usize>(stride * part)) << 5;
  const step = (<usize>stride) << 5;
  for (let p = 0; p < part; p++) {
    const unit = (<usize>(p * stride)) << 4;
    let x = from + <usize>p * step;
    let y = to + <usize>(4 * p) * step;
    for (let q = 0; q < stride; q++, x += 32, y += 32) {
      const ar = v128.load(x);
      const ai = v128.load(x + 16);
      const br = v128.load(x + gap);
      const bi = v128.load(x + gap + 16);
      const cr = v128.load(x + 2 * gap);
      const ci = v128.load(x + 2 * gap + 16);
      const dr = v128.load(x + 3 * gap);
      const di = v128.load(x + 3 * gap + 16);
      const acr = f64x2.add(ar, cr);
      const aci = f64x2.add(ai, ci);
      const amr = f64x2.sub(ar, cr);
      const ami = f64x2.sub(ai, ci);
      const bdr = f64x2.add(br, dr);
      const bdi = f64x2.add(bi, di);
      const bmr = f64x2.sub(br, dr);
      const bmi = f64x2.sub(bi, di);
      v128.store(y, f64x2.add(acr, bdr));
      v128.store(y + 16, f64x2.add(aci, bdi));
      put(y + step, f64x2.add(amr, bmi), f64x2.sub(ami, bmr), table + unit);
      put(y + 2 * step, f64x2.sub(acr, bdr), f64x2.sub(aci, bdi), table + 2 * unit);
      put(y + 3 * step, f64x2.sub(amr, bmi), f64x2.add(ami, bmr), table + 3 * unit);
    }
  }
}

/** cos and sin of 2π/5 and 4π/5. */
const C1 = 0.30901699437494745;
const C2 = -0.8090169943749475;
const S1 = 0.9510565162951535;
const S2 = 0.5877852522924731;

function five(from: usize, to: usize, table: usize, part: i32, stride: i32): void {
  const gap = (<usize>(stride * part)) << 5;
  const step = (<usize>stride) << 5;
  const c1 = f64x2.splat(C1);
  const c2 = f64x2.splat(C2);
  const s1 = f64x2.splat(S1);
  const s2 = f64x2.splat(S2);
  for (let p = 0; p < part; p++) {
    const unit = (<usize>(p * stride)) << 4;
    let x = from + <usize>p * step;
    let y = to + <usize>(5 * p) * step;
    for (let q = 0; q < stride; q++, x += 32, y += 32) {
      const ar = v128.load(x);
      const ai = v128.load(x + 16);
      const br = v128.load(x + gap);
      const bi = v128.load(x + gap + 16);
      const cr = v128.load(x + 2 * gap);
      const ci = v128.load(x + 2 * gap + 16);
      const dr = v128.load(x + 3 * gap);
      const di = v128.load(x + 3 * gap + 16);
      const er = v128.load(x + 4 * gap);
      const ei = v128.load(x + 4 * gap + 16);
      const bpr = f64x2.add(br, er);
      const bpi = f64x2.add(bi, ei);
      const bmr = f64x2.sub(br, er);
      const bmi = f64x2.sub(bi, ei);
      const cpr = f64x2.add(cr, dr);
      const cpi = f64x2.add(ci, di);
      const cmr = f64x2.sub(cr, dr);
      const cmi = f64x2.sub(ci, di);
      v128.store(y, f64x2.add(ar, f64x2.add(bpr, cpr)));
      v128.store(y + 16, f64x2.add(ai, f64x2.add(bpi, cpi)));
      const ur = f64x2.add(ar, f64x2.add(f64x2.mul(c1, bpr), f64x2.mul(c2, cpr)));
      const ui = f64x2.add(ai, f64x2.add(f64x2.mul(c1, bpi), f64x2.mul(c2, cpi)));
      const vr = f64x2.add(ar, f64x2.add(f64x2.mul(c2, bpr), f64x2.mul(c1, cpr)));
      const vi = f64x2.add(ai, f64x2.add(f64x2.mul(c2, bpi), f64x2.mul(c1, cpi)));
      const gr = f64x2.add(f64x2.mul(s1, bmr), f64x2.mul(s2, cmr));
      const gi = f64x2.add(f64x2.mul(s1, bmi), f64x2.mul(s2, cmi));
      const hr = f64x2.sub(f64x2.mul(s2, bmr), f64x2.mul(s1, cmr));
      const hi = f64x2.sub(f64x2.mul(s2, bmi), f64x2.mul(s1, cmi));
      put(y + step, f64x2.add(ur, gi), f64x2.sub(ui, gr), table + unit);
      put(y + 2 * step, f64x2.add(vr, hi), f64x2.sub(vi, hr), table + 2 * unit);
      put(y + 3 * step, f64x2.sub(vr, hi), f64x2.add(vi, hr), table + 3 * unit);
      put(y + 4 * step, f64x2.sub(ur, gi), f64x2.add(ui, gr), table + 4 * unit);
    }
  }
}

/** Any odd prime, by definition: p² products. */
function odd(
  from: usize,
  to: usize,
  table: usize,
  part: i32,
  stride: i32,
  radix: i32,
  length: i32,
): void {
  assert(radix <= PRIME_MAX);
  const gap = (<usize>(stride * part)) << 5;
  const step = (<usize>stride) << 5;
  const turn = length / radix;
  for (let p = 0; p < part; p++) {
    for (let q = 0; q < stride; q++) {
      const x = from + <usize>p * step + ((<usize>q) << 5);
      const y = to + <usize>(radix * p) * step + ((<usize>q) << 5);
      for (let j = 0; j < radix; j++) {
        let re = f64x2.splat(0);
        let im = f64x2.splat(0);
        for (let k = 0; k < radix; k++) {
          const root = table + ((<usize>(((j * k) % radix) * turn)) << 4);
          const c = v128.load_splat<f64>(root);
          const s = v128.load_splat<f64>(root + 8);
          const ar = v128.load(x + <usize>k * gap);
          const ai = v128.load(x + <usize>k * gap + 16);
          re = f64x2.add(re, f64x2.sub(f64x2.mul(ar, c), f64x2.mul(ai, s)));
          im = f64x2.add(im, f64x2.add(f64x2.mul(ar, s), f64x2.mul(ai, c)));
        }
        put(y + <usize>j * step, re, im, table + ((<usize>(p * j * stride)) << 4));
      }
    }
  }
}
