/**
 * The contract as served: the OpenAPI document is valid, complete and true to real answers; the docs
 * page needs nothing from elsewhere; metrics have bounded labels; the server with the prototypes set
 * beforehand answers like the plain one.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv from 'ajv/dist/2020.js';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig, VARIABLES } from '../../server/config.ts';
import { createHttpServer } from '../../server/http-server.ts';
import { PROBLEMS } from '../../server/problem.ts';
import { createTables, defaultTables } from '../../server/tables.ts';
import { library, seeded } from '../games.ts';
import { fund, playRound } from './play.ts';
import type { Json, Reply, Service } from './service.ts';
import { object, removeFolder, startService } from './service.ts';

let service: Service;
let document: Json;
beforeAll(async () => {
  service = await startService();
  await fund(service, ['p1', 'p2', 'p3']);
  document = (await service.get('/openapi.json')).json;
});
afterAll(async () => {
  await service.stop();
  removeFolder(service.dataDir);
});

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    expect(document['openapi']).toMatch(/^3\.1\./);
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('names every problem of the one table with its status, and no other', () => {
    const problem = object(object(document['components'] as Json, 'schemas'), 'Problem');
    const codes = object(object(problem, 'properties'), 'code')['enum'];
    expect(codes).toEqual(Object.keys(PROBLEMS));
    for (const [, item] of Object.entries(object(document, 'paths'))) {
      for (const operation of Object.values(item as Json)) {
        for (const [status, response] of Object.entries(object(operation as Json, 'responses'))) {
          const named = String((response as Json)['description']).matchAll(/^`([a-z-]+)`:/gm);
          for (const [, code] of named) {
            const own = PROBLEMS[code as keyof typeof PROBLEMS][0];
            // /v1/settle gives the engine's refusals as 400 or 422 (design §4).
            if (own !== 409) expect([code, own]).toEqual([code, Number(status)]);
          }
        }
      }
    }
  });

  it('describes every path that answers, and every described one answers', async () => {
    const paths = Object.entries(object(document, 'paths'));
    expect(paths.length).toBeGreaterThan(15);
    for (const [path, item] of paths) {
      for (const method of Object.keys(item as Json)) {
        const filled = path
          .replace('{round}', '01234567-89ab-7def-8123-456789abcdef')
          .replace('{commitment}', '01234567-89ab-7def-8123-456789abcdef')
          .replace('{player}', 'p1')
          .replace(/\{[a-z]+\}/g, 'oasis-poker');
        const response = await fetch(`${service.url}${filled}`, {
          method: method.toUpperCase(),
          ...(method === 'get'
            ? {}
            : { body: '{', headers: { 'Content-Type': 'application/json' } }),
        });
        const body = (await response.json()) as Json;
        expect(['not-found', 'method-not-allowed', 'internal'], `${method} ${path}`).not.toContain(
          body['code'],
        );
      }
    }
  });

  it('real answers fit their schemas', async () => {
    const ajv = new Ajv.default({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'api', ...document });
    const fits = (name: string, reply: Reply) => {
      const check = ajv.getSchema(`api#/components/schemas/${name}`);
      expect(check?.(reply.json), `${name} ${JSON.stringify(check?.errors)} ${reply.text}`).toBe(
        true,
      );
    };
    const receipt = await service.post('/v1/commitments', { table: 'oasis-poker', player: 'p1' });
    fits('Receipt', receipt);
    const { id, final } = await playRound(service, 'oasis-stud', seeded(5), ({ reply }) =>
      fits('Round', reply),
    );
    fits('Round', final);
    const proof = await service.get(`/v1/rounds/${id}/proof`);
    fits('Proof', proof);
    fits('Verification', await service.post('/v1/verify', proof.text, null));
    fits('List', await service.get('/v1/rounds?player=p1'));
    fits('List', await service.get('/v1/tables'));
    fits('Version', await service.get('/v1/version'));
    fits('Account', await service.get('/v1/accounts/p1'));
    fits('Ruleset', await service.get('/v1/rulesets/oasis-stud'));
    fits('Problem', await service.get('/v1/nothing'));
  });
});

describe('/docs', () => {
  it('is served from this process alone', async () => {
    const page = await service.get('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const [, path] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(path).toMatch(/^\/docs\//);
      expect((await service.get(path ?? '')).status).toBe(200);
    }
  });
});

describe('metrics', () => {
  const scrape = async () => (await fetch(service.metricsUrl)).text();

  it('F1 of the field log: random paths make no series', async () => {
    await service.get('/v1/rounds/01234567-89ab-7def-8123-456789abcdef');
    await service.get('/x');
    const before = (await scrape()).split('\n').length;
    for (let i = 0; i < 300; i++) {
      await service.get(`/random/${i}`);
      await service.get(`/v1/accounts/x${i}`);
      await service.get(`/v1/rounds/01234567-89ab-7def-8123-${String(i).padStart(12, '0')}`);
    }
    expect((await scrape()).split('\n').length).toBeLessThan(before + 40);
  });

  it('F2: durations are seconds, with buckets below a millisecond', async () => {
    const text = await scrape();
    const bounds = [...text.matchAll(/http_request_duration_seconds_bucket\{le="([0-9.]+)"/g)].map(
      (m) => Number(m[1]),
    );
    expect(Math.min(...bounds)).toBeLessThan(0.001);
    const sum = [...text.matchAll(/^http_request_duration_seconds_sum\{[^}]*\} (\S+)$/gm)].reduce(
      (total, m) => total + Number(m[1]),
      0,
    );
    const count = [
      ...text.matchAll(/^http_request_duration_seconds_count\{[^}]*\} (\S+)$/gm),
    ].reduce((total, m) => total + Number(m[1]), 0);
    expect(count).toBeGreaterThan(900);
    expect(sum / count).toBeLessThan(0.5);
  });

  it('counts rounds and money per ruleset, says the core, and no gauge ends in _total', async () => {
    const text = await scrape();
    expect(text).toMatch(/chemmy_rounds_dealt_total\{ruleset="oasis-stud"\} 1/);
    expect(text).toMatch(/chemmy_rounds_settled_total\{ruleset="oasis-stud"\} 1/);
    const { json } = await service.get('/v1/version');
    expect(text).toContain(`core="${json['core']}"`);
    for (const [, name] of text.matchAll(/^# TYPE (\S+) gauge$/gm)) {
      expect(name).not.toMatch(/_total$/);
    }
  });
});

describe('the server with prototypes set beforehand', () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  async function listen(plain: boolean): Promise<string> {
    const app = express();
    app.disable('x-powered-by');
    app.use(express.json());
    app.post('/echo', (req, res) => {
      res
        .status(201)
        .set('X-A', String(req.get('x-a')))
        .json({ body: req.body, q: req.query });
    });
    app.get('/text', (req, res) => {
      res.type('text/plain').send(`${req.path} ${req.protocol} ${req.accepts('html')} ${req.ip}`);
    });
    app.get('/fail', () => {
      throw new Error('no');
    });
    app.get('/away', (_req, res) => res.redirect('/text'));
    const quiet: express.ErrorRequestHandler = (_error, _req, res, _next) => {
      res.status(500).json({ failed: true });
    };
    app.use(quiet);
    const server = createHttpServer(app, plain);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('answers byte for byte like the plain one', async () => {
    const [fast, plain] = [await listen(false), await listen(true)];
    const calls: [string, RequestInit?][] = [
      [
        '/echo?a=1',
        {
          method: 'POST',
          body: '{"x":1}',
          headers: { 'Content-Type': 'application/json', 'X-A': 'b' },
        },
      ],
      ['/echo', { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } }],
      ['/text', { headers: { Accept: 'text/html' } }],
      ['/text', { method: 'HEAD' }],
      ['/fail'],
      ['/nothing'],
      ['/away', { redirect: 'manual' }],
    ];
    for (const [path, init] of calls) {
      const [a, b] = await Promise.all(
        [fast, plain].map(async (base) => {
          const response = await fetch(`${base}${path}`, init);
          const headers = [...response.headers].filter(([name]) => name !== 'date');
          return { status: response.status, headers, text: await response.text() };
        }),
      );
      expect(a).toEqual(b);
    }
  });

  it('leaves the prototypes of requests as they were born', async () => {
    const app = express();
    const changed: boolean[] = [];
    const server = createHttpServer(app);
    servers.push(server);
    server.prependListener('request', (req, res) => {
      const born = [Object.getPrototypeOf(req), Object.getPrototypeOf(res)];
      res.on('finish', () => {
        changed.push(
          Object.getPrototypeOf(req) !== born[0] || Object.getPrototypeOf(res) !== born[1],
        );
      });
    });
    app.get('/', (_req, res) => {
      res.send('x');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(changed).toEqual([false]);
  });
});

describe('configuration', () => {
  const wrong: [{ [name: string]: string }, RegExp][] = [
    [{ PORT: '70000' }, /PORT/],
    [{ PORT: '-1' }, /PORT/],
    [{ METRICS_PORT: 'x' }, /METRICS_PORT/],
    [{ HOST: '0.0.0.0' }, /HOST/],
    [{ DATABASE_URL: 'postgres://x' }, /DATABASE_URL.*not yet/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  ];
  it.each(wrong)('%j stops the start with one line that names it', (env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(message);
  });

  it('every variable has its line in chemmy serve --help', () => {
    expect(new Set(VARIABLES.map(([name]) => name)).size).toBe(VARIABLES.length);
    for (const [, , meaning] of VARIABLES) expect(meaning.length).toBeGreaterThan(10);
  });

  it('a table whose round could return more than 2^53-1, or in a foreign currency, is refused', () => {
    const hash = (text: string) => text;
    const base = defaultTables(library);
    expect(createTables(library, base, hash).size).toBe(8);
    const change = (id: string, limits: object, currency?: string) => ({
      tables: base.tables.map((t) =>
        t.id === id
          ? { ...t, limits: { ...t.limits, ...limits }, ...(currency ? { currency } : {}) }
          : t,
      ),
    });
    const huge = { bonus: { min: 1, max: 1_000_000_000_000 }, maxPayout: Number.MAX_SAFE_INTEGER };
    expect(() => createTables(library, change('oasis-poker', huge), hash)).toThrow(/2\^53/);
    expect(() => createTables(library, change('oasis-stud', {}, 'EUR'), hash)).toThrow(/currency/);
    expect(() =>
      createTables(library, change('oasis-poker', { bonus: { min: 9, max: 1 } }), hash),
    ).toThrow(/bonus/);
  });
});
