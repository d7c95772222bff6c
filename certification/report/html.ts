/**
 * report.html: one page, a pure function of report.json. Self-contained (no script, no font, no
 * image from elsewhere), printable, readable without colour. Every text goes through `inert`.
 */
import { categoryBars, heatMap, histogram, quantilePlot, returnBars } from './charts.ts';
import { groupText, inert, pText } from './markup.ts';
import type { Report } from './model.ts';

const STYLE = `
:root { color-scheme: light; }
body { font: 15px/1.45 Georgia, 'Times New Roman', serif; color: #1b1b1b; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #bbb; }
table { border-collapse: collapse; width: 100%; font: 13px/1.35 Arial, sans-serif; }
th, td { text-align: left; padding: .2rem .5rem; border-bottom: 1px solid #ddd; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font: 12px/1.3 Consolas, Menlo, monospace; overflow-wrap: anywhere; }
.verdict { font: bold 1.3rem Arial, sans-serif; padding: .6rem 1rem; border: 3px solid; margin: 1rem 0 .5rem; }
.pass { border-color: #1d6b34; color: #1d6b34; } .fail { border-color: #a11d1d; color: #a11d1d; } .undecided { border-color: #8a5a00; color: #8a5a00; }
tr.rejected td { background: #f6dada; font-weight: bold; }
.small { font-size: 13px; color: #444; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1rem; }
figure { margin: 0; break-inside: avoid; } figcaption { font: 12px Arial, sans-serif; }
svg { max-width: 100%; height: auto; } svg text { font: 11px Arial, sans-serif; fill: #1b1b1b; }
.end { text-anchor: end; } .mid { text-anchor: middle; }
.bar { fill: #5b7a99; } .law { stroke: #b5322a; stroke-width: 1.5; } .band { fill: #e6e6e6; } .band2 { fill: #9db4c9; }
.dot { fill: #1b1b1b; } .frame { fill: none; stroke: #777; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
`;

function table(head: readonly string[], rows: readonly string[]): string {
  const cells = head.map((text) =>
    text.startsWith('#') ? `<th class="n">${inert(text.slice(1))}</th>` : `<th>${inert(text)}</th>`,
  );
  return `<table><thead><tr>${cells.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function rowOf(cells: readonly (string | number)[], className = ''): string {
  const body = cells.map((cell) =>
    typeof cell === 'number'
      ? `<td class="n">${groupText(cell)}</td>`
      : cell.startsWith('#')
        ? `<td class="n">${inert(cell.slice(1))}</td>`
        : `<td>${inert(cell)}</td>`,
  );
  return `<tr${className === '' ? '' : ` class="${className}"`}>${body.join('')}</tr>`;
}

function facts(report: Report): string {
  const { run, subject, times, machine, product } = report;
  const { file } = subject;
  const seed =
    run.seedPolicy === 'none'
      ? 'none: a file was tested'
      : `${run.seedPolicy === 'replay' ? 'replay of a given seed' : 'drawn from the operating system, recorded'}: ${run.seed ?? ''}`;
  const rows: [string, string][] = [
    [
      'Subject',
      file === null
        ? 'the production path of this build'
        : `file ${file.name}, format ${file.format}, ${groupText(file.bytes)} bytes, ${groupText(file.count)} ${file.format === 'decks' ? 'decks' : 'bits'}`,
    ],
    ...(file === null ? [] : [['SHA-256 of the file', file.sha256] as [string, string]]),
    ['Core, SHA-256', subject.coreHash],
    ['Seed', seed],
    ['Profile', run.profile],
    ['Run', run.id],
    [
      'Version',
      `${product.name} ${product.version}; Node ${machine.node}; ${machine.platform}; ${machine.cpu}`,
    ],
    ['Time', `${times.started} to ${times.finished}, ${times.seconds} s, ${times.workers} workers`],
    ['Hypotheses, SHA-256', report.procedure.hypotheses],
  ];
  return `<table><tbody>${rows.map(([name, value]) => `<tr><th>${inert(name)}</th><td><code>${inert(value)}</code></td></tr>`).join('')}</tbody></table>`;
}

function findings(report: Report): string {
  return report.families
    .map((family) => {
      const own = report.looks.first.filter((one) => one.family === family.id);
      if (own.length === 0) return '';
      const rows = own.map((one) =>
        rowOf(
          [
            one.id,
            [one.name, ...one.aliases].join(' · '),
            one.n,
            `#${one.statistic === null ? '' : Number(one.statistic.toPrecision(6)).toString()}`,
            `#${one.df === null ? '' : groupText(one.df)}`,
            `#${pText(one.p)}`,
            `#${one.log10 === null ? '' : one.log10.toFixed(3)}`,
            `#${pText(one.holm)}`,
            one.detail,
          ],
          family.rejected.includes(one.id) ? 'rejected' : '',
        ),
      );
      const head = [
        'Hypothesis',
        'Name and aliases',
        '#n',
        '#statistic',
        '#df',
        '#p',
        '#log10 p',
        '#Holm p',
        'Detail',
      ];
      return `<h2>Family ${family.id}: ${inert(family.name)}</h2>${table(head, rows)}`;
    })
    .join('');
}

function secondLook(report: Report): string {
  const { second } = report.looks;
  if (second === null) return '';
  const rows = second.findings.map((one) =>
    rowOf(
      [one.id, one.n, `#${pText(one.p)}`, `#${pText(one.holm)}`, one.detail],
      second.rejected.includes(one.id) ? 'rejected' : '',
    ),
  );
  return `<h2>Second look</h2><p>Fresh, disjoint data, twice as much; only what the first look rejected; Holm at ${second.alpha}.</p>${table(['Hypothesis', '#n', '#p', '#Holm p', 'Detail'], rows)}`;
}

function selfTest(report: Report): string {
  const { golden, planted, excludedByProof } = report.selfTest;
  const rows = planted.map((one) =>
    rowOf(
      [
        one.id,
        one.stage,
        one.n,
        one.rejected ? 'rejected' : 'NOT REJECTED',
        one.by.slice(0, 4).join(', '),
        `#${one.seed}`,
      ],
      one.rejected ? '' : 'rejected',
    ),
  );
  const proofs = excludedByProof.map((one) => `<li>${inert(`${one.fault}: ${one.why}`)}</li>`);
  const vectors =
    golden.checked === 0
      ? 'No golden vectors were compared.'
      : `Golden vectors: ${golden.checked} p-values compared, ${golden.wrong.length} differ.`;
  return `<h2>Self-test of this harness</h2><p>${inert(vectors)} Faults planted on purpose, with fixed seeds, must be rejected with a Holm p below 1e-6.</p>${table(['Fault', 'Stage', '#n', 'Outcome', 'Caught by', '#seed'], rows)}<p>Excluded by proof only:</p><ul>${proofs.join('')}</ul>`;
}

function evidence(report: Report): string {
  const { position, categories, returns, plots, decks } = report.evidence;
  const heat =
    position === null
      ? ''
      : `<h2>Position by card</h2><figure>${heatMap(position.counts, decks)}<figcaption>${groupText(decks)} decks; red: more than expected, blue: fewer, full colour at five standard deviations. (51/52) X² = ${position.test.statistic.toFixed(1)}, df ${position.test.df}, p = ${pText(position.test.p)}.</figcaption></figure>`;
  const hands = categories.some((one) => one.observed > 0)
    ? `<h2>Hand categories</h2><figure>${categoryBars(categories)}<figcaption>The dealer’s first five cards, one hand a deck; marks: exact expectation.</figcaption></figure>`
    : '';
  const money =
    returns.length === 0
      ? ''
      : `<h2>Return of plain play</h2><figure>${returnBars(returns)}<figcaption>Net result of the first box in antes when it bets on every hand and never exchanges; not a strategy. Band: 99 % around the observed mean. Mark: exact value. Its whole law is tested as net-results in family D; the mean enters no verdict.</figcaption></figure>`;
  const graphs = plots.map(
    (plot) =>
      `<figure>${histogram(plot)} ${quantilePlot(plot)}<figcaption>${inert(plot.name)}, ${groupText(plot.n)} p</figcaption></figure>`,
  );
  const charts =
    graphs.length === 0
      ? ''
      : `<h2>p-values</h2><p class="small">Left: twenty bins, line at the uniform expectation. Right: quantiles against the uniform law, with the 1 % Kolmogorov band.</p><div class="plots">${graphs.join('')}</div>`;
  return heat + hands + money + charts;
}

/** The whole page. */
export function htmlOf(report: Report): string {
  const { procedure, families } = report;
  const familyRows = families.map((family) =>
    rowOf(
      [
        `${family.id}: ${family.name}`,
        family.tested,
        `#${family.alpha}`,
        `#${pText(family.p)}`,
        family.verdict,
        family.verdict95,
      ],
      family.verdict === 'fail' ? 'rejected' : '',
    ),
  );
  const size = `A perfect generator is rejected at the first look with probability at most ${procedure.size.firstLook.toFixed(4)} and fails in the end with probability at most ${procedure.size.fail.toExponential(2)}.`;
  const only = report.reportOnly.map((one) => rowOf([one.id, `#${pText(one.p)}`, one.detail]));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>Chemmy certification report: ${inert(report.verdict)}</title><style>${STYLE}</style></head>
<body><h1>Certification report</h1><p class="small">Randomness, scaling, decks and games${report.run.seedPolicy === 'replay' ? ' · <b>replay</b>' : ''}</p>
<div class="verdict ${inert(report.verdict)}">${inert(report.verdict.toUpperCase())}</div><p>${inert(report.statement)}</p>
${facts(report)}
<h2>Verdict</h2>${table(['Family', '#tested', '#α', '#Holm p', 'at 99 %', 'at 95 %'], familyRows)}
<p class="small">Holm inside each family at ${procedure.alpha} (${procedure.alpha95} for the 95 % column). A Holm p below ${procedure.atOnce} fails at once; otherwise one second look at the failing hypotheses alone, on fresh data, ${procedure.retestFactor} times as much, Holm at ${procedure.retestAlpha}. ${inert(size)}</p>
<h2>What this does not say</h2><ul>${report.limits.map((one) => `<li>${inert(one)}</li>`).join('')}</ul>
${secondLook(report)}${selfTest(report)}${evidence(report)}${findings(report)}
<h2>Report only</h2><p class="small">These do not enter the verdict.</p>${table(['Id', '#p', 'Detail'], only)}
</body></html>
`;
}
