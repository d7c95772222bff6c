/**
 * Tail probabilities that verdicts rest on: chi-square and normal (Cephes), binomial and Poisson by
 * summation of exact terms. Rejected: Cephes' incomplete beta for binomials of more than 10^6 trials
 * (I(5·10^6, 5·10^6 + 1, 1/2) is wrong in the third digit), hence Loader's saddle-point terms
 * (C. Loader, "Fast and accurate computation of binomial probabilities", 2000).
 */
import cephes from 'cephes';

await cephes.compiled;

/** Tails whose Chernoff bound is below e^-690 (about 10^-300) are 0: Cephes throws on underflow. */
const EXPONENT_MAX = 690;

/** P(chi-square with `df` degrees of freedom >= x). */
export function chiSquareTail(df: number, x: number): number {
  if (!(df > 0)) throw new RangeError(`chi-square with ${df} degrees of freedom`);
  if (x <= 0) return 1;
  const a = df / 2;
  const y = x / 2;
  if (y > a && y - a - a * Math.log(y / a) > EXPONENT_MAX - Math.log(a + 1)) return 0;
  return cephes.igamc(a, y);
}

/** P(|Z| >= |z|) of a standard normal Z. */
export function normalTwoSided(z: number): number {
  return Math.abs(z) > 37 ? 0 : cephes.erfc(Math.abs(z) / Math.SQRT2);
}

/** Trials beyond which a summation is refused: 2^40 terms of any profile are far away. */
export const TRIALS_MAX = 2 ** 40;

const HALF_LOG_2PI = 0.9189385332046727;

/** log Γ(n + 1) − (n + ½) log n + n − ½ log 2π: the error of Stirling's formula. */
function stirlingError(n: number): number {
  if (n <= 15) {
    if (n === 0) return 0;
    let logFactorial = 0;
    for (let i = 2; i <= n; i++) logFactorial += Math.log(i);
    return logFactorial - (n + 0.5) * Math.log(n) + n - HALF_LOG_2PI;
  }
  const nn = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / nn) / nn) / nn) / nn) / n;
}

/** x log(x / m) + m − x without cancellation where x is near m. */
function deviance(x: number, m: number): number {
  if (Math.abs(x - m) < 0.1 * (x + m)) {
    const v = (x - m) / (x + m);
    let sum = (x - m) * v;
    let term = 2 * x * v;
    for (let j = 1; j < 1000; j++) {
      term *= v * v;
      const next = sum + term / (2 * j + 1);
      if (next === sum) return next;
      sum = next;
    }
  }
  return x * Math.log(x / m) + m - x;
}

/** P(X = k) for X ~ Binomial(n, p). */
export function binomialTerm(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  if (k === 0) return Math.exp(n * Math.log1p(-p));
  if (k === n) return Math.exp(n * Math.log(p));
  const log =
    stirlingError(n) -
    stirlingError(k) -
    stirlingError(n - k) -
    deviance(k, n * p) -
    deviance(n - k, n * (1 - p));
  return Math.exp(log) * Math.sqrt(n / (2 * Math.PI * k * (n - k)));
}

/** P(X >= k) for X ~ Binomial(n, p), summed from its largest term outwards. */
export function binomialUpper(k: number, n: number, p: number): number {
  if (!(n <= TRIALS_MAX)) throw new RangeError(`${n} trials`);
  if (k <= 0) return 1;
  if (k > n) return 0;
  if (k <= n * p) return 1 - sumDown(k - 1, n, p);
  let term = binomialTerm(k, n, p);
  let sum = term;
  const odds = p / (1 - p);
  for (let i = k; i < n; i++) {
    term *= ((n - i) / (i + 1)) * odds;
    if (term < sum * 1e-17) break;
    sum += term;
  }
  return Math.min(1, sum);
}

/** P(X <= k) for X ~ Binomial(n, p). */
export function binomialLower(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return k >= n * p ? 1 - binomialUpper(k + 1, n, p) : sumDown(k, n, p);
}

function sumDown(k: number, n: number, p: number): number {
  let term = binomialTerm(k, n, p);
  let sum = term;
  const odds = (1 - p) / p;
  for (let i = k; i > 0; i--) {
    term *= (i / (n - i + 1)) * odds;
    if (term < sum * 1e-17) break;
    sum += term;
  }
  return Math.min(1, sum);
}

/** Twice the smaller tail, at most 1: valid at every level for a discrete law. */
export function binomialTwoSided(k: number, n: number, p: number): number {
  return Math.min(1, 2 * Math.min(binomialUpper(k, n, p), binomialLower(k, n, p)));
}

/**
 * Twice the smaller tail of the hypergeometric law: `k` marked among `draws` of `all`, `marked` of them
 * marked. Terms are quotients of binomial ones, so that no factorial overflows.
 */
export function hypergeometricTwoSided(
  k: number,
  draws: number,
  marked: number,
  all: number,
): number {
  const share = draws / all;
  const whole = binomialTerm(draws, all, share);
  const term = (i: number): number =>
    (binomialTerm(i, marked, share) * binomialTerm(draws - i, all - marked, share)) / whole;
  const outwards = (step: 1 | -1): number => {
    let sum = 0;
    let before = 0;
    for (let i = k; i >= 0 && i <= draws && i <= marked; i += step) {
      const next = term(i);
      sum += next;
      if (next < before && next < sum * 1e-17) break;
      before = next;
    }
    return sum;
  };
  return Math.min(1, 2 * Math.min(outwards(1), outwards(-1)));
}

/** P(X = k) for X ~ Poisson(mean). */
function poissonTerm(k: number, mean: number): number {
  if (k === 0) return Math.exp(-mean);
  return Math.exp(-stirlingError(k) - deviance(k, mean)) / Math.sqrt(2 * Math.PI * k);
}

/** P(X >= k) for X ~ Poisson(mean). */
export function poissonUpper(k: number, mean: number): number {
  if (k <= 0) return 1;
  if (k <= mean) return 1 - poissonLower(k - 1, mean);
  let term = poissonTerm(k, mean);
  let sum = term;
  for (let i = k + 1; ; i++) {
    term *= mean / i;
    if (term <= sum * 1e-17) return Math.min(1, sum);
    sum += term;
  }
}

/** P(X <= k) for X ~ Poisson(mean). */
export function poissonLower(k: number, mean: number): number {
  if (k < 0) return 0;
  if (k > mean) return 1 - poissonUpper(k + 1, mean);
  let term = poissonTerm(k, mean);
  let sum = term;
  for (let i = k; i > 0; i--) {
    term *= i / mean;
    if (term <= sum * 1e-17) break;
    sum += term;
  }
  return Math.min(1, sum);
}

export function poissonTwoSided(k: number, mean: number): number {
  return Math.min(1, 2 * Math.min(poissonUpper(k, mean), poissonLower(k, mean)));
}

/** P(√n · D >= t) of Kolmogorov's limit law; conservative for grouped data. */
export function kolmogorovTail(t: number): number {
  if (t <= 0) return 1;
  if (t < 0.3) return 1;
  let sum = 0;
  for (let k = 1; k <= 200; k++) {
    const term = Math.exp(-2 * k * k * t * t);
    sum += k % 2 === 1 ? term : -term;
    if (term < 1e-300 || term < sum * 1e-17) break;
  }
  return Math.min(1, Math.max(0, 2 * sum));
}

/** Bonferroni over `p`: min(1, k · min p), valid whatever their dependence. */
export function collapse(p: readonly number[]): number {
  if (p.length === 0) throw new RangeError('nothing to collapse');
  return Math.min(1, p.length * Math.min(...p));
}

/** Holm's step-down adjusted values, in the order given (Holm 1979). */
export function holm(p: readonly number[]): number[] {
  const order = p.map((_, i) => i).sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0));
  const adjusted = new Array<number>(p.length).fill(1);
  let largest = 0;
  order.forEach((index, rank) => {
    largest = Math.max(largest, Math.min(1, (p.length - rank) * (p[index] ?? 0)));
    adjusted[index] = largest;
  });
  return adjusted;
}
