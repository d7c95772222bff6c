/**
 * A child process of the service bench: the whole service as `chemmy serve` runs it, but for its
 * store, and with an echo beside its routes. It is told its store by the first argument.
 */
import { Writable } from 'node:stream';
import type { Router as Routes } from 'express';
import { Router } from 'express';
import { readConfig } from '../server/config.ts';
import type { Context } from '../server/context.ts';
import type { ServeParts } from '../server/main.ts';
import { serve } from '../server/main.ts';
import { bodyOf, rawBody, sendAnswer } from '../server/request.ts';
import { openSqlite } from '../server/store/sqlite.ts';
import { createBareStore } from './bare-store.ts';
import { ECHO_PATH } from './echo.ts';
import type { HostAnswer } from './usage.ts';
import { answerUsage, say } from './usage.ts';

/** The stores that are compared; `single` commits one request at a time through the same worker. */
const STORES: { readonly [kind: string]: ServeParts['openStore'] } = {
  durable: openSqlite,
  single: (folder, onDeath) => openSqlite(folder, onDeath, { batch: 1 }),
  bare: async () => createBareStore(),
};

/** The contract's way of a POST: raw body, door, strict parse, schema, exact bytes. No store. */
function echoRoutes({ access }: Context): Routes {
  const router = Router();
  router.post(ECHO_PATH, ...rawBody(), access.door('play'), (req, res) => {
    const bytes = Buffer.from(JSON.stringify(bodyOf(req, 'Round')));
    sendAnswer(res, { status: 200, location: null, bytes, replayed: false });
  });
  return router;
}

const kind = process.argv[2] ?? '';
const openStore = STORES[kind];
if (openStore === undefined) throw new Error(`no store is named ${JSON.stringify(kind)}`);
/** The service's first line is what the bench waits for. */
const stdout = new Writable({
  write(chunk: Buffer, _encoding, done) {
    say(JSON.parse(chunk.toString()) as HostAnswer);
    done();
  },
});
answerUsage();
const io = { stdout, stderr: process.stderr, now: () => Date.now() };
process.exitCode = await serve(readConfig(process.env), io, { openStore, routes: echoRoutes });
process.disconnect();
