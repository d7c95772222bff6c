/**
 * par.html: a pure function of par.json. One printable page, no script, no outside resource; the
 * plots are inline SVG with the figures as text, so that it can be read on paper and by a machine.
 */
import type { ParSheet } from './sheet.ts';
import type { StrategyMap } from './strategy.ts';

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function percent(value: number, digits = 4): string {
  return `${(100 * value).toFixed(digits)} %`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${text(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;
}

/** Bars on a logarithmic scale: probabilities reach from 1/2 to 1 in 100 million. */
function bars(rows: readonly { readonly name: string; readonly value: number }[]): string {
  const height = 16;
  const body = rows
    .map(({ name, value }, i) => {
      const width = Math.max(1, 40 * (10 + Math.log10(Math.max(value, 1e-10))));
      const y = i * height;
      return `<text x="88" y="${y + 12}" text-anchor="end">${text(name)}</text><rect x="94" y="${y + 2}" width="${width.toFixed(1)}" height="12"/><text x="${(100 + width).toFixed(1)}" y="${y + 12}">${value.toExponential(4)}</text>`;
    })
    .join('');
  return `<svg viewBox="0 0 640 ${rows.length * height}" role="img">${body}</svg>`;
}

const SHADES: { readonly [action: string]: string } = {
  fold: '#d8d8d8',
  bet: '#2f6f4f',
  exchange: '#d9a441',
  buy: '#4a6fa5',
};

/** Rows of hands, columns of upcards; every cell split by the share of each first action. */
function map(strategy: StrategyMap): string {
  const [w, h] = [38, 18];
  const head = strategy.upcards
    .map((up, i) => `<text x="${150 + i * w + w / 2}" y="12" text-anchor="middle">${up}</text>`)
    .join('');
  const body = strategy.rows
    .map((row, y) => {
      const cells = row.cells
        .map((cell, x) => {
          let from = 150 + x * w;
          return Object.entries(cell)
            .map(([action, share]) => {
              const width = share * (w - 2);
              const part = `<rect x="${from.toFixed(2)}" y="${20 + y * h}" width="${width.toFixed(2)}" height="${h - 2}" fill="${SHADES[action] ?? '#000'}"><title>${text(row.hand)} against ${strategy.upcards[x]}: ${action} ${percent(share, 2)}</title></rect>`;
              from += width;
              return part;
            })
            .join('');
        })
        .join('');
      return `<text x="142" y="${32 + y * h}" text-anchor="end">${text(row.hand)}</text>${cells}`;
    })
    .join('');
  const legend = Object.entries(SHADES)
    .map(([action, fill]) => `<span style="color:${fill}">■</span> ${action}`)
    .join(' &nbsp; ');
  return `<svg viewBox="0 0 660 ${26 + strategy.rows.length * h}" role="img">${head}${body}</svg><p>${legend}</p>`;
}

/** The page of a sheet. */
export function page(sheet: ParSheet & { readonly strategy: StrategyMap }): string {
  const figure = (name: string, value: string) => [name, value];
  const exact = sheet.method === 'exact' ? 'exact' : 'with terms left out (below)';
  const main = table(
    ['figure', 'value', 'method'],
    [
      figure('house edge (of the ante)', percent(sheet.houseEdge, 7)),
      figure('return on the ante', percent(sheet.returnOnAnte, 7)),
      figure('return on total stake', percent(sheet.returnOnStake, 7)),
      figure('element of risk', percent(sheet.elementOfRisk, 7)),
      figure('average stake, antes', sheet.averageStake.toFixed(9)),
      figure('standard deviation, antes', sheet.stdDev.toFixed(6)),
      figure('volatility (1.96 standard deviations)', sheet.volatility.toFixed(6)),
      figure('skewness', sheet.skewness.toFixed(6)),
      figure('net result above zero', percent(sheet.hitFrequency.netAboveZero)),
      figure('any return', percent(sheet.hitFrequency.anyReturn)),
      figure('largest win, antes', String(sheet.exposure.mostWon)),
      figure('largest loss, antes', String(sheet.exposure.mostLost)),
      figure('rounds for ±0.1 points at 95 %', String(sheet.sampleSize.rounds)),
    ].map((row) => [...row, exact]),
  );
  const sections = [
    `<h1>${text(sheet.title)}: PAR sheet</h1>`,
    `<p>${text(sheet.assumptions)}. Method: <strong>${sheet.method}</strong>.</p>`,
    sheet.warnings.length === 0
      ? ''
      : `<h2>Warnings</h2><ul>${sheet.warnings.map((w) => `<li>${text(w)}</li>`).join('')}</ul>`,
    sheet.terms.length === 0
      ? ''
      : `<h2>Not in the figures</h2><ul>${sheet.terms.map((t) => `<li>${text(`${t.term}: ${t.detail} (${t.bound})`)}</li>`).join('')}</ul>`,
    `<h2>Figures</h2>${main}<p>House edge as a fraction: ${sheet.houseEdgeFraction.numerator} / ${sheet.houseEdgeFraction.denominator}</p>`,
    `<h2>Paytable of the bet</h2>${table(
      ['category', 'pays'],
      Object.entries(sheet.pay).map(([c, p]) => [c, String(p)]),
    )}`,
    `<h2>First decisions</h2>${table(
      ['action', 'frequency'],
      Object.entries(sheet.decisions).map(([a, f]) => [a, percent(f)]),
    )}`,
    `<h2>Net results, antes</h2>${bars(sheet.netDistribution.map((d) => ({ name: String(d.net), value: d.probability })))}`,
    `<h2>Outcomes by exchange</h2>${table(
      ['exchange', 'outcome', 'probability'],
      sheet.outcomes.map((o) => [o.action, o.outcome, o.probability.toExponential(8)]),
    )}`,
    `<h2>Strategy: hands × upcards</h2>${map(sheet.strategy)}`,
    sheet.bonus === null
      ? ''
      : `<h2>Bonus bet (exact)</h2><p>Return ${percent(sheet.bonus.return, 6)}, hit frequency ${percent(sheet.bonus.hitFrequency)}, standard deviation ${sheet.bonus.stdDev.toFixed(4)}${sheet.bonus.stake === null ? '' : `, stake ${sheet.bonus.stake}, break-even ${sheet.bonus.breakEven?.toFixed(3) ?? 'none'} (minor units)`}.${sheet.bonus.forfeitedByExchange ? ' An exchange forfeits it; the return assumes none.' : ''}</p>${table(
          ['category', 'pays', 'hands of 2,598,960'],
          sheet.bonus.rows.map((r) => [r.category, String(r.pays), String(r.hands)]),
        )}`,
    sheet.simulation === null
      ? ''
      : `<h2>Simulation through the core</h2><p>${sheet.simulation.rounds} rounds, seed ${text(sheet.simulation.seed)}: mean ${sheet.simulation.mean.toFixed(6)} ± ${sheet.simulation.sigma.toFixed(6)}, z = ${sheet.simulation.z.toFixed(3)}.</p>`,
    `<h2>Identity</h2>${table(
      ['what', 'value'],
      [
        ['ruleset', `${sheet.ruleset} v${sheet.version}`],
        ['ruleset hash', sheet.rulesetHash],
        ['core hash', sheet.coreHash],
        ['math hash', sheet.mathHash],
        ['seconds', sheet.seconds.toFixed(1)],
      ],
    )}`,
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${text(sheet.title)}: PAR sheet</title><style>body{font:14px/1.4 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;margin:.5rem 0}td,th{border:1px solid #ccc;padding:.15rem .5rem;text-align:left}svg{width:100%;font-size:10px}rect:not([fill]){fill:#4a6fa5}@media print{body{margin:0;max-width:none}}</style></head><body>${sections.join('\n')}</body></html>\n`;
}
