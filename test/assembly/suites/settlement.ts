/**
 * Settlement against the BigInt model: every payable combination, every outcome, every procedure,
 * every ruleset and each of its options turned, stakes 1 and 10^12, the cap's edge; no overflow and
 * no negative credit (issue 3).
 */
import { describe, expect, it } from 'vitest';
import type { PaidCategory } from '../../../engine/category.ts';
import type { Core } from '../../../engine/core.ts';
import type { BoxEnd } from '../../../engine/game.ts';
import { LINES } from '../../../engine/game.ts';
import type { Ruleset } from '../../../engine/ruleset.ts';
import type { Settled } from '../../reference/settlement.ts';
import { settleSlowly } from '../../reference/settlement.ts';
import { settlementCases } from '../../reference/settlement-cases.ts';
import { RULESETS, rulesetNamed } from '../../rulesets.ts';
import { hand } from './combinations.ts';

const OWN_ANTE = rulesetNamed('russian-poker');
export const EXTRA_ANTE = rulesetNamed('russian-poker-classic');
const LATE = rulesetNamed('oasis-stud-exchange');

/** Every category paid alike. */
const every = (pay: number) =>
  Object.fromEntries(Object.keys(EXTRA_ANTE.pay).map((category) => [category, pay])) as {
    readonly [category in PaidCategory]: number;
  };

/** The eight files, and rulesets that no file has: each option the other way, the largest odds. */
export const SETTLED: readonly (readonly [string, Ruleset])[] = [
  ...RULESETS.map((rules) => [rules.id, rules] as const),
  ['C10 fees come back on a push', { ...OWN_ANTE, fees: { returnedOnPush: true } }],
  ['C10 fees come back on a push, extra ante', { ...LATE, fees: { returnedOnPush: true } }],
  [
    'Z10 the exchanged dealer is not compared',
    { ...LATE, dealerExchange: { ...LATE.dealerExchange!, compare: false, forfeitsBonus: true } },
  ],
  [
    'R9 still no game: all is lost',
    { ...EXTRA_ANTE, dealerExchange: { ...EXTRA_ANTE.dealerExchange!, noGame: 'lose' } },
  ],
  [
    'R9 still no game: all is lost, own ante',
    { ...OWN_ANTE, dealerExchange: { ...OWN_ANTE.dealerExchange!, noGame: 'lose' } },
  ],
  [
    'O8 the bonus dies with a fold, its stake stays, the cap holds it',
    {
      ...rulesetNamed('oasis-poker'),
      bonus: { ...rulesetNamed('oasis-poker').bonus!, survivesFold: false, stakeReturned: false },
      maxPayout: { scope: 'line', capsBonus: true },
    },
  ],
  [
    'Z5 the bonus stake comes back, fixed sums of 10^12, no cap on them',
    {
      ...LATE,
      bonus: { ...LATE.bonus!, pay: every(1_000_000_000_000), stakeReturned: true },
      maxPayout: { scope: 'line', capsBonus: false },
    },
  ],
  [
    'C9 odds of 1,000 on both combinations and 5,000 on the bonus',
    {
      ...EXTRA_ANTE,
      pay: every(1_000),
      bonus: { ...EXTRA_ANTE.bonus!, pay: every(5_000) },
      ante: { onWin: 'pays', blindOnWin: 'pushes' },
    },
  ],
];

const GAME = hand('2c 3c 4c 5c 6d');
const NO_GAME = hand('2c 4d 6h 8s Tc');

/** What no round can be: changes of an end that the core must refuse to settle. */
export const BAD_ENDS: readonly (readonly [string, Partial<BoxEnd>])[] = [
  ['C6 no ante', { ante: 0 }],
  ['C9 an ante beyond the limit', { ante: 1_000_000_000_001 }],
  ['C9 a bonus beyond the limit', { bonus: 1_000_000_000_001 }],
  ['R8 an insured fold', { folded: true, insurance: 1 }],
  ['R8 insurance beyond the limit', { folded: false, insurance: 4_000_000_000_000_001 }],
  ['R9 a fold that paid for a dealer’s exchange', { folded: true, dealerExchange: true }],
  ['R9 an exchange of a dealer with game', { dealerExchange: true, dealerFirst: GAME }],
  ['R9 a dealer with game who changed his hand', { dealerFirst: GAME, dealerFinal: NO_GAME }],
  ['C8 six cards exchanged', { exchanged: 6 }],
];

/** What both sides say of one end, in one form. */
function compare(core: ReturnType<Core['game']>, end: BoxEnd, slow: Settled): string | null {
  const fast = core.settle(end);
  let equal = fast.outcome === slow.outcome;
  for (const [i, name] of LINES.entries()) {
    const { stake, returned } = slow.lines[name];
    equal &&= stake >= 0n && returned >= 0n;
    equal &&= BigInt(fast.stakes[i]!) === stake && BigInt(fast.returns[i]!) === returned;
  }
  if (equal) return null;
  const text = { end, outcome: slow.outcome, lines: slow.lines, fast };
  return JSON.stringify(text, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
}

export function settlementSuite(core: () => Core): void {
  describe('settle', () => {
    it.each(SETTLED)('C8–C10 O5–O8 R5–R10 Z3–Z10 %s', (_name, rules) => {
      const game = core().game(rules);
      const outcomes = new Set<string>();
      let cases = 0;
      for (const end of settlementCases(rules)) {
        const slow = settleSlowly(rules, end);
        const fault = compare(game, end, slow);
        if (fault !== null) expect(fault).toBe('as the model');
        outcomes.add(slow.outcome);
        cases += 1;
      }
      expect([...outcomes].sort()).toEqual(['fold', 'lose', 'no-game', 'push', 'win']);
      expect(cases).toBeGreaterThan(1_000);
    });

    it.each(BAD_ENDS)('traps: %s', (_name, change) => {
      const [end] = settlementCases(EXTRA_ANTE);
      const game = core().game(EXTRA_ANTE);
      expect(() => game.settle({ ...end!, folded: false, ...change })).toThrow(/dead/);
    });
  });
}
