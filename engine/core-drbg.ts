/**
 * HMAC_DRBG of the core, typed (SP 800-90A Rev. 1 §9, §10.1.2). One instantiation a core. Every
 * input is wiped by the core; outputs are wiped from its memory once copied.
 */
import { DRBG_REQUEST_MAX, OK } from '../assembly/layout.ts';
import type { CoreHost } from './core-host.ts';
import { CoreError, require } from './core-host.ts';

/** Lawful failures throw CoreError with an ERROR_ code of assembly/layout.ts. */
export interface CoreDrbg {
  /** At least 32 bytes of entropy input and 16 of nonce. */
  instantiate(entropy: Uint8Array, nonce: Uint8Array, personalization: Uint8Array): void;
  reseed(entropy: Uint8Array, additional?: Uint8Array): void;
  /** 0 to 65,536 bytes; ERROR_RESEED_REQUIRED after 2^16 generates (design §2.2). */
  generate(count: number, additional?: Uint8Array): Uint8Array;
  /** Erases the state. */
  uninstantiate(): void;
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
  const counter = host.bind('drbgCounter');

  const put = (at: number, bytes: Uint8Array): void => {
    require(bytes.length <= INPUT_MAX, `an input of ${bytes.length} bytes`);
    host.write(at, bytes);
  };
  const done = (code: number, call: string): void => {
    if (code !== OK) throw new CoreError(code, call);
  };

  return {
    instantiate(entropy, nonce, personalization) {
      put(A, entropy);
      put(B, nonce);
      put(C, personalization);
      const sizes = [entropy.length, nonce.length, personalization.length] as const;
      done(
        host.run(() => instantiate(A, sizes[0], B, sizes[1], C, sizes[2])),
        'instantiate',
      );
    },
    reseed(entropy, additional = EMPTY) {
      put(A, entropy);
      put(B, additional);
      done(
        host.run(() => reseed(A, entropy.length, B, additional.length)),
        'reseed',
      );
    },
    generate(count, additional = EMPTY) {
      require(Number.isInteger(count) && count >= 0, 'a request is a whole number of bytes');
      require(count <= DRBG_REQUEST_MAX, `at most ${DRBG_REQUEST_MAX} bytes a request`);
      put(B, additional);
      const code = host.run(() => generate(0, count, B, additional.length));
      done(code, 'generate');
      return host.take(0, count);
    },
    uninstantiate() {
      done(host.run(uninstantiate), 'uninstantiate');
    },
    counter: () => host.run(counter),
  };
}
