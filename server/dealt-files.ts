/**
 * The files that decide what is dealt: the release and the file of tables, read, pinned and compared
 * (server/integrity.ts). A file of tables is pinned by TABLES_SHA256 where the operator gives it; else
 * by what was read at the start, so that a later change on the disk shows all the same.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { canonicalJson } from '../engine/canonical.ts';
import type { Library } from '../engine/library.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config.ts';
import type { DiskParts } from './integrity.ts';
import type { Release } from './release.ts';
import type { Table } from './tables.ts';
import { defaultTables } from './tables.ts';

/** The item of the file of tables. */
const TABLES_ITEM = 'TABLES';

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Release and file of tables as one set of pinned items. Throws ConfigError where it cannot be read. */
export function diskParts(release: Release, config: Config): DiskParts {
  const { tablesFile, tablesHash } = config;
  if (tablesFile === undefined) return { sha256, pinned: release.pinned, read: release.read };
  const read = (item: string): Uint8Array =>
    item === TABLES_ITEM ? readFileSync(tablesFile) : release.read(item);
  let text: Uint8Array;
  try {
    text = read(TABLES_ITEM);
  } catch (error) {
    throw new ConfigError(`TABLES: ${tablesFile}: ${(error as Error).message}`);
  }
  const pinned = new Map([...release.pinned, [TABLES_ITEM, tablesHash ?? sha256(text)]]);
  return { sha256, pinned, read };
}

/** The tables of the file, or the default ones. */
export function tablesOf(disk: DiskParts, library: Library): unknown {
  if (!disk.pinned.has(TABLES_ITEM)) return defaultTables(library);
  try {
    return JSON.parse(Buffer.from(disk.read(TABLES_ITEM)).toString('utf8'));
  } catch (error) {
    throw new ConfigError(`TABLES: ${(error as Error).message}`);
  }
}

/** The rulesets of the release, ascending. */
export function rulesetFiles(release: Release): { name: string; text: string }[] {
  return [...release.pinned.keys()]
    .filter((path) => path.startsWith('rulesets/') && !path.endsWith('.schema.json'))
    .sort()
    .map((path) => ({
      name: basename(path),
      text: Buffer.from(release.read(path)).toString('utf8'),
    }));
}

/** What is dealt from, in memory: each ruleset and the tables, as canonical JSON. */
export function inMemory(
  library: Library,
  tables: ReadonlyMap<string, Table>,
): ReadonlyMap<string, string> {
  const terms = [...tables.values()].map(({ id, entry, terms }) => ({
    id,
    ruleset: entry.hash,
    terms,
  }));
  return new Map([
    ...[...library.values()].map(({ ruleset }): [string, string] => [
      `ruleset ${ruleset.id}`,
      canonicalJson(ruleset),
    ]),
    ['tables', canonicalJson(terms)],
  ]);
}
