/**
 * `chemmy par RULESET|FILE.json --json | --out DIR`: the PAR sheet. A finished sheet is kept in the
 * cache folder under the hashes of ruleset, core and math, so that the same question is answered at
 * once; a cached sheet is what was worked out, its `seconds` included.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { BONUS_STAKE, bonusSheet } from './bonus.ts';
import { createKernel } from './kernel.ts';
import { page } from './page.ts';
import type { ParSheet } from './sheet.ts';
import { numbers, warningsOf, withDealerExchange } from './sheet.ts';
import { handPlaces, simulate } from './simulation.ts';
import { solve } from './solver.ts';
import type { StrategyMap } from './strategy.ts';
import { strategyMap } from './strategy.ts';
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
  --out DIR          par.json and par.html into DIR
  --quick            leave the simulation out
  --rounds N         rounds of the simulation (default 1000000)
  --seed TEXT        its seed (default "par")
  --bonus-stake N    stake of a fixed-sum bonus, minor units (default ${BONUS_STAKE})
  --sizes N          offer exchanges of at most N cards (default 3; larger ones take much longer)
  --workers N        threads (default: the machine's, at most 13)
  --cache DIR        where finished sheets are kept; --no-cache works everything out anew
`;

const ROUNDS_MAX = 1_000_000_000;
/** Exchanges of four cards take a quarter of an hour on two cores, of five some hours. */
const SIZES_DEFAULT = 3;

interface Options {
  readonly name: string;
  readonly json: boolean;
  readonly out: string | null;
  readonly quick: boolean;
  readonly rounds: number;
  readonly seed: string;
  readonly bonusStake: number;
  readonly sizes: number;
  readonly workers: number;
  readonly cache: string | null;
}

/** Reads the arguments. Throws an Error whose message is one line. */
function readOptions(argv: readonly string[]): Options {
  const words: string[] = [];
  const given = new Map<string, string>();
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (['--json', '--quick', '--no-cache'].includes(word)) given.set(word, '');
    else if (word.startsWith('--')) {
      const known = [
        '--out',
        '--rounds',
        '--seed',
        '--bonus-stake',
        '--sizes',
        '--workers',
        '--cache',
      ];
      if (!known.includes(word)) throw new Error(`unknown option ${word}`);
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
    quick: given.has('--quick'),
    rounds: integer('--rounds', 1_000_000, 1_000, ROUNDS_MAX),
    seed: given.get('--seed') ?? 'par',
    bonusStake: integer('--bonus-stake', BONUS_STAKE, 1, 1e12),
    sizes: integer('--sizes', SIZES_DEFAULT, 0, 5),
    workers: integer('--workers', Math.min(13, availableParallelism()), 1, 13),
    cache: given.has('--no-cache') ? null : (given.get('--cache') ?? join(tmpdir(), 'chemmy-par')),
  };
}

export type Par = ParSheet & { readonly strategy: StrategyMap };

async function workOut(subject: Subject, options: Options, io: ParIo): Promise<Par> {
  const { ruleset, core } = subject;
  const started = io.now();
  const sizes = Math.min(options.sizes, ruleset.exchange?.fees.length ?? 0);
  const note = (line: string) => io.stderr.write(`${line}\n`);
  const solution = await solve(ruleset, sizes, options.workers, (done) =>
    note(`par: ${done} of 13 upcards`),
  );
  const kernel = createKernel(subject.math, ruleset, 0);
  const bonus = bonusSheet(core, ruleset, kernel.hands(), options.bonusStake);
  const exact = numbers({ ...subject, solution, sizes, bonus });
  const simulation = options.quick
    ? null
    : simulate(
        {
          core,
          game: core.game(ruleset),
          kernel,
          policy: solution.policy,
          places: handPlaces(kernel),
        },
        options.rounds,
        options.seed,
        -exact.houseEdge,
        (done) => note(`par: ${done} of ${options.rounds} rounds`),
      );
  const gained = simulation?.dealerExchange ?? null;
  const found = gained === null ? exact : withDealerExchange(exact, ruleset, gained);
  const strategy = strategyMap(core, kernel.hands(), solution.policy, ruleset.aceLowStraight);
  const warnings = warningsOf(found);
  return { ...found, simulation, warnings, strategy, seconds: (io.now() - started) / 1000 };
}

function cachePath(subject: Subject, options: Options): string | null {
  if (options.cache === null) return null;
  const { sizes, quick, rounds, seed, bonusStake } = options;
  const key = JSON.stringify([
    subject.rulesetHash,
    subject.coreHash,
    subject.mathHash,
    { sizes, quick, rounds, seed, bonusStake },
  ]);
  return join(options.cache, `${createHash('sha256').update(key).digest('hex')}.json`);
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
  } catch (error) {
    io.stderr.write(`chemmy par: ${(error as Error).message}\n`);
    return 2;
  }
  const kept = cachePath(subject, options);
  let par: Par;
  if (kept !== null && existsSync(kept)) par = JSON.parse(readFileSync(kept, 'utf8')) as Par;
  else {
    par = await workOut(subject, options, io);
    if (kept !== null && options.cache !== null) {
      mkdirSync(options.cache, { recursive: true });
      writeFileSync(`${kept}.${process.pid}`, JSON.stringify(par));
      renameSync(`${kept}.${process.pid}`, kept);
    }
  }
  const json = `${JSON.stringify(par, null, 2)}\n`;
  if (options.out !== null) {
    mkdirSync(options.out, { recursive: true });
    writeFileSync(join(options.out, 'par.json'), json);
    writeFileSync(join(options.out, 'par.html'), page(par));
  }
  if (options.json) io.stdout.write(json);
  return 0;
}
