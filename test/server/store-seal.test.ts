/** Seeds at rest: AES-256-GCM bound to round and tenant, and the life of the key (design §2). */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createSeal, loadSeedKeys, SEALS_MAX, SeedKeyError } from '../../server/seal.ts';
import { createMemoryStore } from '../../server/store/memory.ts';
import type { Store } from '../../server/store/store.ts';
import { commitmentRow } from './store-rows.ts';

const key = (byte: number) => Buffer.alloc(32, byte);
const round = (byte: number) => new Uint8Array(16).fill(byte);
const seed = new Uint8Array(32).fill(9);
const base = mkdtempSync(join(tmpdir(), 'chemmy-seal-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let store: Store;
let file: string;
let n = 0;
beforeEach(() => {
  store = createMemoryStore();
  file = join(base, `${n++}.seed-key`);
});

describe('a sealed seed', () => {
  it('opens for its round and tenant alone', async () => {
    const seal = await createSeal([key(1)], store);
    const sealed = seal.seal(seed, round(1), 'dev');
    expect(Array.from(seal.open(sealed, round(1), 'dev'))).toEqual(Array.from(seed));
    expect(() => seal.open(sealed, round(2), 'dev')).toThrow(SeedKeyError);
    expect(() => seal.open(sealed, round(1), 'other')).toThrow(SeedKeyError);
    expect(Buffer.from(sealed).includes(Buffer.from(seed))).toBe(false);
  });

  it('swapped with another one, both fail', async () => {
    const seal = await createSeal([key(1)], store);
    const a = seal.seal(seed, round(1), 'dev');
    const b = seal.seal(new Uint8Array(32).fill(8), round(2), 'dev');
    expect(() => seal.open(b, round(1), 'dev')).toThrow(SeedKeyError);
    expect(() => seal.open(a, round(2), 'dev')).toThrow(SeedKeyError);
  });

  it('fails with any bit turned or any end cut off', async () => {
    const seal = await createSeal([key(1)], store);
    const sealed = seal.seal(seed, round(1), 'dev');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const turned = Uint8Array.from(sealed);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => seal.open(turned, round(1), 'dev')).toThrow(SeedKeyError);
    }
    for (let size = 0; size < sealed.length; size++) {
      expect(() => seal.open(sealed.slice(0, size), round(1), 'dev')).toThrow(SeedKeyError);
    }
  });

  it('never has a nonce twice', async () => {
    const seal = await createSeal([key(1)], store);
    const nonces = Array.from({ length: 5000 }, () =>
      Buffer.from(seal.seal(seed, round(1), 'dev'))
        .subarray(4, 16)
        .toString('hex'),
    );
    expect(new Set(nonces).size).toBe(5000);
  });
});

describe('the key', () => {
  const sealedRow = async () => {
    const seal = await createSeal(loadSeedKeys(undefined, file, store), store);
    const sealed = seal.seal(seed, round(1), 'dev');
    await store.commit({ tenant: 'dev', at: 1, newCommitments: [commitmentRow(1, { sealed })] });
  };

  it('is made once, for the owner alone, whole, and never overwritten', () => {
    const [made] = loadSeedKeys(undefined, file, store);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe(`${made?.toString('hex')}\n`);
    expect(existsSync(`${file}.${process.pid}.new`)).toBe(false);
    expect(loadSeedKeys(undefined, file, store)[0]?.equals(made ?? Buffer.alloc(0))).toBe(true);
  });

  it('missing while seeds are sealed: no start and no new file', async () => {
    await sealedRow();
    rmSync(file);
    expect(() => loadSeedKeys(undefined, file, store)).toThrow(SeedKeyError);
    expect(existsSync(file)).toBe(false);
  });

  it('wrong: no start', async () => {
    await sealedRow();
    await expect(createSeal([key(7)], store)).rejects.toThrow(SeedKeyError);
  });

  it('rotates: the new one seals, the old one opens until its last seed is revealed', async () => {
    const old = await createSeal([key(1)], store);
    const sealed = old.seal(seed, round(1), 'dev');
    await store.commit({ tenant: 'dev', at: 1, newCommitments: [commitmentRow(1, { sealed })] });
    const both = await createSeal([key(2), key(1)], store);
    expect(Array.from(both.open(sealed, round(1), 'dev'))).toEqual(Array.from(seed));
    const fresh = both.seal(seed, round(2), 'dev');
    expect(() => old.open(fresh, round(2), 'dev')).toThrow(SeedKeyError);
    await expect(createSeal([key(2)], store)).rejects.toThrow(/still sealed with another key/);
    const reveal = { id: commitmentRow(1).id, from: 'open', to: 'expired', reveal: 'ab' } as const;
    await store.commit({ tenant: 'dev', at: 2, commitments: [reveal] });
    const alone = await createSeal([key(2)], store);
    expect(Array.from(alone.open(fresh, round(2), 'dev'))).toEqual(Array.from(seed));
  });

  it('seals at most 2^32 seeds, counted over restarts', async () => {
    const seal = await createSeal([key(1)], store);
    seal.seal(seed, round(1), 'dev');
    const id = Buffer.from(seal.seal(seed, round(1), 'dev'))
      .subarray(0, 4)
      .toString('hex');
    expect(Number(store.setting(`seals-${id}`))).toBeGreaterThanOrEqual(2);
    await store.putSetting(`seals-${id}`, String(SEALS_MAX - 1));
    const last = await createSeal([key(1)], store);
    last.seal(seed, round(1), 'dev');
    expect(() => last.seal(seed, round(1), 'dev')).toThrow(SeedKeyError);
    const other = await createSeal([key(2), key(1)], store);
    expect(other.seal(seed, round(1), 'dev')).toHaveLength(64);
  });

  it.each([
    ['no hex', 'x'.repeat(64)],
    ['too short', 'ab'.repeat(31)],
    ['upper case', 'AB'.repeat(32)],
    ['empty', ''],
    ['three keys', ['aa', 'bb', 'cc'].map((b) => b.repeat(32)).join(',')],
  ])('that is %s is refused and not shown', (_, text) => {
    writeFileSync(file, text);
    const read = () => loadSeedKeys(undefined, file, store);
    expect(read).toThrow(SeedKeyError);
    if (text !== '') expect(read).not.toThrow(new RegExp(text.slice(0, 16)));
  });
});
