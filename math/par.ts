/**
 * `chemmy par RULESET|FILE.json --json | --out DIR`: the PAR sheet. A finished sheet is kept in the
 * cache folder under the hashes of ruleset, core and math, so that the same question is answered at
 * once; a cached sheet is what was worked out, its `seconds` included.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { BONUS_STAKE } from './bonus.ts';
import { CAP_LEAST } from './cap.ts';
import { page } from './page.ts';
import { WORKERS_MAX } from './solver.ts';
import type { Study, StudyOptions } from './study.ts';
import { study } from './study.ts';
import type { Subject } from './subject.ts';
import { loadSubject } from './subject.ts';

/** What the command needs of its surroundings (bin/io.ts has it and more). */
export interface ParIo {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly now: () => number;
}

const HELP = `chemmy par RULESET|FILE.json --json | --out DIR

Exact game math of a ruleset: house edge, distribution, decisions, bonus, warnings.
  --json             par.json on standard output
  --out DIR          par.json, par.html and strategy.json (the whole strategy) into DIR
  --quick            leave the simulation out
  --rounds N         rounds of the simulation (default 1000000)
  --seed TEXT        its seed (default "par")
  --bonus-stake N    stake of a fixed-sum bonus, minor units (default ${BONUS_STAKE})
  --max-payout N     show the return under a cap of N antes a line too
  --sizes N          offer exchanges of at most N cards (default: all)
  --workers N        threads (default: the machine's, as many as 4 GB hold, at most 13)
  --cache DIR        where finished sheets are kept (default ~/.cache/chemmy/par);
                     --no-cache works everything out anew
`;

/** Raised whenever a sheet says something else about the same hashes. */
const SHEET_VERSION = 4;
/** The user's own folder: a shared one would let others answer for the solver. */
const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'chemmy', 'par');
const ROUNDS_MAX = 1_000_000_000;

interface Options {
  readonly name: string;
  readonly json: boolean;
  readonly out: string | null;
  readonly cache: string | null;
  readonly study: StudyOptions;
}

const FLAGS = ['--json', '--quick', '--no-cache'];
const VALUES = [
  '--out',
  '--rounds',
  '--seed',
  '--bonus-stake',
  '--max-payout',
  '--sizes',
  '--workers',
  '--cache',
];

/** Reads the arguments. Throws an Error whose message is one line. */
function readOptions(argv: readonly string[]): Options {
  const words: string[] = [];
  const given = new Map<string, string>();
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (FLAGS.includes(word)) given.set(word, '');
    else if (word.startsWith('--')) {
      if (!VALUES.includes(word)) throw new Error(`unknown option ${word}`);
      const value = argv[++i];
      if (value === undefined) throw new Error(`${word} wants a value`);
      given.set(word, value);
    } else words.push(word);
  }
  const [name, ...rest] = words;
  if (name === undefined || rest.length > 0) throw new Error('one RULESET or FILE.json is wanted');
  const integer = (option: string, otherwise: number, least: number, most: number): number => {
    const value = given.has(option) ? Number(given.get(option)) : otherwise;
    if (!(Number.isInteger(value) && value >= least && value <= most)) {
      throw new Error(`${option} must be an integer from ${least} to ${most}`);
    }
    return value;
  };
  const out = given.get('--out') ?? null;
  if (out === null && !given.has('--json')) throw new Error('--json or --out DIR is wanted');
  return {
    name,
    json: given.has('--json'),
    out,
    cache: given.has('--no-cache') ? null : (given.get('--cache') ?? CACHE),
    study: {
      quick: given.has('--quick'),
      rounds: integer('--rounds', 1_000_000, 1_000, ROUNDS_MAX),
      seed: given.get('--seed') ?? 'par',
      bonusStake: integer('--bonus-stake', BONUS_STAKE, 1, 1e12),
      maxPayout: given.has('--max-payout')
        ? integer('--max-payout', CAP_LEAST, CAP_LEAST, 1e6)
        : null,
      sizes: given.has('--sizes') ? integer('--sizes', 0, 0, 5) : null,
      workers: given.has('--workers') ? integer('--workers', 1, 1, WORKERS_MAX) : null,
      processors: availableParallelism(),
    },
  };
}

/** Where a finished study is kept: under the hashes of everything that decides it. */
function cachePath(subject: Subject, options: Options): string | null {
  if (options.cache === null) return null;
  const { quick, rounds, seed, bonusStake, sizes, maxPayout } = options.study;
  const key = JSON.stringify([
    SHEET_VERSION,
    subject.rulesetHash,
    subject.coreHash,
    subject.mathHash,
    { quick, rounds, seed, bonusStake, sizes, maxPayout },
  ]);
  return join(options.cache, `${createHash('sha256').update(key).digest('hex')}.json`);
}

/** A kept study, or undefined where there is none or the file is damaged. */
function kept(path: string | null): Study | undefined {
  if (path === null || !existsSync(path)) return undefined;
  try {
    const { sha256, study } = JSON.parse(readFileSync(path, 'utf8')) as {
      sha256: string;
      study: Study;
    };
    return digest(study) === sha256 ? study : undefined;
  } catch {
    return undefined;
  }
}

function digest(value: Study): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function keep(path: string, folder: string, value: Study): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.${process.pid}`, JSON.stringify({ sha256: digest(value), study: value }));
  renameSync(`${path}.${process.pid}`, path);
}

/** Runs the command; 0, or 2 with one line on stderr. */
export async function main(argv: string[], io: ParIo): Promise<number> {
  if (argv.includes('--help')) {
    io.stdout.write(HELP);
    return 0;
  }
  let options: Options;
  let subject: Subject;
  try {
    options = readOptions(argv);
    subject = loadSubject(options.name);
    if (options.out !== null) mkdirSync(options.out, { recursive: true });
  } catch (error) {
    io.stderr.write(`chemmy par: ${(error as Error).message.replaceAll('\n', ' ')}\n`);
    return 2;
  }
  const path = cachePath(subject, options);
  let found = kept(path);
  if (found === undefined) {
    const note = (line: string) => io.stderr.write(`par: ${line}\n`);
    found = await study(subject, options.study, io.now, note);
    if (path !== null && options.cache !== null) keep(path, options.cache, found);
  }
  const { par, table } = found;
  const json = `${JSON.stringify(par, null, 2)}\n`;
  if (options.out !== null) {
    writeFileSync(join(options.out, 'par.json'), json);
    writeFileSync(join(options.out, 'par.html'), page(par));
    writeFileSync(join(options.out, 'strategy.json'), `${JSON.stringify(table)}\n`);
  }
  if (options.json) io.stdout.write(json);
  return 0;
}
