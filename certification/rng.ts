/**
 * `chemmy rng`: what the generator makes, for dieharder, PractRand, TestU01 or a lab's own tools. The
 * stages are those of one round: its seed from the DRBG, its 64 first words, its deck (design §6).
 * Written in blocks with back-pressure, so that any count works (field log A8).
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { cardText } from '../engine/card.ts';
import { fromHex, toHex } from '../engine/octets.ts';
import { loadCasino } from './casino.ts';
import type { Io } from './certify.ts';
import type { House } from './stream.ts';
import { createHouse, REPLAY_SEED_SIZE, ROUNDS_MAX, WORDS_PER_ROUND } from './stream.ts';

const STAGES = ['drbg', 'words', 'decks'] as const;
type Stage = (typeof STAGES)[number];

const HELP = `chemmy rng --stage drbg|words|decks --count N [--format bin|csv] [--seed HEX]

Writes the production path's output to stdout.
  drbg    N bytes: the rounds' 32-byte seeds, one after the other
  words   N rounds: the first 64 words of each stream, little-endian, 256 bytes a round
  decks   N rounds: bin, 52 bytes 0 to 51 each; csv, index and 52 cards as Ts
  --seed HEX   48 bytes that stand for the operating system; without it they are drawn and named
               on stderr
`;

/** Bytes of one round in each stage. */
const ROUND_BYTES: { readonly [stage in Stage]: number } = {
  drbg: 32,
  words: 4 * WORDS_PER_ROUND,
  decks: 52,
};
/** Bytes collected before a write. */
const BLOCK = 65_536;

class UsageError extends Error {}

interface Wanted {
  readonly stage: Stage;
  readonly count: number;
  readonly csv: boolean;
  readonly seed: Uint8Array | null;
}

export async function main(argv: string[], io: Io): Promise<number> {
  if (argv[0] === '--help') {
    io.stdout.write(HELP);
    return 0;
  }
  let wanted: Wanted;
  try {
    wanted = read(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`chemmy rng: ${error.message}\n`);
    return 2;
  }
  const casino = loadCasino();
  const seed = wanted.seed ?? io.entropy(REPLAY_SEED_SIZE);
  if (wanted.seed === null) io.stderr.write(`chemmy rng: seed ${toHex(seed)}\n`);
  const house = createHouse({
    system: casino.freshCore(),
    core: casino.freshCore(),
    coreHash: casino.coreHash,
    rulesets: casino.hashes,
    seed,
  });
  return (await pour(wanted, house, io.stdout)) ? 0 : 1;
}

function read(argv: string[]): Wanted {
  let values: { [name: string]: string | boolean | undefined };
  try {
    const text = { type: 'string' } as const;
    const options = { stage: text, count: text, format: text, seed: text };
    values = parseArgs({ args: argv, options, strict: true }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0]);
  }
  const stage = STAGES.find((name) => name === values['stage']);
  if (stage === undefined) throw new UsageError(`--stage is one of ${STAGES.join(', ')}`);
  const text = values['count'];
  const count = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : -1;
  if (count < 0) throw new UsageError('--count is a whole number');
  const most = stage === 'drbg' ? ROUNDS_MAX * ROUND_BYTES.drbg : ROUNDS_MAX;
  if (count > most) throw new UsageError(`--count is at most ${most} for ${stage}`);
  const format = values['format'] ?? 'bin';
  if (format !== 'bin' && format !== 'csv') throw new UsageError('--format is bin or csv');
  if (format === 'csv' && stage !== 'decks') throw new UsageError('--format csv goes with decks');
  const hex = values['seed'];
  if (typeof hex !== 'string') return { stage, count, csv: format === 'csv', seed: null };
  const seed = fromHex(hex.toLowerCase());
  if (seed?.length !== REPLAY_SEED_SIZE) {
    throw new UsageError(
      `--seed takes ${REPLAY_SEED_SIZE} bytes as ${2 * REPLAY_SEED_SIZE} hex digits`,
    );
  }
  return { stage, count, csv: format === 'csv', seed };
}

/** Writes it all; false where the reader went away. */
async function pour(wanted: Wanted, house: House, out: Writable): Promise<boolean> {
  let gone = false;
  const closed = new Promise<void>((resolve) => {
    out.once('error', () => {
      gone = true;
      resolve();
    });
    out.once('close', () => {
      gone = true;
      resolve();
    });
  });
  for (const block of blocksOf(wanted, house)) {
    if (gone) return false;
    if (!out.write(block)) await Promise.race([once(out, 'drain').catch(() => undefined), closed]);
  }
  return !gone;
}

/** Blocks of about 64 KiB: no call asks the generator for more than a round. */
function* blocksOf(wanted: Wanted, house: House): Generator<Uint8Array | string> {
  const { stage, count, csv } = wanted;
  if (csv) {
    let text = '';
    for (let t = 0; t < count; t++) {
      text += `${t},${Array.from(house.deck(house.next().key), cardText).join(',')}\n`;
      if (text.length >= BLOCK) {
        yield text;
        text = '';
      }
    }
    if (text !== '') yield text;
    return;
  }
  const size = ROUND_BYTES[stage];
  const total = stage === 'drbg' ? count : count * size;
  const rounds = Math.floor(BLOCK / size);
  for (let done = 0; done < total; ) {
    const block = new Uint8Array(Math.min(rounds * size, total - done));
    for (let at = 0; at < block.length; at += size) {
      const { seed, key } = house.next();
      const bytes =
        stage === 'drbg' ? seed : stage === 'words' ? house.words(key) : house.deck(key);
      block.set(bytes.subarray(0, block.length - at), at);
    }
    done += block.length;
    yield block;
  }
}
