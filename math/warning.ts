/** Where a studio must look before it launches: floors, a beaten house, a bonus that pays too well. */
import type { BetLine } from './bet-line.ts';
import type { ParSheet } from './sheet.ts';

/** Floors below which regulators refuse a bet's return (issue 6; game-math.md §6 for the 90 %). */
export const FLOORS = [0.75, 0.83, 0.9] as const;
/** GLI-11 v3.0 4.8.2 as quoted: an award should come at least once in 100 million games. */
export const RAREST_AWARD = 1e-8;

const percent = (value: number): string => `${(100 * value).toFixed(3)} %`;
const oneIn = (chance: number): string => Math.round(1 / chance).toLocaleString('en-US');

function floors(name: string, back: number): string[] {
  const failed = FLOORS.filter((floor) => back < floor).map((floor) => `${100 * floor} %`);
  return failed.length === 0
    ? []
    : [`${name} returns ${percent(back)}, below ${failed.join(', ')}`];
}

/** What a bet line has to be judged by: the bonus apart, only insurance is a bet of its own choice. */
function lineWarnings(lines: readonly BetLine[]): string[] {
  return lines
    .filter(({ line }) => line === 'insurance')
    .flatMap(({ line, return: back }) => (back === null ? [] : floors(`the bet ${line}`, back)));
}

/** All warnings of a sheet; none means that nothing was found, not that nothing is there. */
export function warningsOf(
  sheet: Pick<
    ParSheet,
    | 'houseEdge'
    | 'returnOnStake'
    | 'returnOnAnte'
    | 'bonus'
    | 'exposure'
    | 'terms'
    | 'lines'
    | 'secondBox'
    | 'caps'
  >,
): string[] {
  const warnings = floors('the main game, of all that is staked,', sheet.returnOnStake);
  if (sheet.houseEdge < 0) {
    warnings.push(`optimal play beats the house: it wins ${percent(-sheet.houseEdge)} of the ante`);
  }
  for (const { term, detail, bound } of sheet.terms) {
    const least = bound === null ? '' : '; the house edge is at most what is stated';
    warnings.push(`not exact: ${term}: ${detail}${least}`);
  }
  const second = sheet.secondBox;
  if (second !== null && second.houseEdge < 0) {
    warnings.push(
      `a second open box beats the house: it wins ${percent(-second.houseEdge)} of its ante or more`,
    );
  }
  if (sheet.exposure.odds < RAREST_AWARD) {
    const { mostWon, odds } = sheet.exposure;
    warnings.push(
      `the top award, ${mostWon} antes, is rarer than 1 in 100 million (1 in ${oneIn(odds)})`,
    );
  }
  warnings.push(...lineWarnings(sheet.lines));
  const { bonus } = sheet;
  if (bonus !== null) {
    warnings.push(...floors('the bonus bet', bonus.return));
    if (bonus.return > 1) {
      const stake = bonus.stake === null ? '' : ` at a stake of ${bonus.stake}`;
      const even =
        bonus.breakEven === null ? '' : `; it breaks even at ${bonus.breakEven.toFixed(3)}`;
      warnings.push(`the bonus bet favours the player${stake}${even}`);
    }
    for (const { category, hands, probability } of bonus.rows) {
      if (hands > 0 && probability < RAREST_AWARD) {
        warnings.push(
          `the bonus award ${category} is rarer than 1 in 100 million (1 in ${oneIn(probability)})`,
        );
      }
    }
    const dead = bonus.rows.filter(({ hands }) => hands === 0).map(({ category }) => category);
    if (dead.length > 0)
      warnings.push(`the bonus lists awards that no hand wins: ${dead.join(', ')}`);
    if (bonus.forfeitedByExchange) {
      warnings.push(
        'an exchange forfeits the bonus: its return assumes that none is made, and the main game that no bonus is staked',
      );
    }
  }
  return warnings;
}
