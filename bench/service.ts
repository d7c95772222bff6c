/**
 * `chemmy bench service`: what durability costs, what group commit gains, what our app costs beside
 * bare Express (issue 4, reference/service.md §2–§3). Every side is a service in a child process of
 * its own, alive for the whole bench; runs are interleaved and the median of the runs' ratios counts.
 *
 * Rounds are counted by the wall clock, because waiting for the disk is what is measured; the
 * neighbours of a shared machine slow both sides of a run alike. The echo is measured in CPU time.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Io } from '../bin/io.ts';
import { syncMilliseconds } from './disk.ts';
import { ECHO_BODY, ECHO_BYTES, ECHO_PATH } from './echo.ts';
import type { Load } from './load.ts';
import { loadEcho, loadRounds, wrkIsHere } from './load.ts';
import { cannonRounds } from './load-cannon.ts';
import { median } from './measure.ts';
import type { ServiceChild } from './service-child.ts';
import { startChild } from './service-child.ts';

/** A line of `chemmy bench service --json`; bigger `ratio` is better; what else was seen follows. */
export interface ServiceMeasured {
  readonly name: string;
  readonly ours: number;
  readonly peer: number;
  readonly ratio: number;
  readonly goal: number | null;
  readonly unit: string;
  readonly [more: string]: number | string | null;
}

export interface ServiceBench {
  readonly runs: number;
  readonly seconds: number;
  readonly connections: number;
  /** Folder for the stores: its disk is what is measured. */
  readonly folder: string;
  readonly progress: (line: string) => void;
}

/** Players of a store: more than connections, so that none waits for a seat. */
const PLAYERS = 256;
/** What every player has: more than he can lose. */
const FUNDS = 1_000_000_000_000;
/** Requests after which a side is warm; both sides of a contest get as many. */
const WARM_ROUND_REQUESTS = 8_000;
const WARM_ECHO_REQUESTS = 40_000;
/** Runs that warming up may take on a slow machine. */
const WARM_RUNS_MAX = 8;
/** Share of the saturation rate at which times are taken. */
const PACE = 0.5;

/** One run of one side. */
interface Seen extends Load {
  readonly roundsPerSecond: number;
  readonly cpuPerRequest: number;
  readonly lateMs: number;
}

async function seen(child: ServiceChild, run: () => Promise<Load>): Promise<Seen> {
  const before = await child.usage();
  const load = await run();
  const after = await child.usage();
  return {
    ...load,
    roundsPerSecond: load.rounds / load.seconds,
    cpuPerRequest: (after.cpuMicroseconds - before.cpuMicroseconds) / load.requests,
    lateMs: after.lateMs,
  };
}

/** Runs until the side is warm; code is compiled by what it has done, not by the time it had. */
async function warm(requests: number, run: (n: number) => Promise<Load>): Promise<void> {
  let served = 0;
  for (let n = 0; n < WARM_RUNS_MAX && served < requests; n++) served += (await run(n)).requests;
}

async function fund(url: string): Promise<void> {
  const one = async (i: number): Promise<void> => {
    const response = await fetch(`${url}/v1/accounts/p${i}/deposits`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `fund-${i}` },
      body: JSON.stringify({ amount: FUNDS, currency: 'EUR' }),
    });
    if (response.status !== 200) throw new Error(`a deposit: ${response.status}`);
  };
  await Promise.all(Array.from({ length: PLAYERS }, (_, i) => one(i + 1)));
}

const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
const middle = (values: readonly Seen[], pick: (one: Seen) => number, digits = 2): number =>
  rounded(median(values.map(pick)), digits);
/** Median over the runs of one side's figure by the other's. */
const ratioOf = (
  over: readonly Seen[],
  under: readonly Seen[],
  pick: (one: Seen) => number,
): number => rounded(median(over.map((one, i) => pick(one) / pick(under[i] ?? one))), 3);

type Kind = 'durable' | 'single' | 'bare';

/** Whole rounds against three stores. */
async function* benchRounds(bench: ServiceBench): AsyncGenerator<ServiceMeasured> {
  const { runs, seconds, connections, folder, progress } = bench;
  const kinds: readonly Kind[] = ['durable', 'bare', 'single'];
  const children = {} as Record<Kind, ServiceChild>;
  const all: Record<Kind, Seen[]> = { durable: [], single: [], bare: [] };
  try {
    for (const kind of kinds) {
      children[kind] = await startChild('service-host', kind, folder);
      await fund(children[kind].url);
    }
    const side = (kind: Kind, run: string, length: number): Promise<Seen> => {
      const { url } = children[kind];
      const shape = { url, connections, seconds: length, run, players: 'p', count: PLAYERS };
      return seen(children[kind], () => loadRounds(shape));
    };
    // A single run is a look and no measurement: it is not worth warming up for.
    for (const kind of runs > 1 ? kinds : []) {
      await warm(WARM_ROUND_REQUESTS, (n) => side(kind, `warm-${n}`, seconds));
      progress(`${kind} is warm`);
    }
    for (let run = 0; run < runs; run++) {
      for (let i = 0; i < kinds.length; i++) {
        // Each run begins with another side: a machine that slows down slows none more than others.
        const kind = kinds[(run + i) % kinds.length] as Kind;
        const one = await side(kind, `run-${run}`, seconds);
        all[kind].push(one);
        progress(`run ${run + 1}/${runs} ${kind}: ${one.roundsPerSecond.toFixed(0)} rounds/s`);
      }
    }
    const { durable, single, bare } = all;
    const rate = (one: Seen) => one.roundsPerSecond;
    const sync = { syncMs: syncMilliseconds(folder) };
    const load = wrkIsHere ? 'wrk' : 'autocannon';
    const beside = (ours: Seen[], peer: Seen[]) => ({
      p99Ms: middle(ours, (one) => one.p99Ms),
      peerP99Ms: middle(peer, (one) => one.p99Ms),
      eventLoopP99Ms: middle(ours, (one) => one.lateMs),
      cpuMicrosecondsPerRequest: middle(ours, (one) => one.cpuPerRequest),
      peerCpuMicrosecondsPerRequest: middle(peer, (one) => one.cpuPerRequest),
      ...sync,
      connections,
      load,
    });
    const unit = 'rounds per wall second';
    yield {
      name: 'rounds-durable',
      ours: middle(durable, rate, 0),
      peer: middle(bare, rate, 0),
      ratio: ratioOf(durable, bare, rate),
      goal: 0.4,
      unit,
      ...beside(durable, bare),
    };
    yield {
      name: 'rounds-group-commit',
      ours: middle(durable, rate, 0),
      peer: middle(single, rate, 0),
      ratio: ratioOf(durable, single, rate),
      goal: 20,
      unit,
      ...beside(durable, single),
    };
    yield await latency(bench, children, middle(durable, rate, 0));
  } finally {
    for (const child of Object.values(children)) await child.stop();
  }
}

/** Times at a fixed rate, where nobody waits for his turn: autocannon, half of what was reached. */
async function latency(
  { seconds, connections, progress }: ServiceBench,
  children: Record<Kind, ServiceChild>,
  reached: number,
): Promise<ServiceMeasured> {
  const perSecond = Math.max(connections, Math.round(2 * reached * PACE));
  const paced = (kind: Kind): Promise<Seen> => {
    const { url } = children[kind];
    const shape = { url, connections, seconds, run: 'paced', players: 'p', count: PLAYERS };
    return seen(children[kind], () => cannonRounds(shape, perSecond));
  };
  const ours = await paced('durable');
  const peer = await paced('bare');
  progress(`paced at ${perSecond} requests/s: p99 ${ours.p99Ms.toFixed(1)} ms`);
  return {
    name: 'rounds-p99',
    ours: rounded(ours.p99Ms),
    peer: rounded(peer.p99Ms),
    ratio: rounded(peer.p99Ms / ours.p99Ms),
    goal: null,
    unit: `ms, 99th percentile at ${perSecond} requests a second`,
    eventLoopP99Ms: rounded(ours.lateMs),
    load: 'autocannon',
  };
}

/** One POST of our app beside bare Express. */
async function* benchEcho(bench: ServiceBench): AsyncGenerator<ServiceMeasured> {
  const { runs, seconds, connections, folder, progress } = bench;
  if (Buffer.byteLength(ECHO_BODY) !== ECHO_BYTES)
    throw new Error('the body of the echo has changed');
  const children: ServiceChild[] = [];
  try {
    children.push(await startChild('service-host', 'bare', folder, true));
    children.push(await startChild('express-host', 'plain', folder, true));
    const sides: Seen[][] = [[], []];
    const load = ({ url }: ServiceChild) =>
      loadEcho({ url, connections, seconds }, ECHO_PATH, ECHO_BODY);
    for (const child of runs > 1 ? children : []) {
      await warm(WARM_ECHO_REQUESTS, () => load(child));
    }
    for (let run = 0; run < runs; run++) {
      for (const i of run % 2 === 0 ? [0, 1] : [1, 0]) {
        const child = children[i] as ServiceChild;
        const one = await seen(child, () => load(child));
        sides[i]?.push(one);
        const who = i === 0 ? 'ours' : 'bare Express';
        progress(`run ${run + 1}/${runs} ${who}: ${one.cpuPerRequest.toFixed(1)} µs CPU`);
      }
    }
    const [ours = [], peer = []] = sides;
    const cpu = (one: Seen) => one.cpuPerRequest;
    yield {
      name: 'post-echo',
      ours: middle(ours, cpu),
      peer: middle(peer, cpu),
      ratio: ratioOf(peer, ours, cpu),
      goal: 2.5,
      unit: 'CPU microseconds per request',
      p99Ms: middle(ours, (one) => one.p99Ms),
      peerP99Ms: middle(peer, (one) => one.p99Ms),
      eventLoopP99Ms: middle(ours, (one) => one.lateMs),
      requestsPerSecond: middle(ours, (one) => one.requests / one.seconds, 0),
      peerRequestsPerSecond: middle(peer, (one) => one.requests / one.seconds, 0),
      connections,
      load: wrkIsHere ? 'wrk' : 'autocannon',
    };
  } finally {
    for (const child of children) await child.stop();
  }
}

const PARTS = { rounds: benchRounds, 'post-echo': benchEcho } as const;
type Part = keyof typeof PARTS;

export const SERVICE_USAGE = `chemmy bench service [PART…] [--json] [--runs N] [--seconds S] [--connections C] [--data DIR]

Whole rounds over HTTP and one POST of the app, services in child processes, runs interleaved.
PART: rounds (durable beside no store, beside one commit a request, times at a fixed rate),
post-echo (CPU beside bare Express); without it, both. Standard: 5 runs of 3 s, 64 connections.
--data DIR: where the stores are made (and removed); its disk is what rounds measures.
wrk loads where it is installed, else autocannon.
`;

/** A whole number from `min` to `max`, or undefined. */
function whole(text: string, min: number, max: number): number | undefined {
  const value = Number(text);
  return /^[0-9]{1,4}$/.test(text) && value >= min && value <= max ? value : undefined;
}

export async function main(argv: string[], io: Io): Promise<number> {
  let given: ReturnType<typeof options>;
  try {
    given = options(argv);
  } catch (error) {
    io.stderr.write(`chemmy bench service: ${(error as Error).message}\n`);
    return 2;
  }
  const { parts, json, data, ...shape } = given;
  mkdirSync(data, { recursive: true });
  const base = mkdtempSync(join(data, 'chemmy-bench-'));
  const progress = (line: string) => io.stderr.write(`${line}\n`);
  try {
    for (const part of parts) {
      const folder = mkdtempSync(join(base, `${part}-`));
      for await (const result of PARTS[part]({ ...shape, folder, progress })) {
        io.stdout.write(json ? `${JSON.stringify(result)}\n` : row(result));
      }
    }
    return 0;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function options(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      runs: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '64' },
      data: { type: 'string', default: tmpdir() },
    },
  });
  const number = (name: 'runs' | 'seconds' | 'connections', max: number): number => {
    const value = whole(values[name], 1, max);
    if (value === undefined) throw new Error(`--${name}: 1 to ${max} is wanted`);
    return value;
  };
  const wrong = positionals.find((part) => !Object.hasOwn(PARTS, part));
  if (wrong !== undefined) throw new Error(`there is no part ${JSON.stringify(wrong)}`);
  return {
    parts: (positionals.length === 0 ? Object.keys(PARTS) : positionals) as Part[],
    json: values.json,
    runs: number('runs', 99),
    seconds: number('seconds', 600),
    connections: number('connections', 512),
    data: values.data,
  };
}

function row({ name, ours, peer, ratio, goal, unit }: ServiceMeasured): string {
  const wanted = goal === null ? '' : `  goal ${goal}x`;
  return `${name.padEnd(20)}${String(ours).padStart(10)}${String(peer).padStart(10)}${String(ratio).padStart(9)}x${wanted}  ${unit}\n`;
}
