/**
 * Request bodies, stricter than JSON.parse: no member twice, no `__proto__`, and numbers written as
 * plain integers only (1e2 and 100.0 are the integer 100 to a JSON Schema, and 9007199254740993
 * becomes ...992 before it looks; service.md §6). One pass tells whether a text may be faulty; only
 * then jsonc-parser's visitor reads it and names the place.
 */
import { visit } from 'jsonc-parser';
import { Problem } from './problem.ts';

/** Deepest nesting of a body. */
const DEPTH_MAX = 32;

/** The value of a body, or a Problem that names the place. */
export function parseStrict(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem('malformed-json', (error as Error).message, { pointer: '' });
  }
  const { depth, members, plain } = scan(text);
  if (depth > DEPTH_MAX) {
    throw new Problem('malformed-json', `nested deeper than ${DEPTH_MAX}`, { pointer: '' });
  }
  // JSON.parse has kept one of two members of one name: then the text has more than the value.
  if (!plain || membersOf(value) !== members) findFault(text);
  return value;
}

/** Throws for the first thing that is not strict, with its place; slow, for texts that look faulty. */
function findFault(text: string): void {
  const seen: Set<string>[] = [];
  let place:
    | {
        code: 'duplicate-member' | 'not-an-integer' | 'malformed-json';
        detail: string;
        pointer: string;
      }
    | undefined;
  const note = (
    code: 'duplicate-member' | 'not-an-integer' | 'malformed-json',
    detail: string,
    path: readonly (string | number)[],
  ) => {
    place ??= {
      code,
      detail,
      pointer: path
        .map((p) => `/${String(p).replaceAll('~', '~0').replaceAll('/', '~1')}`)
        .join(''),
    };
  };
  visit(text, {
    onObjectBegin: () => {
      seen.push(new Set());
    },
    onObjectEnd: () => {
      seen.pop();
    },
    onObjectProperty: (name, _o, _l, _sl, _sc, path) => {
      const members = seen.at(-1);
      const here = [...path(), name];
      if (members?.has(name) === true)
        note('duplicate-member', `${JSON.stringify(name)} stands twice`, here);
      members?.add(name);
      if (name === '__proto__')
        note('malformed-json', '__proto__ is no member of any request', here);
    },
    onLiteralValue: (literal, offset, length, _sl, _sc, path) => {
      if (typeof literal !== 'number') return;
      const written = text.slice(offset, offset + length);
      if (!/^-?(0|[1-9][0-9]{0,15})$/.test(written) || !Number.isSafeInteger(literal)) {
        note(
          'not-an-integer',
          `${written.slice(0, 40)} is not a plain integer of at most 2^53-1`,
          path(),
        );
      }
    },
  });
  if (place !== undefined) throw new Problem(place.code, place.detail, { pointer: place.pointer });
}

interface Scanned {
  /** Deepest nesting of brackets. */
  readonly depth: number;
  /** Members of all objects as they are written, those of one name counted twice. */
  readonly members: number;
  /** Every number is a plain integer of at most 15 digits. */
  readonly plain: boolean;
}

/** One pass over a text that JSON.parse has taken, without recursion and without a token made. */
function scan(text: string): Scanned {
  let depth = 0;
  let most = 0;
  let members = 0;
  let plain = true;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) i = stringEnd(text, i);
    else if (c === 0x5b || c === 0x7b) {
      depth += 1;
      if (depth > most) most = depth;
    } else if (c === 0x5d || c === 0x7d) depth -= 1;
    else if (c === 0x3a) members += 1;
    else if (c === 0x2d || isDigit(c)) {
      const begin = i;
      while (isDigit(text.charCodeAt(i + 1))) i += 1;
      // A fraction, an exponent or a sixteenth digit is looked at again.
      const after = text.charCodeAt(i + 1);
      if (after === 0x2e || after === 0x45 || after === 0x65 || i - begin >= 15) plain = false;
    }
  }
  return { depth: most, members, plain };
}

/** Index of the quote that ends the string which begins at `start`. */
function stringEnd(text: string, start: number): number {
  let i = start + 1;
  for (let c = text.charCodeAt(i); c !== 0x22; c = text.charCodeAt(i)) i += c === 0x5c ? 2 : 1;
  return i;
}

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

/** Members of all objects in a value; NaN, which equals nothing, where one is `__proto__`. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += membersOf(item);
    return count;
  }
  for (const [name, member] of Object.entries(value)) {
    count += name === '__proto__' ? Number.NaN : 1 + membersOf(member);
  }
  return count;
}
