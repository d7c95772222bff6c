/**
 * The certified core as the engine uses it: chance, DRBG and hands over one instance of core.wasm.
 * The bytes come in as an argument; who loads them compares their hash (core.lock.json).
 */

import type { CoreChance } from './core-chance.ts';
import { bindChance } from './core-chance.ts';
import type { CoreDrbg } from './core-drbg.ts';
import { bindDrbg } from './core-drbg.ts';
import type { CoreHands } from './core-hands.ts';
import { bindHands } from './core-hands.ts';
import { createHost } from './core-host.ts';

export interface Core extends CoreChance, CoreHands {
  readonly drbg: CoreDrbg;
  /** Erases everything secret that the core may hold, the DRBG included. */
  wipe(): void;
  /** False once an assertion inside has failed; every call then throws. */
  alive(): boolean;
}

/** Instantiates the core. Throws when `wasm` is not the module that this engine was written for. */
export function createCore(wasm: Uint8Array): Core {
  const host = createHost(new Uint8Array(wasm));
  const wipe = host.bind('wipeChance');
  return {
    ...bindChance(host),
    ...bindHands(host),
    drbg: bindDrbg(host),
    wipe: () => {
      host.run(wipe);
    },
    alive: host.alive,
  };
}
