/**
 * What a piece of a simulation found. Nets are integers, so that their sums are exact; pieces are
 * added in the order of their numbers, so that a run is the same for any number of threads.
 */
export interface Tally {
  readonly rounds: number;
  /** Σ net and Σ net², antes: exact integers. */
  readonly sum: number;
  readonly squares: number;
  /** Dealer exchanges paid for. */
  readonly taken: number;
}

export const NOTHING: Tally = {
  rounds: 0,
  sum: 0,
  squares: 0,
  taken: 0,
};

/** Σ net² of a piece beyond which the sums would no longer be exact. */
const EXACT_MOST = Number.MAX_SAFE_INTEGER;

export function added(a: Tally, b: Tally): Tally {
  const squares = a.squares + b.squares;
  if (squares > EXACT_MOST) throw new RangeError('simulation: the sums leave the safe integers');
  return {
    rounds: a.rounds + b.rounds,
    sum: a.sum + b.sum,
    squares,
    taken: a.taken + b.taken,
  };
}
