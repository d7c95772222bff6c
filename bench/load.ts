/**
 * Load for the service bench. Saturation by wrk where the machine has it: it costs the least, so that
 * the service is what is measured; else by autocannon, which saturates first (reference/service.md
 * §2: above about 6,000 requests a second it measures itself). Both say what they counted alike.
 */
import { execFile, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cannonEcho, cannonRounds } from './load-cannon.ts';

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Rounds that were answered as settled. */
  readonly rounds: number;
  /** Answers that were not wanted. */
  readonly refused: number;
  /** Connections that failed, answers that did not come. */
  readonly failed: number;
  readonly p99Ms: number;
}

export interface LoadShape {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
}

/** Rounds: `run` makes keys of their own; players `PREFIX1` … `PREFIXn` must be in funds. */
export interface RoundsShape extends LoadShape {
  readonly run: string;
  readonly players: string;
  readonly count: number;
}

const root = dirname(createRequire(import.meta.url).resolve('#package'));
export const wrkIsHere = spawnSync('wrk', ['-v']).error === undefined;

/** A load of which anything failed is no measurement. */
function sound(load: Load): Load {
  if (load.failed > 0 || load.refused > 0 || load.requests === 0) {
    throw new Error(`the load did not go through: ${JSON.stringify(load)}`);
  }
  return load;
}

function wrk(
  script: string,
  { url, connections, seconds }: LoadShape,
  args: string[],
): Promise<Load> {
  const file = join(root, 'bench', script);
  const shape = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', file, url];
  return new Promise((resolve, reject) => {
    execFile('wrk', [...shape, '--', ...args], (error, stdout, stderr) => {
      const line = stdout.split('\n').find((text) => text.startsWith('{'));
      if (error !== null || line === undefined) reject(new Error(`wrk: ${stderr}${stdout}`));
      else resolve(JSON.parse(line) as Load);
    });
  });
}

export async function loadRounds(shape: RoundsShape): Promise<Load> {
  const { run, players, count } = shape;
  return sound(
    await (wrkIsHere
      ? wrk('rounds.lua', shape, [run, players, String(count)])
      : cannonRounds(shape)),
  );
}

export async function loadEcho(shape: LoadShape, path: string, body: string): Promise<Load> {
  return sound(
    await (wrkIsHere ? wrk('echo.lua', shape, [path, body]) : cannonEcho(shape, path, body)),
  );
}
