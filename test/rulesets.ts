/** The eight ruleset files, parsed, for tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { readRuleset } from '../engine/library.ts';
import type { Ruleset } from '../engine/ruleset.ts';

const folder = new URL('../rulesets/', import.meta.url);

export const RULESETS: readonly Ruleset[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && name !== 'ruleset.schema.json')
  .sort()
  .map((name) => readRuleset(name, readFileSync(new URL(name, folder), 'utf8')));

export function rulesetNamed(id: string): Ruleset {
  const found = RULESETS.find((ruleset) => ruleset.id === id);
  if (found === undefined) throw new Error(`no ruleset ${id}`);
  return found;
}
