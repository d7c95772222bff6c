/**
 * `chemmy certify`: the certification run of the production path, or of anyone's file (design §6).
 * Writes report.json, report.html and junit.xml; exit 0 only for `pass`, 1 for `fail` and
 * `undecided`, 2 for bad input.
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { fromHex, toHex } from '../engine/octets.ts';
import { loadCasino } from './casino.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { ProfileName } from './hypotheses.ts';
import { PROFILES, REGISTRY } from './hypotheses.ts';
import type { Format } from './input.ts';
import { FORMATS, InputError, summarize } from './input.ts';
import { WORKERS_MAX } from './pool.ts';
import { summaryOf } from './report/console.ts';
import { htmlOf } from './report/html.ts';
import { junitOf } from './report/junit.ts';
import type { Report } from './report/model.ts';
import { certify, runIdOf } from './run.ts';
import { REPLAY_SEED_SIZE } from './stream.ts';

export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly now: () => number;
  readonly entropy: (count: number) => Uint8Array;
}

const HELP = `chemmy certify --profile smoke|standard|full --out DIR
               [--input FILE --format raw|ascii|decks] [--seed HEX] [--workers N]

Tests the production path (or FILE) and writes report.json, report.html and junit.xml to DIR.
  --seed HEX    48 bytes that stand for the operating system: the run can be repeated
  --workers N   threads; 0: none; the result does not depend on it
A killed run goes on where it stood when it is started again with the same arguments.
Exit 0: pass. 1: fail or undecided. 2: wrong use or bad input.
`;

interface Wanted {
  readonly profile: ProfileName;
  readonly out: string;
  readonly input: string | null;
  readonly format: Format;
  readonly seed: Uint8Array | null;
  readonly workers: number;
}

export async function main(argv: string[], io: Io): Promise<number> {
  if (argv[0] === '--help') {
    io.stdout.write(HELP);
    return 0;
  }
  try {
    const wanted = read(argv);
    return await run(wanted, io);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    io.stderr.write(`chemmy certify: ${error.message}\n`);
    return 2;
  }
}

function read(argv: string[]): Wanted {
  let values: { [name: string]: string | boolean | undefined };
  try {
    const text = { type: 'string' } as const;
    const options = {
      profile: text,
      out: text,
      input: text,
      format: text,
      seed: text,
      workers: text,
    };
    values = parseArgs({ args: argv, options, strict: true }).values;
  } catch (error) {
    throw new InputError((error as Error).message.split('\n')[0] ?? 'wrong arguments');
  }
  const profile = PROFILES.find((name) => name === (values['profile'] ?? 'smoke'));
  if (profile === undefined) throw new InputError(`--profile is one of ${PROFILES.join(', ')}`);
  const { out, input, seed } = values;
  if (typeof out !== 'string' || out === '') throw new InputError('--out DIR is wanted');
  const format = FORMATS.find((name) => name === values['format']);
  if (input !== undefined && format === undefined) {
    throw new InputError(`--format is one of ${FORMATS.join(', ')}`);
  }
  if (input === undefined && values['format'] !== undefined) {
    throw new InputError('--format goes with --input');
  }
  let bytes: Uint8Array | null = null;
  if (typeof seed === 'string') {
    bytes = fromHex(seed.toLowerCase()) ?? null;
    if (bytes?.length !== REPLAY_SEED_SIZE) {
      throw new InputError(
        `--seed takes ${REPLAY_SEED_SIZE} bytes as ${2 * REPLAY_SEED_SIZE} hex digits`,
      );
    }
  }
  const workers = Number(values['workers'] ?? Math.min(WORKERS_MAX, availableParallelism()));
  if (!(Number.isInteger(workers) && workers >= 0 && workers <= WORKERS_MAX)) {
    throw new InputError(`--workers is a number from 0 to ${WORKERS_MAX}`);
  }
  return {
    profile,
    out,
    input: typeof input === 'string' ? input : null,
    format: format ?? 'raw',
    seed: bytes,
    workers,
  };
}

async function run(wanted: Wanted, io: Io): Promise<number> {
  const casino = loadCasino();
  const file =
    wanted.input === null
      ? null
      : {
          path: wanted.input,
          format: wanted.format,
          summary: await summarize(wanted.input, wanted.format),
        };
  try {
    mkdirSync(wanted.out, { recursive: true });
  } catch (error) {
    throw new InputError(`cannot write ${wanted.out}: ${(error as Error).message}`);
  }
  const { seed, seedPolicy } = chooseSeed(wanted, io);
  const require = createRequire(import.meta.url);
  const { version } = JSON.parse(readFileSync(require.resolve('#package'), 'utf8')) as {
    version: string;
  };
  const runId = runIdOf([
    version,
    wanted.profile,
    casino.coreHash,
    ...casino.hashes,
    JSON.stringify(REGISTRY),
    file === null ? toHex(seed) : `${file.format} ${file.summary.sha256}`,
  ]);
  const checkpoint = openCheckpoint(wanted.out, runId);
  io.stderr.write(`chemmy certify: run ${runId}, profile ${wanted.profile}\n`);
  let last = 0;
  const report = await certify({
    casino,
    profile: wanted.profile,
    seed,
    seedPolicy,
    file,
    workers: wanted.workers,
    checkpoint,
    runId,
    version,
    machine: {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cpu: cpus()[0]?.model ?? 'unknown',
    },
    now: io.now,
    progress: (done, all, what) => {
      const now = io.now();
      if (now - last < 500 && done !== all) return;
      last = now;
      io.stderr.write(`chemmy certify: ${done}${all === 0 ? '' : ` of ${all}`} (${what})\n`);
    },
  });
  write(wanted.out, report);
  checkpoint.clear();
  rmSync(join(wanted.out, `unfinished-seed-${wanted.profile}`), { force: true });
  io.stdout.write(summaryOf(report));
  return report.verdict === 'pass' ? 0 : 1;
}

/** The seed given, else one that an unfinished run of the same kind recorded, else a fresh one. */
function chooseSeed(wanted: Wanted, io: Io): { seed: Uint8Array; seedPolicy: 'replay' | 'system' } {
  if (wanted.input !== null)
    return { seed: new Uint8Array(REPLAY_SEED_SIZE), seedPolicy: 'replay' };
  if (wanted.seed !== null) return { seed: wanted.seed, seedPolicy: 'replay' };
  const path = join(wanted.out, `unfinished-seed-${wanted.profile}`);
  try {
    const kept = fromHex(readFileSync(path, 'utf8').trim());
    if (kept?.length === REPLAY_SEED_SIZE) return { seed: kept, seedPolicy: 'system' };
  } catch {
    // No unfinished run here.
  }
  const seed = io.entropy(REPLAY_SEED_SIZE);
  writeFileSync(path, `${toHex(seed)}\n`);
  return { seed, seedPolicy: 'system' };
}

function write(out: string, report: Report): void {
  writeFileSync(join(out, 'report.json'), `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(join(out, 'report.html'), htmlOf(report));
  writeFileSync(join(out, 'junit.xml'), junitOf(report));
  const { run, verdict, times } = report;
  // Every run is kept: nobody re-runs until it passes and shows the last one alone.
  const line = { id: run.id, profile: run.profile, verdict, started: times.started };
  appendFileSync(join(out, 'runs.jsonl'), `${JSON.stringify(line)}\n`);
}
