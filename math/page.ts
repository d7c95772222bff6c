/**
 * par.html: a pure function of par.json. One printable page, no script, no outside resource; the
 * plots are inline SVG with the figures as text, so that it can be read on paper and by a machine.
 */
import type { Cell } from './markup.ts';
import { chance, groups, inert, percent, right, table } from './markup.ts';
import { particulars, rulesOf } from './particulars.ts';
import { decisionBars, netBars, strategyCells } from './plot.ts';
import type { Par } from './study.ts';

const STYLE = `
:root { color-scheme: light; }
body { font: 15px/1.45 Georgia, 'Times New Roman', serif; color: #1b1b1b; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 1.8rem 0 .5rem; border-bottom: 1px solid #bbb; }
table { border-collapse: collapse; width: 100%; font: 13px/1.35 Arial, sans-serif; }
th, td { text-align: left; padding: .18rem .5rem; border-bottom: 1px solid #ddd; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font: 12px/1.3 Consolas, Menlo, monospace; overflow-wrap: anywhere; }
.lead { display: flex; flex-wrap: wrap; gap: .8rem; margin: 1rem 0; font-family: Arial, sans-serif; }
.lead div { border: 1px solid #999; padding: .4rem .8rem; } .lead b { display: block; font-size: 1.25rem; }
.warnings { border: 2px solid #a11d1d; padding: .2rem 1rem .5rem; } .warnings h2 { border: 0; margin: .5rem 0 .2rem; color: #a11d1d; } .warnings ul { margin: 0; }
.small { font-size: 13px; color: #444; } .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 0 2rem; align-items: start; }
.key { white-space: nowrap; margin-right: .8rem; font: 12px Arial, sans-serif; } .key i { display: inline-block; width: .9em; height: .9em; margin-right: .3em; border: 1px solid #777; vertical-align: -1px; }
figure { margin: .3rem 0; } figcaption { font: 12px Arial, sans-serif; color: #444; }
svg { max-width: 100%; height: auto; } svg text { font: 10px Arial, sans-serif; fill: #1b1b1b; } svg text.light { fill: #fff; }
.end { text-anchor: end; } .mid { text-anchor: middle; } .grid { stroke: #ddd; } .axis { stroke: #333; }
.gain { fill: #2f6f4f; } .loss { fill: #a6503f; } .even { fill: #777; }
@page { margin: 14mm; }
@media print { body { margin: 0; max-width: none; font-size: 12px; } table { font-size: 11px; } h2 { break-after: avoid; } tr, figure, .warnings { break-inside: avoid; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;

function section(title: string, body: string): string {
  return body === '' ? '' : `<h2>${inert(title)}</h2>${body}`;
}

const note = (text: string): string => `<p class="small">${inert(text)}</p>`;

/** Method of a figure with its error, as a studio quotes it. */
function methodOf(par: Par): string {
  if (par.method === 'exact') return 'exact';
  const error = par.standardError;
  return error === null ? 'upper bound' : `estimate, standard error ${error.toExponential(1)}`;
}

/** Distribution figures stay those without what was only estimated (its term says so). */
function lead(par: Par): string {
  const boxes = [
    ['house edge, of the ante', percent(par.houseEdge, 7)],
    ['return, of all that is staked', percent(par.returnOnStake, 5)],
    ['element of risk', percent(par.elementOfRisk, 7)],
    ['method', methodOf(par)],
  ];
  return `<div class="lead">${boxes.map(([name, value]) => `<div>${inert(name ?? '')}<b>${inert(value ?? '')}</b></div>`).join('')}</div>`;
}

function warnings(par: Par): string {
  if (par.warnings.length === 0) return note('No warnings.');
  return `<div class="warnings"><h2>Warnings</h2><ul>${par.warnings.map((w) => `<li>${inert(w)}</li>`).join('')}</ul></div>`;
}

function figures(par: Par): string {
  const whole = methodOf(par);
  const spread = par.method === 'exact' ? 'exact' : 'without what is not exact (below)';
  const rows: [string, string, string][] = [
    ['house edge: −E(net) / ante', percent(par.houseEdge, 7), whole],
    ['return on the ante', percent(par.returnOnAnte, 7), whole],
    ['return on total stake', percent(par.returnOnStake, 7), whole],
    ['element of risk: −E(net) / average stake', percent(par.elementOfRisk, 7), whole],
    ['average stake, antes', par.averageStake.toFixed(9), whole],
    ['standard deviation of a round, antes', par.stdDev.toFixed(6), spread],
    ['volatility index: 1.96 standard deviations', par.volatility.toFixed(6), spread],
    ['skewness', par.skewness.toFixed(6), spread],
    ['hit frequency, net above zero', percent(par.hitFrequency.netAboveZero), spread],
    ['hit frequency, any return', percent(par.hitFrequency.anyReturn), spread],
    [
      `rounds for ±${percent(par.sampleSize.within, 1)} at ${percent(par.sampleSize.confidence, 0)}`,
      groups(par.sampleSize.rounds),
      spread,
    ],
  ];
  const part = par.houseEdgeFraction;
  const exact =
    part === null ? '' : `House edge as a fraction: ${part.numerator} / ${part.denominator}. `;
  return `${table(
    ['Figure', '#Value', 'Method'],
    rows.map(([name, value, how]) => [name, right(value), how]),
  )}${note(`${exact}Assumed: ${par.assumptions}.`)}`;
}

function identity(par: Par): string {
  const rows = [
    ['Ruleset', `${par.ruleset}, version ${par.version}`],
    ['Ruleset, SHA-256 of its canonical JSON', par.rulesetHash],
    ['Core, SHA-256', par.coreHash],
    ['Math module, SHA-256', par.mathHash],
    ['Sheet', `schema ${par.schema}; worked out in ${par.seconds.toFixed(1)} s`],
  ];
  return `<table><tbody>${rows.map(([name, value]) => `<tr><th>${inert(name ?? '')}</th><td><code>${inert(value ?? '')}</code></td></tr>`).join('')}</tbody></table>`;
}

function decisions(par: Par): string {
  const rows = par.byDecision.map(({ action, frequency, mean, contribution }): Cell[] => [
    action,
    right(percent(frequency)),
    right(mean === null ? '' : mean.toFixed(6)),
    right(contribution.toFixed(8)),
  ]);
  const bets = note(
    `A bet is made in ${percent(par.betFrequency)} of rounds, exchanges and buys included.`,
  );
  return `<figure>${decisionBars(par.byDecision)}<figcaption>What each first decision adds to E(net), antes a round.</figcaption></figure>${table(['First decision', '#Deals', '#Mean net of those', '#Adds to E(net)'], rows)}${bets}`;
}

function distribution(par: Par): string {
  const rows = par.netDistribution.map(({ net, probability }): Cell[] => [
    right(String(net)),
    right(chance(probability)),
    right(probability.toExponential(8)),
    right((net * probability).toFixed(9)),
  ]);
  return `<figure>${netBars(par.netDistribution)}<figcaption>Probability of every net result in antes, logarithmic.</figcaption></figure>${table(['#Net, antes', '#Probability', '#', '#Adds to E(net)'], rows)}`;
}

function outcomes(par: Par): string {
  const rows = par.outcomes.map((o): Cell[] => [
    o.action,
    o.outcome,
    right(chance(o.probability)),
    right(o.probability.toExponential(8)),
  ]);
  return table(['Exchange', 'Outcome', '#Probability', '#'], rows);
}

/** The page of a sheet. */
export function page(par: Par): string {
  const title = `${par.title}: PAR sheet`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${inert(title)}</title><style>${STYLE}</style></head>
<body><h1>${inert(title)}</h1>${identity(par)}${lead(par)}${warnings(par)}
${section('Figures', figures(par))}
${section('Rules and paytables', rulesOf(par))}
${section('First decisions', decisions(par))}
${section('Net results', distribution(par))}
${particulars(par)
  .map(([name, body]) => section(name, body))
  .join('\n')}
${section('Outcomes by exchange', outcomes(par))}
${section('Strategy: kinds of hand by upcard', `${strategyCells(par.strategy)}${note('A cell is split by how often each first action is best; the letter marks the more frequent one. Hand by hand: strategy.json.')}`)}
</body></html>
`;
}
