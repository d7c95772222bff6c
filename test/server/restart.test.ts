/**
 * kill -9 in mid-round, on every table: after a restart each open round stands where it stood, keyed
 * requests give the same bytes, the deck is the same, and the round is played to its end. SIGTERM
 * drains: what was begun is answered, nothing new is dealt, the process ends with 0 (field log F10).
 */
import http from 'node:http';
import { expect, it } from 'vitest';
import { seeded } from '../games.ts';
import { decisionFor, fund, TABLES } from './play.ts';
import type { Json } from './service.ts';
import { freshFolder, freshKey, list, object, removeFolder, startService } from './service.ts';

const PLAYER = 'p1';
const owners = new Map([[1, PLAYER]]);

it('kill -9 in mid-round: resumed with the same deck, the same bytes, the same money', async () => {
  const folder = freshFolder();
  const next = seeded(9);
  let service = await startService(folder);
  await fund(service, [PLAYER]);
  const rounds: { id: string; key: string; body: Json; text: string }[] = [];
  for (const table of TABLES) {
    const body = { table, player: PLAYER, boxes: [{ box: 1, ante: 100 }] };
    const key = freshKey();
    const dealt = await service.post('/v1/rounds', body, key);
    expect(dealt.status).toBe(201);
    const id = String(dealt.json['id']);
    rounds.push({ id, key, body, text: dealt.text });
    const turn = object(dealt.json, 'turn');
    if (list<string>(turn, 'actions').includes('exchange')) {
      const [box] = list(dealt.json, 'boxes');
      const cards = list<string>(box, 'cards').slice(0, 1);
      const action = { player: PLAYER, box: 1, action: 'exchange', cards };
      expect((await service.post(`/v1/rounds/${id}/actions`, action)).status).toBe(200);
    }
  }
  const path = (id: string) => `/v1/rounds/${id}?player=${PLAYER}`;
  const before = await Promise.all(rounds.map(({ id }) => service.get(path(id))));
  const digest = service.digest();
  await service.kill();

  service = await startService(folder);
  expect((await service.get('/readyz')).status).toBe(200);
  const listed = await service.get(`/v1/rounds?player=${PLAYER}&state=open`);
  expect(list(listed.json, 'items').map((r) => r['id'])).toEqual(rounds.map((r) => r.id).reverse());
  for (const [i, { id, key, body, text }] of rounds.entries()) {
    expect((await service.get(path(id))).text).toBe(before[i]?.text);
    const again = await service.post('/v1/rounds', body, key);
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([
      201,
      'true',
      text,
    ]);
  }
  expect(digest).not.toBe('');
  for (const { id, text } of rounds) {
    for (;;) {
      const decision = await decisionFor(service, id, owners, next);
      if (decision === null) break;
      expect((await service.post(`/v1/rounds/${id}/actions`, decision.body)).status).toBe(200);
      await service.kill();
      service = await startService(folder);
    }
    const proof = await service.get(`/v1/rounds/${id}/proof`);
    expect((await service.post('/v1/verify', proof.text, null)).json['ok']).toBe(true);
    const first = list<string>(list(JSON.parse(text) as Json, 'boxes')[0], 'cards');
    const deck = list<string>(proof.json, 'deck');
    expect(first).toEqual([0, 2, 4, 6, 8].map((i) => deck[i]));
    // Nobody loses a stake that was not decided: the ledger is the result.
    const [result] = list(object(proof.json, 'result'), 'boxes');
    const cash = await service.get(
      `/v1/accounts/${PLAYER}/entries?currency=${text.includes('oasis-stud') ? 'CZK' : 'EUR'}&limit=200`,
    );
    const own = list(cash.json, 'items').filter((e) => e['round'] === id);
    expect(own.reduce((sum, e) => sum + Number(e['amount']), 0)).toBe(Number(result?.['net']));
  }
  expect(await service.stop()).toBe(0);
  removeFolder(folder);
}, 240_000);

it('a seed key that is another one, or is gone, stops the start', async () => {
  const folder = freshFolder();
  const service = await startService(folder);
  await fund(service, [PLAYER]);
  await service.post('/v1/rounds', {
    table: 'oasis-poker',
    player: PLAYER,
    boxes: [{ box: 1, ante: 100 }],
  });
  await service.kill();
  await expect(startService(folder, { SEED_KEY: '11'.repeat(32) })).rejects.toThrow(
    /exit 2.*seed key/s,
  );
  await expect(startService(folder, { SEED_KEY_FILE: `${folder}.elsewhere` })).rejects.toThrow(
    /exit 2.*missing/s,
  );
  removeFolder(folder);
});

it('F10 of the field log: SIGTERM drains within its time, with Connection: close and exit 0', async () => {
  const folder = freshFolder();
  const service = await startService(folder);
  await fund(service, [PLAYER]);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const warm = await send(agent, service.url, '{"amount":1,"currency":"EUR"}', 0);
  expect(warm.status).toBe(200);
  // The body arrives 300 ms after the head: the request is under way when the signal comes.
  const slow = send(agent, service.url, '{"amount":2,"currency":"EUR"}', 300);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const begin = Date.now();
  const ended = service.stop();
  const answer = await slow;
  expect([answer.status, answer.connection]).toEqual([200, 'close']);
  expect(await ended).toBe(0);
  expect(Date.now() - begin).toBeLessThan(5_000);
  await expect(send(agent, service.url, '{"amount":3,"currency":"EUR"}', 0)).rejects.toThrow();
  agent.destroy();
  removeFolder(folder);
});

function send(
  agent: http.Agent,
  url: string,
  body: string,
  delay: number,
): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${url}/v1/accounts/p1/deposits`,
      {
        agent,
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': body.length,
          'Idempotency-Key': freshKey(),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () =>
          resolve({ status: response.statusCode, connection: response.headers.connection }),
        );
      },
    );
    request.on('error', reject);
    request.flushHeaders();
    setTimeout(() => request.end(body), delay);
  });
}
