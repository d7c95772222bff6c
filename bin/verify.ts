/**
 * `chemmy verify FILE`: a round's revealed record, checked offline: no service is asked, nothing is
 * looked up (field log D5). With the receipt or the commitment that the player kept it also shows that
 * the deck was fixed before his seed; with the service's public key, that the receipt is its own.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Evidence, VerifySignature } from '../engine/evidence.ts';
import { verifyRecord } from '../engine/proof.ts';
import { loadGames } from './games.ts';
import type { Io } from './io.ts';

const HELP = `chemmy verify FILE [--receipt FILE [--public-key KEY] | --commitment HEX] [--client-seed TEXT]

Checks the record of an ended round (GET /v1/rounds/{id}/proof) item by item. Exit 0 when every item
fits, 1 when one does not, 2 when a file cannot be read.
  --receipt      the receipt as it was answered before the round
  --public-key   the service's public key, to check the receipt's signature: 64 hex digits, or a file
                 with them, with a PEM, or with the JSON of GET /v1/version
  --commitment   the commitment alone, 64 hex digits
  --client-seed  the client seed that must be in it
`;

export async function main(argv: string[], io: Io): Promise<number> {
  if (argv[0] === '--help') {
    io.stdout.write(HELP);
    return 0;
  }
  let result: ReturnType<typeof verifyRecord>;
  try {
    const { file, evidence } = await read(argv);
    result = verifyRecord(loadGames().core, json(file), evidence);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    io.stderr.write(`chemmy verify: ${error.message}\n`);
    return 2;
  }
  io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  return result.ok ? 0 : 1;
}

/** Wrong arguments or a file that cannot be read: one line, exit 2. */
class BadInput extends Error {}

function words(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        receipt: { type: 'string' },
        'public-key': { type: 'string' },
        commitment: { type: 'string' },
        'client-seed': { type: 'string' },
      },
    });
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
}

async function read(argv: string[]): Promise<{ file: string; evidence: Evidence }> {
  const { values, positionals } = words(argv);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new BadInput('one FILE is wanted');
  const { receipt, commitment, 'public-key': key, 'client-seed': clientSeed } = values;
  if (receipt !== undefined && commitment !== undefined) {
    throw new BadInput('--receipt or --commitment, not both');
  }
  if (key !== undefined && receipt === undefined) {
    throw new BadInput('--public-key checks a receipt: --receipt FILE is wanted too');
  }
  if (commitment !== undefined && !/^[0-9a-f]{64}$/.test(commitment)) {
    throw new BadInput('--commitment: 64 lower-case hex digits are wanted');
  }
  const evidence: Evidence = {
    ...(receipt === undefined ? {} : { receipt: members(receipt) }),
    ...(key === undefined ? {} : { verifySignature: await checkOf(key) }),
    ...(commitment === undefined ? {} : { commitment }),
    ...(clientSeed === undefined ? {} : { clientSeed }),
  };
  return { file, evidence };
}

/** The server's room is loaded only for a signature. */
async function checkOf(key: string): Promise<VerifySignature> {
  const { ReceiptKeyError, signatureCheck } = await import('../server/receipt-key.ts');
  try {
    return signatureCheck(existsSync(key) ? text(key) : key);
  } catch (error) {
    if (error instanceof ReceiptKeyError) throw new BadInput(`--public-key: ${error.message}`);
    throw error;
  }
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BadInput(`${file}: ${(error as Error).message}`);
  }
}

function json(file: string): unknown {
  try {
    return JSON.parse(text(file));
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput(`${file}: ${(error as Error).message}`);
  }
}

function members(file: string): { readonly [member: string]: unknown } {
  const value = json(file);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as { readonly [member: string]: unknown };
  }
  throw new BadInput(`${file}: a receipt is a JSON object`);
}
