/**
 * The hands half in a second: enough to find every planted fault (planted-faults-hands.ts) and to
 * show that builds agree. A crash counts as found.
 */
import { createCore } from '../../../engine/core.ts';
import { LINES } from '../../../engine/game.ts';
import { rawModule } from '../../core-build.ts';
import { combinationsOf } from '../../reference/combination.ts';
import { bestHand, orderNumber } from '../../reference/hand.ts';
import { settleSlowly } from '../../reference/settlement.ts';
import { settlementCases } from '../../reference/settlement-cases.ts';
import { probe } from '../probe.ts';
import { DOUBLES, EXAMPLES, hand, unpack } from './combinations.ts';
import { sampledHands } from './rank.ts';
import { BAD_ENDS, EXTRA_ANTE, SETTLED } from './settlement.ts';

/** Every so many settlement cases are run; a prime, so that no option of a case is always missed. */
const STRIDE = 23;

/** What a build of the core gets wrong: names of the checks that fail. */
export function handsFailures(wasm: Uint8Array): string[] {
  const checks: readonly (readonly [string, () => boolean])[] = [
    ['rank', () => ranksRight(wasm)],
    ['traps', () => trapsRight(wasm)],
    ['combinations', () => combinationsRight(wasm)],
    ['settlement', () => settlementRight(wasm)],
    ['limits', () => limitsRight(wasm)],
  ];
  return checks.filter(([, right]) => !quietly(right)).map(([name]) => name);
}

function quietly(right: () => boolean): boolean {
  try {
    return right();
  } catch {
    return false;
  }
}

const SAMPLE = [
  ...EXAMPLES.map(([text]) => hand(text)),
  ...['5s 4d 3h 2c As', '6s 5d 4h 3c 2s', 'As Kd Qh Jc Td', '5d 4d 3d 2d Ad'].map(hand),
  ...sampledHands(5, 1_500, 11),
  ...sampledHands(6, 1_500, 12),
];

function ranksRight(wasm: Uint8Array): boolean {
  const core = probe(rawModule(wasm));
  return [true, false].every((aceLow) => {
    const ordered = SAMPLE.map((cards) => {
      return [orderNumber(bestHand(cards, aceLow)), core.rank(cards, aceLow)] as const;
    }).sort(([a], [b]) => a - b);
    return ordered.every(([order, value], i) => {
      const [lower, below] = ordered[i - 1] ?? [-1, -1];
      return order === lower ? value === below : value > below;
    });
  });
}

/** A card twice, out of range, too few and too many. */
const BAD_HANDS = [
  [0, 1, 2, 3, 3],
  [0, 1, 2, 3, 52],
  [0, 1, 2, 3],
  [0, 1, 2, 3, 4, 0],
  [0, 5, 10, 15, 20, 25, 30],
];

function trapsRight(wasm: Uint8Array): boolean {
  return BAD_HANDS.every((cards) => {
    const core = probe(rawModule(wasm));
    try {
      core.rank(cards);
      return false;
    } catch {
      return true;
    }
  });
}

function combinationsRight(wasm: Uint8Array): boolean {
  const core = probe(rawModule(wasm));
  return DOUBLES.every(([, rules], slot) => {
    core.use(slot, rules);
    return SAMPLE.every((cards) => {
      core.cards.set(cards);
      const found = unpack(core.combinations(slot, cards.length) >>> 0);
      const { first, second, pay } = combinationsOf(rules, cards);
      return found.first === first && found.second === second && found.pay === pay;
    });
  });
}

function settlementRight(wasm: Uint8Array): boolean {
  const core = createCore(wasm);
  return SETTLED.every(([, rules]) => {
    const game = core.game(rules);
    let number = 0;
    for (const end of settlementCases(rules)) {
      number += 1;
      if (number % STRIDE !== 0) continue;
      const slow = settleSlowly(rules, end);
      const fast = game.settle(end);
      if (fast.outcome !== slow.outcome) return false;
      const equal = LINES.every((name, i) => {
        const { stake, returned } = slow.lines[name];
        return BigInt(fast.stakes[i]!) === stake && BigInt(fast.returns[i]!) === returned;
      });
      if (!equal) return false;
    }
    return true;
  });
}

/** Ends that no round has are refused, each by a core that is alive until then. */
function limitsRight(wasm: Uint8Array): boolean {
  const [end] = settlementCases(EXTRA_ANTE);
  return BAD_ENDS.every(([, change]) => {
    const core = createCore(wasm);
    const game = core.game(EXTRA_ANTE);
    game.settle(end!);
    try {
      game.settle({ ...end!, folded: false, ...change });
    } catch {
      return !core.alive();
    }
    return false;
  });
}
