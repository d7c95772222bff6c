/** JSON Schemas of answers, for the contract; tests check real answers against them. */
const CARD = {
  type: ['string', 'null'],
  description: 'Rank and suit; null while this reader may not see it.',
} as const;
const CARDS = { type: 'array', items: CARD } as const;
const HEX = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const TEXT = { type: 'string' } as const;
const AMOUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const TIME = { type: 'string', format: 'date-time' } as const;

/** Dealer and boxes of a round at one moment. */
const TABLE_SEEN = {
  type: 'object',
  required: ['dealer', 'boxes'],
  properties: {
    turn: { type: 'object', required: ['box'], properties: { box: { type: 'integer' } } },
    dealer: { type: 'object', required: ['cards'], properties: { cards: CARDS } },
    boxes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['box', 'cards'],
        properties: { box: { type: 'integer' }, cards: CARDS },
      },
    },
  },
} as const;

export const ANSWERS = {
  List: {
    type: 'object',
    required: ['items', 'next'],
    properties: {
      items: { type: 'array', items: { type: 'object' } },
      next: { type: ['string', 'null'] },
    },
  },
  Ruleset: {
    type: 'object',
    required: ['id', 'hash', 'ruleset'],
    properties: { id: TEXT, hash: HEX, ruleset: { type: 'object' } },
  },
  Receipt: {
    type: 'object',
    required: [
      'id',
      'commitment',
      'rulesetHash',
      'termsHash',
      'table',
      'player',
      'sequence',
      'issuedAt',
      'expiresAt',
    ],
    properties: {
      id: TEXT,
      commitment: HEX,
      rulesetHash: HEX,
      termsHash: HEX,
      table: TEXT,
      player: TEXT,
      sequence: { type: 'integer', minimum: 1 },
      issuedAt: TIME,
      expiresAt: TIME,
      signature: { type: 'string', pattern: '^[0-9a-f]{128}$' },
      state: { enum: ['open', 'used', 'expired', 'retired'] },
      round: TEXT,
      seed: HEX,
    },
  },
  Round: {
    type: 'object',
    required: [
      'id',
      'table',
      'ruleset',
      'rulesetHash',
      'state',
      'fairness',
      'commitment',
      'dealer',
      'boxes',
    ],
    properties: {
      id: TEXT,
      table: TEXT,
      ruleset: TEXT,
      rulesetHash: HEX,
      state: { enum: ['open', 'settled', 'held', 'void'] },
      fairness: { enum: ['server-only', 'player-seeded'] },
      turn: {
        type: 'object',
        required: ['box'],
        properties: {
          box: { type: 'integer' },
          actions: { type: 'array', items: { type: 'string' } },
          insurance: { type: 'object', properties: { min: AMOUNT, max: AMOUNT } },
          exchange: {
            type: 'object',
            properties: {
              sizes: { type: 'array', items: { type: 'integer' } },
              fees: { type: 'array', items: AMOUNT },
            },
          },
        },
      },
      commitment: HEX,
      seed: HEX,
      openedAt: TIME,
      endedAt: TIME,
      dealer: { type: 'object', required: ['cards'], properties: { cards: CARDS } },
      boxes: {
        type: 'array',
        items: {
          type: 'object',
          required: ['box', 'cards'],
          properties: { box: { type: 'integer' }, player: TEXT, cards: CARDS },
        },
      },
    },
  },
  History: {
    type: 'object',
    required: ['items', 'next'],
    properties: {
      items: {
        type: 'array',
        items: {
          type: 'object',
          required: ['phase', 'at'],
          properties: {
            phase: {
              enum: [
                'deal',
                'decision',
                'reveal',
                'dealer-exchange',
                'settlement',
                'hold',
                'release',
                'void-request',
                'void',
              ],
            },
            at: TIME,
            box: { type: 'integer' },
            action: TEXT,
            cards: CARDS,
            insurance: AMOUNT,
            charge: AMOUNT,
            drawn: CARDS,
            by: TEXT,
            seen: { ...TABLE_SEEN, description: 'As this reader saw it then.' },
            all: { ...TABLE_SEEN, description: 'All that lay there; after the end only.' },
            dealer: { type: 'object', required: ['cards'], properties: { cards: CARDS } },
            result: { type: 'object' },
            deck: { type: 'object', properties: { counted: { const: 52 } } },
            reseed: { const: 'royal-flush' },
            reason: TEXT,
            reference: TEXT,
            forfeit: { type: 'array', items: { type: 'integer' } },
            wouldBe: { type: 'object' },
          },
        },
      },
      next: { type: ['string', 'null'] },
    },
  },
  Proof: {
    type: 'object',
    required: [
      'spec',
      'roundId',
      'rulesetHash',
      'ruleset',
      'termsHash',
      'terms',
      'commitment',
      'seed',
      'clientSeeds',
      'boxes',
      'decisions',
      'deck',
      'result',
    ],
    properties: {
      spec: TEXT,
      roundId: TEXT,
      seed: HEX,
      deck: { type: 'array', minItems: 52, maxItems: 52, items: TEXT },
    },
  },
  Record: {
    anyOf: [{ $ref: '#/components/schemas/Proof' }, { $ref: '#/components/schemas/Evidence' }],
    description: 'A proof, as GET /v1/rounds/{round}/proof gives it; or it with evidence.',
  },
  Result: {
    type: 'object',
    required: ['id', 'status'],
    properties: { id: TEXT, status: { enum: ['settled', 'open'] } },
  },
  Verification: {
    type: 'object',
    required: ['ok', 'checks'],
    properties: {
      ok: { type: 'boolean' },
      checks: {
        type: 'array',
        items: {
          type: 'object',
          required: ['item', 'ok', 'detail'],
          properties: { item: TEXT, ok: { type: 'boolean' }, detail: TEXT },
        },
      },
    },
  },
  Account: {
    type: 'object',
    required: ['player', 'accounts'],
    properties: {
      player: TEXT,
      accounts: {
        type: 'array',
        items: {
          type: 'object',
          required: ['currency', 'balance'],
          properties: { currency: TEXT, balance: AMOUNT },
        },
      },
    },
  },
  Version: {
    type: 'object',
    required: ['name', 'version', 'core', 'release', 'mode'],
    properties: { name: TEXT, version: TEXT, core: HEX, release: HEX, mode: TEXT },
  },
  Intervention: {
    type: 'object',
    required: ['id', 'state'],
    properties: {
      id: TEXT,
      state: { enum: ['open', 'settled', 'held', 'void'] },
      voidRequested: { type: 'object' },
      void: { type: 'object' },
      held: { type: 'object' },
    },
  },
  TableStateAnswer: {
    type: 'object',
    required: ['table', 'open', 'reason'],
    properties: { table: TEXT, open: { type: 'boolean' }, reason: TEXT },
  },
  GeneratorState: {
    type: 'object',
    required: ['ok', 'ready', 'latch'],
    properties: {
      ok: { type: 'boolean' },
      ready: { type: 'boolean' },
      latch: { type: ['string', 'null'] },
    },
  },
  IntegrityReport: {
    type: 'object',
    required: ['ok', 'checks'],
    properties: { ok: { type: 'boolean' }, checks: { type: 'array', items: { type: 'object' } } },
  },
  Advice: {
    type: 'object',
    required: ['ruleset', 'rulesetHash', 'cards', 'up', 'method', 'terms', 'actions'],
    properties: {
      ruleset: TEXT,
      rulesetHash: HEX,
      cards: { type: 'array', items: TEXT },
      up: TEXT,
      method: { enum: ['exact', 'estimate'] },
      terms: { type: 'array', items: TEXT, description: 'What the values do not weigh.' },
      actions: {
        type: 'array',
        description: 'Highest value first.',
        items: {
          type: 'object',
          required: ['action', 'cards', 'value', 'best'],
          properties: {
            action: { enum: ['fold', 'bet', 'buy', 'exchange'] },
            cards: { type: 'array', items: TEXT },
            value: { type: 'number', description: 'Expected net of the round in antes.' },
            best: { type: 'boolean' },
          },
        },
      },
    },
  },
  Probe: { type: 'object', required: ['status'], properties: { status: TEXT } },
} as const;

export type AnswerName = keyof typeof ANSWERS;
