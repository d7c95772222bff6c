/**
 * Histories as files: the items of a page as CSV (RFC 4180) or JSON lines, chosen by `format`. A pure
 * function of the JSON answer; the cursor of the next page goes into a `Link` header (RFC 8288).
 */
import type { Request, Response } from 'express';
import { query } from './request.ts';

type Row = { readonly [member: string]: unknown };

/** Answers a page of rows in the format that the query asks for. */
export function sendPage(
  req: Request,
  res: Response,
  page: { readonly items: readonly object[]; readonly next: string | null },
): void {
  const format = query(req, 'format', /^(json|csv|jsonl)$/) ?? 'json';
  if (format === 'json') {
    res.json(page);
    return;
  }
  if (page.next !== null) {
    const url = new URL(req.originalUrl, 'http://localhost');
    url.searchParams.set('cursor', page.next);
    res.setHeader('Link', `<${url.pathname}${url.search}>; rel="next"`);
  }
  const rows = page.items as readonly Row[];
  if (format === 'csv') res.type('text/csv; charset=utf-8').send(csv(rows));
  else res.type('application/jsonl').send(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** One header line of all members in order of first appearance; objects as JSON; CRLF. */
export function csv(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length === 0) return '';
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

/** A spreadsheet takes a leading =, +, - or @ for a formula: numbers stay, texts get an apostrophe. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
