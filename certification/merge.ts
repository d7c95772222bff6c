/**
 * Sums of counts. Everything a shard counts is an integer in a typed array, a number or an object of
 * those, so that one function adds any of them exactly and the order of shards does not matter.
 */

export type Counts = { [key: string]: CountValue };
type CountValue = number | Uint32Array | Float64Array | Counts | object;

/** Adds `from` into `into`, which has the same shape. Throws RangeError where the shapes differ. */
export function addCounts(into: object, from: object): void {
  const target = into as Counts;
  for (const [key, value] of Object.entries(from as Counts)) {
    const own = target[key];
    if (typeof value === 'number' && typeof own === 'number') {
      const sum = own + value;
      if (!Number.isSafeInteger(sum))
        throw new RangeError(`${key}: ${sum} is not an exact integer`);
      target[key] = sum;
    } else if (value instanceof Uint32Array && own instanceof Uint32Array)
      addArray(own, value, key);
    else if (value instanceof Float64Array && own instanceof Float64Array)
      addArray(own, value, key);
    else if (typeof value === 'object' && typeof own === 'object' && !ArrayBuffer.isView(value)) {
      addCounts(own, value);
    } else throw new RangeError(`${key}: counts of different shapes`);
  }
}

/** Cells are exact below 2^53; a 32-bit cell that would wrap is refused. */
function addArray(into: Uint32Array | Float64Array, from: ArrayLike<number>, key: string): void {
  if (into.length !== from.length) throw new RangeError(`${key}: ${into.length} cells`);
  const most = into instanceof Uint32Array ? 0xffff_ffff : Number.MAX_SAFE_INTEGER;
  for (let i = 0; i < into.length; i++) {
    const sum = (into[i] ?? 0) + (from[i] ?? 0);
    if (Math.abs(sum) > most) throw new RangeError(`${key}: cell ${i} overflows`);
    into[i] = sum;
  }
}
