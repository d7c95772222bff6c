/** Inline SVG of a PAR sheet, pure functions of its numbers: no script, no outside file, prints in grey. */
import { inert, percent } from './markup.ts';
import type { ParSheet } from './sheet.ts';
import type { StrategyMap } from './strategy.ts';

const WIDTH = 720;

function svg(height: number, title: string, body: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${inert(title)}"><title>${inert(title)}</title>${body}</svg>`;
}

const at = (value: number): string => value.toFixed(1);

/** Probability of the rarest bar that is drawn: below it there is nothing to see or to win. */
const SCALE_LEAST = 1e-12;

/** Bars of every net result, on a logarithmic scale: chances reach from 1/2 to 1 in 10^12. */
export function netBars(distribution: ParSheet['netDistribution']): string {
  const shown = distribution.filter(({ probability }) => probability >= SCALE_LEAST);
  const decades = Math.ceil(-Math.log10(Math.min(...shown.map((d) => d.probability))));
  const [left, bottom, height] = [44, 190, 176];
  const wide = (WIDTH - left) / Math.max(1, shown.length);
  const y = (probability: number) => 10 + (height * -Math.log10(probability)) / decades;
  const lines = Array.from({ length: decades + 1 }, (_, i) => i).map(
    (i) =>
      `<line x1="${left}" x2="${WIDTH}" y1="${at(y(10 ** -i))}" y2="${at(y(10 ** -i))}" class="grid"/><text x="${left - 4}" y="${at(y(10 ** -i) + 4)}" class="end">${i === 0 ? '1' : `10⁻${[...String(i)].map((d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)]).join('')}`}</text>`,
  );
  const bars = shown.map(({ net, probability }, i) => {
    const x = left + i * wide;
    const top = y(probability);
    const label =
      wide >= 10 || i % Math.ceil(10 / wide) === 0
        ? `<text transform="translate(${at(x + wide / 2 + 4)} ${bottom + 4}) rotate(-90)" class="end">${net > 0 ? '+' : ''}${net}</text>`
        : '';
    return `<rect x="${at(x + 1)}" y="${at(top)}" width="${at(Math.max(1, wide - 2))}" height="${at(10 + height - top)}" class="${net < 0 ? 'loss' : net === 0 ? 'even' : 'gain'}"><title>${net} antes: ${percent(probability, 8)}</title></rect>${label}`;
  });
  return svg(bottom + 34, 'probability of every net result', lines.join('') + bars.join(''));
}

/** What each first decision adds to the return: bars right and left of nothing. */
export function decisionBars(rows: ParSheet['byDecision']): string {
  const most = Math.max(...rows.map(({ contribution }) => Math.abs(contribution)), 1e-9);
  const [left, middle, half] = [90, 400, 230];
  const bars = rows.map(({ action, contribution, frequency }, i) => {
    const size = (Math.abs(contribution) / most) * half;
    const x = contribution < 0 ? middle - size : middle;
    const text =
      contribution < 0
        ? `<text x="${at(x - 4)}" y="${i * 20 + 14}" class="end">${contribution.toFixed(6)}</text>`
        : `<text x="${at(x + size + 4)}" y="${i * 20 + 14}">+${contribution.toFixed(6)}</text>`;
    return `<text x="${left - 6}" y="${i * 20 + 14}" class="end">${inert(action)}</text><rect x="${at(x)}" y="${i * 20 + 3}" width="${at(Math.max(0.5, size))}" height="14" class="${contribution < 0 ? 'loss' : 'gain'}"><title>${inert(action)}, ${percent(frequency)} of deals</title></rect>${text}`;
  });
  const axis = `<line x1="${middle}" x2="${middle}" y1="0" y2="${rows.length * 20 + 2}" class="axis"/>`;
  return svg(rows.length * 20 + 4, 'return by first decision', bars.join('') + axis);
}

/** Fill of an action, and a mark that tells it in grey print. */
const SHADES: { readonly [action: string]: readonly [fill: string, mark: string] } = {
  fold: ['#e4e4e4', 'F'],
  bet: ['#2f6f4f', 'B'],
  buy: ['#4a6fa5', 'S'],
  'exchange-1': ['#f0c869', '1'],
  'exchange-2': ['#dd9d3e', '2'],
  'exchange-3': ['#c2702b', '3'],
  'exchange-4': ['#98461f', '4'],
  'exchange-5': ['#662a17', '5'],
};
const DARK = new Set(['bet', 'buy', 'exchange-3', 'exchange-4', 'exchange-5']);
/** Above this share a cell is marked with its action's letter. */
const MARKED = 0.5;

/** Rows of hands, columns of upcards; every cell split by the share of each first action. */
export function strategyCells(strategy: StrategyMap): string {
  const [left, wide, high] = [130, 45, 15];
  const head = strategy.upcards.map(
    (up, i) => `<text x="${left + i * wide + wide / 2}" y="11" class="mid">${inert(up)}</text>`,
  );
  const body = strategy.rows.map((row, y) => {
    const top = 16 + y * high;
    const cells = row.cells.map((cell, x) => {
      let from = left + x * wide;
      return Object.entries(cell)
        .map(([action, share]) => {
          const width = share * (wide - 1);
          const [fill, mark] = SHADES[action] ?? ['#000', '?'];
          const text =
            share > MARKED
              ? `<text x="${at(from + width / 2)}" y="${top + 11}" class="mid${DARK.has(action) ? ' light' : ''}">${mark}</text>`
              : '';
          const part = `<rect x="${at(from)}" y="${top}" width="${at(width)}" height="${high - 1}" fill="${fill}"><title>${inert(row.hand)} against ${inert(strategy.upcards[x] ?? '')}: ${action} ${percent(share, 2)}</title></rect>${text}`;
          from += width;
          return part;
        })
        .join('');
    });
    return `<text x="${left - 6}" y="${top + 11}" class="end">${inert(row.hand)}</text>${cells.join('')}`;
  });
  const seen = new Set(strategy.rows.flatMap((row) => row.cells.flatMap((c) => Object.keys(c))));
  const legend = Object.entries(SHADES)
    .filter(([action]) => seen.has(action))
    .map(
      ([action, [fill, mark]]) =>
        `<span class="key"><i style="background:${fill}"></i>${mark} ${action}</span>`,
    );
  return `${svg(18 + strategy.rows.length * high, 'strategy: hands by upcards', head.join('') + body.join(''))}<p class="small">${legend.join(' ')}</p>`;
}
