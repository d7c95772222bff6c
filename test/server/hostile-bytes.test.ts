/**
 * Bytes that no JSON library of a client writes, sent to every call that takes a body: nesting, foreign
 * prototypes, huge numbers, NUL, unpaired surrogates, bytes that are no UTF-8, half a body. Always a
 * problem of the table, never a 5xx, and the store is not even asked to write. And the fuzzed calls are
 * all there are: those of /openapi.json are those of the app.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccess, permissionOf } from '../../server/access.ts';
import { createApp } from '../../server/app.ts';
import { createExecutor } from '../../server/idempotency.ts';
import { createLog } from '../../server/log.ts';
import { createMetrics } from '../../server/metrics.ts';
import { OPERATIONS } from '../../server/operations.ts';
import { PROBLEMS } from '../../server/problem.ts';
import { createRateLimiter } from '../../server/rate-limit.ts';
import { createMemoryStore } from '../../server/store/memory.ts';
import type { Inside } from './in-process.ts';
import { houseOf, idleAnalysis, serveInside } from './in-process.ts';
import { fund } from './play.ts';
import type { Json } from './service.ts';
import { freshKey, object } from './service.ts';

let service: Inside;
let open = '';
let writes = 0;
beforeAll(async () => {
  const disk = createMemoryStore();
  const store = {
    ...disk,
    commit: (...of: Parameters<typeof disk.commit>) => {
      writes += 1;
      return disk.commit(...of);
    },
  };
  service = await serveInside(await houseOf({ store }));
  await fund(service, ['p1']);
  const body = { table: 'oasis-poker', player: 'p1', boxes: [{ box: 1, ante: 100 }] };
  open = String((await service.post('/v1/rounds', body)).json['id']);
});
afterAll(() => service.close());

const DEEP = 5_000;
const utf8 = (text: string) => new TextEncoder().encode(text);
/** Members that are lawful somewhere, so that what is wrong is the one that is hostile. */
const around = (member: string) =>
  `{"table":"oasis-poker","player":"p1","amount":5,"currency":"EUR","reason":"r",${member}}`;
const BYTES: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['nothing', utf8('')],
  ['a space', utf8(' ')],
  ['lists in lists', utf8('['.repeat(DEEP) + ']'.repeat(DEEP))],
  ['objects in objects', utf8('{"a":'.repeat(DEEP / 2) + '1' + '}'.repeat(DEEP / 2))],
  ['lists that never end', utf8('['.repeat(DEEP))],
  ['__proto__', utf8(around('"__proto__":{"bonus":500}'))],
  ['constructor.prototype', utf8(around('"constructor":{"prototype":{"ante":1}}'))],
  ['a member twice', utf8(around('"amount":1'))],
  ['a member twice, once escaped', utf8(around('"amoun\\u0074":1'))],
  ['2^53', utf8(around('"ante":9007199254740992'))],
  ['thirty digits', utf8(around('"ante":123456789012345678901234567890'))],
  ['1e400', utf8(around('"ante":1e400'))],
  ['-0', utf8(around('"ante":-0'))],
  ['1.0', utf8(around('"ante":1.0'))],
  ['NUL in a text', utf8(around('"note":"a\\u0000b"'))],
  ['NUL bare', utf8(around('"note":"a\u0000b"'))],
  ['NUL behind', utf8(`${around('"note":1')}\u0000`)],
  ['a high surrogate alone', utf8(around('"note":"\\ud800"'))],
  ['a low surrogate alone', utf8(around('"note":"\\udc00"'))],
  ['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8(around('"note":1')))],
  ['UTF-16', Uint8Array.from(Buffer.from(around('"note":1'), 'utf16le'))],
  ['a byte that is no UTF-8', Uint8Array.of(...utf8('{"player":"'), 0xff, ...utf8('"}'))],
  ['an overlong slash', Uint8Array.of(...utf8('{"player":"'), 0xc0, 0xaf, ...utf8('"}'))],
  ['a surrogate in UTF-8', Uint8Array.of(...utf8('{"player":"'), 0xed, 0xa0, 0x80, ...utf8('"}'))],
  ['half a text', utf8('{"player":"p')],
  ['two values', utf8('{} {}')],
  ['NaN', utf8('{"amount":NaN}')],
  ['a comment', utf8('{/* */}')],
  ['a bare text', utf8('"p1"')],
  ['null', utf8('null')],
  ['too much', utf8(`"${'x'.repeat(200_000)}"`)],
];

const pathOf = (path: string) =>
  path.replace(/\{[a-z]+\}/g, (name) =>
    name === '{player}' ? 'p1' : name === '{table}' ? 'oasis-poker' : open,
  );
const bodied = OPERATIONS.filter((operation) => operation.method !== 'get');

describe.each(bodied)('$method $path', ({ method, path }) => {
  it('refuses every one of them and writes nothing', async () => {
    const before = writes;
    for (const [name, bytes] of BYTES) {
      const reply = await fetch(service.url + pathOf(path), {
        method: method.toUpperCase(),
        body: bytes as unknown as string,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': freshKey() },
      });
      const text = await reply.text();
      const json = JSON.parse(text) as Json;
      const where = `${name}: ${reply.status} ${text.slice(0, 300)}`;
      if (reply.status === 200) {
        // The verifier answers what is no record as such; whatever it is, it must be JSON.
        expect([path, json['ok']], where).toEqual(['/v1/verify', false]);
      } else {
        expect(reply.status, where).toBeGreaterThanOrEqual(400);
        expect(reply.status, where).toBeLessThan(500);
        const code = String(json['code']) as keyof typeof PROBLEMS;
        expect(PROBLEMS[code]?.[0], where).toBeDefined();
      }
      expect(text, where).not.toMatch(/node_modules|\.ts:|\.js:|<html/);
    }
    expect(writes).toBe(before);
  });
});

describe('the calls', () => {
  it('of /openapi.json, of the fuzzed table and of the app are the same', async () => {
    const { json } = await service.get('/openapi.json');
    const described = Object.entries(object(json, 'paths')).flatMap(([path, methods]) =>
      Object.keys(methods as Json).map((method) => `${method} ${path}`),
    );
    const fuzzed = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual([...fuzzed].sort());

    const app = createApp(
      {
        house: service.house,
        access: createAccess(
          undefined,
          createRateLimiter(0, () => 0),
          service.house.now,
        ),
        executor: createExecutor(service.house.store),
        metrics: createMetrics({ version: '', core: '', node: '', store: '', synchronous: '' }),
        version: '0',
        analysis: idleAnalysis(),
      },
      createLog('silent', process.stderr),
    );
    interface Layer {
      readonly handle: { readonly stack?: readonly Layer[] };
      readonly route?: {
        readonly path: string;
        readonly methods: Json;
        readonly stack: readonly { readonly handle: Parameters<typeof permissionOf>[0] }[];
      };
    }
    const { stack } = (app as unknown as { router: { stack: readonly Layer[] } }).router;
    const routes = stack
      .flatMap((layer) => layer.handle.stack ?? [])
      .flatMap(({ route }) => (route === undefined ? [] : [route]));
    const served = routes.flatMap((route) =>
      Object.keys(route.methods).map(
        (method) => `${method} ${route.path.replace(/:([a-z]+)/g, '{$1}')}`,
      ),
    );
    // The contract and its pages describe themselves nowhere.
    const pages = served.filter((call) => /^get (\/docs|\/openapi\.json)/.test(call));
    expect(served.filter((call) => !pages.includes(call)).sort()).toEqual([...fuzzed].sort());
    const doorless = routes.filter(
      (route) => !route.stack.some((layer) => permissionOf(layer.handle) !== undefined),
    );
    const free = OPERATIONS.filter((o) => o.permission === undefined).map((o) => o.path);
    for (const { path } of doorless) {
      expect([...free, '/openapi.json'].includes(path) || path.startsWith('/docs'), path).toBe(
        true,
      );
    }
  });
});
