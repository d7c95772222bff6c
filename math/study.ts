/**
 * Everything that a PAR sheet says about one ruleset, worked out: the solution, the figures, the
 * simplified strategies, the simulation. The command around it (par.ts) reads, keeps and writes.
 */
import { createBatchDealer } from '../engine/batch-deal.ts';
import { blindBox } from './blind-box.ts';
import { bonusSheet } from './bonus.ts';
import { CAPS, cappedReturns } from './cap.ts';
import { createKernel } from './kernel.ts';
import { strategyCosts } from './plain-strategy.ts';
import { hasSecondBox, sizesSeen } from './second-box.ts';
import type { ParSheet } from './sheet.ts';
import { numbers, withSuitPart } from './sheet.ts';
import { simulateOnThreads, simulateSecondBox } from './simulation.ts';
import { solve, WORKERS_MAX } from './solver.ts';
import type { StrategyMap } from './strategy.ts';
import { strategyMap } from './strategy.ts';
import type { StrategyTable } from './strategy-table.ts';
import { strategyTable } from './strategy-table.ts';
import type { Subject } from './subject.ts';
import { SAMPLE, suitPart } from './suit-part.ts';
import { hasSuitPart } from './term.ts';
import { warningsOf } from './warning.ts';

/** par.json: the contract. */
export type Par = ParSheet & { readonly strategy: StrategyMap };

export interface StudyOptions {
  /** Leave the simulations out. */
  readonly quick: boolean;
  readonly rounds: number;
  readonly seed: string;
  /** Minor units that a fixed-sum bonus is measured at. */
  readonly bonusStake: number;
  /** Most cards of an exchange that is offered; null: all that the ruleset has. */
  readonly sizes: number | null;
  /** Threads; null: as many of `processors` as the memory holds. */
  readonly workers: number | null;
  readonly processors: number;
  /** A cap in antes to be shown beside the usual ones, or null. */
  readonly maxPayout: number | null;
}

/** A deal of the second box costs as much as some hundred rounds, and its error is far smaller. */
const ROUNDS_A_SEEN_DEAL = 100;
const SEEN_LEAST = 1_000;

export interface Study {
  readonly par: Par;
  readonly table: StrategyTable;
}

/** Most megabytes that threads take by default, and what one took by the largest exchange (Russian Poker). */
const MEMORY = 4_096;
const MEMORY_EACH = [260, 260, 320, 390, 600, 1_200] as const;

function workersOf({ workers, processors }: StudyOptions, sizes: number): number {
  if (workers !== null) return workers;
  const held = Math.floor(MEMORY / (MEMORY_EACH[sizes] ?? MEMORY));
  return Math.max(1, Math.min(WORKERS_MAX, processors, held));
}

/** `now` in milliseconds; `note` hears of progress, a line at a time. */
export async function study(
  subject: Subject,
  options: StudyOptions,
  now: () => number,
  note: (line: string) => void,
): Promise<Study> {
  const { ruleset, core, math } = subject;
  const started = now();
  const sizes = Math.min(options.sizes ?? 5, ruleset.exchange?.fees.length ?? 0);
  const solution = await solve(ruleset, sizes, workersOf(options, sizes), (done) =>
    note(`${done} of 13 upcards`),
  );
  const kernel = createKernel(math, ruleset, 0);
  const hands = kernel.hands();
  const bonus = bonusSheet(core, ruleset, hands, options.bonusStake);
  const solved = numbers({ ...subject, solution, sizes, bonus });
  let found = solved;
  if (hasSuitPart(ruleset, sizes)) {
    note('dealer exchange behind three cards and more');
    const key = core.sha256(new TextEncoder().encode(`chemmy/suit-part/${options.seed}`));
    const dealer = createBatchDealer(subject.batch);
    const play = { core, game: core.game(ruleset), dealer, kernel, policy: solution.policy };
    found = withSuitPart(solved, suitPart(play, key, SAMPLE));
  }
  const simulation = options.quick
    ? null
    : await simulateOnThreads(
        { core, ruleset, policy: solution.policy, final: solution.final },
        options.rounds,
        options.seed,
        -found.houseEdge,
        workersOf(options, 0),
        (done) => note(`${done} of ${options.rounds} rounds`),
      );
  const seen = Math.max(SEEN_LEAST, Math.floor(options.rounds / ROUNDS_A_SEEN_DEAL));
  const secondBox =
    options.quick || !hasSecondBox(ruleset)
      ? null
      : await simulateSecondBox(
          { core, ruleset, policy: solution.policy },
          seen,
          options.seed,
          found.houseEdge,
          workersOf(options, sizesSeen(ruleset)),
          (done) => note(`${done} of ${seen} second boxes`),
        );
  note('simplified strategies');
  const caps = options.maxPayout === null ? CAPS : [...CAPS, options.maxPayout];
  const whole = {
    ...found,
    caps: cappedReturns(ruleset, found, caps),
    strategies: strategyCosts(math, core, ruleset, found.houseEdge),
    blindBox: blindBox(math, core, ruleset),
    secondBox,
    simulation,
  };
  const par: Par = {
    ...whole,
    warnings: warningsOf(whole),
    strategy: strategyMap(core, hands, solution.policy, ruleset.aceLowStraight),
    seconds: (now() - started) / 1000,
  };
  const { rulesetHash, coreHash, mathHash } = subject;
  const terms = par.terms.map(({ term }) => term);
  const table = strategyTable(
    { ruleset: ruleset.id, rulesetHash, coreHash, mathHash, method: par.method, terms },
    hands.cards,
    solution.policy,
  );
  return { par, table };
}
