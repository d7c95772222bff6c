/**
 * Builds of the core for tests: the released module, builds at another optimization level, builds
 * with a planted fault; and a raw instance whose whole memory can be read. Sources are read from the
 * tree and compiled in memory, so that no build of a test is ever taken for the real one.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instantiateSync } from '@assemblyscript/loader';
import asc from 'assemblyscript/asc';
import type { CoreFunction } from '../engine/core-host.ts';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));

/** The bytes of build/core.wasm (or another built module). */
export function builtModule(name = 'core'): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(require.resolve(`#build/${name}.wasm`)));
}

/** A change to one source file: `from` must stand there exactly once. */
export interface Fault {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Compiles an entry of assembly/ with the flags of asconfig.json at `level`; throws when it fails. */
export async function compileModule(
  entry: string,
  level: number,
  fault?: Fault,
): Promise<Uint8Array<ArrayBuffer>> {
  let wasm: Uint8Array | undefined;
  const flags = ['--runtime', 'stub', '--use', 'abort=', '--enable', 'simd'];
  const { error, stderr } = await asc.main(
    [entry, ...flags, '--optimizeLevel', String(level), '--outFile', 'out.wasm'],
    {
      readFile: (name) => {
        const path = join(root, name);
        if (!existsSync(path)) return null;
        const text = readFileSync(path, 'utf8');
        return fault !== undefined && join(root, fault.file) === path ? planted(text, fault) : text;
      },
      writeFile: (_name, data) => {
        if (typeof data !== 'string') wasm = data;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || wasm === undefined) throw new Error(`asc: ${stderr.toString()}`);
  return Uint8Array.from(wasm);
}

/** The text with the fault in it. */
export function planted(text: string, fault: Fault): string {
  const at = text.indexOf(fault.from);
  if (at < 0 || text.indexOf(fault.from, at + 1) >= 0) {
    throw new Error(`${fault.file} does not hold "${fault.from}" exactly once`);
  }
  return text.slice(0, at) + fault.to + text.slice(at + fault.from.length);
}

export interface RawModule {
  /** Raw exports that are functions. */
  readonly call: { readonly [name: string]: CoreFunction };
  /** The whole linear memory. */
  readonly memory: Uint8Array;
  /** Values of exported globals, as unsigned numbers. */
  readonly value: { readonly [name: string]: number };
}

export function rawModule(wasm: Uint8Array): RawModule {
  const raw: { readonly [name: string]: unknown } = instantiateSync(Uint8Array.from(wasm)).instance
    .exports;
  const call: { [name: string]: CoreFunction } = {};
  const value: { [name: string]: number } = {};
  for (const [name, item] of Object.entries(raw)) {
    if (typeof item === 'function') call[name] = item as CoreFunction;
    const cell = item as { readonly value?: unknown };
    if (typeof cell.value === 'number') value[name] = cell.value >>> 0;
  }
  const { buffer } = raw['memory'] as { readonly buffer: ArrayBuffer };
  return { call, value, memory: new Uint8Array(buffer) };
}

interface ModuleReader {
  new (bytes: Uint8Array): object;
  exports(module: object): { readonly name: string }[];
  imports(module: object): { readonly name: string }[];
}

/** Names that a module exports (sorted) and imports, as the platform reads them. */
export function moduleShape(bytes: Uint8Array): { exports: string[]; imports: string[] } {
  const { Module } = (globalThis as unknown as { WebAssembly: { Module: ModuleReader } })
    .WebAssembly;
  const module = new Module(bytes);
  const names = (list: { readonly name: string }[]) => list.map((entry) => entry.name).sort();
  return { exports: names(Module.exports(module)), imports: names(Module.imports(module)) };
}
