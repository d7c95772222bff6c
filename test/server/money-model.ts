/**
 * A plain model of the house's money: who has what, what each round has taken and given back, in what
 * state it is. No database, no cards: what a settled round returns comes from the slow reference. It
 * says beforehand how every request must be answered.
 */
import { library } from '../games.ts';
import { currencyOf } from './play.ts';

export interface ModelBox {
  readonly box: number;
  readonly player: string;
  readonly ante: number;
  readonly bonus: number;
}

export interface ModelRound {
  readonly id: string;
  readonly table: string;
  readonly boxes: readonly ModelBox[];
  state: 'open' | 'settled' | 'held' | 'void';
  /** By player: stakes and fees. */
  readonly spent: Map<string, number>;
  /** By player: what the settlement returned. */
  readonly paid: Map<string, number>;
  /** By player, while held: what was taken back, and what could not be. */
  readonly taken: Map<string, readonly [taken: number, owed: number]>;
  /** The first operator's request to void an ended round. */
  requested?: { readonly by: string; readonly forfeit: string };
}

export interface ModelCommitment {
  readonly id: string;
  readonly table: string;
  readonly player: string;
  readonly expiresAt: number;
  state: 'open' | 'used' | 'expired';
}

const nameOf = (player: string, currency: string) => `${player} ${currency}`;
export const rulesOf = (table: string) => {
  const rules = library.get(table)?.ruleset;
  if (rules === undefined) throw new Error(`no ruleset ${table}`);
  return rules;
};

export class MoneyModel {
  readonly balances = new Map<string, number>();
  readonly uncollected = new Map<string, number>();
  readonly rounds: ModelRound[] = [];
  readonly commitments: ModelCommitment[] = [];
  now: number;
  readonly openRoundsMax: number;

  constructor(now: number, openRoundsMax: number) {
    this.now = now;
    this.openRoundsMax = openRoundsMax;
  }

  balance(player: string, currency: string): number {
    return this.balances.get(nameOf(player, currency)) ?? 0;
  }

  move(player: string, currency: string, amount: number): void {
    const after = this.balance(player, currency) + amount;
    if (after < 0) throw new Error(`the model takes ${player} to ${after}`);
    this.balances.set(nameOf(player, currency), after);
  }

  /** The code of the refusal of a deal, or null. The order is the one in which they are told. */
  refusal(
    table: string,
    boxes: readonly ModelBox[],
    commitment: ModelCommitment | undefined,
    player: string,
  ): string | null {
    const busy = boxes.some((box) => this.openOf(table, box.player) >= this.openRoundsMax);
    if (busy) return 'round-open';
    if (commitment !== undefined) {
      if (commitment.table !== table || commitment.player !== player) return 'wrong-commitment';
      if (commitment.state === 'used') return 'commitment-used';
      if (commitment.state !== 'open' || this.now >= commitment.expiresAt) {
        return 'commitment-closed';
      }
    }
    const reserve = rulesOf(table).funds.reservePerBoxInAntes;
    const short = boxes.some((box) => {
      const own = boxes.filter((other) => other.player === box.player);
      const need = own.reduce((sum, b) => sum + b.ante * (1 + reserve) + b.bonus, 0);
      return this.balance(box.player, currencyOf(table)) < need;
    });
    return short ? 'insufficient-funds' : null;
  }

  openOf(table: string, player: string): number {
    return this.rounds.filter(
      (r) => r.state === 'open' && r.table === table && r.boxes.some((b) => b.player === player),
    ).length;
  }

  deal(id: string, table: string, boxes: readonly ModelBox[]): void {
    const round: ModelRound = {
      id,
      table,
      boxes,
      state: 'open',
      spent: new Map(),
      paid: new Map(),
      taken: new Map(),
    };
    for (const box of boxes) this.charge(round, box.player, box.ante + box.bonus);
    this.rounds.push(round);
  }

  charge(round: ModelRound, player: string, amount: number): void {
    this.move(player, currencyOf(round.table), -amount);
    round.spent.set(player, (round.spent.get(player) ?? 0) + amount);
  }

  settle(round: ModelRound, returned: ReadonlyMap<number, number>): void {
    round.state = 'settled';
    for (const { box, player } of round.boxes) {
      const amount = returned.get(box) ?? 0;
      round.paid.set(player, (round.paid.get(player) ?? 0) + amount);
      this.move(player, currencyOf(round.table), amount);
    }
  }

  hold(round: ModelRound): void {
    const currency = currencyOf(round.table);
    round.state = 'held';
    for (const [player, paid] of round.paid) {
      const taken = Math.min(paid, this.balance(player, currency));
      this.move(player, currency, -taken);
      this.owe(currency, paid - taken);
      round.taken.set(player, [taken, paid - taken]);
    }
  }

  release(round: ModelRound): void {
    round.state = 'settled';
    for (const [player, [taken, owed]] of round.taken) {
      this.move(player, currencyOf(round.table), taken);
      this.owe(currencyOf(round.table), -owed);
    }
  }

  /** Z6: everything back but the forfeited antes; then what an ended round had paid is owed. */
  void(round: ModelRound, forfeit: readonly number[]): void {
    const currency = currencyOf(round.table);
    const before = round.state;
    round.state = 'void';
    for (const [player, spent] of round.spent) {
      const kept = round.boxes
        .filter((box) => box.player === player && forfeit.includes(box.box))
        .reduce((sum, box) => sum + box.ante, 0);
      const refund = spent - kept;
      this.move(player, currency, refund);
      if (before === 'settled') {
        const paid = round.paid.get(player) ?? 0;
        const taken = Math.min(paid, this.balance(player, currency));
        this.move(player, currency, -taken);
        this.owe(currency, paid - taken);
      } else if (before === 'held') {
        const back = Math.min(round.taken.get(player)?.[1] ?? 0, refund);
        this.move(player, currency, -back);
        this.owe(currency, -back);
      }
    }
  }

  private owe(currency: string, amount: number): void {
    this.uncollected.set(currency, (this.uncollected.get(currency) ?? 0) - amount);
  }
}
