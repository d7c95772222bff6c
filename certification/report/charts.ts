/** Inline SVG of a report, pure functions of its numbers: no script, no external file, prints in grey. */
import { groupText, inert } from './markup.ts';
import type { Plot, Report } from './model.ts';

const WIDTH = 220;
const HEIGHT = 110;

function svg(width: number, height: number, title: string, body: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${inert(title)}"><title>${inert(title)}</title>${body}</svg>`;
}

const round = (value: number): string => value.toFixed(1);

/** Twenty bins of p; the line is what a uniform law expects. */
export function histogram(plot: Plot): string {
  const expected = plot.n / plot.bins.length;
  const most = Math.max(...plot.bins, 2 * expected, 1);
  const step = WIDTH / plot.bins.length;
  const bars = plot.bins.map((count, i) => {
    const height = (count / most) * (HEIGHT - 10);
    return `<rect x="${round(i * step)}" y="${round(HEIGHT - height)}" width="${round(step - 1)}" height="${round(height)}" class="bar"/>`;
  });
  const y = round(HEIGHT - (expected / most) * (HEIGHT - 10));
  const line = `<line x1="0" x2="${WIDTH}" y1="${y}" y2="${y}" class="law"/>`;
  return svg(WIDTH, HEIGHT, `p-values of ${plot.name}, ${plot.n} of them`, bars.join('') + line);
}

/** Sorted p against uniform quantiles; the band is ± 1.63/√n (Kolmogorov, 1 %). */
export function quantilePlot(plot: Plot): string {
  const size = HEIGHT;
  const band = Math.min(1, 1.63 / Math.sqrt(Math.max(1, plot.n)));
  const at = (x: number, y: number): string =>
    `${round(x * size)},${round((1 - Math.min(1, Math.max(0, y))) * size)}`;
  const area = `<polygon points="${at(0, band)} ${at(1 - band, 1)} ${at(1, 1)} ${at(1, 1 - band)} ${at(band, 0)} ${at(0, 0)}" class="band"/>`;
  const line = `<line x1="0" y1="${size}" x2="${size}" y2="0" class="law"/>`;
  const dots = plot.quantiles.map((p, i) => {
    const [x, y] = at((i + 0.5) / plot.quantiles.length, p).split(',');
    return `<circle cx="${x}" cy="${y}" r="1.5" class="dot"/>`;
  });
  return svg(size, size, `quantiles of ${plot.name}`, area + line + dots.join(''));
}

/** 52 × 52 cells: deviation of position × card from its expectation, in standard deviations. */
export function heatMap(counts: readonly number[], decks: number): string {
  const cell = 9;
  const left = 26;
  const top = 14;
  const expected = decks / 52;
  const deviation = Math.sqrt(expected * (51 / 52));
  const cells = counts.map((count, i) => {
    const z = (count - expected) / deviation;
    const strength = Math.min(1, Math.abs(z) / 5);
    const colour = z > 0 ? '#b5322a' : '#2a5fb5';
    const x = left + (i % 52) * cell;
    const y = top + Math.floor(i / 52) * cell;
    return `<rect x="${x}" y="${y}" width="${cell}" height="${cell}" fill="${colour}" fill-opacity="${strength.toFixed(2)}"/>`;
  });
  const ranks = [...'23456789TJQKA'].map(
    (rank, i) => `<text x="${left + i * 4 * cell + 2 * cell}" y="10" class="mid">${rank}</text>`,
  );
  const rows = [0, 10, 20, 30, 40, 51].map(
    (p) => `<text x="${left - 4}" y="${top + p * cell + 8}" class="end">${p}</text>`,
  );
  const frame = `<rect x="${left}" y="${top}" width="${52 * cell}" height="${52 * cell}" class="frame"/>`;
  const title = 'position (down) by card (across), deviation in standard deviations';
  return svg(
    left + 52 * cell + 4,
    top + 52 * cell + 4,
    title,
    cells.join('') + frame + ranks.join('') + rows.join(''),
  );
}

/** Observed and expected hand categories on a logarithmic scale. */
export function categoryBars(categories: Report['evidence']['categories']): string {
  const row = 20;
  const left = 120;
  const width = 640;
  const most = Math.max(10, ...categories.map((one) => Math.max(one.observed, one.expected)));
  const x = (value: number): number =>
    (Math.log10(Math.max(value, 0) + 1) / Math.log10(most + 1)) * 300;
  const body = categories.map((one, i) => {
    const y = i * row;
    const mark = round(left + x(one.expected));
    return (
      `<text x="${left - 6}" y="${y + 14}" class="end">${inert(one.name)}</text>` +
      `<rect x="${left}" y="${y + 4}" width="${round(x(one.observed))}" height="12" class="bar"/>` +
      `<line x1="${mark}" x2="${mark}" y1="${y + 1}" y2="${y + 19}" class="law"/>` +
      `<text x="${left + 308}" y="${y + 14}">${groupText(one.observed)} (expected ${one.expected.toFixed(1)})</text>`
    );
  });
  return svg(
    width,
    categories.length * row,
    'hand categories of the dealer, logarithmic',
    body.join(''),
  );
}

/** Mean net result of plain play, its 99 % band, and the exact value. */
export function returnBars(returns: Report['evidence']['returns']): string {
  const row = 22;
  const left = 160;
  const width = 760;
  const values = returns.flatMap((one) => [one.low, one.high, one.exact]);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const x = (value: number): number => left + ((value - low) / Math.max(1e-9, high - low)) * 300;
  const body = returns.map((one, i) => {
    const y = i * row + 11;
    const exact = `<line x1="${round(x(one.exact))}" x2="${round(x(one.exact))}" y1="${y - 9}" y2="${y + 9}" class="law"/>`;
    return (
      `<text x="${left - 6}" y="${y + 4}" class="end">${inert(one.game)}</text>` +
      `<rect x="${round(x(one.low))}" y="${y - 5}" width="${round(Math.max(1, x(one.high) - x(one.low)))}" height="10" class="band2"/>` +
      `<circle cx="${round(x(one.mean))}" cy="${y}" r="3" class="dot"/>${exact}` +
      `<text x="${left + 308}" y="${y + 4}">${one.mean.toFixed(4)} [${one.low.toFixed(4)}, ${one.high.toFixed(4)}], exact ${one.exact.toFixed(5)}</text>`
    );
  });
  return svg(
    width,
    Math.max(1, returns.length) * row,
    'net result of plain play in antes, 99 % band, exact value',
    body.join(''),
  );
}
