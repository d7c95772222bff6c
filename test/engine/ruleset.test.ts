/** Rulesets: the eight are lawful and fully cited; every contradiction is refused with its field. */
import { describe, expect, it } from 'vitest';
import { createLibrary, RulesetError, readRuleset } from '../../engine/library.ts';
import { parseRuleset, worstCaseCards } from '../../engine/ruleset.ts';
import { copyOf, core, library, rulesetFiles } from '../games.ts';

/** Sets a dotted field of a copy. */
function changed(id: string, field: string, value: unknown): unknown {
  const copy = copyOf(id) as unknown as { [key: string]: unknown };
  const path = field.split('.');
  let at = copy;
  for (const key of path.slice(0, -1)) at = at[key] as { [key: string]: unknown };
  at[path.at(-1) ?? ''] = value;
  return copy;
}

describe('the eight rulesets', () => {
  it('are there, named like their files', () => {
    expect(rulesetFiles.map((f) => f.name.replace('.json', ''))).toEqual([...library.keys()]);
    expect(library.size).toBe(8);
  });

  it('need at most these cards of 52; the worst is oasis-stud-exchange with 48', () => {
    const worst = Object.fromEntries(
      [...library].map(([id, e]) => [id, worstCaseCards(e.ruleset)]),
    );
    expect(worst).toEqual({
      'caribbean-stud': 10,
      'oasis-poker': 17,
      'oasis-poker-classic': 15,
      'oasis-stud': 35,
      'oasis-stud-buy': 47,
      'oasis-stud-exchange': 48,
      'russian-poker': 39,
      'russian-poker-classic': 39,
    });
  });

  it('cite a rule for every field', () => {
    const own = ['$schema', 'schema', 'id', 'version', 'title', 'cites'];
    for (const [id, { ruleset }] of library) {
      const cited = Object.keys(ruleset.cites);
      const fields = Object.entries(ruleset)
        .filter(([name]) => !own.includes(name))
        .flatMap(([name, value]) => {
          if (cited.includes(name) || typeof value !== 'object' || value === null) return [name];
          return Object.keys(value).map((key) => `${name}.${key}`);
        });
      expect(
        fields.filter((f) => !cited.includes(f)),
        id,
      ).toEqual([]);
    }
  });
});

describe('a ruleset that contradicts itself is refused with the field named', () => {
  const cases: [string, string, unknown, string][] = [
    ['oasis-poker', 'boxes.max', 6, 'boxes.max'],
    ['oasis-poker', 'boxes.maxOpen', 3, 'boxes.maxOpen'],
    ['oasis-poker', 'boxes.maxBlind', 1, 'boxes.maxBlind'],
    ['oasis-poker', 'boxes.maxOpen', 1, 'boxes.max'],
    ['russian-poker', 'boxes.maxBlind', 0, 'blind'],
    ['russian-poker', 'dealerExchange', null, 'blind.dealerExchange'],
    ['russian-poker', 'blind.insurance', true, 'blind.insurance'],
    ['russian-poker', 'blind.actions', ['fold'], 'blind.actions'],
    ['russian-poker', 'blind.actions', ['bet', 'bet'], 'blind.actions'],
    ['oasis-poker-classic', 'exchange.forcedBetAt', 6, 'exchange.forcedBetAt'],
    ['oasis-poker', 'exchange.forcedBetAt', 2, 'exchange.forcedBetAt'],
    ['oasis-poker-classic', 'exchange.forfeitsBonus', true, 'exchange.forfeitsBonus'],
    ['russian-poker', 'double.second', ['pair', 'pair'], 'double.second'],
    ['russian-poker', 'double.second', ['ace-king'], 'double.second'],
    ['russian-poker', 'insurance.from', 'ace-king', 'insurance.from'],
    ['russian-poker', 'dealerExchange.noGame', 'push', 'dealerExchange.noGame'],
    ['oasis-stud-exchange', 'dealerExchange.noGame', 'bet-back', 'dealerExchange.noGame'],
    [
      'oasis-poker-classic',
      'bonus',
      { kind: 'odds', currency: null, pay: {}, ranks: {}, stakeReturned: true, survivesFold: true },
      'bonus.pay',
    ],
    ['oasis-stud', 'bonus.currency', null, 'bonus.currency'],
    ['oasis-poker', 'bonus.currency', 'EUR', 'bonus.currency'],
    ['oasis-poker', 'bonus.pay.royal-flush', 5001, 'bonus.pay.royal-flush'],
    ['oasis-poker', 'bonus.ranks.pair', 'A', 'bonus.ranks.pair'],
    ['oasis-poker', 'bonus.ranks.three-of-a-kind', 'AA', 'bonus.ranks.three-of-a-kind'],
    ['oasis-poker', 'pay.royal-flush', 1001, 'pay.royal-flush'],
    ['oasis-poker', 'pay.royal-flush', 1.5, 'pay.royal-flush'],
    ['oasis-poker', 'pay.royal-flush', -1, 'pay.royal-flush'],
    ['oasis-poker', 'visibility', 'all', 'visibility'],
    ['oasis-poker', 'surprise', 1, 'surprise'],
    ['oasis-poker', 'pay', {}, 'pay.royal-flush'],
    ['oasis-stud-exchange', 'exchange.burn', 1, 'boxes'],
  ];
  it.each(cases)('%s with %s = %j names %s', (id, field, value, named) => {
    const parsed = parseRuleset(changed(id, field, value));
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.faults.map((f) => f.field)).toContain(named);
  });

  it('C1: no round can run out of cards: six boxes that exchange two and burn two need 60', () => {
    const parsed = parseRuleset(changed('oasis-stud-exchange', 'exchange.burn', 1));
    expect(parsed.ok ? '' : parsed.faults[0]?.detail).toBe('a round can need 60 cards of 52');
  });

  it('names the file, whether it is no JSON or no ruleset; one id stands once', () => {
    expect(() => readRuleset('mine.json', '{')).toThrow(/^mine\.json: not JSON/);
    expect(() => readRuleset('mine.json', '[]')).toThrow(RulesetError);
    const twice = [...rulesetFiles, { name: 'again.json', text: rulesetFiles[0]?.text ?? '' }];
    const binder = { sha256: core.sha256, game: () => [...library.values()][0]?.game as never };
    expect(() => createLibrary(binder, twice)).toThrow(/^again\.json: id: .* stands twice/);
  });
});
