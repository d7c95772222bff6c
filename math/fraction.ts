/** Exact fractions of integers, reduced, with their decimal value; denominators are positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function divisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Reduced fraction. Throws RangeError where the denominator is not positive. */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  if (denominator <= 0n) throw new RangeError('fraction: the denominator must be positive');
  const common = divisor(numerator, denominator) || 1n;
  return { numerator: numerator / common, denominator: denominator / common };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(
    a.numerator * b.denominator + b.numerator * a.denominator,
    a.denominator * b.denominator,
  );
}

/** Nearest double, by 20 decimals of long division. */
export function decimal({ numerator, denominator }: Fraction): number {
  const scale = 10n ** 20n;
  const whole = numerator / denominator;
  const rest = numerator - whole * denominator;
  return Number(whole) + Number((rest * scale) / denominator) / 1e20;
}

/** Binomial coefficient of small numbers. */
export function choose(n: number, k: number): bigint {
  let value = 1n;
  for (let i = 0; i < k; i++) value = (value * BigInt(n - i)) / BigInt(i + 1);
  return value;
}
