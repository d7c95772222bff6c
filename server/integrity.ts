/**
 * The self-check of what runs (standards: daily, on demand, at start): core, rulesets and tables
 * against the SHA-256 manifest taken at start, the bytes on the disk as well as those in memory. A
 * difference stops dealing until the service is started anew from files that fit.
 */
import { canonicalJson } from '../engine/canonical.ts';
import type { Library } from '../engine/library.ts';
import type { Table } from './tables.ts';

/** Time between two checks of their own (GLI-19 asks for at least every 24 hours). */
export const INTEGRITY_MS = 86_400_000;

/** Item (`core.wasm`, `rulesets/x.json`, `tables`) to SHA-256, hex. */
export type Manifest = ReadonlyMap<string, string>;

export interface IntegrityCheck {
  readonly item: string;
  readonly ok: boolean;
  readonly detail: string;
}

export interface Integrity {
  readonly manifest: Manifest;
  /** False from the first failed check on. */
  ok(): boolean;
  run(): readonly IntegrityCheck[];
}

export interface IntegrityParts {
  readonly sha256: (bytes: Uint8Array | string) => string;
  /** Reads the files now: the core and every ruleset file, by item. */
  readonly files: () => ReadonlyMap<string, Uint8Array>;
  readonly library: Library;
  readonly tables: ReadonlyMap<string, Table>;
  /** What must match besides the files' state at start: item to a hash pinned elsewhere. */
  readonly pinned: Manifest;
}

export function createIntegrity(parts: IntegrityParts): Integrity {
  const { sha256, library, tables } = parts;
  const inMemory = (): [string, string][] => [
    ...[...library.values()].map((entry): [string, string] => [
      `ruleset ${entry.ruleset.id}`,
      sha256(canonicalJson(entry.ruleset)),
    ]),
    [
      'tables',
      sha256(
        canonicalJson(
          [...tables.values()].map(({ id, entry, terms }) => ({ id, ruleset: entry.hash, terms })),
        ),
      ),
    ],
  ];
  const onDisk = (): [string, string][] =>
    [...parts.files()].map(([name, bytes]) => [name, sha256(bytes)]);
  const manifest = new Map([...onDisk(), ...inMemory(), ...parts.pinned]);
  let good = true;

  return {
    manifest,
    ok: () => good,
    run() {
      let found: ReadonlyMap<string, string>;
      try {
        found = new Map([...onDisk(), ...inMemory()]);
      } catch (error) {
        good = false;
        return [{ item: 'files', ok: false, detail: (error as Error).message }];
      }
      const checks = [...manifest].map(([item, wanted]): IntegrityCheck => {
        const have = found.get(item);
        const ok = have === wanted;
        return { item, ok, detail: ok ? wanted : `${have ?? 'missing'} instead of ${wanted}` };
      });
      if (checks.some((check) => !check.ok)) good = false;
      return checks;
    },
  };
}
