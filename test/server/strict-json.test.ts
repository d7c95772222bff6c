/**
 * The strict reading of bodies against what a text was built of: whether it has a member twice, a
 * number that is no plain integer, a forbidden name or too deep a nesting is known beforehand.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../server/problem.ts';
import { parseStrict } from '../../server/strict-json.ts';

/** A text and the codes that its faults may be refused with; none: it is strict. */
interface Built {
  readonly text: string;
  readonly faults: readonly string[];
}

const PLAIN = fc.oneof(
  fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 }).map(String),
  fc.constantFrom('0', '-0', '9007199254740991', '-9007199254740991', '999999999999999'),
);
const ODD = fc.constantFrom(
  '1.0',
  '1e2',
  '1E2',
  '-1.5',
  '9007199254740992',
  '12345678901234567',
  '0e0',
);
/** Strings full of what the scan must not take for structure. */
const TEXT = fc
  .string({
    unit: fc.constantFrom('a', '"', '\\', ':', '{', '}', '[', ']', '1', '.', 'é', '\u2028'),
  })
  .map((text) => JSON.stringify(text));
const NAME = fc.constantFrom('a', 'b', 'c', 'a"', '\\', 'x:y', '{', '1.5', 'constructor');
const SPACE = fc.constantFrom('', ' ', '\n\t');

const { value } = fc.letrec<{ value: Built }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: PLAIN.map((text) => ({ text, faults: [] })) },
    { weight: 1, arbitrary: ODD.map((text) => ({ text, faults: ['not-an-integer'] })) },
    { weight: 3, arbitrary: TEXT.map((text) => ({ text, faults: [] })) },
    { weight: 1, arbitrary: fc.constantFrom('true', 'null').map((text) => ({ text, faults: [] })) },
    {
      weight: 3,
      arbitrary: fc.tuple(SPACE, fc.array(tie('value'), { maxLength: 4 })).map(
        ([space, items]): Built => ({
          text: `[${space}${items.map((item) => item.text).join(`,${space}`)}]`,
          faults: items.flatMap((item) => item.faults),
        }),
      ),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          SPACE,
          fc.array(
            fc.tuple(
              fc.oneof(
                { weight: 30, arbitrary: NAME },
                { weight: 1, arbitrary: fc.constant('__proto__') },
              ),
              tie('value'),
            ),
            { maxLength: 5 },
          ),
        )
        .map(([space, members]): Built => {
          const names = members.map(([name]) => name);
          return {
            text: `{${members.map(([name, item]) => `${space}${JSON.stringify(name)}${space}:${item.text}`).join(',')}}`,
            faults: [
              ...members.flatMap(([, item]) => item.faults),
              ...(new Set(names).size < names.length ? ['duplicate-member'] : []),
              ...(names.includes('__proto__') ? ['malformed-json'] : []),
            ],
          };
        }),
    },
  ),
}));

function codeOf(text: string): string | undefined {
  try {
    expect(parseStrict(text)).toEqual(JSON.parse(text));
    return undefined;
  } catch (error) {
    const { code } = error as Problem;
    if (code === undefined) throw error;
    return code;
  }
}

describe('parseStrict', () => {
  it('refuses what has a fault, for one of its faults, and takes everything else', () => {
    let faulty = 0;
    fc.assert(
      fc.property(value, ({ text, faults }) => {
        faulty += faults.length > 0 ? 1 : 0;
        const code = codeOf(text);
        if (faults.length === 0) expect(code, text).toBeUndefined();
        else expect(faults, text).toContain(code);
      }),
      { seed: 20261130, numRuns: 3_000 },
    );
    expect(faulty).toBeGreaterThan(300);
  });

  it('names the place of an escaped twin and of an escaped __proto__', () => {
    for (const [text, code, pointer] of [
      ['{"a":1,"\\u0061":2}', 'duplicate-member', '/a'],
      ['{"x":[{"\\u005f_proto__":1}]}', 'malformed-json', '/x/0/__proto__'],
      ['{"x":[1,{"y":1.0}]}', 'not-an-integer', '/x/1/y'],
    ] as const) {
      try {
        parseStrict(text);
        expect.unreachable(text);
      } catch (error) {
        expect(error).toMatchObject({ code });
        expect(JSON.stringify(error)).toContain(pointer);
      }
    }
  });

  it('counts brackets outside strings only: 32 levels are taken, 33 are not', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"]]]]"${']'.repeat(depth)}`;
    expect(codeOf(nested(32))).toBeUndefined();
    expect(codeOf(nested(33))).toBe('malformed-json');
  });
});
