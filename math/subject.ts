/** What a command of this room is about: a shipped ruleset by id or the user's own file, with hashes. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Core } from '../engine/core.ts';
import { createCore } from '../engine/core.ts';
import { readRuleset, rulesetHash } from '../engine/library.ts';
import type { Ruleset } from '../engine/ruleset.ts';

const require = createRequire(import.meta.url);

export interface Subject {
  readonly ruleset: Ruleset;
  readonly rulesetHash: string;
  readonly core: Core;
  readonly coreHash: string;
  readonly math: Uint8Array<ArrayBuffer>;
  readonly mathHash: string;
  readonly batch: Uint8Array<ArrayBuffer>;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function textOf(name: string): string {
  if (name.endsWith('.json')) return readFileSync(name, 'utf8');
  if (!/^[a-z0-9-]{1,64}$/.test(name)) throw new Error(`no ruleset ${JSON.stringify(name)}`);
  let path: string;
  try {
    path = require.resolve(`#rulesets/${name}.json`);
  } catch {
    throw new Error(`no ruleset ${name}`);
  }
  if (!existsSync(path)) throw new Error(`no ruleset ${name}`);
  return readFileSync(path, 'utf8');
}

/** Loads a ruleset by id or file. Throws an Error whose message is one line. */
export function loadSubject(name: string): Subject {
  const wasm = readFileSync(require.resolve('#build/core.wasm'));
  const math = new Uint8Array(readFileSync(require.resolve('#build/math.wasm')));
  const core = createCore(wasm);
  const ruleset = readRuleset(name, textOf(name));
  const binder = { sha256: core.sha256, game: core.game };
  return {
    ruleset,
    rulesetHash: rulesetHash(binder, ruleset),
    core,
    coreHash: sha256(wasm),
    math,
    mathHash: sha256(math),
    batch: new Uint8Array(readFileSync(require.resolve('#build/batch.wasm'))),
  };
}
