/** Unused commitments: expired, retired by table and altogether; each reveals the seed it had. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeEach, expect, it } from 'vitest';
import { createCore } from '../../engine/core.ts';
import { toHex, uuidOctets } from '../../engine/octets.ts';
import { systemEntropy } from '../../server/entropy.ts';
import { createGenerator } from '../../server/generator.ts';
import type { House } from '../../server/house.ts';
import { closeExpired, retireUnused } from '../../server/retirement.ts';
import { createSeal } from '../../server/seal.ts';
import { createMemoryStore } from '../../server/store/memory.ts';
import type { CommitmentRow } from '../../server/store/store.ts';
import { createTables, defaultTables } from '../../server/tables.ts';
import { library } from '../games.ts';
import { commitmentRow, idOf, roundRow } from './store-rows.ts';

const wasm = readFileSync(createRequire(import.meta.url).resolve('#build/core.wasm'));
const core = createCore(wasm);
const tables = createTables(library, defaultTables(library), (text) =>
  toHex(core.sha256(new TextEncoder().encode(text))),
);
const LIFE = 600_000;
let now = 0;
let house: House;
let open: (n: number, fields?: Partial<CommitmentRow>) => Promise<void>;
const seedOf = (n: number) => new Uint8Array(32).fill(n);

beforeEach(async () => {
  now = 1000;
  const store = createMemoryStore();
  const seal = await createSeal([Buffer.alloc(32, 1)], store);
  house = {
    core,
    coreHash: '00'.repeat(32),
    library,
    tables,
    store,
    seal,
    generator: createGenerator({
      core,
      freshCore: () => createCore(wasm),
      entropy: systemEntropy,
      instanceId: 'test',
      coreHash: '00'.repeat(32),
      monotonic: () => 0,
    }),
    now: () => now,
    draining: () => false,
  };
  open = async (n, fields = {}) => {
    const table = fields.table ?? 'oasis-poker';
    const { entry, termsHash } = tables.get(table) ?? {};
    const id = uuidOctets(idOf(n)) ?? new Uint8Array(0);
    const row = commitmentRow(n, {
      table,
      player: `p${n}`,
      rulesetHash: entry?.hash ?? '',
      termsHash: termsHash ?? '',
      issuedAt: n,
      expiresAt: n + LIFE,
      sealed: seal.seal(seedOf(n), id, 'dev'),
      ...fields,
    });
    const { outcome } = await store.commit({ tenant: 'dev', at: n, newCommitments: [row] });
    expect(outcome).toBe('committed');
  };
});

const states = (...of: number[]) =>
  of.map((n) => {
    const row = house.store.commitment('dev', idOf(n));
    return [row?.state, row?.seed ?? null];
  });

it('retires all, more than a page of them, with reveal and audit record; used ones stay', async () => {
  for (let n = 1; n <= 250; n++) await open(n % 256);
  await house.store.commit({
    tenant: 'dev',
    at: 2,
    commitments: [{ id: idOf(7), from: 'open', to: 'used', reveal: null }],
    newRound: roundRow(7, { player: 'p7' }),
  });
  expect(await retireUnused(house, 'repetition-count')).toBe(249);
  expect(states(1, 7, 250)).toEqual([
    ['retired', toHex(seedOf(1))],
    ['used', null],
    ['retired', toHex(seedOf(250))],
  ]);
  const records = house.store.auditAfter(0, 1000);
  expect(records).toHaveLength(249);
  expect(JSON.parse(records[0]?.data ?? '')).toEqual({
    before: 'open',
    after: 'retired',
    reason: 'repetition-count',
  });
  expect(await retireUnused(house, 'again')).toBe(0);
});

it('retires those of one table alone', async () => {
  await open(1);
  await open(2, { table: 'russian-poker' });
  const of = { tenant: 'dev', table: 'russian-poker' };
  expect(await retireUnused(house, 'royal-flush', of)).toBe(1);
  expect(states(1, 2).map(([state]) => state)).toEqual(['open', 'retired']);
});

it('expires at the end of life and not before, whatever jumps the clock makes', async () => {
  await open(1);
  await open(2);
  now = 1 + LIFE - 1;
  expect(await closeExpired(house)).toBe(0);
  now = 1 + LIFE;
  expect(await closeExpired(house)).toBe(1);
  expect(states(1, 2)).toEqual([
    ['expired', toHex(seedOf(1))],
    ['open', null],
  ]);
  now = 0;
  expect(await closeExpired(house)).toBe(0);
  expect(states(1)[0]?.[0]).toBe('expired');
});

it('retires what is of another ruleset or other terms than its table now has', async () => {
  await open(1, { termsHash: 'ab'.repeat(32) });
  await open(2);
  expect(await closeExpired(house)).toBe(1);
  expect(states(1, 2).map(([state]) => state)).toEqual(['retired', 'open']);
});
