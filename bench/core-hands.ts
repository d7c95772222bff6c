/**
 * The hands half beside the fastest ranking on npm that runs on Node 20, and settlement beside plain
 * TypeScript. The peer gets its own card codes ready made; ours gets bytes in memory.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { evaluate, getCardCode } from '@pokertools/evaluator';
import {
  BATCH_BOXES_MAX,
  BATCH_HANDS_MAX,
  BOX_FIELDS,
  PAYOUT_FIELDS,
  RULES_FIELDS,
} from '../assembly/layout.ts';
import { cardText } from '../engine/card.ts';
import { createCore } from '../engine/core.ts';
import { readRuleset } from '../engine/library.ts';
import { rulesRecord } from '../engine/record.ts';
import type { BatchModule } from './batch-module.ts';
import { batchModule } from './batch-module.ts';
import type { Contest } from './measure.ts';
import { cardSource, rankedBoxes, writeRanked } from './ranked-boxes.ts';
import { settleModel } from './settle-model.ts';

const require = createRequire(import.meta.url);
const ALL_HANDS = 2_598_960;

export function handsContests(): Contest[] {
  const host = batchModule();
  const codes = Array.from({ length: 52 }, (_, card) => getCardCode(cardText(card)));
  return [
    rankAll(host, codes),
    rankRandom(host, codes, 'rank5-random', 5, 20),
    rankRandom(host, codes, 'rank6-random', 6, 12),
    settleMany(host),
  ];
}

function rankAll(host: BatchModule, codes: readonly number[]): Contest {
  const rank5All = host.bind('rank5All');
  return {
    name: 'rank5-all',
    does: 'every five-card hand looked up, the places added',
    goal: 100,
    batch: ALL_HANDS,
    ours: (n) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += rank5All();
      return sum;
    },
    peer: (n) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += everyHand(codes);
      return sum;
    },
  };
}

/** The peer's values of all hands, added. */
function everyHand(codes: readonly number[]): number {
  const hand = [0, 0, 0, 0, 0];
  let sum = 0;
  for (let a = 0; a < 48; a++) {
    hand[0] = codes[a]!;
    for (let b = a + 1; b < 49; b++) {
      hand[1] = codes[b]!;
      for (let c = b + 1; c < 50; c++) {
        hand[2] = codes[c]!;
        for (let d = c + 1; d < 51; d++) {
          hand[3] = codes[d]!;
          for (let e = d + 1; e < 52; e++) {
            hand[4] = codes[e]!;
            sum += evaluate(hand);
          }
        }
      }
    }
  }
  return sum;
}

function rankRandom(
  host: BatchModule,
  codes: readonly number[],
  name: string,
  size: 5 | 6,
  goal: number,
): Contest {
  const batch = host.bind(`rank${size}Batch`);
  const deal = cardSource(size);
  const hands = Array.from({ length: BATCH_HANDS_MAX }, () => deal(size));
  const theirs = hands.map((cards) => cards.map((card) => codes[card]!));
  const bytes = Uint8Array.from(hands.flat());
  const area = host.bytes('HANDS', size * BATCH_HANDS_MAX);
  return {
    name,
    does: `random hands of ${size} from memory, places written and added`,
    goal,
    ours: (n) => {
      area.set(bytes);
      let sum = 0;
      for (let left = n; left > 0; left -= BATCH_HANDS_MAX) {
        sum += batch(Math.min(left, BATCH_HANDS_MAX));
      }
      return sum;
    },
    peer: (n) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += evaluate(theirs[i % BATCH_HANDS_MAX]!);
      return sum;
    },
  };
}

function settleMany(host: BatchModule): Contest {
  const core = createCore(readFileSync(require.resolve('#build/core.wasm')));
  const file = require.resolve('#rulesets/russian-poker-classic.json');
  const rules = readRuleset('russian-poker-classic', readFileSync(file, 'utf8'));
  const boxes = rankedBoxes(core, core.game(rules), BATCH_BOXES_MAX);
  host.integers('BATCH_RULES', RULES_FIELDS).set(rulesRecord(rules));
  const records = host.integers('BOXES', BOX_FIELDS * BATCH_BOXES_MAX);
  for (const [i, box] of boxes.entries()) {
    writeRanked(records.subarray(i * BOX_FIELDS, (i + 1) * BOX_FIELDS), box);
  }
  const payouts = host.integers('PAYOUTS', PAYOUT_FIELDS * BATCH_BOXES_MAX);
  const settleBatch = host.bind('settleBatch');
  return {
    name: 'settle-batch',
    does: 'ranked hands to a payout record, 4,096 boxes a call; the peer to a payout object',
    goal: 5,
    ours: (n) => {
      for (let left = n; left > 0; left -= BATCH_BOXES_MAX) {
        settleBatch(Math.min(left, BATCH_BOXES_MAX));
      }
      return payouts[0]!;
    },
    peer: (n) => {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        sum += settleModel(rules, boxes[i % BATCH_BOXES_MAX]!).returns[1]!;
      }
      return sum;
    },
  };
}
