/** Sections of the page that not every game has, and its rules as a reader checks them. */
import type { Cell } from './markup.ts';
import { chance, groups, inert, percent, right, table } from './markup.ts';
import type { Par } from './study.ts';

type Section = readonly [title: string, body: string];

const note = (text: string): string => `<p class="small">${inert(text)}</p>`;
const antes = (value: number): string => value.toFixed(6);
const back = (value: number | null): string => (value === null ? '' : percent(value));

function antesText(fees: readonly number[]): string {
  return `${fees.join(', ')} ante${fees.length === 1 && fees[0] === 1 ? '' : 's'}`;
}

/** Paytables and every rule that moves the figures. */
export function rulesOf({ rules }: Par): string {
  const { exchange, buy, double, insurance, blind, dealerExchange, boxes, bonus } = rules;
  const pays = table(
    ['Bet (2 antes)', '#Pays to 1'],
    Object.entries(rules.pay).map(([category, odds]): Cell[] => [category, right(String(odds))]),
  );
  const fixed = bonus?.kind === 'fixed';
  const bonusPays =
    bonus === null
      ? ''
      : table(
          ['Bonus', fixed ? `#Pays, minor units of ${bonus.currency ?? ''}` : '#Pays to 1'],
          Object.entries(bonus.pay).map(([category, odds]): Cell[] => {
            const ranks = bonus.ranks[category as keyof typeof bonus.ranks];
            const name = ranks === undefined ? category : `${category} (only of ${ranks})`;
            return [name, right(groups(odds))];
          }),
        );
  const rows: [string, string][] = [
    ['Boxes', `${boxes.max} in play, ${boxes.maxOpen} open, ${boxes.maxBlind} blind`],
    [
      'Ante on a win',
      `${rules.ante.onWin}${blind === null ? '' : `; on a blind box ${rules.ante.blindOnWin}`}`,
    ],
    [
      'Exchange',
      exchange === null
        ? 'none'
        : `${exchange.fees.length === 1 ? '1 card' : `1 to ${exchange.fees.length} cards`} for ${antesText(exchange.fees)}${exchange.burn > 0 ? `, ${exchange.burn} burned before each` : ''}${exchange.forcedBetAt === null ? '' : `, the bet is forced after ${exchange.forcedBetAt}`}${exchange.forfeitsBonus ? ', forfeits the bonus' : ''}`,
    ],
    ['Sixth card', buy === null ? 'none' : `bought for ${antesText([buy.fee])}`],
    [
      'Second combination',
      double === null
        ? 'none'
        : `${double.second.join(', ')}; a doubled card in a straight makes a ${double.duplicateStraight}`,
    ],
    [
      'Insurance',
      insurance === null
        ? 'none'
        : `from ${insurance.from}, ${insurance.leastInAntes} ante to ${insurance.mostPercent} % of the expected pay`,
    ],
    [
      'Dealer exchange',
      dealerExchange === null
        ? 'none'
        : `fee ${dealerExchange.fee}${dealerExchange.repeatSameRank ? ', free again on the same rank' : ''}; still no game: ${dealerExchange.noGame}`,
    ],
    ['Ace-low straight', rules.aceLowStraight ? 'yes' : 'no'],
    ['Fees on a push', rules.fees.returnedOnPush ? 'returned' : 'kept'],
  ];
  return `<div class="pair"><div>${pays}</div><div>${bonusPays}</div></div>${table(['Rule', 'Here'], rows)}`;
}

function lines({ lines, dealerExchange }: Par): string {
  const worth =
    dealerExchange === null
      ? ''
      : note(
          `The dealer exchange is taken in ${percent(dealerExchange.frequency)} of rounds and adds ${antes(dealerExchange.worth)} antes a round.`,
        );
  return `${table(
    ['Line', '#Rounds with it', '#Staked a round', '#Net a round', '#Return on it'],
    lines.map((one): Cell[] => [
      one.line,
      right(percent(one.frequency)),
      right(antes(one.averageStake)),
      right(antes(one.net)),
      right(back(one.return)),
    ]),
  )}${note('Antes. The lines add up to E(net); fees are payments and never come back.')}${worth}`;
}

function bonus({ bonus }: Par): string {
  if (bonus === null) return '';
  const facts: Cell[][] = [
    ['return', right(percent(bonus.return, 6))],
    ['house edge', right(percent(bonus.houseEdge, 6))],
    ['hit frequency', right(percent(bonus.hitFrequency, 6))],
    ['standard deviation, stakes', right(bonus.stdDev.toFixed(4))],
  ];
  if (bonus.stake !== null) facts.push(['at a stake of, minor units', right(groups(bonus.stake))]);
  if (bonus.breakEven !== null) {
    facts.push(['breaks even at, minor units', right(bonus.breakEven.toFixed(3))]);
  }
  const rows = bonus.rows.map((row): Cell[] => [
    row.category,
    right(groups(row.pays)),
    right(groups(row.hands)),
    right(chance(row.probability)),
  ]);
  return `<div class="pair"><div>${table(['Bonus, exact', '#'], facts)}</div><div>${table(['Award', '#Pays', '#Hands of 2,598,960', '#Chance'], rows)}</div></div>${bonus.forfeitedByExchange ? note('An exchange forfeits it; the return assumes that none is made.') : ''}`;
}

function strategies({ strategies }: Par): string {
  const rows = strategies.map((one): Cell[] => [
    one.rule,
    right(percent(one.houseEdge, 5)),
    right(percent(one.cost, 5)),
    right(percent(one.betFrequency, 3)),
    right(one.elementOfRisk === null ? '' : percent(one.elementOfRisk, 4)),
  ]);
  return table(
    ['Strategy', '#House edge', '#Costs, of the ante', '#Bets', '#Element of risk'],
    rows,
  );
}

function caps({ caps }: Par): string {
  const rows = caps.map((one): Cell[] => [
    right(groups(one.maxPayout)),
    right(percent(one.houseEdge, 6)),
    right(percent(one.returnOnStake, 6)),
    right(percent(one.cost, 6)),
    right(chance(one.frequency)),
    one.method,
  ]);
  return `${table(['#Cap on a line, antes', '#House edge', '#Return on stake', '#Costs', '#Cut', 'Method'], rows)}${note('The strategy is that of the uncapped game.')}`;
}

function exposure({ exposure }: Par): string {
  const { byRules } = exposure;
  const rows: Cell[][] = [
    [
      'most won by optimal play, one box',
      right(`${exposure.mostWon} antes`),
      right(chance(exposure.odds)),
    ],
    [
      'most lost by optimal play, one box',
      right(`${exposure.mostLost} antes`),
      right(chance(exposure.oddsOfMostLost)),
    ],
    ['most won by the rules, at most', right(`${byRules.mostWonAtMost} antes`), right('')],
    ['most lost by the rules, at most', right(`${byRules.mostLostAtMost} antes`), right('')],
  ];
  if (byRules.bonusMost !== null) {
    rows.push(['highest award of the bonus', right(groups(byRules.bonusMost)), right('')]);
  }
  return table(['Exposure', '#', '#Chance a round'], rows);
}

function blind({ blindBox }: Par): string {
  if (blindBox === null) return '';
  const rows = blindBox.byUpcard.map(({ upcard, bet }): Cell[] => [upcard, right(antes(bet))]);
  return `${note(`House edge ${percent(blindBox.houseEdge, 6)} of the ante, always betting ${percent(blindBox.alwaysBet, 6)}; bets in ${percent(blindBox.betFrequency, 3)} of rounds. Method: ${blindBox.method}.`)}${table(['Upcard', '#Mean net of a bet, antes'], rows)}`;
}

function second({ secondBox }: Par): string {
  if (secondBox === null) return '';
  const { gain, standardError, houseEdge, frequency, rounds } = secondBox;
  return note(
    `A second open box sees the first one’s cards: worth at least ${antes(gain)} ± ${standardError.toExponential(1)} antes (standard error, ${groups(rounds)} deals, each counted exactly), in ${percent(frequency, 2)} of deals. Its house edge is at most ${percent(houseEdge, 4)} ± ${percent(standardError, 4)} of its ante.`,
  );
}

function simulation({ simulation, dealerExchange, standardError }: Par): string {
  if (simulation === null) return note('Left out of this sheet.');
  const { rounds, seed, mean, sigma, z, redrawn } = simulation;
  const within = (t: number) => `${antes(mean - t * sigma)} to ${antes(mean + t * sigma)}`;
  const rows: Cell[][] = [
    ['rounds', right(groups(rounds))],
    ['seed', right(seed)],
    ['mean net, antes', right(antes(mean))],
    ['standard error of the mean', right(sigma.toExponential(4))],
    ['95 % interval', right(within(1.959964))],
    ['99 % interval', right(within(2.575829))],
    ['z against the exact value', right(z.toFixed(3))],
  ];
  const worth =
    dealerExchange === null
      ? ''
      : note(
          `Dealer exchange by the solver: worth ${antes(dealerExchange.worth)}${standardError ? ` ± ${standardError.toExponential(1)}` : ''} antes a round, paid for in ${percent(dealerExchange.frequency)} of rounds.`,
        );
  if (redrawn !== null) rows.push(['dealer exchanges taken', right(percent(redrawn))]);
  return `${table(['Simulation', '#'], rows)}${note('Whole rounds through the production core: its shuffle, its ranking, its settlement; the decisions are the solver’s.')}${worth}`;
}

function terms({ terms }: Par): string {
  return terms.length === 0
    ? ''
    : table(
        ['Not exact', 'How', 'So that', 'Detail'],
        terms.map((t) => [t.term, t.status, t.bound ?? 'see detail', t.detail]),
      );
}

/** The sections, in the order of the page; empty ones are left out there. */
export function particulars(par: Par): Section[] {
  return [
    ['Not exact', terms(par)],
    ['Bet lines apart', lines(par)],
    ['Bonus bet', bonus(par)],
    ['Simplified strategies', strategies(par)],
    ['Capped payouts', caps(par)],
    ['Exposure', exposure(par)],
    ['Blind box', blind(par)],
    ['Second open box', second(par)],
    ['Simulation', simulation(par)],
  ];
}
