/**
 * The built core and the shipped rulesets, loaded once per process, for this room. (bin/ has its own
 * loader; rooms do not import bin.)
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Core } from '../engine/core.ts';
import { createCore } from '../engine/core.ts';
import type { Library } from '../engine/library.ts';
import { createLibrary } from '../engine/library.ts';

const require = createRequire(import.meta.url);

export interface Casino {
  /** The engine's core, which judges hands. */
  readonly core: Core;
  /** A new instance of the same module. */
  readonly freshCore: () => Core;
  /** SHA-256 of core.wasm, hex. */
  readonly coreHash: string;
  readonly library: Library;
  /** Ruleset ids in the order in which rounds use them. */
  readonly ids: readonly string[];
  readonly hashes: readonly string[];
}

/** Loads `build/core.wasm` and every file of rulesets/. Throws where one of them is refused. */
export function loadCasino(): Casino {
  const wasm = readFileSync(require.resolve('#build/core.wasm'));
  const folder = dirname(require.resolve('#rulesets/ruleset.schema.json'));
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const core = createCore(wasm);
  const library = createLibrary({ sha256: core.sha256, game: core.game }, files);
  const ids = [...library.keys()].sort();
  return {
    core,
    freshCore: () => createCore(wasm),
    coreHash: createHash('sha256').update(wasm).digest('hex'),
    library,
    ids,
    hashes: ids.map((id) => library.get(id)?.hash ?? ''),
  };
}
