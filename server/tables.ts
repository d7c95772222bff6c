/**
 * Tables: a ruleset, a currency and limits (design §4), from a file or one per ruleset by default.
 * A table that contradicts its ruleset, or whose limits let a round leave the safe integers, stops
 * the start. `terms` is what commitments bind: currency and limits.
 */
import Ajv from 'ajv/dist/2020.js';
import { canonicalJson } from '../engine/canonical.ts';
import type { StakeLimits } from '../engine/exposure.ts';
import { mostReturned } from '../engine/exposure.ts';
import type { Entry, Library } from '../engine/library.ts';
import { STAKE_MAX } from '../engine/stake.ts';

/** Most tables of one service. */
export const TABLES_MAX = 1024;

export interface Terms {
  readonly currency: string;
  readonly limits: StakeLimits;
}

export interface Table {
  readonly id: string;
  readonly entry: Entry;
  readonly terms: Terms;
  /** Canonical JSON of the terms and its SHA-256, hex. */
  readonly termsJson: string;
  readonly termsHash: string;
  /** Digits after the point of the currency's major unit (ISO 4217): EUR 2, JPY 0. */
  readonly exponent: number;
}

export class TablesError extends Error {
  override readonly name = 'TablesError';
}

const amount = { type: 'integer', minimum: 1, maximum: STAKE_MAX };
const range = {
  type: 'object',
  additionalProperties: false,
  required: ['min', 'max'],
  properties: { min: amount, max: amount },
};
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['tables'],
  properties: {
    tables: {
      type: 'array',
      minItems: 1,
      maxItems: TABLES_MAX,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'ruleset', 'currency', 'limits'],
        properties: {
          id: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 },
          ruleset: { type: 'string', maxLength: 64 },
          currency: { type: 'string', pattern: '^[A-Z]{3}$' },
          limits: {
            type: 'object',
            additionalProperties: false,
            required: ['ante'],
            properties: {
              ante: range,
              bonus: range,
              maxPayout: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
            },
          },
        },
      },
    },
  },
};

interface TableFile {
  readonly tables: readonly {
    readonly id: string;
    readonly ruleset: string;
    readonly currency: string;
    readonly limits: {
      readonly ante: StakeLimits['ante'];
      readonly bonus?: { readonly min: number; readonly max: number };
      readonly maxPayout?: number;
    };
  }[];
}

/** The default configuration: one table per ruleset, named like it (design §4). */
export function defaultTables(library: Library): TableFile {
  return {
    tables: [...library.values()].map(({ ruleset }) => {
      const fixed = ruleset.bonus?.kind === 'fixed';
      const bonus = fixed ? { min: 2_000, max: 2_000 } : { min: 100, max: 10_000 };
      return {
        id: ruleset.id,
        ruleset: ruleset.id,
        currency: ruleset.bonus?.currency ?? (ruleset.players === 'many' ? 'CZK' : 'EUR'),
        limits: {
          ante: { min: 100, max: 100_000 },
          ...(ruleset.bonus === null ? {} : { bonus }),
          maxPayout: 10_000_000,
        },
      };
    }),
  };
}

/** Checks a table file and binds it. Throws TablesError that names the table and the field. */
export function createTables(
  library: Library,
  file: unknown,
  sha256: (text: string) => string,
): ReadonlyMap<string, Table> {
  const ajv = new Ajv.default({ strict: true });
  const check = ajv.compile<TableFile>(SCHEMA);
  if (!check(file)) throw new TablesError(`tables: ${ajv.errorsText(check.errors)}`);
  const tables = new Map<string, Table>();
  for (const { id, ruleset, currency, limits } of file.tables) {
    const wrong = (field: string, detail: string) =>
      new TablesError(`table ${id}: ${field}: ${detail}`);
    if (tables.has(id)) throw wrong('id', 'stands twice');
    const entry = library.get(ruleset);
    if (entry === undefined) throw wrong('ruleset', `there is no ruleset ${ruleset}`);
    const terms: Terms = {
      currency,
      limits: {
        ante: limits.ante,
        bonus: limits.bonus ?? null,
        maxPayout: limits.maxPayout ?? null,
      },
    };
    const { bonus } = entry.ruleset;
    if (limits.ante.min > limits.ante.max) throw wrong('limits.ante', 'min is above max');
    if (limits.bonus !== undefined && limits.bonus.min > limits.bonus.max) {
      throw wrong('limits.bonus', 'min is above max');
    }
    if (bonus === null && limits.bonus !== undefined) {
      throw wrong('limits.bonus', 'the ruleset has no bonus');
    }
    if (bonus !== null && limits.bonus === undefined) {
      throw wrong('limits.bonus', 'is missing: the ruleset has a bonus');
    }
    if (bonus?.currency != null && bonus.currency !== currency) {
      throw wrong('currency', `the bonus pays fixed sums in ${bonus.currency}, not ${currency}`);
    }
    const most = mostReturned(entry.ruleset, terms.limits);
    if (most > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw wrong('limits', `one round could return ${most}, more than 2^53-1`);
    }
    const termsJson = canonicalJson(terms);
    tables.set(id, {
      id,
      entry,
      terms,
      termsJson,
      termsHash: sha256(termsJson),
      exponent: exponentOf(currency),
    });
  }
  return tables;
}

/** Minor-unit exponent of ISO 4217, as the platform's currency data has it. */
function exponentOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
