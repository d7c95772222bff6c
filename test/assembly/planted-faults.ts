/**
 * Faults to plant in the chance half, as data: each is one change of one source file and the mistake
 * it stands for. test/slow/planted-faults.test.ts builds each and shows that the compact check
 * (suites/compact.ts) finds it. `from` must stand in the file exactly once.
 *
 * Left out, because they change nothing that can be seen: testing `low < n` wider than needed before
 * `low < 2^bits mod n` (the second condition alone decides).
 */
import type { Fault } from '../core-build.ts';

export interface PlantedFault extends Fault {
  readonly mistake: string;
}

const uniform = 'assembly/uniform.ts';
const deck = 'assembly/deck.ts';
const stream = 'assembly/stream.ts';
const chacha20 = 'assembly/chacha20.ts';
const drbg = 'assembly/drbg.ts';
const hmac = 'assembly/hmac.ts';
const sha256 = 'assembly/sha256.ts';
const chance = 'assembly/chance.ts';
const memory = 'assembly/memory.ts';
const batch = 'assembly/batch/shuffle.ts';

const REJECTION = 'if (low < n && low < range % n) return REJECTED;';
const SWAP = 'store<u8>(DECK + i + drawn, load<u8>(DECK + i));';

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  { file: uniform, from: REJECTION, to: '', mistake: 'no word is rejected' },
  {
    file: uniform,
    from: 'low < range % n',
    to: 'low <= range % n',
    mistake: 'one word too many is rejected',
  },
  {
    file: uniform,
    from: ' && low < range % n',
    to: '',
    mistake: 'rejected below n instead of below 2^bits mod n',
  },
  {
    file: uniform,
    from: 'low < range % n',
    to: 'low + 1 < range % n',
    mistake: 'one word too few is rejected',
  },
  { file: uniform, from: '<u32>(product >> bits)', to: 'word % n', mistake: 'word modulo n (A3)' },
  {
    file: uniform,
    from: '(range - 1)',
    to: '(range - 2)',
    mistake: 'a bit of the low half is lost',
  },
  {
    file: uniform,
    from: '<u64>word * n',
    to: '<u64>(word * n)',
    mistake: 'the product overflows 32 bits',
  },
  {
    file: deck,
    from: 'const n = size - i;',
    to: 'const n = size - i - 1;',
    mistake: 'the last place is never drawn (A1)',
  },
  {
    file: deck,
    from: 'const n = size - i;',
    to: 'const n = size;',
    mistake: 'any of all places at every step (A2)',
  },
  {
    file: deck,
    from: 'min<u32>(count, size - 1)',
    to: 'min<u32>(count, size - 2)',
    mistake: 'one draw too few',
  },
  { file: deck, from: 'at += 4;', to: 'at += 8;', mistake: 'every other word is skipped' },
  { file: deck, from: SWAP, to: '', mistake: 'the drawn card stays in the deck' },
  {
    file: deck,
    from: 'for (let i: u32 = 0;',
    to: 'for (let i: u32 = 1;',
    mistake: 'the first place is not drawn',
  },
  {
    file: deck,
    from: 'trace + (i << 1)',
    to: 'trace',
    mistake: 'the trace keeps its last entry only',
  },
  {
    file: deck,
    from: '  deckWipe();\n  return',
    to: '  return',
    mistake: 'the deck is left in memory',
  },
  {
    file: stream,
    from: 'STREAM_NONCE, 0, BLOCKS',
    to: 'STREAM_NONCE, 1, BLOCKS',
    mistake: 'the stream begins at block 1',
  },
  {
    file: stream,
    from: 'wipe(STREAM_WORDS, BYTES);',
    to: '',
    mistake: 'the stream is left in memory',
  },
  {
    file: chacha20,
    from: 'i32x4(0, 1, 2, 3)',
    to: 'i32x4(0, 1, 2, 2)',
    mistake: 'a block is used twice',
  },
  { file: chacha20, from: 'round < 10', to: 'round < 9', mistake: 'eighteen rounds' },
  {
    file: chacha20,
    from: '<u64>0x1_0000_0000',
    to: '<u64>0x1_0000_0001',
    mistake: 'the counter wraps (A9)',
  },
  {
    file: chacha20,
    from: 'i32x4.shr_u(x, 32 - left)',
    to: 'i32x4.shr_u(x, 31 - left)',
    mistake: 'a rotation is none',
  },
  {
    file: chacha20,
    from: 'i8x16(3, 0, 1, 2, ',
    to: 'i8x16(3, 0, 2, 1, ',
    mistake: 'two bytes change places in a rotation',
  },
  {
    file: memory,
    from: '    v128.store(end - 16, i64x2.splat(0));\n',
    to: '',
    mistake: 'the end of a secret is left in memory',
  },
  {
    file: memory,
    from: '    v128.store(to + length - 16, v128.load(from + length - 16));\n',
    to: '',
    mistake: 'the end of a copy is missing',
  },
  {
    file: sha256,
    from: 'y ^ ((x ^ y) & (y ^ z))',
    to: '(x ^ y) & (y ^ z)',
    mistake: 'the majority of three is none',
  },
  {
    file: chacha20,
    from: 'i < 3; i++',
    to: 'i < 2; i++',
    mistake: 'a third of the nonce is ignored',
  },
  {
    file: chacha20,
    from: '  chachaWipe();\n  return OK;',
    to: '  return OK;',
    mistake: 'the key is left in memory',
  },
  {
    file: drbg,
    from: 'if (aSize + bSize + cSize > 0)',
    to: 'if (aSize > 100)',
    mistake: 'update without its second half',
  },
  {
    file: drbg,
    from: 'reseedCounter > <u32>DRBG',
    to: 'reseedCounter >= <u32>DRBG',
    mistake: 'one generate too few between seedings',
  },
  {
    file: drbg,
    from: 'reseedCounter > <u32>DRBG',
    to: 'reseedCounter > 1 + <u32>DRBG',
    mistake: 'one generate too many between seedings',
  },
  {
    file: drbg,
    from: '  update(additional, additionalSize, 0, 0, 0, 0);\n  reseedCounter += 1;',
    to: '  reseedCounter += 1;',
    mistake: 'the state does not move on after generate',
  },
  {
    file: drbg,
    from: 'memory.fill(DRBG_V, 0x01',
    to: 'memory.fill(DRBG_V, 0x00',
    mistake: 'V starts as zeros',
  },
  {
    file: drbg,
    from: '0, 0);\n  reseedCounter = 1;',
    to: '0, 0);',
    mistake: 'reseed does not reset the counter',
  },
  {
    file: drbg,
    from: 'wipe(DRBG_KEY, HASH_SIZE);',
    to: '',
    mistake: 'uninstantiate leaves the key',
  },
  {
    file: drbg,
    from: 'erase();\n  status = ABSENT;',
    to: 'erase();',
    mistake: 'an erased state can still generate',
  },
  {
    file: drbg,
    from: 'count > <u32>DRBG_REQUEST_MAX',
    to: 'count > <u32>DRBG_REQUEST_MAX + 1',
    mistake: 'a request of 65,537 bytes',
  },
  {
    file: drbg,
    from: 'if (status === WORKING) drbgKill();',
    to: 'if (status === WORKING) status = READY;',
    mistake: 'a call that trapped is forgotten',
  },
  {
    file: drbg,
    from: 'nonceSize < <u32>DRBG_NONCE_MIN',
    to: 'nonceSize < <u32>DRBG_NONCE_MIN - 1',
    mistake: 'a nonce of 15 bytes',
  },
  {
    file: drbg,
    from: 'if (additionalSize > 0) update',
    to: 'if (additionalSize > 1000) update',
    mistake: 'additional input comes too late',
  },
  {
    file: drbg,
    from: 'hashUpdate(SEPARATORS + separator, 1);',
    to: 'hashUpdate(SEPARATORS, 1);',
    mistake: 'one separator for both halves',
  },
  {
    file: hmac,
    from: 'length > <u32>HASH_BLOCK_SIZE',
    to: 'length >= <u32>HASH_BLOCK_SIZE',
    mistake: 'a key of one block is hashed',
  },
  {
    file: sha256,
    from: 'HASH_BLOCK_SIZE - 9',
    to: 'HASH_BLOCK_SIZE - 8',
    mistake: 'the length overwrites the padding',
  },
  { file: sha256, from: 'hashed << 3', to: 'hashed << 2', mistake: 'the length is not in bits' },
  {
    file: chance,
    from: '  wipe(keyAt, keySize);\n',
    to: '',
    mistake: 'an HMAC key stays in the io region',
  },
  {
    file: batch,
    from: '!v128.any_true(doubtful)',
    to: 'true',
    mistake: 'a batch accepts rejected words',
  },
  {
    file: batch,
    from: 'extract_lane(places, 3)',
    to: 'extract_lane(places, 2)',
    mistake: 'two lanes share their draws',
  },
  {
    file: batch,
    from: 'i32x4.splat(block)',
    to: 'i32x4.splat(0)',
    mistake: 'every block of a batch is the first',
  },
  { file: batch, from: 'wipe(KEYS, deals', to: 'wipe(KEYS, 0', mistake: 'a batch leaves its keys' },
];
