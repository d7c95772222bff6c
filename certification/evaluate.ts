/** From merged shards to findings: every hypothesis of the families that the data can speak to. */

import type { Casino } from './casino.ts';
import type { Finding } from './finding.ts';
import { addCounts } from './merge.ts';
import { deckFindings } from './outcomes/deck-tests.ts';
import { equalPairs } from './outcomes/decks.ts';
import { drawFindings } from './outcomes/draw-tests.ts';
import { playLaw } from './outcomes/duel-law.ts';
import type { Return } from './outcomes/game-tests.ts';
import { gameFindings, returnOf } from './outcomes/game-tests.ts';
import { wordFindings } from './outcomes/word-counts.ts';
import { globalUniformity, rawFindings, wholeFindings } from './raw.ts';
import type { ShardResult, Stage, Tally } from './shard.ts';
import { emptyTally } from './shard.ts';
import { normalTwoSided } from './tail.ts';

export interface Evaluation {
  readonly findings: readonly Finding[];
  readonly returns: readonly Return[];
  readonly tally: Tally;
  readonly decks: number;
  /** p-values for plots: of every sequence and test, and of every shard alone. */
  readonly plots: readonly { readonly name: string; readonly p: readonly number[] }[];
  readonly reportOnly: readonly {
    readonly id: string;
    readonly p: number | null;
    readonly detail: string;
  }[];
}

const STAGES: readonly Stage[] = ['drbg', 'words', 'input'];

/** Shards in any order; the result depends on their numbers alone. */
export function evaluate(casino: Casino, unordered: readonly ShardResult[]): Evaluation {
  const shards = [...unordered].sort((a, b) => a.shard - b.shard);
  const tally = emptyTally(casino);
  for (const shard of shards) addCounts(tally, shard.tally);
  const keys = new BigUint64Array(shards.reduce((sum, shard) => sum + shard.keys.length, 0));
  let at = 0;
  for (const shard of shards) {
    keys.set(shard.keys, at);
    at += shard.keys.length;
  }
  const findings: Finding[] = [];
  const plots: { name: string; p: number[] }[] = [];
  const reportOnly: { id: string; p: number | null; detail: string }[] = [];
  for (const stage of STAGES) {
    const results = shards.flatMap((shard) =>
      shard.raw.filter((raw) => raw.stage === stage).map((raw) => raw.result),
    );
    if (results.length === 0) continue;
    const whole = shards.flatMap((shard) =>
      shard.whole.filter((part) => part.stage === stage).map((part) => part.results),
    );
    findings.push(...rawFindings(stage, results), ...wholeFindings(stage, whole));
    for (const id of results[0]?.tests.map((test) => test.id) ?? []) {
      const p = results.flatMap((r) => r.tests.find((test) => test.id === id)?.p ?? []);
      if (p.length > 0) plots.push({ name: `${stage}.${id}`, p });
    }
    const blocks = results.reduce((sum, r) => sum + r.fips.blocks, 0);
    if (blocks > 0) {
      const rejected = results.reduce((sum, r) => sum + r.fips.rejected, 0);
      const fips = `${rejected} of ${blocks} blocks of 20,000 bits rejected`;
      reportOnly.push({ id: `A.${stage}.fips-140-2`, p: null, detail: fips });
    }
    const all = globalUniformity(results);
    const detail = `Kolmogorov–Smirnov over ${all.n} dependent p`;
    reportOnly.push({ id: `A.${stage}.global-uniformity`, p: all.p, detail });
  }
  if (tally.draws.total > 0) findings.push(...drawFindings(tally.draws));
  if (tally.words.total > 0) findings.push(...wordFindings(tally.words));
  const decks = tally.decks.deck.total;
  const laws = new Map([...casino.library].map(([id, { ruleset }]) => [id, playLaw(ruleset)]));
  const returns: Return[] = [];
  if (decks > 0) {
    findings.push(...deckFindings(tally.decks, equalPairs(keys.sort())));
    for (const id of casino.ids) {
      const counts = tally.games[id];
      if (counts === undefined || counts.rounds === 0) continue;
      const law = laws.get(id);
      if (law === undefined) throw new Error(`assertion: no law of ${id}`);
      findings.push(...gameFindings(id, counts, law));
      const value = returnOf(id, counts, law);
      if (value === null) continue;
      returns.push(value);
      const band = `${value.low.toFixed(5)} to ${value.high.toFixed(5)} (99 %)`;
      const exact = `exact ${value.exact.toFixed(5)}, z = ${value.z.toFixed(2)}`;
      const detail = `${value.mean.toFixed(5)} antes a round, ${band}; ${exact}`;
      reportOnly.push({ id: `D.${id}.return`, p: normalTwoSided(value.z), detail });
    }
  }
  const names = new Set(shards.flatMap((shard) => Object.keys(shard.series)));
  for (const name of [...names].sort()) {
    const p = shards.flatMap((shard) => shard.series[name] ?? []);
    plots.push({ name: `shard.${name}`, p });
  }
  const good = findings.filter((one) => one.p !== null && one.p > 0.9999 && one.df !== null);
  const list = good.length === 0 ? 'none' : good.map((one) => one.id).join(', ');
  reportOnly.push({ id: 'all.too-good', p: null, detail: `chi-square p above 0.9999: ${list}` });
  return { findings, returns, tally, decks, plots, reportOnly };
}
