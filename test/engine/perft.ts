/**
 * Perft: the number of lawful paths of decisions of one box against two dealers (with game, and
 * without). Decks are fixed; an exchange counts each set of cards once, an insurance once at its
 * least. Counts of the box's own paths are known by hand: 2, 12, 32, 66 (reference/aesthetics.md §6).
 */

import type { Decision } from '../../engine/action.ts';
import { turnOf } from '../../engine/action.ts';
import { parseCard } from '../../engine/card.ts';
import type { Game } from '../../engine/game.ts';
import { isRefusal } from '../../engine/refusal.ts';
import type { Round } from '../../engine/round.ts';
import { act, openRound } from '../../engine/round.ts';
import { deckFrom } from '../games.ts';

const cards = (text: string) => text.split(' ').map((card) => parseCard(card) ?? -1);
/** Box and dealer alternate (C5). */
const deal = (box: string, dealer: string) =>
  deckFrom(cards(box).flatMap((card, i) => [card, cards(dealer)[i] ?? -1]));
const PAIR = '9s 9h Kd 5c 3h';
const GAME = '2c 2d 8h Ts Jc';
const NONE = 'Qs Jd 8c 4c 2s';

function subsets(held: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return held.flatMap((card, i) =>
    subsets(held.slice(i + 1), size - 1).map((rest) => [card, ...rest]),
  );
}

function decisions(round: Round): Decision[] {
  const turn = turnOf(round);
  if (turn === null) return [];
  const { box } = turn;
  const held = round.boxes.find((b) => b.box === box)?.cards ?? [];
  return turn.actions.flatMap((action): Decision[] => {
    if (action === 'exchange') {
      return (turn.exchange?.sizes ?? []).flatMap((size) =>
        subsets(held, size).map((out) => ({ box, action, cards: out })),
      );
    }
    const plain = { box, action };
    return action === 'bet' && turn.insurance !== undefined
      ? [plain, { ...plain, insurance: turn.insurance.min }]
      : [plain];
  });
}

function count(round: Round): number {
  const open = decisions(round);
  if (open.length === 0) return 1;
  return open.reduce((sum, decision) => {
    const next = act(round, decision);
    if (isRefusal(next)) throw new Error(`${decision.action}: ${next.detail}`);
    return sum + count(next);
  }, 0);
}

export function pathsOf(game: Game): { withGame: number; withoutGame: number; blind?: number } {
  const paths = (dealer: string, blind: boolean) => {
    const stakes = [{ box: 1, ante: 10, ...(blind ? { blind } : {}) }];
    const round = openRound(game, { maxPayout: null }, deal(PAIR, dealer), stakes);
    if (isRefusal(round)) throw new Error(round.detail);
    return count(round);
  };
  return {
    withGame: paths(GAME, false),
    withoutGame: paths(NONE, false),
    ...(game.ruleset.blind === null ? {} : { blind: paths(NONE, true) }),
  };
}
