/** Pieces of the page: text made inert (a ruleset's title may be hostile), tables, numbers. */

const ESCAPES: { readonly [char: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes markup, drops control characters and direction overrides. */
export function inert(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
    .replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** A cell: text, or a number as text, which is set to the right. */
export type Cell = string | { readonly right: string };

export function right(text: string): Cell {
  return { right: text };
}

/** A table; heads that begin with # are those of right-hand columns. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = heads.map((text) =>
    text.startsWith('#') ? `<th class="n">${inert(text.slice(1))}</th>` : `<th>${inert(text)}</th>`,
  );
  const body = rows.map((row) => {
    const cells = row.map((cell) =>
      typeof cell === 'string'
        ? `<td>${inert(cell)}</td>`
        : `<td class="n">${inert(cell.right)}</td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

export function percent(value: number, digits = 4): string {
  return `${(100 * value).toFixed(digits)} %`;
}

/** A chance as people read it: per cent where it is common, one in so many where it is rare. */
export function chance(value: number): string {
  return value >= 0.0001 || value === 0 ? percent(value) : `1 in ${groups(Math.round(1 / value))}`;
}

export function groups(value: number): string {
  return value.toLocaleString('en-US');
}
