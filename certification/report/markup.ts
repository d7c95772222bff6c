/** Text made inert for HTML and XML: file names and details may be hostile. */

/** Escapes markup and removes what XML 1.0 forbids (control characters, lone surrogates). */
export function inert(text: string): string {
  let out = '';
  for (const char of text.toWellFormed()) {
    const code = char.codePointAt(0) ?? 0;
    const forbidden =
      (code < 32 && code !== 9 && code !== 10 && code !== 13) ||
      (code >= 0x7f && code < 0xa0) ||
      code === 0xfffe ||
      code === 0xffff ||
      // Direction overrides could make a name read as another one.
      (code >= 0x202a && code <= 0x202e) ||
      (code >= 0x2066 && code <= 0x2069);
    if (forbidden) out += '\ufffd';
    else out += ESCAPES[char] ?? char;
  }
  return out;
}

const ESCAPES: { readonly [char: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A p-value for readers: full enough to judge, short enough for a table. */
export function pText(p: number | null): string {
  if (p === null) return 'n/a';
  if (p === 0) return '< 1e-300';
  return p < 0.001 ? p.toExponential(2) : p.toFixed(4);
}

/** Integers with thin groups of three. */
export function groupText(n: number): string {
  return n.toLocaleString('en-US');
}
