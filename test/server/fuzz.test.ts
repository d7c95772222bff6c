/**
 * Every call fuzzed from its own schema: lawful, nearly lawful and hostile bodies, paths, queries and
 * headers. No answer is a 5xx, every "no" is a problem of the table, and a 4xx changes nothing. The
 * seed is fixed; fast-check prints the smallest body that fails.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATIONS } from '../../server/operations.ts';
import { PROBLEMS } from '../../server/problem.ts';
import { REQUESTS } from '../../server/schemas/requests.ts';
import { fund } from './play.ts';
import type { Json, Service } from './service.ts';
import { freshKey, removeFolder, startService } from './service.ts';

let service: Service;
let open = '';
beforeAll(async () => {
  service = await startService();
  await fund(service, ['p1', 'p2']);
  const body = { table: 'oasis-poker', player: 'p1', boxes: [{ box: 1, ante: 100 }] };
  open = String((await service.post('/v1/rounds', body)).json['id']);
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  removeFolder(service.dataDir);
});

/** Words that are lawful somewhere. */
const WORDS = ['p1', 'p2', 'oasis-poker', 'russian-poker', 'oasis-stud', 'EUR', 'CZK', 'As', 'Kd'];
const HOSTILE: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  '',
  '__proto__',
  'x'.repeat(300),
  '\u0000',
  '\ud800',
  'é',
  '../..',
  "' OR 1=1 --",
  [],
  {},
  [[[]]],
  { constructor: { prototype: {} } },
];

/** A value of a schema; now and then something else. */
function fuzzed(schema: Json, wild: boolean): fc.Arbitrary<unknown> {
  const lawful = lawfulOf(schema, wild);
  return wild
    ? fc.oneof(
        { weight: 8, arbitrary: lawful },
        { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
      )
    : lawful;
}

function lawfulOf(schema: Json, wild: boolean): fc.Arbitrary<unknown> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  switch (schema['type']) {
    case 'integer': {
      const min = Number(schema['minimum'] ?? 0);
      return fc.oneof(
        fc.integer({ min, max: Math.min(Number(schema['maximum']), 2_000) }),
        fc.constantFrom(100, 200, min, Number(schema['maximum'])),
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.oneof(fc.constantFrom(...WORDS, open), fc.string({ maxLength: 70 }));
    case 'array': {
      const items = fuzzed(schema['items'] as Json, wild);
      const minLength = Number(schema['minItems'] ?? 0);
      return fc.array(items, { minLength, maxLength: Math.max(4, minLength) });
    }
    default: {
      const members = Object.entries((schema['properties'] ?? {}) as Json).map(
        ([name, member]): [string, fc.Arbitrary<unknown>] => [name, fuzzed(member as Json, wild)],
      );
      const required = (schema['required'] ?? []) as string[];
      return fc.record(
        Object.fromEntries(members),
        wild ? { requiredKeys: [] } : { requiredKeys: required },
      );
    }
  }
}

/** Bodies a call: the whole suite stays below a minute. */
const RUNS = 40;

for (const { method, path, body } of OPERATIONS) {
  it(`${method} ${path}`, async () => {
    const schema = (REQUESTS as { readonly [name: string]: unknown })[body ?? ''] as
      | Json
      | undefined;
    const bodies =
      schema === undefined
        ? fc.oneof(fc.jsonValue(), fc.constantFrom(...HOSTILE))
        : fc.oneof(fuzzed(schema, false), fuzzed(schema, true));
    const target = fc.tuple(
      fc.constantFrom(
        open,
        'p1',
        'oasis-poker',
        '01234567-89ab-7def-8123-456789abcdef',
        '%00',
        '..%2f',
        'x',
      ),
      fc.constantFrom(
        '',
        '?player=p1',
        '?player=',
        '?limit=0',
        '?cursor=AAAA',
        '?a[b]=c',
        '?player=p1&player=p2',
        '?currency=EUR&cursor=zzz',
      ),
    );
    await fc.assert(
      fc.asyncProperty(bodies, target, async (value, [id, query]) => {
        const url = path.replace(/\{[a-z]+\}/g, id) + query;
        const before = service.digest();
        const reply = await fetch(service.url + url, {
          method: method.toUpperCase(),
          ...(method === 'get'
            ? {}
            : {
                body: JSON.stringify(value),
                headers: { 'Content-Type': 'application/json', 'Idempotency-Key': freshKey() },
              }),
        });
        const text = await reply.text();
        expect(reply.status, `${url} ${JSON.stringify(value)} ${text}`).toBeLessThan(500);
        if (reply.status < 400) return;
        const { code } = JSON.parse(text) as { code: keyof typeof PROBLEMS };
        expect(PROBLEMS[code], text).toBeDefined();
        expect(text).not.toMatch(/node_modules|\.ts:|\.js:/);
        expect(service.digest(), `${url} ${JSON.stringify(value)} ${text}`).toBe(before);
      }),
      { numRuns: RUNS, seed: 4_711 },
    );
  });
}
