/** batch.wasm as the bench calls it: raw exports, and typed windows on its static buffers. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { instantiateSync } from '@assemblyscript/loader';
import type { CoreFunction } from '../engine/core-host.ts';

const require = createRequire(import.meta.url);

export interface BatchModule {
  bind(name: string): CoreFunction;
  bytes(name: string, length: number): Uint8Array;
  integers(name: string, length: number): Int32Array;
}

/** A new instance. Throws when the module lacks what is asked for. */
export function batchModule(): BatchModule {
  const wasm = Uint8Array.from(readFileSync(require.resolve('#build/batch.wasm')));
  const raw: { readonly [name: string]: unknown } = instantiateSync(wasm).instance.exports;
  const { buffer } = raw['memory'] as { readonly buffer: ArrayBuffer };
  const address = (name: string): number => {
    const cell = raw[name] as { readonly value?: unknown } | undefined;
    if (typeof cell?.value !== 'number') throw new Error(`batch: no buffer ${name}`);
    return cell.value >>> 0;
  };
  return {
    bind(name) {
      const found = raw[name];
      if (typeof found !== 'function') throw new Error(`batch: no export ${name}`);
      return found as CoreFunction;
    },
    bytes: (name, length) => new Uint8Array(buffer, address(name), length),
    integers: (name, length) => new Int32Array(buffer, address(name), length),
  };
}
