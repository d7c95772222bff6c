/**
 * The OpenAPI 3.1 document, made from the very schemas that validate and the one table of problems.
 * A test holds it against the routes of the app: no path without a description, none described twice.
 */

import type { Operation } from './operation.ts';
import { KEYED, OPERATIONS } from './operations.ts';
import type { ProblemCode } from './problem.ts';
import { PROBLEMS } from './problem.ts';
import { ANSWERS } from './schemas/answers.ts';
import { REQUESTS } from './schemas/requests.ts';

/** The document; `script` is the schema of a round script. */
export function openapi(version: string, script: object): object {
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const operation of OPERATIONS) {
    const item = paths[operation.path] ?? {};
    item[operation.method] = operationObject(operation);
    paths[operation.path] = item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chemmy',
      version,
      description:
        'Deals and settles casino stud poker with provable chance. Amounts are integers in minor units; every state-changing POST carries an Idempotency-Key.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Chemmy-Key',
          description:
            'With Chemmy-Timestamp (ms), Chemmy-Nonce and Chemmy-Signature = hex HMAC-SHA-256 over method, path, query, timestamp, nonce and hex SHA-256 of the body, joined by newlines. Not needed in development mode.',
        },
      },
      schemas: {
        ...REQUESTS,
        ...ANSWERS,
        Script: withoutIdentity(script),
        Problem: problemSchema(),
      },
    },
  };
}

function operationObject(operation: Operation): object {
  const names = [...operation.path.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1] ?? '');
  const codes: ProblemCode[] = [
    ...operation.problems,
    ...(operation.keyed === true ? KEYED : []),
    ...(operation.permission === undefined
      ? []
      : (['unauthenticated', 'forbidden', 'too-many-requests'] as const)),
  ];
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const status = PROBLEMS[code][0];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const json = (name: string) => ({
    'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
  });
  const success = { description: operation.summary, content: json(operation.answer) };
  return {
    operationId: `${operation.method} ${operation.path}`
      .replace(/[^a-z]+/gi, '-')
      .replace(/-+$/, ''),
    summary: operation.summary,
    tags: [operation.tag],
    ...(operation.permission === undefined ? {} : { security: [{ signature: [] }] }),
    parameters: [
      ...names.map((name) => parameter(name, 'path', true)),
      ...(operation.query ?? []).map((name) => parameter(name, 'query', false)),
      ...(operation.keyed === true ? [parameter('Idempotency-Key', 'header', true)] : []),
    ],
    ...(operation.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(operation.body) } }),
    responses: {
      [operation.created === true ? '201' : '200']: success,
      ...Object.fromEntries(
        [...byStatus].map(([status, list]) => [
          String(status),
          {
            description: list.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}`).join('\n\n'),
            content: {
              'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
            },
          },
        ]),
      ),
    },
  };
}

function parameter(name: string, place: string, required: boolean): object {
  return { name, in: place, required, schema: { type: 'string' } };
}

function problemSchema(): object {
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'detail', 'instance'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      code: { enum: Object.keys(PROBLEMS) },
      detail: { type: 'string' },
      instance: { type: 'string', description: 'Request id.' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['pointer', 'detail'],
          properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
        },
      },
    },
  };
}

/** A component inside the document has no `$id` and no dialect of its own. */
function withoutIdentity(schema: object): object {
  const { $id, $schema, ...rest } = schema as { $id?: string; $schema?: string };
  return rest;
}
