/**
 * Node's HTTP server with Express's prototypes set beforehand. On Node 20 two thirds of Express's
 * cost is Object.setPrototypeOf on every request and response (measured, reference/service.md §2);
 * here both classes are born with the prototypes that Express would set, so that its call changes
 * nothing. A parity test runs the same requests with and without. Mounted sub-apps would set other
 * prototypes: use Routers.
 */

import type { Server } from 'node:http';
import http from 'node:http';
import type { Express } from 'express';

/** Milliseconds; named limits of design's "a limit on everything". */
export const HEADERS_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 15_000;
export const KEEP_ALIVE_MS = 65_000;
export const HEADER_BYTES_MAX = 8_192;
export const CONNECTIONS_MAX = 1_024;
export const REQUESTS_PER_SOCKET_MAX = 100_000;

const OPTIONS = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: HEADER_BYTES_MAX,
};

/** Servers that take their leave: whatever they still answer says so. */
const leaving = new WeakSet<Server>();

/**
 * Stops listening; answers under way say `Connection: close`, so that no keep-alive socket holds the
 * end up or brings a new request (field log F10). Calls back when the last connection has gone.
 */
export function drain(server: Server, done: () => void): void {
  leaving.add(server);
  server.close(done);
  server.closeIdleConnections();
}

/** A server for the app; `plain` leaves out the prototypes (parity test, bench). */
export function createHttpServer(app: Express, plain = false): Server {
  // Asked when the head is written, not kept for each request: that costs nothing until the end.
  class Response<
    Request extends http.IncomingMessage = http.IncomingMessage,
  > extends http.ServerResponse<Request> {
    override writeHead(...head: unknown[]): this {
      if (leaving.has(server)) this.setHeader('Connection', 'close');
      return super.writeHead(...(head as [number]));
    }
  }
  const options = plain
    ? ({ ...OPTIONS, ServerResponse: Response } as unknown as http.ServerOptions)
    : prototyped(app, Response);
  const server = http.createServer(options, app);
  server.maxConnections = CONNECTIONS_MAX;
  server.maxRequestsPerSocket = REQUESTS_PER_SOCKET_MAX;
  return server;
}

function prototyped(app: Express, ServerResponse: typeof http.ServerResponse): http.ServerOptions {
  class IncomingMessage extends http.IncomingMessage {}
  adopt(IncomingMessage.prototype, app.request);
  adopt(ServerResponse.prototype, app.response);
  app.request = IncomingMessage.prototype as unknown as Express['request'];
  app.response = ServerResponse.prototype as unknown as Express['response'];
  return { ...OPTIONS, IncomingMessage, ServerResponse } as unknown as http.ServerOptions;
}

/** Copies Express's members, nearest first, down to Node's own prototype. */
function adopt(target: object, source: object): void {
  const chain: object[] = [];
  for (
    let link: object | null = source;
    link !== null &&
    link !== http.IncomingMessage.prototype &&
    link !== http.ServerResponse.prototype;
    link = Object.getPrototypeOf(link)
  ) {
    chain.unshift(link);
  }
  for (const link of chain) Object.defineProperties(target, Object.getOwnPropertyDescriptors(link));
}
