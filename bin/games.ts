/** The shipped rulesets bound to the built core, for the commands that live here. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Core } from '../engine/core.ts';
import { createCore } from '../engine/core.ts';
import type { Library } from '../engine/library.ts';
import { createLibrary } from '../engine/library.ts';

const require = createRequire(import.meta.url);

export interface Games {
  readonly core: Core;
  readonly library: Library;
}

/** Loads `build/core.wasm` and every file of rulesets/. Throws where one of them is refused. */
export function loadGames(): Games {
  const core = createCore(readFileSync(require.resolve('#build/core.wasm')));
  const folder = dirname(require.resolve('#rulesets/ruleset.schema.json'));
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const binder = { sha256: core.sha256, game: core.game };
  return { core, library: createLibrary(binder, files) };
}
