/**
 * SIGTERM: what was begun is answered, with `Connection: close`; nothing new is taken on an old socket;
 * the process ends with 0 within its time (field log F10).
 */
import http from 'node:http';
import { expect, it } from 'vitest';
import { fund } from './play.ts';
import { freshFolder, freshKey, removeFolder, startService } from './service.ts';

const PLAYER = 'p1';
/** The service's own deadline is 10 s; a loaded machine needs its time to start the exit. */
const DRAIN_MOST = 30_000;

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
  expect(Date.now() - begin).toBeLessThan(DRAIN_MOST);
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
