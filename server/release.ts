/**
 * The release that this process should be: the core as assembly/core.lock.json pins it, built code and
 * rulesets as the build wrote them down (build/manifest.json), and the bytes that lie on the disk now.
 * What is pinned comes from those files and never from the running process. Packages under
 * node_modules/ are not part of it: package-lock.json pins them where they are installed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Manifest } from './integrity.ts';

const require = createRequire(import.meta.url);

export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

export interface Release {
  /** Path from the root to SHA-256, hex. */
  readonly pinned: Manifest;
  /** SHA-256 over manifest and core pin: one value that a lab writes down for a release. */
  readonly hash: string;
  /** Bytes of a path now. Throws where it cannot be read. */
  read(path: string): Uint8Array;
}

export const CORE_FILE = 'build/core.wasm';

/** Reads the pins. Throws ReleaseError where they are missing, or do not name a ruleset that is there. */
export function readRelease(): Release {
  const root = dirname(require.resolve('#package'));
  const read = (path: string): Buffer => readFileSync(join(root, path));
  const pins = (path: string): { readonly [name: string]: unknown } => {
    try {
      return JSON.parse(read(path).toString('utf8')) as { [name: string]: unknown };
    } catch (error) {
      throw new ReleaseError(`${path}: ${(error as Error).message}`);
    }
  };
  const core = pins('assembly/core.lock.json')['sha256'];
  const pinned = new Map<string, string>();
  for (const [path, hash] of [[CORE_FILE, core], ...Object.entries(pins('build/manifest.json'))]) {
    if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) {
      throw new ReleaseError(`${path}: the release names no SHA-256 for it`);
    }
    pinned.set(String(path), hash);
  }
  const stranger = readdirSync(join(root, 'rulesets'))
    .map((name) => `rulesets/${name}`)
    .find((path) => path.endsWith('.json') && !pinned.has(path));
  if (stranger !== undefined) {
    throw new ReleaseError(`${stranger}: not part of the build: run "npm run build"`);
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([...pinned]))
    .digest('hex');
  return { pinned, hash, read };
}
