/**
 * Slow readings of SP 800-22 for short inputs, one bit an array element, from the text of the
 * standard: nothing here is shared with the product. Counts only; p-values have their own table.
 */

export type Bits = readonly number[];

export function unpack(bytes: Uint8Array, n: number): number[] {
  return Array.from({ length: n }, (_, i) => ((bytes[i >> 3] ?? 0) >> (7 - (i & 7))) & 1);
}

export function pack(bits: Bits): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, i) => {
    bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (7 - (i & 7)));
  });
  return bytes;
}

export function blocksOf(bits: Bits, size: number): number[][] {
  return Array.from({ length: Math.floor(bits.length / size) }, (_, i) =>
    bits.slice(i * size, (i + 1) * size),
  );
}

/** §2.4: the longest run of ones. */
export function longestOnes(bits: Bits): number {
  return Math.max(
    ...bits
      .join('')
      .split('0')
      .map((run) => run.length),
  );
}

/** §2.5: rank over GF(2), rows as BigInt. */
export function rankOf(rows: readonly bigint[]): number {
  const basis: bigint[] = [];
  for (const row of rows) {
    let rest = row;
    for (const one of basis) if ((rest ^ one) < rest) rest ^= one;
    if (rest !== 0n) basis.push(rest);
  }
  return basis.length;
}

/** §2.6: squared magnitudes of the transform of ±1 values, by definition. */
export function powers(bits: Bits): number[] {
  const n = bits.length;
  return Array.from({ length: Math.floor(n / 2) }, (_, f) => {
    let re = 0;
    let im = 0;
    bits.forEach((bit, t) => {
      const angle = (2 * Math.PI * ((f * t) % n)) / n;
      re += (2 * bit - 1) * Math.cos(angle);
      im += (2 * bit - 1) * Math.sin(angle);
    });
    return re * re + im * im;
  });
}

/** §2.7: matches of a template, jumping over each match. */
export function matches(bits: Bits, template: Bits): number {
  let found = 0;
  for (let i = 0; i + template.length <= bits.length; i++) {
    if (!template.every((bit, j) => bits[i + j] === bit)) continue;
    found++;
    i += template.length - 1;
  }
  return found;
}

/** §2.11: counts of patterns of the sequence closed into a circle. */
export function circular(bits: Bits, m: number): Map<string, number> {
  const text = bits.join('') + bits.slice(0, m - 1).join('');
  const counts = new Map<string, number>();
  for (let i = 0; i < bits.length; i++) {
    const pattern = text.slice(i, i + m);
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  return counts;
}

/** §2.9: Σ log2 of distances. */
export function distanceSum(bits: Bits, L: number, Q: number): number {
  const last = new Map<string, number>();
  let sum = 0;
  blocksOf(bits, L).forEach((block, i) => {
    const key = block.join('');
    if (i >= Q) sum += Math.log2(i + 1 - (last.get(key) ?? 0));
    last.set(key, i + 1);
  });
  return sum;
}

/** §2.10: Berlekamp–Massey as Massey printed it. */
export function complexityOf(bits: Bits): number {
  let c = [1];
  let b = [1];
  let L = 0;
  let m = -1;
  bits.forEach((_, n) => {
    let d = 0;
    for (let i = 0; i <= L; i++) d ^= (c[i] ?? 0) & (bits[n - i] ?? 0);
    if (d === 0) return;
    const old = c;
    const shift = n - m;
    const next = [...c];
    b.forEach((one, i) => {
      next[i + shift] = (next[i + shift] ?? 0) ^ one;
    });
    c = Array.from(next, (one) => one ?? 0);
    if (2 * L <= n) {
      L = n + 1 - L;
      m = n;
      b = old;
    }
  });
  return L;
}
