/**
 * A child process of the service bench: bare Express 5 as its documentation sets it up, express.json
 * and ajv, without log, metrics or limits. The peer of the echo; it speaks as service-host.ts does.
 */
import type { AddressInfo } from 'node:net';
import Ajv from 'ajv/dist/2020.js';
import express from 'express';
import { REQUESTS } from '../server/schemas/requests.ts';
import { ECHO_PATH } from './echo.ts';
import { answerUsage, say } from './usage.ts';

const check = new Ajv.default().compile(REQUESTS.Round);
const app = express();
app.use(express.json());
app.post(ECHO_PATH, (req, res) => {
  if (check(req.body)) res.json(req.body);
  else res.status(400).json(check.errors);
});

answerUsage();
process.once('SIGTERM', () => process.exit(0));
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  say({ listening: `http://127.0.0.1:${port}` });
});
