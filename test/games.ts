/** The built core and the shipped library, for tests of engine and server. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Core } from '../engine/core.ts';
import { createCore } from '../engine/core.ts';
import type { Game } from '../engine/game.ts';
import type { Library } from '../engine/library.ts';
import { createLibrary } from '../engine/library.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import { builtModule } from './core-build.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const RULESETS = join(ROOT, 'rulesets');

export const core: Core = createCore(builtModule());

export const rulesetFiles = readdirSync(RULESETS)
  .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
  .sort()
  .map((name) => ({ name, text: readFileSync(join(RULESETS, name), 'utf8') }));

export const library: Library = createLibrary(
  { sha256: core.sha256, game: core.game },
  rulesetFiles,
);

export function game(id: string): Game {
  const entry = library.get(id);
  if (entry === undefined) throw new Error(`no ruleset ${id}`);
  return entry.game;
}

/** A changeable copy of a shipped ruleset. */
export function copyOf(id: string): { -readonly [key in keyof Ruleset]: Ruleset[key] } {
  return structuredClone(game(id).ruleset);
}

/** A deck of 52 that starts with the given cards; the others follow ascending. */
export function deckFrom(first: readonly number[]): number[] {
  const rest = Array.from({ length: 52 }, (_, i) => i).filter((card) => !first.includes(card));
  return [...first, ...rest];
}

/** A small seeded generator for tests (xorshift32); never for anything that is dealt. */
export function seeded(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

export function shuffled(next: (below: number) => number): number[] {
  const deck = Array.from({ length: 52 }, (_, i) => i);
  for (let i = 51; i > 0; i--) {
    const j = next(i + 1);
    [deck[i], deck[j]] = [deck[j] ?? 0, deck[i] ?? 0];
  }
  return deck;
}
