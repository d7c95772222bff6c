/**
 * Draw specification v1 (design §2.5 to 2.7) over node:crypto's ChaCha20 and BigInt, written from
 * the text: whole products, divided instead of split into halves. Shares nothing with the core.
 */
import { createCipheriv } from 'node:crypto';

/** `blocks` * 64 bytes of RFC 8439 key stream from block `counter`. */
export function keyStream(
  key: Uint8Array,
  counter: number,
  blocks: number,
  nonce: Uint8Array = new Uint8Array(12),
): Uint8Array {
  const iv = Buffer.alloc(16);
  iv.writeUInt32LE(counter, 0);
  iv.set(nonce, 4);
  return Uint8Array.from(createCipheriv('chacha20', key, iv).update(new Uint8Array(64 * blocks)));
}

export interface ReferenceDraw {
  readonly deck: number[];
  readonly wordsUsed: number;
  readonly rejected: { i: number; n: number; word: number; low: number }[];
}

/** Words of `bits` bits, 2^bits mod n rejected, Fisher–Yates from position 0 over `size` cards. */
export function drawFrom(words: readonly number[], size: number, bits: number): ReferenceDraw {
  const range = 2n ** BigInt(bits);
  const deck = Array.from({ length: size }, (_, card) => card);
  const rejected: ReferenceDraw['rejected'] = [];
  let used = 0;
  for (let i = 0; i < size - 1; i++) {
    const n = BigInt(size - i);
    for (;;) {
      const word = words[used];
      if (word === undefined) throw new Error('out of words');
      used += 1;
      const product = BigInt(word) * n;
      if (product % range >= range % n) {
        const j = i + Number(product / range);
        [deck[i], deck[j]] = [deck[j]!, deck[i]!];
        break;
      }
      rejected.push({ i, n: Number(n), word: used - 1, low: Number(product % range) });
    }
  }
  return { deck, wordsUsed: used, rejected };
}

/** The v1 deck of a deck key. */
export function drawDeck(key: Uint8Array): ReferenceDraw {
  const stream = Buffer.from(keyStream(key, 0, 8));
  const words = Array.from({ length: 128 }, (_, i) => stream.readUInt32LE(4 * i));
  return drawFrom(words, 52, 32);
}
