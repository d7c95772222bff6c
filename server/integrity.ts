/**
 * The self-check of what runs (standards: at start, on demand, every 24 hours): what lies on the disk
 * against pins that do not come from this process (server/release.ts: core, code, rulesets; the file of
 * tables as it was read), and what is in memory against what was there at the start. A difference at
 * the start is no start; a later one stops dealing until the service is started anew from files that
 * fit: open rounds go on, their deck is fixed.
 */

/** Time between two checks of their own (GLI-19 asks for at least every 24 hours). */
export const INTEGRITY_MS = 86_400_000;

/** Item (a path, or a name in memory) to SHA-256, hex. */
export type Manifest = ReadonlyMap<string, string>;

export interface IntegrityCheck {
  readonly item: string;
  readonly ok: boolean;
  readonly detail: string;
}

export interface Integrity {
  /** False from the first failed check on. */
  ok(): boolean;
  run(): readonly IntegrityCheck[];
}

/** Thrown at start. Names the items that are not what they should be. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
}

/** The half that lies on the disk. */
export interface DiskParts {
  readonly sha256: (bytes: Uint8Array | string) => string;
  /** Items on the disk and the hashes that they must have. */
  readonly pinned: Manifest;
  /** Bytes of such an item now; throws where it cannot be read. */
  readonly read: (item: string) => Uint8Array;
}

export interface IntegrityParts extends DiskParts {
  /** Items in memory, as text, now. */
  readonly running: () => ReadonlyMap<string, string>;
}

/** Before anything of it runs: throws IntegrityError that names each item that does not fit. */
export function assertIntact(parts: DiskParts): void {
  const wrong = onDisk(parts).filter((check) => !check.ok);
  if (wrong.length === 0) return;
  const list = wrong.map(({ item, detail }) => `${item}: ${detail}`).join('; ');
  throw new IntegrityError(`integrity: ${list}; after a lawful change run "npm run build"`);
}

/** Takes note of the memory; nothing is checked before `run`. */
export function createIntegrity(parts: IntegrityParts): Integrity {
  const inMemory = (): Map<string, string> =>
    new Map([...parts.running()].map(([item, text]) => [item, parts.sha256(text)]));
  const noted = inMemory();
  let good = true;
  return {
    ok: () => good,
    run() {
      const now = inMemory();
      const memory = [...noted].map(([item, wanted]) => verdict(item, now.get(item), wanted));
      const checks = [...onDisk(parts), ...memory];
      if (checks.some((check) => !check.ok)) good = false;
      return checks;
    },
  };
}

function onDisk({ sha256, pinned, read }: DiskParts): IntegrityCheck[] {
  return [...pinned].map(([item, wanted]) => {
    let have: string;
    try {
      have = sha256(read(item));
    } catch (error) {
      return { item, ok: false, detail: (error as Error).message };
    }
    return verdict(item, have, wanted);
  });
}

function verdict(item: string, have: string | undefined, wanted: string): IntegrityCheck {
  const ok = have === wanted;
  return { item, ok, detail: ok ? wanted : `SHA-256 ${have ?? 'missing'} instead of ${wanted}` };
}
