/** The contract: OpenAPI is valid and true, the prototypes change nothing, metrics keep their names. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../../server/http-server.ts';
import { OPERATIONS } from '../../server/operations.ts';
import { PROBLEMS } from '../../server/problem.ts';
import { seeded } from '../games.ts';
import { fund, playRound } from './play.ts';
import type { Service } from './service.ts';
import { list, object, removeFolder, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
  await fund(service, ['p1', 'p2', 'p3']);
});
afterAll(async () => {
  await service.stop();
  removeFolder(service.dataDir);
});

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { json } = await service.get('/openapi.json');
    const result = await new Validator().validate(json as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('describes only paths that are there, with codes of the table', async () => {
    for (const { method, path, problems } of OPERATIONS) {
      const probe = path.replace(/\{[a-z]+\}/g, '01234567-89ab-7def-8123-456789abcdef');
      if (method === 'put') continue;
      const reply =
        method === 'get' ? await service.get(probe) : await service.post(probe, {}, null);
      expect(reply.json['code'], path).not.toBe('method-not-allowed');
      if (reply.status === 404) expect(reply.json['code'], path).toMatch(/^unknown-|^not-found$/);
      for (const code of problems) expect(PROBLEMS[code], code).toBeDefined();
    }
  });

  it('the docs page and its assets are served from here, under a policy that allows no other host', async () => {
    const page = await service.get('/docs');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const asset of [
      '/docs/start.js',
      '/docs/assets/swagger-ui-bundle.js',
      '/docs/assets/swagger-ui.css',
    ]) {
      expect(page.text.includes(asset) || asset === '/docs/start.js').toBe(true);
      expect((await service.get(asset)).status).toBe(200);
    }
    expect(page.text).not.toMatch(/https?:\/\//);
  });
});

describe('the server with prototypes set beforehand answers as Express does', () => {
  const app = () => {
    const made = express();
    made.get('/json', (req, res) => {
      res
        .set('X-Seen', String(req.get('x-in')))
        .status(201)
        .json({ q: req.query, ip: req.ip, fresh: req.fresh, p: req.path });
    });
    made.get('/send', (_req, res) => res.type('text/plain').send('text'));
    made.get('/redirect', (_req, res) => res.redirect('/json'));
    made.post('/echo', express.json(), (req, res) => {
      res.cookie('a', 'b').json(req.body);
    });
    made.get('/throw', () => {
      throw new Error('x');
    });
    return made;
  };
  const ask = async (plain: boolean): Promise<unknown[]> => {
    const server = createHttpServer(app(), plain);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answers: unknown[] = [];
    for (const [method, path, body] of [
      ['GET', '/json?a=1&b=2'],
      ['GET', '/send'],
      ['GET', '/redirect'],
      ['POST', '/echo', '{"x":1}'],
      ['POST', '/echo', '{"x"'],
      ['HEAD', '/json'],
      ['GET', '/none'],
      ['DELETE', '/json'],
    ] as const) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        redirect: 'manual',
        headers: { 'x-in': 'in', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      });
      const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'date'));
      const text = (await response.text()).replace(/<pre>[\s\S]*<\/pre>/, '');
      answers.push([method, path, response.status, { ...headers, 'content-length': '' }, text]);
    }
    server.closeAllConnections();
    server.close();
    return answers;
  };

  it('for JSON, text, redirects, bodies, errors, HEAD and 404', async () => {
    expect(await ask(false)).toEqual(await ask(true));
  });

  it('has the limits that the documentation names', () => {
    const server = createHttpServer(app());
    expect([server.headersTimeout, server.requestTimeout, server.maxConnections]).toEqual([
      10_000, 15_000, 1_024,
    ]);
    expect(server).toBeInstanceOf(http.Server);
  });
});

describe('/metrics', () => {
  const scrape = async () => (await fetch(service.metricsUrl)).text();

  it('counts rounds and money per ruleset, and names the core', async () => {
    const { final } = await playRound(service, 'oasis-poker', seeded(3));
    const text = await scrape();
    expect(text).toContain('chemmy_rounds_dealt_total{ruleset="oasis-poker"} 1');
    expect(text).toContain('chemmy_rounds_settled_total{ruleset="oasis-poker"} 1');
    expect(text).toMatch(
      /chemmy_staked_minor_units_total\{ruleset="oasis-poker",currency="EUR"\} [1-9]/,
    );
    const { json } = await service.get('/v1/version');
    expect(text).toContain(`core="${json['core']}"`);
    expect(final.json['state']).toBe('settled');
  });

  it('Z6: a void counts by what the player would have had, open and ended apart', async () => {
    const body = { table: 'caribbean-stud', player: 'p1', boxes: [{ box: 1, ante: 100 }] };
    const { id } = (await service.post('/v1/rounds', body)).json;
    await service.post(`/v1/rounds/${id}/void`, { reason: 'misdeal', reference: 'INC-1' });
    const [, done] = list((await service.get(`/v1/rounds/${id}/history`)).json, 'items');
    const net = Number(list(object(done, 'wouldBe'), 'boxes')[0]?.['net']);
    const fate = net > 0 ? 'win' : net < 0 ? 'loss' : 'even';
    const lines = (await scrape())
      .split('\n')
      .filter((l) => l.startsWith('chemmy_rounds_void_total'));
    expect(lines.filter((l) => !l.endsWith(' 0'))).toEqual([
      `chemmy_rounds_void_total{ruleset="caribbean-stud",was="open",would_be="${fate}"} 1`,
    ]);
  });

  it('F1 of the field log: random paths make one series, not thousands', async () => {
    const lines = async () =>
      (await scrape()).split('\n').filter((l) => l.startsWith('http_')).length;
    await service.get('/first');
    const before = await lines();
    for (let i = 0; i < 300; i++) await service.get(`/x${i}/${'y'.repeat(i % 20)}`);
    expect(await lines()).toBe(before);
    expect(await scrape()).toContain('route="unmatched"');
    expect(await scrape()).not.toContain('/x1/');
  });

  it('F2 of the field log: durations are seconds, with buckets below a millisecond', async () => {
    const text = await scrape();
    expect(text).toContain('le="0.0001"');
    const sums = [...text.matchAll(/http_request_duration_seconds_sum\{[^}]*\} ([0-9.e-]+)/g)];
    expect(sums.length).toBeGreaterThan(0);
    for (const [, sum] of sums) expect(Number(sum)).toBeLessThan(60);
    const gauges = text.split('\n').filter((l) => l.startsWith('# TYPE') && l.endsWith(' gauge'));
    expect(gauges.filter((l) => /_total gauge$/.test(l))).toEqual([]);
  });

  it('probes and version say what runs', async () => {
    expect((await service.get('/livez')).status).toBe(200);
    expect((await service.get('/readyz')).json).toEqual({
      status: 'ok',
      checks: { generator: true, store: true, integrity: true, accepting: true },
    });
    const { json } = await service.get('/v1/version');
    expect(json).toMatchObject({
      mode: 'development',
      drawSpecification: 'v1',
      store: { driver: 'sqlite', synchronous: 'full' },
    });
    expect(Object.keys(object(json, 'rulesets'))).toHaveLength(8);
    for (const hash of [json['core'], json['release']]) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    // Without keys there is nothing to read again; the signal must not end the service.
    service.process.kill('SIGHUP');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await service.get('/livez')).status).toBe(200);
  });
});
