/** GET /openapi.json and /docs: the contract, and a page to try it, served from this process. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router } from 'express';
import type { Context } from '../context.ts';
import { openapi } from '../openapi.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Chemmy API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css"></head>
<body><div id="api"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script>
</body></html>
`;
const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true });\n`;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

export function docsRoutes({ version }: Context): Router {
  const router = Router();
  const scripts = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('#script-schema'), 'utf8'),
  ) as object;
  const document = JSON.stringify(openapi(version, scripts));
  router.get('/openapi.json', (_req, res) => {
    res.type('application/json').send(document);
  });
  router.get('/docs', (_req, res) => {
    res.set('Content-Security-Policy', POLICY).type('html').send(PAGE);
  });
  router.get('/docs/start.js', (_req, res) => {
    res.type('text/javascript').send(START);
  });
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  router.use('/docs/assets', express.static(assets, { index: false, redirect: false }));
  return router;
}
