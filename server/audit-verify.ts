/**
 * `chemmy audit verify`: walks the audit chain of an embedded store and says whether a record was
 * edited, deleted or moved. Read-only, beside a running service or without one; the folder comes from
 * --data-dir or DATA_DIR. It prints the head; one that was written down before (`--head`) shows a
 * chain computed anew or cut off at its end, which nothing inside the same file can.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import Sqlite from 'better-sqlite3';
import { verifyAudit } from './audit.ts';
import { STORE_FILE } from './store/sqlite-file.ts';
import { createReads } from './store/sqlite-reads.ts';
import type { AuditHead } from './store/store.ts';

interface VerifyIo {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

const HELP = `chemmy audit verify [--data-dir DIR] [--head SEQUENCE:HASH] [--ledger]

Walks the audit chain of the store in DIR (default: DATA_DIR, ./data). Prints one JSON object
{ok, records, head, fault}; exit 0 when the chain holds, 1 when it does not, 2 when it cannot be read.
  --head     a head noted before, as printed: must still be part of the chain
  --ledger   also checks the ledger, rounds and the file itself ({…, faults: [text]})
`;

interface Options {
  readonly folder: string;
  readonly head: AuditHead | undefined;
  readonly ledger: boolean;
}

/** Options, or what is wrong with them. */
function parse(argv: readonly string[], env: string | undefined): Options | string {
  let folder = env === undefined || env === '' ? './data' : env;
  let head: AuditHead | undefined;
  let ledger = false;
  const rest = [...argv];
  if (rest.shift() !== 'verify') return 'wanted: chemmy audit verify';
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--ledger') ledger = true;
    else if (word === '--data-dir' || word === '--head') {
      const value = rest.shift();
      if (value === undefined) return `${word} wants a value`;
      if (word === '--data-dir') folder = value;
      else {
        const match = /^(0|[1-9][0-9]{0,15}):([0-9a-f]{64})$/.exec(value);
        if (match === null) return '--head wants SEQUENCE:HASH, as printed';
        head = { sequence: Number(match[1]), hash: match[2] ?? '' };
      }
    } else return `no argument ${JSON.stringify(word)}; see chemmy audit verify --help`;
  }
  return { folder, head, ledger };
}

export async function main(argv: string[], io: VerifyIo): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    io.stdout.write(HELP);
    return 0;
  }
  const options = parse(argv, process.env['DATA_DIR']);
  if (typeof options === 'string') {
    io.stderr.write(`chemmy audit: ${options}\n`);
    return 2;
  }
  const file = join(options.folder, STORE_FILE);
  if (!existsSync(file)) {
    io.stderr.write(`chemmy audit: there is no store in ${options.folder}\n`);
    return 2;
  }
  let db: Sqlite.Database | undefined;
  try {
    db = new Sqlite(file, { readonly: true });
    // One snapshot: a service that goes on writing moves neither chain nor head under the walk.
    db.exec('BEGIN');
    const reads = createReads(db);
    const { head, fault } = verifyAudit(reads, options.head);
    const faults = options.ledger ? { faults: reads.check() } : {};
    const ok = fault === null && (faults.faults ?? []).length === 0;
    const text = `${head.sequence}:${head.hash}`;
    const verdict = { ok, records: head.sequence, head: text, fault, ...faults };
    io.stdout.write(`${JSON.stringify(verdict)}\n`);
    return ok ? 0 : 1;
  } catch (error) {
    io.stderr.write(`chemmy audit: ${file}: ${(error as Error).message}\n`);
    return 2;
  } finally {
    db?.close();
  }
}
