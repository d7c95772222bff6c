/** Random lawful rounds, from a seeded chooser: stakes, decisions, insurances, to the end. */
import { turnOf } from '../../engine/action.ts';
import type { Game } from '../../engine/game.ts';
import { isRefusal } from '../../engine/refusal.ts';
import type { Limits } from '../../engine/round.ts';
import { act, openRound } from '../../engine/round.ts';
import type { Stake } from '../../engine/stake.ts';
import { shuffled } from '../games.ts';

/** A random lawful round to its end, with the deck and the stakes that it was dealt from. */
export function played(
  g: Game,
  next: (below: number) => number,
  limits: Limits = { maxPayout: null },
) {
  const { boxes, bonus, players } = g.ruleset;
  const deck = shuffled(next);
  const stakes: Stake[] = [];
  let openBoxes = 0;
  const count = 1 + next(boxes.max);
  for (let box = 1; box <= boxes.positions && stakes.length < count; box++) {
    if (next(3) === 0 && boxes.positions - box >= count - stakes.length) continue;
    const blind = boxes.maxBlind > 0 && (openBoxes >= boxes.maxOpen || next(3) === 0);
    if (!blind) openBoxes += 1;
    stakes.push({
      box,
      ante: 1 + next(players === 'many' ? 50 : 5_000),
      ...(bonus !== null && next(2) === 0 ? { bonus: 1 + next(100) } : {}),
      ...(blind ? { blind } : {}),
    });
  }
  const dealtRound = openRound(g, limits, deck, stakes);
  if (isRefusal(dealtRound)) throw new Error(dealtRound.detail);
  let round = dealtRound;
  for (let turn = turnOf(round); turn !== null; turn = turnOf(round)) {
    const action = turn.actions[next(turn.actions.length)] ?? 'fold';
    const held = [...(round.boxes.find((b) => b.box === turn.box)?.cards ?? [])];
    const sizes = turn.exchange?.sizes ?? [];
    const size = sizes[next(Math.max(1, sizes.length))] ?? 0;
    const out = Array.from({ length: size }, () => held.splice(next(held.length), 1)[0] ?? -1);
    const { insurance } = turn;
    const insured = action === 'bet' && insurance !== undefined && next(2) === 0;
    const moved = act(round, {
      box: turn.box,
      action,
      ...(action === 'exchange' ? { cards: out } : {}),
      ...(insured ? { insurance: insurance.min + next(insurance.max - insurance.min + 1) } : {}),
    });
    if (isRefusal(moved)) throw new Error(`${moved.refusal}: ${moved.detail}`);
    round = moved;
  }
  return { round, stakes, deck };
}
