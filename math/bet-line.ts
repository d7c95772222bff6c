/**
 * The bet lines apart: what ante, bet, fees and insurance each take and give a round under optimal
 * play, in antes. The lines add up to the whole.
 */
import type { Ruleset } from '../engine/ruleset.ts';

export interface BetLine {
  readonly line:
    | 'ante'
    | 'bet'
    | 'ante-and-bet'
    | 'exchange-fee'
    | 'buy-fee'
    | 'insurance'
    | 'dealer-exchange';
  /** Share of rounds in which something is staked on it. */
  readonly frequency: number;
  /** Antes staked a round, rounds without it included. */
  readonly averageStake: number;
  /** Mean net a round, antes. */
  readonly net: number;
  /** 1 + net / stake; null for fees, which never come back, and for what has no stake of its own. */
  readonly return: number | null;
}

/** What the lines are worked out from; probabilities and antes a round. */
export interface LineParts {
  readonly ruleset: Ruleset;
  readonly mean: number;
  readonly betFrequency: number;
  readonly decisions: { readonly [action: string]: number };
  readonly outcomes: readonly { readonly outcome: string; readonly probability: number }[];
  readonly insurance: {
    readonly frequency: number;
    readonly averageStake: number;
    readonly worth: number;
  } | null;
  readonly dealerExchange: { readonly worth: number; readonly frequency: number } | null;
}

/**
 * The lines that the ruleset has; `bet` takes what the others leave of the mean. A dealer exchange
 * pays ante and bet together: they are then one line, as they stand without it.
 */
export function betLines(parts: LineParts): BetLine[] {
  const { ruleset, mean, decisions, insurance, dealerExchange } = parts;
  const chance = (test: (outcome: string) => boolean) =>
    parts.outcomes.reduce((sum, o) => sum + (test(o.outcome) ? o.probability : 0), 0);
  const won = chance((o) => o.startsWith('win'));
  const ante =
    chance((o) => o === 'no-game') +
    (ruleset.ante.onWin === 'pays' ? won : 0) -
    chance((o) => o === 'fold' || o === 'lose');
  const fees: BetLine[] = [];
  if (ruleset.exchange !== null) {
    const shares = ruleset.exchange.fees.map((_, i) => decisions[`exchange-${i + 1}`] ?? 0);
    const paid = ruleset.exchange.fees.reduce((sum, fee, i) => sum + fee * (shares[i] ?? 0), 0);
    const frequency = shares.reduce((a, b) => a + b, 0);
    fees.push(fee('exchange-fee', frequency, paid));
  }
  if (ruleset.buy !== null && decisions['buy'] !== undefined) {
    fees.push(fee('buy-fee', decisions['buy'], ruleset.buy.fee * decisions['buy']));
  }
  if (insurance !== null) {
    fees.push(line('insurance', insurance.frequency, insurance.averageStake, insurance.worth));
  }
  if (dealerExchange !== null) {
    const own = ruleset.dealerExchange?.fee === 'own-ante';
    fees.push({
      line: 'dealer-exchange',
      frequency: dealerExchange.frequency,
      averageStake: own ? 0 : dealerExchange.frequency,
      net: dealerExchange.worth,
      return: null,
    });
  }
  const paid = fees.reduce((sum, one) => sum + one.net, 0);
  const { betFrequency } = parts;
  if (dealerExchange !== null) {
    return [line('ante-and-bet', 1, 1 + 2 * betFrequency, mean - paid), ...fees];
  }
  const bet = line('bet', betFrequency, 2 * betFrequency, mean - paid - ante);
  return [line('ante', 1, 1, ante), bet, ...fees];
}

function line(name: BetLine['line'], frequency: number, stake: number, net: number): BetLine {
  const back = stake === 0 ? null : 1 + net / stake;
  return { line: name, frequency, averageStake: stake, net, return: back };
}

function fee(name: BetLine['line'], frequency: number, paid: number): BetLine {
  return { line: name, frequency, averageStake: paid, net: -paid, return: null };
}
