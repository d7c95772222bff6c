/**
 * A raw instance of the core as tests of the hands half call it: cards and records written straight
 * into linear memory, so that builds at other levels and builds with a planted fault are driven by
 * the same code as the released one.
 */
import { BOX_FIELDS, PAYOUT_FIELDS, RULES_FIELDS } from '../../assembly/layout.ts';
import type { CoreFunction } from '../../engine/core-host.ts';
import { rulesRecord } from '../../engine/record.ts';
import type { Ruleset } from '../../engine/ruleset.ts';
import type { RawModule } from '../core-build.ts';

export interface Probe {
  /** Bytes in which a call finds its cards. */
  readonly cards: Uint8Array;
  readonly box: Int32Array;
  readonly payout: Int32Array;
  readonly rankCards: CoreFunction;
  readonly combinations: CoreFunction;
  readonly settleCards: CoreFunction;
  /** Rank value of five or six cards; traps as the core does. */
  rank(cards: readonly number[], aceLow?: boolean): number;
  /** Writes a ruleset into a slot. */
  use(slot: number, rules: Ruleset): void;
}

export function probe(raw: RawModule): Probe {
  const { buffer } = raw.memory;
  const at = (name: string): number => {
    const address = raw.value[name];
    if (address === undefined) throw new Error(`no export ${name}`);
    return address;
  };
  const call = (name: string): CoreFunction => {
    const found = raw.call[name];
    if (found === undefined) throw new Error(`no export ${name}`);
    return found;
  };
  const cards = new Uint8Array(buffer, at('CARDS'), 32);
  const rankCards = call('rankCards');
  return {
    cards,
    box: new Int32Array(buffer, at('BOX'), BOX_FIELDS),
    payout: new Int32Array(buffer, at('PAYOUT'), PAYOUT_FIELDS),
    rankCards,
    combinations: call('combinations'),
    settleCards: call('settleCards'),
    rank(hand, aceLow = true) {
      cards.set(hand);
      return rankCards(hand.length, Number(aceLow)) >>> 0;
    },
    use(slot, rules) {
      const field = at('RULES') + slot * RULES_FIELDS * 4;
      new Int32Array(buffer, field, RULES_FIELDS).set(rulesRecord(rules));
    },
  };
}
