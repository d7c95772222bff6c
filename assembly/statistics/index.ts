/**
 * The statistics module: integer statistics of one sequence of bits, for the certification harness.
 * It is apart from the core and decides nothing: p-values, constants and verdicts are TypeScript.
 * Order of calls: write bytes at `input`, `begin(n)`, then any test; `counts` holds what the last
 * call tabulated. Static memory below 45 MB; nothing is allocated.
 */
import { begin, input, maxBits } from './bits.ts';
import { complexities, maxPlane, planeComplexity } from './complexity.ts';
import { counts } from './counts.ts';
import { blockSquares, ones } from './frequency.ts';
import { largeRank } from './large-rank.ts';
import { longestRuns } from './longest-run.ts';
import { countPatterns, fold, patterns, squares } from './patterns.ts';
import { ranks } from './rank.ts';
import { changes } from './runs.ts';
import { canTransform, peaksBelow } from './spectrum.ts';
import { onesWindows, windows } from './templates.ts';
import { distances } from './universal.ts';
import { walk } from './walk.ts';

export {
  begin,
  blockSquares,
  canTransform,
  changes,
  complexities,
  countPatterns,
  counts,
  distances,
  fold,
  input,
  largeRank,
  longestRuns,
  maxBits,
  maxPlane,
  ones,
  onesWindows,
  patterns,
  peaksBelow,
  planeComplexity,
  ranks,
  squares,
  walk,
  windows,
};
