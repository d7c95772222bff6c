/**
 * Canonical JSON (RFC 8785): the bytes that ruleset and terms hashes, receipts and the audit chain
 * are taken over. Written out because the engine takes no packages and the standard needs little:
 * members sorted by UTF-16 code units (§3.2.3), numbers and strings as ECMAScript writes them
 * (§3.2.2). A test compares it with a library.
 */

/** A value that JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Deepest nesting; nothing that Chemmy hashes is deeper than a dozen. */
const DEPTH_MAX = 64;

/**
 * Canonical text of a JSON value. Throws TypeError for what I-JSON cannot carry: a number that is
 * not finite, an unpaired surrogate, undefined, a function, and nesting beyond 64.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (depth > DEPTH_MAX) throw new TypeError(`canonical JSON: nested deeper than ${DEPTH_MAX}`);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('canonical JSON: a number is not finite');
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('canonical JSON: unpaired surrogate');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${write(key, depth)}:${write(member, depth + 1)}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`canonical JSON: ${typeof value} has no JSON`);
}
