/**
 * HMAC_DRBG of the core, typed (SP 800-90A Rev. 1 §9, §10.1.2). One instantiation a core. Every
 * input is wiped by the core; outputs are wiped from its memory once copied.
 */
import { DRBG_REQUEST_MAX, ERROR_REQUEST_TOO_LONG, OK } from '../assembly/layout.ts';
import type { CoreHost } from './core-host.ts';
import { CoreError, require } from './core-host.ts';

export { DRBG_RESEED_INTERVAL } from '../assembly/layout.ts';

/** Lawful failures throw CoreError with an ERROR_ code of assembly/layout.ts. */
export interface CoreDrbg {
  /** At least 32 bytes of entropy input and 16 of nonce. */
  instantiate(entropy: Uint8Array, nonce: Uint8Array, personalization: Uint8Array): void;
  reseed(entropy: Uint8Array, additional?: Uint8Array): void;
  /** 0 to 65,536 bytes; ERROR_RESEED_REQUIRED after 2^16 generates (design §2.2). */
  generate(count: number, additional?: Uint8Array): Uint8Array;
  /** Erases the state. */
  uninstantiate(): void;
  /** Erases the state and answers ERROR_DEAD from then on: a self-test has failed (§11.4). */
  fail(): void;
  /** Generates since the last seeding, plus one; 0 without an instantiation. */
  counter(): number;
}

const EMPTY = new Uint8Array(0);
/** Inputs of at most 4,096 bytes each stand behind the largest output. */
const A = DRBG_REQUEST_MAX;
const B = A + 8192;
const C = B + 8192;
/** Longer inputs are refused by the core itself; this only keeps the three apart. */
const INPUT_MAX = 8192;

export function bindDrbg(host: CoreHost): CoreDrbg {
  const instantiate = host.bind('drbgInstantiate');
  const reseed = host.bind('drbgReseed');
  const generate = host.bind('drbgGenerate');
  const uninstantiate = host.bind('drbgUninstantiate');
  const fail = host.bind('drbgFail');
  const counter = host.bind('drbgCounter');

  const fits = (...inputs: readonly Uint8Array[]): void => {
    for (const { length } of inputs) require(length <= INPUT_MAX, `an input of ${length} bytes`);
  };
  const done = (code: number, call: string): void => {
    if (code !== OK) throw new CoreError(code, call);
  };

  return {
    instantiate(entropy, nonce, personalization) {
      fits(entropy, nonce, personalization);
      const code = host.run(() => {
        host.write(A, entropy);
        host.write(B, nonce);
        host.write(C, personalization);
        return instantiate(A, entropy.length, B, nonce.length, C, personalization.length);
      });
      done(code, 'instantiate');
    },
    reseed(entropy, additional = EMPTY) {
      fits(entropy, additional);
      const code = host.run(() => {
        host.write(A, entropy);
        host.write(B, additional);
        return reseed(A, entropy.length, B, additional.length);
      });
      done(code, 'reseed');
    },
    generate(count, additional = EMPTY) {
      require(Number.isInteger(count) && count >= 0, 'a request is a whole number of bytes');
      if (count > DRBG_REQUEST_MAX) throw new CoreError(ERROR_REQUEST_TOO_LONG, 'generate');
      fits(additional);
      const code = host.run(() => {
        host.write(B, additional);
        return generate(0, count, B, additional.length);
      });
      done(code, 'generate');
      return host.take(0, count);
    },
    uninstantiate() {
      done(host.run(uninstantiate), 'uninstantiate');
    },
    fail: () => {
      host.run(fail);
    },
    counter: () => host.run(counter),
  };
}
