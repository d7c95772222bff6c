/**
 * Round ids: UUID version 7 (RFC 9562 §5.7), ascending and never twice from one instance, whatever
 * the clock does (§6.2, method 2: within a millisecond, or while the clock stands behind the last id,
 * the random part grows by a random step).
 */
import { uuidV7 } from '../engine/octets.ts';
import type { Entropy } from './entropy.ts';

/** Random bits of a version 7 UUID: 12 of rand_a, 62 of rand_b. */
const TAIL_BITS = 74n;
const RAND_B = 62n;
/** Bits of a step within a millisecond: unguessable enough, 2^42 steps before the part is full. */
const STEP_SIZE = 4;

export type RoundIds = (now: number) => Uint8Array;

export function createRoundIds(entropy: Entropy): RoundIds {
  let time = -1;
  let tail = 0n;

  return (now) => {
    if (now > time) {
      time = now;
      tail = big(entropy(10)) & ((1n << TAIL_BITS) - 1n);
    } else {
      tail += 1n + big(entropy(STEP_SIZE));
      if (tail >> TAIL_BITS !== 0n) {
        time += 1;
        tail = big(entropy(10)) & ((1n << TAIL_BITS) - 1n);
      }
    }
    const octets = new Uint8Array(10);
    const view = new DataView(octets.buffer);
    view.setUint16(0, Number(tail >> RAND_B));
    view.setBigUint64(2, tail & ((1n << RAND_B) - 1n));
    return uuidV7(time, octets);
  };
}

function big(octets: Uint8Array): bigint {
  return octets.reduce((sum, octet) => (sum << 8n) | BigInt(octet), 0n);
}
