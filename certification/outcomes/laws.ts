/**
 * Exact laws of uniform permutations and of small combinatorial statistics, by integer recursion and
 * one division at the end (batteries.md §5). Nothing here is fitted or simulated.
 */

/** a / b as a double, correct to the last bit or two even where both exceed 2^1024. */
export function ratio(a: bigint, b: bigint): number {
  if (a === 0n) return 0;
  const SHIFT = 1100n;
  const shiftUp = b.toString(2).length - a.toString(2).length + 64;
  const scaled = shiftUp >= 0 ? (a << BigInt(shiftUp)) / b : a / (b << BigInt(-shiftUp));
  if (BigInt(Math.abs(shiftUp)) > SHIFT) return 0;
  return Number(scaled) * 2 ** -shiftUp;
}

export function factorial(n: number): bigint {
  let product = 1n;
  for (let i = 2n; i <= BigInt(n); i++) product *= i;
  return product;
}

export function binomial(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let value = 1n;
  for (let i = 1; i <= k; i++) value = (value * BigInt(n - k + i)) / BigInt(i);
  return value;
}

function law(counts: readonly bigint[], total: bigint): Float64Array {
  return Float64Array.from(counts, (count) => ratio(count, total));
}

/** Inversions of n cards (Mahonian numbers): index 0 to n(n−1)/2; mean 663 at 52. */
export function inversionLaw(n: number): Float64Array {
  let counts: bigint[] = [1n];
  for (let i = 2; i <= n; i++) {
    const next = new Array<bigint>(counts.length + i - 1).fill(0n);
    let window = 0n;
    for (let k = 0; k < next.length; k++) {
      window += counts[k] ?? 0n;
      window -= counts[k - i] ?? 0n;
      next[k] = window;
    }
    counts = next;
  }
  return law(counts, factorial(n));
}

/** Ascents of n cards (Eulerian numbers): index 0 to n−1; mean 25.5 at 52. */
export function ascentLaw(n: number): Float64Array {
  let row: bigint[] = [1n];
  for (let m = 2; m <= n; m++) {
    const next: bigint[] = [];
    for (let k = 0; k < m; k++) {
      next.push(BigInt(k + 1) * (row[k] ?? 0n) + BigInt(m - k) * (row[k - 1] ?? 0n));
    }
    row = next;
  }
  return law(row, factorial(n));
}

/** Cycles of n cards (unsigned Stirling numbers of the first kind): index 0 to n; mean H(n). */
export function cycleLaw(n: number): Float64Array {
  let row: bigint[] = [1n];
  for (let m = 1; m <= n; m++) {
    const next: bigint[] = [];
    for (let k = 0; k <= m; k++) next.push(BigInt(m - 1) * (row[k] ?? 0n) + (row[k - 1] ?? 0n));
    row = next;
  }
  return law(row, factorial(n));
}

/** Fixed points of n cards (rencontres numbers): index 0 to n; close to Poisson(1). */
export function fixedPointLaw(n: number): Float64Array {
  const derangements: bigint[] = [1n, 0n];
  for (let m = 2; m <= n; m++) {
    derangements.push(BigInt(m - 1) * ((derangements[m - 1] ?? 0n) + (derangements[m - 2] ?? 0n)));
  }
  const counts = Array.from(
    { length: n + 1 },
    (_, k) => binomial(n, k) * (derangements[n - k] ?? 0n),
  );
  return law(counts, factorial(n));
}

/** Different values among `draws` from `n` (Stirling numbers of the second kind): index 0 to draws. */
export function distinctLaw(n: number, draws: number): Float64Array {
  let row = new Float64Array(draws + 1);
  row[0] = 1;
  for (let d = 0; d < draws; d++) {
    const next = new Float64Array(draws + 1);
    for (let k = 0; k <= d; k++) {
      next[k] = (next[k] ?? 0) + ((row[k] ?? 0) * k) / n;
      next[k + 1] = (next[k + 1] ?? 0) + ((row[k] ?? 0) * (n - k)) / n;
    }
    row = next;
  }
  return row;
}

/** Draws until all of `n` values have come, by the chain of collected values; the last cell is ">= most". */
export function couponLaw(n: number, most: number): Float64Array {
  let state = new Float64Array(n + 1);
  state[0] = 1;
  const probabilities = new Float64Array(most + 1);
  let done = 0;
  for (let t = 1; t < most; t++) {
    const next = new Float64Array(n + 1);
    for (let k = 0; k < n; k++) {
      next[k] = (next[k] ?? 0) + ((state[k] ?? 0) * k) / n;
      next[k + 1] = (next[k + 1] ?? 0) + ((state[k] ?? 0) * (n - k)) / n;
    }
    probabilities[t] = next[n] ?? 0;
    done += next[n] ?? 0;
    next[n] = 0;
    state = next;
  }
  probabilities[most] = 1 - done;
  return probabilities;
}

/** Failures before a success of probability `p`; the last cell is ">= most". */
export function gapLaw(p: number, most: number): Float64Array {
  return Float64Array.from({ length: most + 1 }, (_, t) =>
    t < most ? p * (1 - p) ** t : (1 - p) ** most,
  );
}
