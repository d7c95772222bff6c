/**
 * NIST response files (.rsp): "[Name = value]" group lines, then cases of "Name = value" lines. Read
 * plainly: a case is a list of pairs in order, because names may repeat.
 */
import { readFileSync } from 'node:fs';

export interface ResponseCase {
  /** Values of `name` in order of appearance, "" where the file leaves them empty. */
  all(name: string): string[];
  /** The only value of `name`. */
  one(name: string): string;
  bytes(name: string): Uint8Array;
}

/** Cases of test/vectors/`file`, each beginning with one of the names of `first`. */
export function readResponses(file: string, first: readonly string[]): ResponseCase[] {
  const lines = readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8').split(/\r?\n/);
  const cases: (readonly [string, string])[][] = [];
  for (const line of lines) {
    const pair = /^(\w+) =\s*(\S*)$/.exec(line);
    if (pair === null) continue;
    const [, name = '', value = ''] = pair;
    if (first.includes(name)) cases.push([]);
    cases.at(-1)?.push([name, value]);
  }
  return cases.map((pairs) => {
    const all = (name: string) => pairs.filter((p) => p[0] === name).map((p) => p[1]);
    const one = (name: string) => {
      const found = all(name);
      if (found.length !== 1) throw new Error(`${file}: ${found.length} values of ${name}`);
      return found[0]!;
    };
    return { all, one, bytes: (name) => hex(one(name)) };
  });
}

export function hex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'hex'));
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
