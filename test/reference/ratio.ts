/** Exact fractions of BigInt for the slow solver; its own, so that it shares nothing with math/. */

/** In lowest terms, the denominator positive. */
export interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

export function ratio(over: bigint, under: bigint): Ratio {
  if (under <= 0n) throw new RangeError('ratio: the denominator must be positive');
  let [a, b] = [over < 0n ? -over : over, under];
  while (b !== 0n) [a, b] = [b, a % b];
  return { over: over / a, under: under / a };
}

export function whole(value: number): Ratio {
  return ratio(BigInt(value), 1n);
}

export function plus(a: Ratio, b: Ratio): Ratio {
  return ratio(a.over * b.under + b.over * a.under, a.under * b.under);
}

export function times(a: Ratio, by: bigint): Ratio {
  return ratio(a.over * by, a.under);
}

export function exceeds(a: Ratio, b: Ratio): boolean {
  return a.over * b.under > b.over * a.under;
}

/** The nearest double but for one unit in the last place. */
export function decimal({ over, under }: Ratio): number {
  const scale = 10n ** 25n;
  const up = over / under;
  return Number(up) + Number(((over - up * under) * scale) / under) / 1e25;
}

/** A sum of integers that may leave the safe ones: it moves into a BigInt before it does. */
export class Sum {
  private big = 0n;
  private near = 0;

  /** Throws RangeError where `value` itself is no safe integer. */
  add(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError('sum: not a safe integer');
    const next = this.near + value;
    if (Number.isSafeInteger(next)) this.near = next;
    else {
      this.big += BigInt(this.near);
      this.near = value;
    }
  }

  get total(): bigint {
    return this.big + BigInt(this.near);
  }
}
