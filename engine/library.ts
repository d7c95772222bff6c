/**
 * The library: every ruleset of a service or tool, parsed, hashed and bound to the core. Texts come
 * in as arguments (no I/O here). A file that is refused stops the start: there is no half a library.
 */
import { canonicalJson } from './canonical.ts';
import type { Game } from './game.ts';
import type { Ruleset } from './ruleset.ts';
import { parseRuleset } from './ruleset.ts';

/** Most rulesets of one library. */
export const RULESETS_MAX = 256;

export interface Entry {
  readonly ruleset: Ruleset;
  /** SHA-256 of the canonical JSON of the whole file, 64 hex digits (design §2.3). */
  readonly hash: string;
  readonly game: Game;
}

export type Library = ReadonlyMap<string, Entry>;

/** A ruleset file that was refused: file, field and reason in one sentence. */
export class RulesetError extends Error {
  override readonly name = 'RulesetError';
}

/** What a library needs of the core. */
export interface Binder {
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  readonly game: (ruleset: Ruleset) => Game;
}

/** Reads one ruleset file. Throws RulesetError that names the file and the first wrong field. */
export function readRuleset(name: string, text: string): Ruleset {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RulesetError(`${name}: not JSON: ${(error as Error).message}`);
  }
  const parsed = parseRuleset(value);
  if (!parsed.ok) {
    const list = parsed.faults.map((fault) => `${fault.field}: ${fault.detail}`).join('; ');
    throw new RulesetError(`${name}: ${list}`);
  }
  return parsed.ruleset;
}

/** Ruleset hash of design §2.3. */
export function rulesetHash(binder: Binder, ruleset: Ruleset): string {
  const digest = binder.sha256(new TextEncoder().encode(canonicalJson(ruleset)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Binds files to a library. Throws RulesetError; also where two files have one id. */
export function createLibrary(
  binder: Binder,
  files: readonly { readonly name: string; readonly text: string }[],
): Library {
  if (files.length > RULESETS_MAX) throw new RulesetError(`more than ${RULESETS_MAX} rulesets`);
  const library = new Map<string, Entry>();
  for (const { name, text } of files) {
    const ruleset = readRuleset(name, text);
    if (library.has(ruleset.id)) throw new RulesetError(`${name}: id: ${ruleset.id} stands twice`);
    library.set(ruleset.id, {
      ruleset,
      hash: rulesetHash(binder, ruleset),
      game: binder.game(ruleset),
    });
  }
  return library;
}
