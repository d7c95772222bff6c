/**
 * The published round records (field log D4, D5): made again byte for byte, verified by the command
 * line without a network, computed anew by an independent reading; and with every field of them
 * changed, taken away or added to, the verifier names the item that does not fit.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalize } from 'json-canonicalize';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProofRecord } from '../../engine/proof.ts';
import { verifyRecord } from '../../engine/proof.ts';
import { core, ROOT } from '../games.ts';
import { recompute } from '../reference/record.ts';
import { houseOf } from './in-process.ts';
import { fileText, published, STORIES } from './round-vectors.ts';
import type { Json } from './service.ts';

const folder = fileURLToPath(new URL('../vectors/rounds/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'chemmy-vectors-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const fileOf = (table: string, kind = '') => join(folder, `${table}${kind}.json`);
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Json;
const failed = (record: unknown, receipt?: Json): string[] =>
  verifyRecord(core, record, receipt === undefined ? {} : { receipt })
    .checks.filter((check) => !check.ok)
    .map((check) => check.item);

/** A place in a record, and the value of it changed to a lawful-looking other one. */
type Path = readonly (string | number)[];

function* places(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) {
    yield path;
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    yield* places(item, [...path, Array.isArray(value) ? Number(name) : name]);
  }
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 1;
  if (/^[2-9TJQKA][cdhs]$/.test(value)) return value === 'As' ? '2c' : 'As';
  if (/^[0-9a-f-]{36,}$/.test(value)) return (value[0] === '0' ? '1' : '0') + value.slice(1);
  return `${value}x`;
}

/** A copy with what stands at `path` put through `change`; undefined takes it away. */
function changed(record: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return change(record);
  const copy = structuredClone(record) as { [name: string | number]: unknown };
  const value = changed(copy[first], rest, change);
  if (value !== undefined) copy[first] = value;
  else if (Array.isArray(copy)) copy.splice(Number(first), 1);
  else delete copy[first];
  return copy;
}

const at = (record: unknown, path: Path): unknown =>
  path.reduce((value, name) => (value as { [name: string | number]: unknown })[name], record);

/** What may fail where a member of the record is another: always the first, of the others some. */
const NAMED: { readonly [member: string]: readonly [always: string, ...also: string[]] } = {
  spec: ['spec'],
  roundId: ['commitment', 'deck', 'result'],
  rulesetHash: ['rulesetHash', 'commitment', 'deck', 'result'],
  ruleset: ['rulesetHash', 'ruleset', 'result'],
  termsHash: ['termsHash', 'commitment'],
  terms: ['termsHash', 'result'],
  commitment: ['commitment'],
  seed: ['commitment', 'deck', 'result'],
  clientSeeds: ['clientSeeds'],
  boxes: ['result', 'clientSeeds'],
  decisions: ['result'],
  deck: ['deck'],
  result: ['result'],
};

describe.each(STORIES)('the record of $table', (story) => {
  const { table } = story;
  const record = read(fileOf(table));
  const receipt = read(fileOf(table, '.receipt'));

  it('is made again by the service’s own parts, byte for byte', async () => {
    const made = await published(story);
    await expect(fileText(made.record)).toMatchFileSnapshot(fileOf(table));
    await expect(fileText(made.receipt)).toMatchFileSnapshot(fileOf(table, '.receipt'));
  });

  it('D5: chemmy verify accepts it offline, alone and with its receipt', () => {
    const run = (...args: string[]) =>
      JSON.parse(
        execFileSync(process.execPath, [join(ROOT, 'bin/chemmy.js'), 'verify', ...args], {
          encoding: 'utf8',
        }),
      ) as { ok: boolean; checks: { item: string }[] };
    const alone = run(fileOf(table));
    expect(alone.ok).toBe(true);
    expect(alone.checks.map((check) => check.item)).toContain('commitment-first');
    const own = (record as unknown as ProofRecord).clientSeeds.at(-1)?.text;
    const mine = own === undefined ? [] : ['--client-seed', own];
    const shown = run(fileOf(table), '--receipt', fileOf(table, '.receipt'), ...mine);
    expect(shown.ok).toBe(true);
    expect(shown.checks.map((check) => check.item)).not.toContain('commitment-first');
  });

  it('equals a slow computation of its own from design §2 and rules.md', () => {
    const { hex, ...derived } = recompute(record as unknown as ProofRecord);
    const own = record as unknown as ProofRecord;
    expect(derived).toEqual({
      rulesetHash: own.rulesetHash,
      termsHash: own.termsHash,
      commitment: own.commitment,
      deck: own.deck,
      result: own.result,
    });
    expect(hex).toEqual(own.clientSeeds.map((seed) => seed.hex));
    for (const member of ['commitment', 'rulesetHash', 'termsHash'] as const) {
      expect(receipt[member]).toBe(own[member]);
    }
    expect(receipt['id']).toBe(own.roundId);
  });

  it('its receipt is signed over RFC 8785 bytes', async () => {
    const { signature, ...signedPart } = receipt;
    const x = Buffer.from((await houseOf()).signer.publicKey, 'hex').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const bytes = Buffer.from(String(signature), 'hex');
    expect(verify(null, Buffer.from(canonicalize(signedPart)), key, bytes)).toBe(true);
  });

  it('D4: with any one field changed or taken away the item that does not fit is named', () => {
    expect(failed(record)).toEqual([]);
    let tried = 0;
    for (const path of places(record)) {
      const member = String(path[0]);
      const [always, ...also] = NAMED[member] ?? ['?'];
      for (const change of [other, () => undefined]) {
        const items = failed(changed(record, path, change));
        const where = `${path.join('/')} ${change === other ? 'changed' : 'taken away'}: ${items}`;
        tried += 1;
        // What is no record any more is told as such, before anything is computed.
        if (items.includes('shape')) {
          expect(items, where).toEqual(['shape']);
          if (change === other) expect(['clientSeeds'], where).toContain(member);
          continue;
        }
        if (member === 'boxes' && items[0] === 'clientSeeds') expect(path[2], where).toBe('box');
        else expect(items, where).toContain(always);
        expect(
          items.filter((item) => item !== always && !also.includes(item)),
          where,
        ).toEqual([]);
      }
    }
    expect(tried).toBeGreaterThan(300);
  });

  it('D4: a member that nothing verifies is refused', () => {
    const at: Path[] = [[], ['boxes', 0], ['decisions', 0]];
    if (story.committed) at.push(['clientSeeds', 0]);
    for (const path of at) {
      const grown = changed(record, path, (value) => ({ ...(value as object), note: 1 }));
      expect(failed(grown), path.join('/')).toEqual(['shape']);
    }
    for (const path of [['ruleset'], ['terms'], ['result'], ['result', 'dealer']] as Path[]) {
      const grown = changed(record, path, (value) => ({ ...(value as object), note: 1 }));
      const [always] = NAMED[String(path[0])] ?? ['?'];
      expect(failed(grown), path.join('/')).toContain(always);
    }
  });

  it('hostile values in any place fail a check; none throws, none kills the core', () => {
    const hostile = [null, -1, 1e300, '\ud800', '__proto__', [], {}];
    for (const path of places(record)) {
      for (const value of hostile) {
        const items = failed(changed(record, path, () => value));
        const same = JSON.stringify(value) === JSON.stringify(at(record, path));
        if (!same) expect(items.length, `${path.join('/')} ${JSON.stringify(value)}`).not.toBe(0);
      }
    }
    expect(core.alive()).toBe(true);
    expect(failed(record)).toEqual([]);
  });

  it('D4, D6: a receipt of another round, or one changed afterwards, is named', () => {
    expect(failed(record, receipt)).toEqual([]);
    for (const member of ['id', 'commitment', 'rulesetHash', 'termsHash']) {
      expect(failed(record, { ...receipt, [member]: other(receipt[member]) })).toEqual(['receipt']);
    }
    for (const { table: another } of STORIES.filter((one) => one.table !== table)) {
      expect(failed(record, read(fileOf(another, '.receipt')))).toEqual(['receipt']);
    }
  });

  it('D4: the command line says which item, with exit 1', () => {
    const file = join(scratch, `${table}.json`);
    writeFileSync(file, JSON.stringify({ ...record, seed: other(record['seed']) }));
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(ROOT, 'bin/chemmy.js'), 'verify', file],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stdout).toContain(
      `the seed does not hash to the commitment of round ${record['roundId']}`,
    );
  });
});
