/**
 * The revealed record of a round and its verification (design §4, proof): every item is derived again
 * from the others and named where it does not fit, because "no match" helps nobody (field log D4).
 * What it shows: alone, that the record is consistent; with the receipt of the commitment, that the
 * deck was fixed before the player's seed.
 */
import type { Decision } from './action.ts';
import { canonicalJson } from './canonical.ts';
import { cardText, parseCard } from './card.ts';
import { clientPart, clientSeedBytes, commitmentOf, deckOf, SPEC } from './chance.ts';
import type { Core } from './core.ts';
import type { Evidence, Note } from './evidence.ts';
import { evidenceChecks } from './evidence.ts';
import { fromHex, toHex, uuidOctets } from './octets.ts';
import { isRefusal } from './refusal.ts';
import { replay } from './replay.ts';
import { resultOf } from './result.ts';
import { parseRuleset } from './ruleset.ts';
import type { Stake } from './stake.ts';

/** The record as GET /v1/rounds/{id}/proof gives it. */
export interface ProofRecord {
  readonly spec: string;
  readonly roundId: string;
  readonly rulesetHash: string;
  readonly ruleset: unknown;
  readonly termsHash: string;
  readonly terms: unknown;
  readonly commitment: string;
  readonly seed: string;
  readonly clientSeeds: readonly {
    readonly box: number;
    readonly text: string;
    readonly hex: string;
  }[];
  readonly boxes: readonly Stake[];
  readonly decisions: readonly {
    readonly box: number;
    readonly action: Decision['action'];
    readonly cards?: readonly string[];
    readonly insurance?: number;
  }[];
  readonly deck: readonly string[];
  readonly result: unknown;
}

export interface Check {
  readonly item: string;
  readonly ok: boolean;
  readonly detail: string;
}

export interface Verification {
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

/** Checks a record. Pure: no look-up by id or seed; unlawful shapes become failed checks. */
export function verifyRecord(core: Core, value: unknown, evidence: Evidence = {}): Verification {
  const checks: Check[] = [];
  const note = (item: string, ok: boolean, good: string, bad: string): boolean => {
    checks.push({ item, ok, detail: ok ? good : bad });
    return ok;
  };
  const done = (): Verification => ({ ok: checks.every((check) => check.ok), checks });
  const record = shapeOf(value);
  if (typeof record === 'string') {
    note('shape', false, '', record);
    return done();
  }
  note('spec', record.spec === SPEC, `draw specification ${SPEC}`, `spec is not ${SPEC}`);
  const hashOf = (json: unknown): string | undefined => {
    try {
      return toHex(core.sha256(new TextEncoder().encode(canonicalJson(json))));
    } catch (error) {
      // What has no canonical form (nested too deep, an unpaired surrogate) has no hash either.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
  note(
    'rulesetHash',
    hashOf(record.ruleset) === record.rulesetHash,
    'SHA-256 of the canonical ruleset',
    'the ruleset does not hash to rulesetHash',
  );
  note(
    'termsHash',
    hashOf(record.terms) === record.termsHash,
    'SHA-256 of the canonical terms',
    'the terms do not hash to termsHash',
  );
  const octets = {
    roundId: uuidOctets(record.roundId) ?? new Uint8Array(16),
    rulesetHash: fromHex(record.rulesetHash) ?? new Uint8Array(32),
    termsHash: fromHex(record.termsHash) ?? new Uint8Array(32),
    seed: fromHex(record.seed) ?? new Uint8Array(32),
  };
  note(
    'commitment',
    toHex(commitmentOf(core, octets)) === record.commitment,
    'the seed hashes to the commitment',
    `the seed does not hash to the commitment of round ${record.roundId}`,
  );
  const client = clientSeeds(record, note);
  const deck = client === undefined ? undefined : deckOf(core, octets, client);
  if (deck !== undefined) {
    const texts = Array.from(deck, cardText);
    const at = texts.findIndex((text, i) => text !== record.deck[i]);
    note(
      'deck',
      at < 0 && record.deck.length === 52,
      'seed and client seeds give this deck',
      `the deck differs from position ${at < 0 ? texts.length : at}`,
    );
    replayed(core, record, deck, note);
  }
  evidenceChecks(record, evidence, note);
  return done();
}

function clientSeeds(record: ProofRecord, note: Note): Uint8Array | undefined {
  for (const { box, text, hex } of record.clientSeeds) {
    const bytes = clientSeedBytes(text);
    const fits = !isRefusal(bytes) && bytes.length > 0 && toHex(bytes) === hex;
    const own = record.boxes.some((b) => b.box === box);
    if (!fits || !own) {
      const bad = own ? 'text and hex are not the same bytes' : `box ${box} is not in the round`;
      note('clientSeeds', false, '', bad);
      return undefined;
    }
  }
  const part = clientPart(record.clientSeeds);
  const ok = !isRefusal(part);
  note('clientSeeds', ok, `${record.clientSeeds.length} contributed`, 'not lawful client seeds');
  return isRefusal(part) ? undefined : part;
}

function replayed(core: Core, record: ProofRecord, deck: Uint8Array, note: Note): void {
  const parsed = parseRuleset(record.ruleset);
  const faults = parsed.ok ? '' : parsed.faults.map((f) => f.field).join(', ');
  if (!note('ruleset', parsed.ok, 'a lawful ruleset', `refused: ${faults}`) || !parsed.ok) return;
  const limits = (record.terms as { limits?: { maxPayout?: number | null } }).limits;
  let bad = 'decisions and deck give another result';
  let ok = false;
  try {
    const maxPayout = limits?.maxPayout ?? null;
    const decisions = record.decisions.map((d): Decision => {
      const { cards, ...rest } = d;
      return cards === undefined ? rest : { ...rest, cards: cards.map((c) => parseCard(c) ?? -1) };
    });
    core.guest(parsed.ruleset, (game) => {
      const round = replay(game, { maxPayout }, deck, record.boxes, decisions);
      if (isRefusal(round)) bad = `the decisions are not lawful: ${round.detail}`;
      else ok = canonicalJson(resultOf(round)) === canonicalJson(record.result);
    });
  } catch (error) {
    bad = `the round cannot be replayed: ${(error as Error).message}`;
  }
  note('result', ok, 'the round replays to this result', bad);
}

/** The record, or the sentence that says what its shape lacks. */
function shapeOf(value: unknown): ProofRecord | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'not a JSON object';
  const r = value as { readonly [member: string]: unknown };
  const strange = strangers(r);
  if (strange !== undefined) return `${strange} does not belong here: nothing would verify it`;
  const hex64 = (v: unknown) => typeof v === 'string' && /^[0-9a-f]{64}$/.test(v);
  for (const member of ['rulesetHash', 'termsHash', 'commitment', 'seed']) {
    if (!hex64(r[member])) return `${member} is not 64 lower-case hex digits`;
  }
  if (typeof r['roundId'] !== 'string' || uuidOctets(r['roundId']) === undefined) {
    return 'roundId is not a lower-case UUID';
  }
  if (typeof r['spec'] !== 'string') return 'spec is not a text';
  for (const member of ['clientSeeds', 'boxes', 'decisions', 'deck'] as const) {
    const list = r[member];
    if (!Array.isArray(list) || list.length > 64) return `${member} is not a list of at most 64`;
    const texts = member === 'deck';
    const fits = (item: unknown) =>
      texts ? typeof item === 'string' : typeof item === 'object' && item !== null;
    if (!list.every(fits))
      return `${member} holds something else than ${texts ? 'texts' : 'objects'}`;
  }
  for (const member of ['ruleset', 'terms', 'result']) {
    if (typeof r[member] !== 'object' || r[member] === null) return `${member} is not an object`;
  }
  const seeds = r['clientSeeds'] as readonly { readonly [member: string]: unknown }[];
  const lawful = (s: (typeof seeds)[number]) =>
    Number.isInteger(s['box']) &&
    Number(s['box']) >= 1 &&
    Number(s['box']) <= 255 &&
    typeof s['text'] === 'string' &&
    typeof s['hex'] === 'string';
  if (!seeds.every(lawful)) return 'clientSeeds: box, text and hex are wanted';
  return value as unknown as ProofRecord;
}

/** Every member of a record, and of the objects in its lists; ruleset, terms and result are hashed. */
const MEMBERS = {
  '': [
    ...['spec', 'roundId', 'rulesetHash', 'ruleset', 'termsHash', 'terms', 'commitment', 'seed'],
    ...['clientSeeds', 'boxes', 'decisions', 'deck', 'result'],
  ],
  clientSeeds: ['box', 'text', 'hex'],
  boxes: ['box', 'ante', 'bonus', 'blind'],
  decisions: ['box', 'action', 'cards', 'insurance'],
} as const;

/** The first member that a record does not have; what no item covers must not look verified. */
function strangers(record: { readonly [member: string]: unknown }): string | undefined {
  for (const [list, members] of Object.entries(MEMBERS)) {
    const items = list === '' ? [record] : record[list];
    if (!Array.isArray(items)) continue;
    const known: readonly string[] = members;
    for (const item of items) {
      if (typeof item !== 'object' || item === null) continue;
      const strange = Object.keys(item).find((member) => !known.includes(member));
      if (strange !== undefined) return list === '' ? strange : `${list}: ${strange}`;
    }
  }
  return undefined;
}
