/**
 * What a piece of a simulation found. Nets are integers, so that their sums are exact and a run is
 * the same for any number of threads.
 */
export interface Tally {
  readonly rounds: number;
  /** Σ net and Σ net², antes: exact integers. */
  readonly sum: number;
  readonly squares: number;
  /** Rounds whose box paid for a dealer exchange. */
  readonly redrawn: number;
}

export const NOTHING: Tally = { rounds: 0, sum: 0, squares: 0, redrawn: 0 };

export function added(a: Tally, b: Tally): Tally {
  const squares = a.squares + b.squares;
  if (squares > Number.MAX_SAFE_INTEGER) {
    throw new RangeError('simulation: the sums leave the safe integers');
  }
  return {
    rounds: a.rounds + b.rounds,
    sum: a.sum + b.sum,
    squares,
    redrawn: a.redrawn + b.redrawn,
  };
}
