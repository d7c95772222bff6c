/**
 * The OpenAPI 3.1 document, made from the very schemas that validate and the one table of problems.
 * A test holds it against the routes of the app: no path without a description, none described twice.
 */

import type { ProblemCode } from './problem.ts';
import { PROBLEMS } from './problem.ts';
import type { AnswerName } from './schemas/answers.ts';
import { ANSWERS } from './schemas/answers.ts';
import type { RequestName } from './schemas/requests.ts';
import { REQUESTS } from './schemas/requests.ts';

interface Operation {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly body?: RequestName | 'Script' | 'Record';
  readonly answer: AnswerName;
  readonly created?: boolean;
  readonly keyed?: boolean;
  readonly query?: readonly string[];
  readonly problems: readonly ProblemCode[];
}

const PAGE = ['limit', 'cursor'] as const;
const KEYED: readonly ProblemCode[] = [
  'schema',
  'malformed-json',
  'duplicate-member',
  'not-an-integer',
  'missing-idempotency-key',
  'in-flight',
  'key-reused',
  'body-too-large',
  'unsupported-media-type',
  'busy',
];

export const OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/rulesets',
    tag: 'rules',
    summary: 'Rulesets and their hashes',
    answer: 'List',
    problems: [],
  },
  {
    method: 'get',
    path: '/v1/rulesets/{id}',
    tag: 'rules',
    summary: 'One ruleset, whole',
    answer: 'Ruleset',
    problems: ['not-found'],
  },
  {
    method: 'get',
    path: '/v1/tables',
    tag: 'rules',
    summary: 'Tables: ruleset, currency, limits',
    answer: 'List',
    problems: [],
  },
  {
    method: 'post',
    path: '/v1/commitments',
    tag: 'fairness',
    summary: 'Commit to a seed before the player gives his',
    body: 'Commitment',
    answer: 'Receipt',
    created: true,
    keyed: true,
    problems: ['unknown-table', 'not-ready'],
  },
  {
    method: 'get',
    path: '/v1/commitments',
    tag: 'fairness',
    summary: 'Commitments, newest first',
    answer: 'List',
    query: ['table', 'player', ...PAGE],
    problems: ['bad-query'],
  },
  {
    method: 'get',
    path: '/v1/commitments/{commitment}',
    tag: 'fairness',
    summary: 'Receipt, state, and the seed once revealed',
    answer: 'Receipt',
    problems: ['unknown-commitment'],
  },
  {
    method: 'post',
    path: '/v1/rounds',
    tag: 'rounds',
    summary: 'Deal a round',
    body: 'Round',
    answer: 'Round',
    created: true,
    keyed: true,
    problems: [
      'unknown-table',
      'outside-limits',
      'insufficient-funds',
      'box-range',
      'box-order',
      'too-many-boxes',
      'too-many-open-boxes',
      'no-blind-boxes',
      'no-bonus',
      'wrong-player',
      'client-seed',
      'client-seed-without-commitment',
      'wrong-commitment',
      'commitment-used',
      'commitment-closed',
      'not-ready',
    ],
  },
  {
    method: 'get',
    path: '/v1/rounds',
    tag: 'rounds',
    summary: 'Game History, newest first',
    answer: 'List',
    query: ['player', 'state', ...PAGE],
    problems: ['bad-query'],
  },
  {
    method: 'get',
    path: '/v1/rounds/{round}',
    tag: 'rounds',
    summary: 'A round as a reader sees it (resume)',
    answer: 'Round',
    query: ['player'],
    problems: ['unknown-round', 'bad-query'],
  },
  {
    method: 'post',
    path: '/v1/rounds/{round}/actions',
    tag: 'rounds',
    summary: 'Decide for a box',
    body: 'Action',
    answer: 'Round',
    keyed: true,
    problems: [
      'unknown-round',
      'not-your-box',
      'not-your-turn',
      'illegal-action',
      'round-closed',
      'insufficient-funds',
      'exchange-size',
      'card-not-held',
      'duplicate-card',
      'insurance-not-offered',
      'insurance-range',
    ],
  },
  {
    method: 'get',
    path: '/v1/rounds/{round}/proof',
    tag: 'fairness',
    summary: 'The revealed record of an ended round',
    answer: 'Proof',
    problems: ['unknown-round', 'round-open'],
  },
  {
    method: 'post',
    path: '/v1/settle',
    tag: 'tools',
    summary: 'A round script to its result, pure',
    body: 'Script',
    answer: 'Result',
    problems: [
      'schema',
      'unknown-ruleset',
      'malformed-json',
      'duplicate-member',
      'not-an-integer',
      'body-too-large',
      'unsupported-media-type',
      'too-few-cards',
    ],
  },
  {
    method: 'post',
    path: '/v1/verify',
    tag: 'tools',
    summary: 'Which item of a record fits, and which does not',
    body: 'Record',
    answer: 'Verification',
    problems: [
      'malformed-json',
      'duplicate-member',
      'not-an-integer',
      'body-too-large',
      'unsupported-media-type',
    ],
  },
  {
    method: 'post',
    path: '/v1/accounts/{player}/deposits',
    tag: 'accounts',
    summary: 'Deposit; opens the account',
    body: 'Money',
    answer: 'Account',
    keyed: true,
    problems: ['wrong-currency', 'outside-limits'],
  },
  {
    method: 'post',
    path: '/v1/accounts/{player}/withdrawals',
    tag: 'accounts',
    summary: 'Withdraw',
    body: 'Money',
    answer: 'Account',
    keyed: true,
    problems: ['wrong-currency', 'insufficient-funds'],
  },
  {
    method: 'get',
    path: '/v1/accounts/{player}',
    tag: 'accounts',
    summary: 'Balances',
    answer: 'Account',
    problems: ['unknown-account'],
  },
  {
    method: 'get',
    path: '/v1/accounts/{player}/entries',
    tag: 'accounts',
    summary: 'Cash History, newest first',
    answer: 'List',
    query: ['currency', ...PAGE],
    problems: ['unknown-account', 'bad-query'],
  },
  {
    method: 'get',
    path: '/v1/version',
    tag: 'service',
    summary: 'What runs: versions, core hash, rulesets',
    answer: 'Version',
    problems: [],
  },
  {
    method: 'get',
    path: '/livez',
    tag: 'service',
    summary: 'The process lives',
    answer: 'Probe',
    problems: [],
  },
  {
    method: 'get',
    path: '/readyz',
    tag: 'service',
    summary: 'The service deals',
    answer: 'Probe',
    problems: [],
  },
];

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
  const codes = [...operation.problems, ...(operation.keyed === true ? KEYED : [])];
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
