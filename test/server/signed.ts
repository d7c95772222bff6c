/** A client that signs (design §4), written from the contract and not from the product's code. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Json, Service } from './service.ts';
import { freshKey } from './service.ts';

export interface Key {
  readonly id: string;
  readonly secret: string;
}

export interface Signed {
  readonly status: number;
  readonly text: string;
  readonly json: Json;
  readonly headers: Headers;
}

export interface Changes {
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly signature?: string;
  readonly idempotency?: string;
  /** Body that is sent instead of the one that was signed. */
  readonly sent?: string;
  /** Path that is sent instead of the one that was signed. */
  readonly path?: string;
}

export async function signed(
  service: Pick<Service, 'url'>,
  key: Key,
  method: string,
  target: string,
  body: unknown = undefined,
  change: Changes = {},
): Promise<Signed> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const [path = '', query = ''] = target.split('?');
  const timestamp = change.timestamp ?? String(Date.now());
  const nonce = change.nonce ?? randomUUID();
  const digest = createHash('sha256').update(text).digest('hex');
  const signature = createHmac('sha256', Buffer.from(key.secret, 'hex'))
    .update([method, path, query, timestamp, nonce, digest].join('\n'))
    .digest('hex');
  const response = await fetch(`${service.url}${change.path ?? target}`, {
    method,
    ...(body === undefined ? {} : { body: change.sent ?? text }),
    headers: {
      'Chemmy-Key': key.id,
      'Chemmy-Timestamp': timestamp,
      'Chemmy-Nonce': nonce,
      'Chemmy-Signature': change.signature ?? signature,
      ...(body === undefined
        ? {}
        : {
            'Content-Type': 'application/json',
            'Idempotency-Key': change.idempotency ?? freshKey(),
          }),
    },
  });
  const answer = await response.text();
  return {
    status: response.status,
    text: answer,
    json: answer === '' ? {} : (JSON.parse(answer) as Json),
    headers: response.headers,
  };
}
