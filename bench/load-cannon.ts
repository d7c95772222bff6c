/**
 * Load by autocannon: the saturation of a machine without wrk, and a fixed rate anywhere. Its rate is
 * a quota a second and connection: each second begins with a burst, and the times are those of bursts.
 */
import autocannon from 'autocannon';
import type { Load, LoadShape, RoundsShape } from './load.ts';
import { percentile } from './measure.ts';

interface Counted {
  rounds: number;
  refused: number;
}

async function fire(options: autocannon.Options, counted: Counted): Promise<Load> {
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error: unknown, done) => {
      if (error) reject(error);
      else resolve(done);
    });
    instance.on('response', (_client, _status, _bytes, milliseconds) => {
      times.push(milliseconds);
    });
  });
  return {
    requests: times.length,
    seconds: result.duration,
    rounds: counted.rounds,
    refused: counted.refused,
    failed: result.errors + result.timeouts,
    p99Ms: percentile(times, 0.99),
  };
}

/** `rate`: requests a second over all connections; 0: as fast as it goes. */
export function cannonRounds(
  { url, connections, seconds, run, players, count }: RoundsShape,
  rate = 0,
): Promise<Load> {
  const counted: Counted = { rounds: 0, refused: 0 };
  let sent = 0;
  const keyed = () => ({
    'Content-Type': 'application/json',
    'Idempotency-Key': `${run}-${sent++}`,
  });
  interface Context {
    id?: string;
    player?: string;
  }
  const deal: autocannon.Request = {
    method: 'POST',
    path: '/v1/rounds',
    setupRequest: (request, context) => {
      const player = `${players}${1 + (sent % count)}`;
      (context as Context).player = player;
      const boxes = [{ box: 1, ante: 100 }];
      const body = JSON.stringify({ table: 'oasis-poker', player, boxes });
      return { ...request, headers: keyed(), body };
    },
    onResponse: (status, body, context) => {
      if (status !== 201) counted.refused += 1;
      else (context as Context).id = (JSON.parse(body) as { id: string }).id;
    },
  };
  const bet: autocannon.Request = {
    method: 'POST',
    path: '/v1/rounds',
    setupRequest: (request, context) => {
      const { id, player } = context as Context;
      const body = JSON.stringify({ player, box: 1, action: 'bet' });
      return { ...request, path: `/v1/rounds/${id}/actions`, headers: keyed(), body };
    },
    onResponse: (status, body) => {
      if (status === 200 && body.includes('"state":"settled"')) counted.rounds += 1;
      else counted.refused += 1;
    },
  };
  const paced = rate === 0 ? {} : { overallRate: rate };
  return fire({ url, connections, duration: seconds, requests: [deal, bet], ...paced }, counted);
}

export function cannonEcho(
  { url, connections, seconds }: LoadShape,
  path: string,
  body: string,
): Promise<Load> {
  const request: autocannon.Request = {
    method: 'POST',
    path,
    body,
    headers: { 'Content-Type': 'application/json' },
  };
  return fire(
    { url, connections, duration: seconds, requests: [request] },
    { rounds: 0, refused: 0 },
  );
}
