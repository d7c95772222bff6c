/**
 * The bench's side of a child process: started, asked, ended. The log of a child goes to a file, as
 * an operator's does; a pipe would be read by the bench itself and cost what no operator pays.
 */
import { fork, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HostAnswer, Usage } from './usage.ts';

export interface ServiceChild {
  readonly url: string;
  /** CPU time so far and the event loop's delay since the last question. */
  usage(): Promise<Usage>;
  /** SIGTERM; waits for the end. */
  stop(): Promise<void>;
}

/** Milliseconds for a start or an answer: what hangs fails the bench. */
const PATIENCE_MS = 60_000;

/** Where a process can be told its core (util-linux) and there is a second one for the load. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-V']).error === undefined;

/** How to start a program on core 0; on a core of its own the load does not move it about. */
const onCore = { execPath: 'taskset', execArgv: ['-c', '0', process.execPath] };

/**
 * Starts `bench/HOST.js` with its folder below `folder`, on the first core where it is to be `pinned`
 * and can be. Rejects with the end of its log. */
export async function startChild(
  host: 'service-host' | 'express-host',
  kind: string,
  folder: string,
  pinned = false,
): Promise<ServiceChild> {
  const logFile = join(folder, `${host}-${kind}.log`);
  const log = openSync(logFile, 'w');
  const child = fork(fileURLToPath(new URL(`./${host}.js`, import.meta.url)), [kind], {
    ...(pinned && canPin ? onCore : {}),
    stdio: ['ignore', 'ignore', log, 'ipc'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: join(folder, kind),
      OPEN_ROUNDS_MAX: '1000',
    },
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answer = <Wanted>(pick: (said: HostAnswer) => Wanted | undefined): Promise<Wanted> =>
    new Promise((resolve, reject) => {
      const fail = (): void => {
        clearTimeout(late);
        reject(
          new Error(`${host} ${kind}: no answer\n${readFileSync(logFile, 'utf8').slice(-2000)}`),
        );
      };
      const late = setTimeout(fail, PATIENCE_MS);
      child.once('exit', fail);
      child.once('message', (said: HostAnswer) => {
        child.off('exit', fail);
        clearTimeout(late);
        const wanted = pick(said);
        if (wanted === undefined) reject(new Error(`${host} ${kind} said ${JSON.stringify(said)}`));
        else resolve(wanted);
      });
    });
  const url = await answer((said) => ('listening' in said ? said.listening : undefined));
  return {
    url,
    usage: () => {
      const used = answer((said) => ('used' in said ? said.used : undefined));
      child.send('used?');
      return used;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
