/**
 * From stored rows back to a round: ruleset by hash, deck from the encrypted seed, decisions in order
 * (design §3). Nothing derived is stored. The ruleset of an old round is found by its hash even when
 * the file has changed since.
 */
import type { Decision } from '../engine/action.ts';
import { parseCard } from '../engine/card.ts';
import { clientPart, deckOf } from '../engine/chance.ts';
import type { Game } from '../engine/game.ts';
import { readRuleset } from '../engine/library.ts';
import { fromHex } from '../engine/octets.ts';
import { isRefusal } from '../engine/refusal.ts';
import { replay } from '../engine/replay.ts';
import type { Round } from '../engine/round.ts';
import type { House } from './house.ts';
import { octetsOf, openSeed } from './receipt.ts';
import type { CommitmentRow, RoundRow, StoredDecision } from './store/store.ts';
import type { Terms } from './tables.ts';

/** Games of rulesets that are no longer in the library, by hash. */
const retired = new WeakMap<House, Map<string, Game>>();

export function gameOf(house: House, rulesetHash: string): Game {
  for (const entry of house.library.values()) if (entry.hash === rulesetHash) return entry.game;
  const known = retired.get(house) ?? new Map<string, Game>();
  retired.set(house, known);
  const found = known.get(rulesetHash);
  if (found !== undefined) return found;
  const json = house.store.document(rulesetHash);
  if (json === undefined) throw new Error(`assertion: no ruleset ${rulesetHash} in the store`);
  const game = house.core.game(readRuleset(rulesetHash, json));
  known.set(rulesetHash, game);
  return game;
}

/** Terms by hash, read once: what a hash names never changes, and tables have few. */
const terms = new WeakMap<House, Map<string, Terms>>();

export function termsOf(house: House, termsHash: string): Terms {
  const known = terms.get(house) ?? new Map<string, Terms>();
  terms.set(house, known);
  const found = known.get(termsHash);
  if (found !== undefined) return found;
  const json = house.store.document(termsHash);
  if (json === undefined) throw new Error(`assertion: no terms ${termsHash} in the store`);
  const read = JSON.parse(json) as Terms;
  known.set(termsHash, read);
  return read;
}

/** The deck of a round; `seed` is wiped. */
export function deckOfRound(
  house: House,
  id: string,
  rulesetHash: string,
  seed: Uint8Array,
  boxes: RoundRow['boxes'],
): Uint8Array {
  const client = clientPart(boxes.map((b) => ({ box: b.box, text: b.clientSeed })));
  const hash = fromHex(rulesetHash);
  if (isRefusal(client) || hash === undefined)
    throw new Error('assertion: stored seeds are lawful');
  const deck = deckOf(house.core, { roundId: octetsOf(id), rulesetHash: hash, seed }, client);
  seed.fill(0);
  return deck;
}

export function decisionOf(stored: StoredDecision): Decision {
  const { box, action, cards, insurance } = stored;
  return {
    box,
    action: action as Decision['action'],
    ...(cards === undefined ? {} : { cards: cards.map((card) => parseCard(card) ?? -1) }),
    ...(insurance === undefined ? {} : { insurance }),
  };
}

/** The round of a stored row. Throws SeedKeyError where the encrypted seed is not its own. */
export function foldRow(house: House, row: RoundRow, commitment: CommitmentRow): Round {
  const seed =
    commitment.seed === null
      ? openSeed(house, commitment)
      : (fromHex(commitment.seed) ?? new Uint8Array(0));
  const deck = deckOfRound(house, row.id, row.rulesetHash, seed, row.boxes);
  const { maxPayout } = termsOf(house, row.termsHash).limits;
  const stakes = row.boxes.map(({ box, ante, bonus, blind }) => ({ box, ante, bonus, blind }));
  const game = gameOf(house, row.rulesetHash);
  const round = replay(game, { maxPayout }, deck, stakes, row.decisions.map(decisionOf));
  if (isRefusal(round)) throw new Error(`assertion: a stored round is lawful: ${round.detail}`);
  return round;
}
