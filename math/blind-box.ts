/**
 * A blind ("dark") box (R1, R6): bet or folded without a look at its cards, upcard known. Its value
 * is a mean over all hands, exact. It has no insurance, and on a win its ante may pay where an open
 * one's would not.
 */
import { RANKS } from '../engine/card.ts';
import type { Core } from '../engine/core.ts';
import type { Ruleset } from '../engine/ruleset.ts';
import { visitBets } from './bet-values.ts';
import { DEALERS } from './kernel.ts';
import { edgeOf } from './plain-strategy.ts';
import { DEALS } from './solver.ts';

export interface BlindBox {
  /** Betting against every upcard, and folding where the mean of a bet is below a fold. */
  readonly alwaysBet: number;
  readonly houseEdge: number;
  readonly betFrequency: number;
  /** Mean net of a bet, antes, by upcard rank 2…A. */
  readonly byUpcard: readonly { readonly upcard: string; readonly bet: number }[];
  readonly method: 'exact';
}

/** Null where no box may be blind. */
export function blindBox(
  wasm: Uint8Array<ArrayBuffer>,
  core: Core,
  ruleset: Ruleset,
): BlindBox | null {
  const { blind } = ruleset;
  if (blind === null) return null;
  const played: Ruleset = {
    ...ruleset,
    ante: { ...ruleset.ante, onWin: ruleset.ante.blindOnWin },
    insurance: null,
    exchange: null,
    buy: null,
    dealerExchange: blind.dealerExchange ? ruleset.dealerExchange : null,
  };
  const sums = new Float64Array(13);
  const deals = new Float64Array(13);
  visitBets(wasm, core, played, (_hand, up, many, sum) => {
    sums[up] = (sums[up] ?? 0) + many * sum;
    deals[up] = (deals[up] ?? 0) + many;
  });
  const folds = blind.actions.includes('fold');
  let always = 0;
  let best = 0;
  let betDeals = 0;
  sums.forEach((sum, up) => {
    const fold = -(deals[up] ?? 0) * DEALERS;
    const bets = !folds || sum > fold;
    always += sum;
    best += bets ? sum : fold;
    if (bets) betDeals += deals[up] ?? 0;
  });
  return {
    alwaysBet: edgeOf(played, always).value,
    houseEdge: edgeOf(played, best).value,
    betFrequency: betDeals / DEALS,
    byUpcard: [...RANKS].map((upcard, up) => ({
      upcard,
      bet: (sums[up] ?? 0) / ((deals[up] ?? 1) * DEALERS),
    })),
    method: 'exact',
  };
}
