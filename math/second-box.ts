/**
 * A second open box of one player (O1, R1): it sees what the first one held, so that it plays
 * against a smaller unknown and does better.
 */
export interface SecondBox {
  readonly houseEdge: number;
  /** What the cards seen are worth, antes, and its standard error. */
  readonly gain: number;
  readonly standardError: number;
  readonly rounds: number;
}
