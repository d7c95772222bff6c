/**
 * How long the modules take to start: compile, instantiate, build every table, first answer. No peer
 * does that; the mark of 20 ms (issue 3) stands in its place. V8 remembers modules by their bytes, so
 * each start gets a custom section of its own, which changes nothing but that.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { instantiateSync } from '@assemblyscript/loader';
import { createCore } from '../engine/core.ts';
import type { Measured } from './measure.ts';
import { median } from './measure.ts';

const require = createRequire(import.meta.url);
/** Milliseconds of CPU that a start may take. */
const MARK = 20;
const STARTS = 15;
const UNIT = 'starts per CPU second; peer: the mark of 20 ms';

/** The module with a custom section (id 0, empty name) that holds `number`. */
function numbered(wasm: Uint8Array, number: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...wasm, 0, 3, 0, number & 127, (number >> 7) & 127]);
}

function measured(name: string, start: (wasm: Uint8Array<ArrayBuffer>) => void): Measured {
  const wasm = readFileSync(require.resolve(`#build/${name}.wasm`));
  const costs = Array.from({ length: STARTS }, (_, i) => {
    const module = numbered(wasm, i + 1);
    const before = process.cpuUsage();
    start(module);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  const cost = median(costs);
  const round = (value: number) => Math.round(100 * value) / 100;
  return {
    name: `${name}-start`,
    ours: round(1000 / cost),
    peer: 1000 / MARK,
    ratio: round(MARK / cost),
    goal: 1,
    unit: UNIT,
  };
}

/** Builds every table of batch.wasm. */
function startBatch(wasm: Uint8Array<ArrayBuffer>): void {
  const raw = instantiateSync(wasm).instance.exports as unknown as {
    readonly [name: string]: (...values: number[]) => number;
  };
  for (const name of ['rank5Batch', 'rank6Batch']) raw[name]?.(0);
  raw['rank5Prefix']?.(0, 1);
}

/** The core has no tables to build: it deals once and ranks once. */
function startCore(wasm: Uint8Array<ArrayBuffer>): void {
  const core = createCore(wasm);
  core.shuffle(new Uint8Array(32));
  core.rank([0, 5, 10, 15, 20]);
}

/** Names of what is measured here; both belong to the group `core`. */
export const START_NAMES = ['core-start', 'batch-start'] as const;

export function startResults(names: readonly (typeof START_NAMES)[number][]): Measured[] {
  return names.map((name) =>
    name === 'core-start' ? measured('core', startCore) : measured('batch', startBatch),
  );
}
