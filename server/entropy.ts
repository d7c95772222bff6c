/** The operating system's CSPRNG: the only place of the server where randomness enters (design §2.1). */
import { randomFillSync } from 'node:crypto';

/** Gives fresh bytes; whoever needs chance gets one of these as an argument. */
export type Entropy = (count: number) => Uint8Array;

export const systemEntropy: Entropy = (count) => randomFillSync(new Uint8Array(count));
