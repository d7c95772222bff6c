/**
 * JSON Schemas (2020-12) of every request body, the same that make /openapi.json. Closed objects, a
 * `maximum` on every number, anchored linear patterns with a length, no coercion (design §4).
 */
import { STAKE_MAX } from '../../engine/stake.ts';

const PLAYER = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9._~-]{1,64}$',
  description: 'The studio’s id of the player.',
} as const;
const TABLE = { type: 'string', maxLength: 64, pattern: '^[a-z0-9-]{1,64}$' } as const;
const UUID = {
  type: 'string',
  maxLength: 36,
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
} as const;
const BOX = { type: 'integer', minimum: 1, maximum: 255 } as const;
const STAKE = { type: 'integer', minimum: 1, maximum: STAKE_MAX } as const;
const AMOUNT = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
const CARD = { type: 'string', maxLength: 2, pattern: '^[2-9TJQKA][cdhs]$' } as const;
const HEX = { type: 'string', maxLength: 64, pattern: '^[0-9a-f]{64}$' } as const;
const REASON = { type: 'string', minLength: 1, maxLength: 500 } as const;

export const REQUESTS = {
  Commitment: {
    type: 'object',
    additionalProperties: false,
    required: ['table', 'player'],
    properties: { table: TABLE, player: PLAYER },
  },
  Round: {
    type: 'object',
    additionalProperties: false,
    required: ['table', 'player', 'boxes'],
    properties: {
      table: TABLE,
      player: PLAYER,
      boxes: {
        type: 'array',
        minItems: 1,
        maxItems: 52,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['box', 'ante'],
          properties: {
            box: BOX,
            ante: STAKE,
            bonus: STAKE,
            blind: { type: 'boolean' },
            player: PLAYER,
            clientSeed: { type: 'string', maxLength: 64, description: '1–64 bytes of UTF-8.' },
          },
        },
      },
      commitment: UUID,
    },
  },
  Action: {
    type: 'object',
    additionalProperties: false,
    required: ['player', 'box', 'action'],
    properties: {
      player: PLAYER,
      box: BOX,
      action: { enum: ['fold', 'bet', 'exchange', 'buy', 'accept', 'exchange-dealer'] },
      cards: { type: 'array', minItems: 1, maxItems: 6, items: CARD },
      insurance: AMOUNT,
    },
    allOf: [
      {
        if: { properties: { action: { const: 'exchange' } } },
        then: { required: ['cards'] },
        else: { properties: { cards: false } },
      },
      {
        if: { properties: { action: { const: 'bet' } } },
        else: { properties: { insurance: false } },
      },
    ],
  },
  Money: {
    type: 'object',
    additionalProperties: false,
    required: ['amount', 'currency'],
    properties: {
      amount: AMOUNT,
      currency: { type: 'string', maxLength: 3, pattern: '^[A-Z]{3}$' },
    },
  },
  Operator: {
    type: 'object',
    additionalProperties: false,
    required: ['reason', 'reference'],
    properties: {
      reason: REASON,
      reference: { type: 'string', minLength: 1, maxLength: 64, description: 'Of the incident.' },
    },
  },
  Void: {
    type: 'object',
    additionalProperties: false,
    required: ['reason', 'reference'],
    properties: {
      reason: REASON,
      reference: { type: 'string', minLength: 1, maxLength: 64, description: 'Of the incident.' },
      forfeit: { type: 'array', maxItems: 52, uniqueItems: true, items: BOX },
    },
  },
  /** POST /v1/verify with what the verifier holds besides the record (chemmy verify's options). */
  Evidence: {
    type: 'object',
    additionalProperties: false,
    required: ['record'],
    properties: {
      record: { type: 'object', description: 'As GET /v1/rounds/{round}/proof gives it.' },
      receipt: { type: 'object', description: 'As it was answered before the round.' },
      publicKey: {
        ...HEX,
        description: 'Key that signed the receipt; without it the service’s own.',
      },
      commitment: HEX,
      clientSeed: { type: 'string', maxLength: 64 },
    },
  },
  Reason: {
    type: 'object',
    additionalProperties: false,
    required: ['reason'],
    properties: { reason: REASON },
  },
  TableState: {
    type: 'object',
    additionalProperties: false,
    required: ['open', 'reason'],
    properties: { open: { type: 'boolean' }, reason: REASON },
  },
  Analysis: {
    type: 'object',
    additionalProperties: false,
    required: ['ruleset', 'cards', 'up'],
    properties: {
      ruleset: {
        description: 'The id of a ruleset of this service, or a whole ruleset.',
        oneOf: [TABLE, { type: 'object' }],
      },
      cards: { type: 'array', minItems: 5, maxItems: 5, items: CARD },
      up: { ...CARD, description: 'The dealer’s open card.' },
      sizes: {
        type: 'integer',
        minimum: 0,
        maximum: 5,
        description: 'Most cards of an exchange that is weighed; all where absent.',
      },
    },
  },
} as const;

export type RequestName = keyof typeof REQUESTS;

/** Path and query parameters. */
export const PATTERNS = {
  player: /^[A-Za-z0-9._~-]{1,64}$/,
  table: /^[a-z0-9-]{1,64}$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  cursor: /^[A-Za-z0-9_-]{1,128}$/,
  limit: /^[1-9][0-9]{0,2}$/,
  currency: /^[A-Z]{3}$/,
} as const;
export const LIMIT_MAX = 200;
