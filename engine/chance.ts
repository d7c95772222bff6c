/**
 * From a committed seed to a deck: draw specification v1 (design §2, steps 3, 4 and 7). Pure
 * functions over the core; labels are ASCII without NUL or length. Any change here is a new version
 * with a new name.
 */
import type { Core } from './core.ts';
import { concat, toUtf8 } from './octets.ts';
import type { Refusal } from './refusal.ts';
import { isRefusal, refuse } from './refusal.ts';

export const SPEC = 'v1';
export const SEED_SIZE = 32;
/** A client seed is 1 to 64 bytes, not code points (design §2.4). */
export const CLIENT_SEED_MAX = 64;

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const COMMIT_LABEL = ascii('chemmy/commit/v1');
const DECK_LABEL = ascii('chemmy/deck/v1');

/** What a commitment binds: octets of the round id (16), hashes (32 each), seed (32). */
export interface Committed {
  readonly roundId: Uint8Array;
  readonly rulesetHash: Uint8Array;
  readonly termsHash: Uint8Array;
  readonly seed: Uint8Array;
}

export interface ClientSeed {
  readonly box: number;
  /** The exact JSON string; "" contributes nothing, as if it were absent. */
  readonly text: string;
}

/** Design §2.3: SHA-256 over label, round id, ruleset hash, terms hash and seed; 32 octets. */
export function commitmentOf(core: Core, of: Committed): Uint8Array {
  sizes(of.roundId, of.rulesetHash, of.seed);
  if (of.termsHash.length !== 32) throw new RangeError('a terms hash has 32 octets');
  const message = concat(COMMIT_LABEL, of.roundId, of.rulesetHash, of.termsHash, of.seed);
  const digest = core.sha256(message);
  message.fill(0);
  return digest;
}

/** UTF-8 of a client seed, or a refusal: too long, or an unpaired surrogate. */
export function clientSeedBytes(text: string): Uint8Array | Refusal {
  const bytes = toUtf8(text);
  if (bytes === undefined)
    return refuse('client-seed', 'the client seed has an unpaired surrogate');
  if (bytes.length > CLIENT_SEED_MAX) {
    const detail = `the client seed has ${bytes.length} bytes; at most ${CLIENT_SEED_MAX}`;
    return refuse('client-seed', detail);
  }
  return bytes;
}

/**
 * Design §2.4: u8 count, then for each contributing box, ascending: u8 box, u16le length, bytes.
 * Refuses a client seed that is not 1 to 64 bytes of UTF-8.
 */
export function clientPart(seeds: readonly ClientSeed[]): Uint8Array | Refusal {
  const contributing = seeds.filter((seed) => seed.text !== '').sort((a, b) => a.box - b.box);
  const parts: Uint8Array[] = [Uint8Array.of(contributing.length)];
  let last = 0;
  for (const { box, text } of contributing) {
    if (!(Number.isInteger(box) && box > last && box <= 255)) throw new RangeError(`box ${box}`);
    last = box;
    const bytes = clientSeedBytes(text);
    if (isRefusal(bytes)) return bytes;
    parts.push(Uint8Array.of(box, bytes.length & 255, bytes.length >> 8), bytes);
  }
  return concat(...parts);
}

/** Design §2.4: the key of the round's stream; 32 octets that the caller wipes. */
export function deckKeyOf(
  core: Core,
  of: { readonly roundId: Uint8Array; readonly rulesetHash: Uint8Array; readonly seed: Uint8Array },
  client: Uint8Array,
): Uint8Array {
  sizes(of.roundId, of.rulesetHash, of.seed);
  return core.hmac(of.seed, concat(DECK_LABEL, of.roundId, of.rulesetHash, client));
}

/** The deck of a committed seed and a client part: `count` card ids; the key is wiped. */
export function deckOf(
  core: Core,
  of: { readonly roundId: Uint8Array; readonly rulesetHash: Uint8Array; readonly seed: Uint8Array },
  client: Uint8Array,
  count = 52,
): Uint8Array {
  const key = deckKeyOf(core, of, client);
  const deck = core.shuffle(key, count);
  key.fill(0);
  return deck;
}

function sizes(roundId: Uint8Array, rulesetHash: Uint8Array, seed: Uint8Array): void {
  if (roundId.length !== 16) throw new RangeError('a round id has 16 octets');
  if (rulesetHash.length !== 32) throw new RangeError('a ruleset hash has 32 octets');
  if (seed.length !== SEED_SIZE) throw new RangeError('a seed has 32 octets');
}
