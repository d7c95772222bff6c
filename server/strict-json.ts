/**
 * Request bodies, stricter than JSON.parse: no member twice, no `__proto__`, and numbers written as
 * plain integers only (1e2 and 100.0 are the integer 100 to a JSON Schema, and 9007199254740993
 * becomes ...992 before it looks; service.md §6). Reads the text with jsonc-parser's visitor.
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
  if (depthOf(text) > DEPTH_MAX) {
    throw new Problem('malformed-json', `nested deeper than ${DEPTH_MAX}`, { pointer: '' });
  }
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
  return value;
}

/** Deepest nesting of brackets outside strings, without recursion: the visitor itself recurses. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i += 1;
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x5b || c === 0x7b) {
      depth += 1;
      most = Math.max(most, depth);
    } else if (c === 0x5d || c === 0x7d) depth -= 1;
  }
  return most;
}
