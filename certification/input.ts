/**
 * Anyone's file as blocks of work: raw bytes, ASCII bits, or decks as 52 bytes each or CSV. Sizes are
 * checked before anything is computed (batteries.md §4, row 14); the file is read in bounded pieces;
 * the first fault is one sentence with its place. The format is declared, never guessed (field log
 * E7); line ends never become data.
 */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseCard } from '../engine/card.ts';

export const FORMATS = ['raw', 'ascii', 'decks'] as const;
export type Format = (typeof FORMATS)[number];

/** The file cannot be used: one sentence for the user. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

export interface InputSummary {
  readonly format: Format;
  readonly bytes: number;
  readonly sha256: string;
  /** Decks, or bits. */
  readonly count: number;
}

/** Largest file: 2^40 bytes; a block of a file that is in memory: 15,625 decks or 4 sequences. */
export const FILE_MAX = 2 ** 40;
export const BLOCK_DECKS = 15_625;
/** Least decks: with fewer not even the numbers of cycles and fixed points have cells enough. */
export const DECKS_MIN = 260;
/** Least bits: 100 sequences of 10,000. */
export const BITS_MIN = 1_000_000;
const CARDS = 52;

/** Size and digest of a file, and its deck or bit count, in one streaming pass with every check. */
export async function summarize(path: string, format: Format): Promise<InputSummary> {
  let bytes: number;
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new InputError(`${path}: not a file`);
    bytes = found.size;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`cannot read ${path}: ${(error as Error).message}`);
  }
  if (bytes === 0) throw new InputError(`${path}: the file is empty`);
  if (bytes > FILE_MAX) throw new InputError(`${path}: more than 2^40 bytes`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  let count = 0;
  if (format === 'decks') {
    for await (const block of deckBlocks(path, BLOCK_DECKS)) count += block.length / CARDS;
    if (count < DECKS_MIN) {
      throw new InputError(`${path}: ${count} decks; at least ${DECKS_MIN} are needed`);
    }
  } else {
    for await (const block of bitBlocks(path, format, 1 << 16)) count += 8 * block.length;
    if (count < BITS_MIN) {
      throw new InputError(`${path}: ${count} bits; at least ${BITS_MIN} are needed`);
    }
  }
  return { format, bytes, sha256: hash.digest('hex'), count };
}

/** Bits a sequence for so many bits: 100 sequences, of 10^6 bits at most, whole bytes of thousands. */
export function sequenceBits(bits: number): number {
  return Math.min(1_000_000, Math.floor(bits / 100 / 8_000) * 8_000 || 8_000);
}

/** Blocks of whole bytes of bits, most significant first; an unfinished last byte is dropped. */
export async function* bitBlocks(
  path: string,
  format: Format,
  size: number,
): AsyncGenerator<Uint8Array> {
  let block = new Uint8Array(size);
  let filled = 0;
  let byte = 0;
  let bits = 0;
  let offset = 0;
  for await (const chunk of createReadStream(path)) {
    for (const value of chunk as Buffer) {
      offset++;
      if (format === 'raw') block[filled++] = value;
      else if (value === 0x30 || value === 0x31) {
        byte = (byte << 1) | (value & 1);
        if (++bits === 8) {
          block[filled++] = byte;
          byte = 0;
          bits = 0;
        }
      } else if (value !== 0x0a && value !== 0x0d && value !== 0x20 && value !== 0x09) {
        throw new InputError(`${path}: byte ${offset} is not 0, 1 or white space (format ascii)`);
      }
      if (filled === size) {
        yield block;
        block = new Uint8Array(size);
        filled = 0;
      }
    }
  }
  if (filled > 0) yield block.slice(0, filled);
}

/** Blocks of at most `most` decks, 52 bytes each, every deck checked. */
export async function* deckBlocks(path: string, most: number): AsyncGenerator<Uint8Array> {
  const text = await isText(path);
  let block = new Uint8Array(most * CARDS);
  let filled = 0;
  let number = 0;
  for await (const deck of text ? csvDecks(path) : binaryDecks(path)) {
    number++;
    const fault = deckFault(deck);
    if (fault !== null) throw new InputError(`${path}: deck ${number}: ${fault}`);
    block.set(deck, filled);
    filled += CARDS;
    if (filled === block.length) {
      yield block;
      block = new Uint8Array(most * CARDS);
      filled = 0;
    }
  }
  if (filled > 0) yield block.slice(0, filled);
}

/** Bytes 0…51 are decks; a file whose first 52 bytes hold anything else is read as CSV. */
async function isText(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: CARDS - 1 })) {
    for (const value of chunk as Buffer) if (value >= CARDS) return true;
  }
  return false;
}

async function* binaryDecks(path: string): AsyncGenerator<Uint8Array> {
  const { size } = statSync(path);
  if (size % CARDS !== 0) {
    throw new InputError(`${path}: ${size} bytes are not a multiple of 52`);
  }
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of createReadStream(path)) {
    const all = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    let at = 0;
    for (; at + CARDS <= all.length; at += CARDS) yield all.subarray(at, at + CARDS);
    rest = all.subarray(at);
  }
}

/** Lines of 52 cards, or an index and 52 cards; cards as `Ts` or 0…51; one header line may stand. */
async function* csvDecks(path: string): AsyncGenerator<Uint8Array> {
  const lines = createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    if (line.length > 1024) throw new InputError(`${path}: line ${number} is longer than a deck`);
    const cells = line.split(/[,;\t ]+/).map((cell) => cell.trim().replaceAll('"', ''));
    const cards = cells.length === CARDS + 1 ? cells.slice(1) : cells;
    const deck = cards.map((cell) => (/^\d{1,2}$/.test(cell) ? Number(cell) : parseCard(cell)));
    if (number === 1 && deck.every((card) => card === undefined)) continue;
    if (cards.length !== CARDS) {
      throw new InputError(
        `${path}: line ${number} has ${cells.length} cells; 52 or 53 are wanted`,
      );
    }
    const wrong = deck.indexOf(undefined);
    if (wrong >= 0) {
      throw new InputError(`${path}: line ${number}: ${JSON.stringify(cards[wrong])} is no card`);
    }
    yield Uint8Array.from(deck, (card) => card ?? 0);
  }
}

function deckFault(deck: Uint8Array): string | null {
  const seen = new Uint8Array(CARDS);
  for (const card of deck) {
    if (card >= CARDS) return `${card} is no card (0 to 51)`;
    if (seen[card] === 1) return `card ${card} stands twice`;
    seen[card] = 1;
  }
  return null;
}
