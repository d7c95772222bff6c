/**
 * `chemmy verify FILE`: a round's revealed record, checked offline: no service is asked, nothing is
 * looked up (field log D5). With the receipt or the commitment that the player kept it also shows that
 * the deck was fixed before his seed.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Evidence } from '../engine/proof.ts';
import { verifyRecord } from '../engine/proof.ts';
import { loadGames } from './games.ts';
import type { Io } from './io.ts';

const HELP = `chemmy verify FILE [--receipt FILE | --commitment HEX] [--client-seed TEXT]

Checks the record of an ended round (GET /v1/rounds/{id}/proof) item by item. Exit 0 when every item
fits, 1 when one does not, 2 when a file cannot be read.
`;

export async function main(argv: string[], io: Io): Promise<number> {
  if (argv[0] === '--help') {
    io.stdout.write(HELP);
    return 0;
  }
  const fault = (message: string): number => {
    io.stderr.write(`chemmy verify: ${message}\n`);
    return 2;
  };
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(argv);
  } catch (error) {
    return fault((error as Error).message);
  }
  const { file, evidence } = parsed;
  let record: unknown;
  try {
    record = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fault(`${file}: ${(error as Error).message}`);
  }
  const result = verifyRecord(loadGames().core, record, evidence);
  io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  return result.ok ? 0 : 1;
}

function read(argv: string[]): { file: string; evidence: Evidence } {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      receipt: { type: 'string' },
      commitment: { type: 'string' },
      'client-seed': { type: 'string' },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('one FILE is wanted');
  const { receipt, commitment, 'client-seed': clientSeed } = values;
  if (receipt !== undefined && commitment !== undefined) {
    throw new Error('--receipt or --commitment, not both');
  }
  if (commitment !== undefined && !/^[0-9a-f]{64}$/.test(commitment)) {
    throw new Error('--commitment: 64 lower-case hex digits are wanted');
  }
  const evidence: Evidence = {
    ...(receipt === undefined
      ? {}
      : { receipt: JSON.parse(readFileSync(receipt, 'utf8')) as { [member: string]: unknown } }),
    ...(commitment === undefined ? {} : { commitment }),
    ...(clientSeed === undefined ? {} : { clientSeed }),
  };
  return { file, evidence };
}
