/** The revealed record of an ended round (design §4), as /v1/verify and `chemmy verify` take it. */

import { cardText } from '../engine/card.ts';
import { SPEC } from '../engine/chance.ts';
import { fromHex, toHex, toUtf8 } from '../engine/octets.ts';
import type { ProofRecord } from '../engine/proof.ts';
import { resultOf } from '../engine/result.ts';
import { deckOfRound, foldRow, gameOf, termsOf } from './fold.ts';
import type { House } from './house.ts';
import type { CommitmentRow, RoundRow } from './store/store.ts';

export function proofOf(
  house: House,
  row: RoundRow,
  commitment: CommitmentRow,
  seed: string,
): ProofRecord {
  const octets = fromHex(seed);
  if (octets === undefined) throw new Error('assertion: a revealed seed is hex');
  const deck = deckOfRound(house, row.id, row.rulesetHash, octets, row.boxes);
  return {
    spec: SPEC,
    roundId: row.id,
    rulesetHash: row.rulesetHash,
    ruleset: gameOf(house, row.rulesetHash).ruleset,
    termsHash: row.termsHash,
    terms: termsOf(house, row.termsHash),
    commitment: commitment.commitment,
    seed,
    clientSeeds: row.boxes
      .filter((box) => box.clientSeed !== '')
      .map(({ box, clientSeed }) => ({
        box,
        text: clientSeed,
        hex: toHex(toUtf8(clientSeed) ?? new Uint8Array(0)),
      })),
    boxes: row.boxes.map(({ box, ante, bonus, blind }) => ({
      box,
      ante,
      ...(bonus > 0 ? { bonus } : {}),
      ...(blind ? { blind } : {}),
    })),
    decisions: row.decisions as ProofRecord['decisions'],
    deck: Array.from(deck, cardText),
    result: resultOf(foldRow(house, row, commitment)),
  };
}
