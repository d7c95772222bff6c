/**
 * The stream under test: rounds as the house makes them, from the same core by the same calls, with
 * DRBG instances of its own (GLI submission: production functions, calls and scaling, unchanged).
 * 48 bytes start it: an HMAC_DRBG instantiated from them stands for the operating system wherever
 * bytes are drawn, so that a run can be repeated (design §6). A shard of a certification run is one
 * such house: shards share nothing and can be made in any order.
 */
import { clientPart, deckKeyOf, SEED_SIZE } from '../engine/chance.ts';
import type { Core } from '../engine/core.ts';
import { concat, fromHex, uuidV7 } from '../engine/octets.ts';
import { isRefusal } from '../engine/refusal.ts';

/** Bytes that start a replay: entropy input 32, nonce 16 (design §6). */
export const REPLAY_SEED_SIZE = 48;

/** Words of a round's stream that the `words` stage shows: 64, of which a deck uses about 51. */
export const WORDS_PER_ROUND = 64;

/** Bytes of one request (SP 800-90A table 2) and generates between reseeds (design §2.2). */
const REQUEST_MAX = 65_536;
const RESEED_INTERVAL = 65_536;

/** Rounds of one house: 42 bytes each of the stand-in's 2^16 requests (4 GiB) last for these. */
export const ROUNDS_MAX = 100_000_000;

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const REPLAY_LABEL = ascii('chemmy/replay/v1');
const DRBG_LABEL = ascii('chemmy/drbg/v1');
const INSTANCE_ID = ascii('replay');
const ENTROPY_SIZE = 32;
const NONCE_SIZE = 16;
/** SP 800-90B §4.3: 1,024 fresh bytes are health-tested and discarded at start and at a reseed. */
const STARTUP_SIZE = 1024;

export interface HouseParts {
  /** Two instances of core.wasm: one stands for the operating system, one is the house's. */
  readonly system: Core;
  readonly core: Core;
  /** SHA-256 of core.wasm, hex. */
  readonly coreHash: string;
  /** Ruleset hashes, hex; round t is dealt under the ruleset t mod their number. */
  readonly rulesets: readonly string[];
  readonly seed: Uint8Array;
}

/** One round as far as chance goes. `seed` and `key` are secrets of a test house only. */
export interface Drawn {
  readonly round: number;
  readonly ruleset: number;
  readonly id: Uint8Array;
  readonly seed: Uint8Array;
  readonly key: Uint8Array;
}

export interface House {
  /** Draws the next round's id, seed and deck key, as a commitment without client seeds does. */
  next(): Drawn;
  /** The 52 cards of a deck key. */
  deck(key: Uint8Array): Uint8Array;
  /** The first 64 words of a deck key's stream, little-endian: 256 bytes. */
  words(key: Uint8Array): Uint8Array;
}

/** Bytes in the order in which they are drawn, from a DRBG seeded with the 48 bytes. */
function standIn(core: Core, seed: Uint8Array): (count: number) => Uint8Array {
  if (seed.length !== REPLAY_SEED_SIZE) throw new RangeError('a replay seed has 48 bytes');
  core.drbg.instantiate(seed.subarray(0, 32), seed.subarray(32), REPLAY_LABEL);
  let block: Uint8Array = new Uint8Array(0);
  let at = 0;
  const refill = (): void => {
    block = core.drbg.generate(REQUEST_MAX);
    at = 0;
  };
  return (count) => {
    const out = new Uint8Array(count);
    let done = 0;
    while (done < count) {
      if (at === block.length) refill();
      const part = block.subarray(at, at + count - done);
      out.set(part, done);
      done += part.length;
      at += part.length;
    }
    return out;
  };
}

/** Starts a house. Throws RangeError where the seed or a hash has the wrong size. */
export function createHouse(parts: HouseParts): House {
  const { core } = parts;
  const bytes = standIn(parts.system, parts.seed);
  const hash = octets(parts.coreHash);
  const rulesets = parts.rulesets.map(octets);
  if (rulesets.length === 0) throw new RangeError('a house needs a ruleset');
  const noClient = clientPart([]);
  if (isRefusal(noClient)) throw new Error('assertion: no client seeds are no refusal');

  bytes(STARTUP_SIZE);
  const bootNonce = bytes(NONCE_SIZE);
  const length = Uint8Array.of(INSTANCE_ID.length & 255, INSTANCE_ID.length >> 8);
  core.drbg.instantiate(
    bytes(ENTROPY_SIZE),
    bytes(NONCE_SIZE),
    concat(DRBG_LABEL, length, INSTANCE_ID, bootNonce, hash),
  );
  let round = 0;
  return {
    next() {
      if (round >= ROUNDS_MAX) throw new RangeError(`more than ${ROUNDS_MAX} rounds of one house`);
      const ruleset = round % rulesets.length;
      const id = uuidV7(round, bytes(10));
      if (core.drbg.counter() > RESEED_INTERVAL) {
        bytes(STARTUP_SIZE);
        core.drbg.reseed(bytes(ENTROPY_SIZE));
      }
      const seed = core.drbg.generate(SEED_SIZE, concat(id, bytes(ENTROPY_SIZE)));
      const rulesetHash = rulesets[ruleset];
      if (rulesetHash === undefined) throw new Error('assertion: a round without a ruleset');
      const key = deckKeyOf(core, { roundId: id, rulesetHash, seed }, noClient);
      return { round: round++, ruleset, id, seed, key };
    },
    deck: (key) => core.shuffle(key),
    words: (key) => core.chacha20(key, 0, WORDS_PER_ROUND / 16),
  };
}

/** The 48 bytes of each shard: successive outputs of the run's own stand-in. */
export function shardSeeds(core: Core, seed: Uint8Array, shards: number): Uint8Array[] {
  const bytes = standIn(core, seed);
  return Array.from({ length: shards }, () => bytes(REPLAY_SEED_SIZE));
}

function octets(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (bytes?.length !== 32) throw new RangeError('a hash has 32 octets');
  return bytes;
}
