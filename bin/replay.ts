/**
 * `chemmy replay FILE|-`: round scripts, one JSON a line, to results, one a line in the same order
 * (design §6). A wrong script is answered in its place and the other lines still run; only a file
 * that cannot be read stops the command.
 */

import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { settleScript } from '../engine/script.ts';
import { loadGames } from './games.ts';
import type { Io } from './io.ts';

const HELP = `chemmy replay FILE|-

Reads round scripts, one JSON object a line ("-": from stdin), and writes one result a line, in
order. A wrong script gives {"id", "error": {"code", "detail"}}. Exit 0; 2 when FILE cannot be read.
`;

export async function main(argv: string[], io: Io): Promise<number> {
  if (argv[0] === '--help') {
    io.stdout.write(HELP);
    return 0;
  }
  const [file, ...rest] = argv;
  if (file === undefined || rest.length > 0) {
    io.stderr.write('chemmy replay: one FILE is wanted ("-": stdin)\n');
    return 2;
  }
  const { library } = loadGames();
  const input = file === '-' ? io.stdin : createReadStream(file);
  const failed = new Promise<Error>((resolve) => input.once('error', resolve));
  const answered = (async () => {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const answer = settleScript((id) => library.get(id)?.game, parseLine(line));
      if (!io.stdout.write(`${JSON.stringify(answer)}\n`)) await once(io.stdout, 'drain');
    }
  })();
  const error = await Promise.race([failed, answered]);
  if (error instanceof Error) {
    io.stderr.write(`chemmy replay: cannot read ${file}: ${error.message}\n`);
    return 2;
  }
  return 0;
}

/** A line that is not JSON becomes undefined, which no schema accepts: the answer has `id: null`. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
