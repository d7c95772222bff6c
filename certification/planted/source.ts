/**
 * Words for planted faults: a faultless source (the core's ChaCha20 under a key made from a number),
 * so that whatever is rejected is the planted fault and nothing else. Every planted stream has a
 * fixed seed.
 */
import type { Core } from '../../engine/core.ts';

export interface Source {
  /** The next 32-bit word. */
  word(): number;
  /** 0…n−1 without bias, as design §2.6 scales. */
  below(n: number): number;
}

/** Blocks fetched at a time. */
const BLOCKS = 256;

/** The source number `seed`; equal numbers give equal words. */
export function createSource(core: Core, seed: number): Source {
  const key = core.sha256(new TextEncoder().encode(`chemmy/planted/v1/${seed}`));
  let counter = 0;
  let view: DataView = new DataView(new ArrayBuffer(0));
  let at = 0;
  const word = (): number => {
    if (at === view.byteLength) {
      view = new DataView(core.chacha20(key, counter, BLOCKS).buffer);
      counter += BLOCKS;
      at = 0;
    }
    const value = view.getUint32(at, true);
    at += 4;
    return value;
  };
  return {
    word,
    below(n) {
      const least = 2 ** 32 % n;
      for (;;) {
        const product = word() * n;
        if (product % 2 ** 32 >= least) return Math.floor(product / 2 ** 32);
      }
    },
  };
}
