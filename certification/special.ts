/**
 * The two special functions that every p-value of SP 800-22 is made of, and their logarithms where
 * the value is too small for a double. Cephes is the code family of NIST's own suite; @stdlib's
 * incomplete gamma was rejected (wrong by up to 2 % for a >= 1024, reference service.md §7). Accuracy
 * against 50 digits is a test: 1e-8 relative up to a = 10^6, and better below.
 */
import cephes from 'cephes';

await cephes.compiled;

/** Below this exponent (natural logarithm) Cephes reports underflow: the logarithmic form is used. */
const DEEP = -650;
const HALF_LOG_2PI = 0.9189385332046727;
/** Steps of a continued fraction; far more than any argument in the tails needs. */
const STEPS = 20_000;

/** log Γ(a) for a > 0: Stirling's series above 16, the recurrence below. */
function logGamma(a: number): number {
  let shift = 0;
  let z = a;
  while (z < 16) {
    shift += Math.log(z);
    z += 1;
  }
  const w = 1 / (z * z);
  const series = (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w / 1188)))) / z;
  return (z - 0.5) * Math.log(z) - z + HALF_LOG_2PI + series - shift;
}

/** Natural logarithm of Q(a, x) for x > a + 1, by Legendre's continued fraction (Lentz's method). */
function logUpperTail(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let h = d;
  for (let i = 1; i < STEPS; i++) {
    const an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (Math.abs(d) < tiny) d = tiny;
    c = b + an / c;
    if (Math.abs(c) < tiny) c = tiny;
    d = 1 / d;
    const factor = d * c;
    h *= factor;
    if (Math.abs(factor - 1) < 1e-15) break;
  }
  return -x + a * Math.log(x) - logGamma(a) + Math.log(h);
}

/** Natural logarithm of the Chernoff bound of Q(a, x). */
function bound(a: number, x: number): number {
  return x <= a ? 0 : a - x + a * Math.log(x / a);
}

/** Upper regularized incomplete gamma function Q(a, x), a > 0; 1 for x <= 0. */
export function igamc(a: number, x: number): number {
  if (!(a > 0)) throw new RangeError(`igamc of a = ${a}`);
  if (x <= 0) return 1;
  if (bound(a, x) < DEEP) return Math.exp(logUpperTail(a, x));
  return cephes.igamc(a, x);
}

/** Complementary error function of x >= 0. */
export function erfc(x: number): number {
  if (x * x > -DEEP) return Math.exp(logUpperTail(0.5, x * x));
  return cephes.erfc(x);
}

/** log10 of Q(a, x), right where Q itself is zero in doubles. */
export function log10Igamc(a: number, x: number): number {
  if (x <= 0) return 0;
  if (bound(a, x) < DEEP) return logUpperTail(a, x) / Math.LN10;
  return Math.log10(igamc(a, x));
}

/** log10 of erfc(x), x >= 0. */
export function log10Erfc(x: number): number {
  if (x * x > -DEEP) return logUpperTail(0.5, x * x) / Math.LN10;
  return Math.log10(erfc(x));
}

/** P(Z >= z) of a standard normal. */
export function normalUpper(z: number): number {
  return z >= 0 ? 0.5 * erfc(z / Math.SQRT2) : 1 - 0.5 * erfc(-z / Math.SQRT2);
}

/** p of a chi-square statistic against `probabilities` of `total` trials; df = classes − 1. */
export function goodnessOfFit(
  observed: readonly number[],
  probabilities: readonly number[],
  total: number,
): number {
  if (observed.length !== probabilities.length) throw new RangeError('classes differ');
  let statistic = 0;
  observed.forEach((count, i) => {
    const expected = total * (probabilities[i] ?? 0);
    statistic += (count - expected) ** 2 / expected;
  });
  return igamc((observed.length - 1) / 2, statistic / 2);
}
