/**
 * `chemmy sts FILE --bits N --sequences M [--format raw|ascii] [--workers N] [--json]`: the fifteen
 * tests on anyone's file, NIST-compatible and corrected p-values side by side. Sizes are checked before the first test;
 * the file is read one sequence at a time, so that memory does not depend on its size (field log E8).
 * In ASCII, line ends and blanks are never data and anything but 0 and 1 is refused (E7). Sequences are
 * independent and put together by their number: any number of workers gives the same report.
 */
import { availableParallelism } from 'node:os';
import type { SequenceResult, TestSummary } from './battery/index.ts';
import { BATTERY, runSequence, summarise } from './battery/index.ts';
import { BITS_MAX, createStatistics } from './battery/statistics.ts';
import type { BitFormat, BitSource } from './bit-file.ts';
import { BitFileError, openBits } from './bit-file.ts';
import { runPool, WORKERS_MAX } from './pool.ts';
import type { SequenceDone, SequenceJob } from './sts-worker.ts';

/** What the command writes to; bin/io.ts has more. */
export interface StsIo {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** The JSON of the command. */
export interface StsReport {
  readonly n: number;
  readonly sequences: number;
  readonly bitOrder: 'msb-first';
  readonly tests: readonly TestSummary[];
}

/** Shortest sequence: the first tests begin here. */
const BITS_MIN = 100;
/** Most sequences of one run. */
const SEQUENCES_MAX = 100_000;

const HELP = `chemmy sts FILE --bits N --sequences M [--format raw|ascii] [--workers N] [--json]

Runs the fifteen tests of SP 800-22 on M sequences of N bits (${BITS_MIN} to ${BITS_MAX}) of FILE.
raw: packed bits, most significant bit of a byte first. ascii: 0 and 1; blanks and line ends are skipped.
--workers: threads (0 to ${WORKERS_MAX}; 0 runs here); the result is the same for any number of them.
Every p comes with its log10 (null where p is below the smallest double); corrected stands beside NIST's.
Exit 0 when computed, whatever p; 2 when FILE or an option is wrong.
`;

interface Options {
  readonly file: string;
  readonly bits: number;
  readonly sequences: number;
  readonly format: BitFormat;
  readonly workers: number;
  readonly json: boolean;
}

/** A whole number between the limits; undefined otherwise. */
function whole(text: string | undefined, most: number, least: number): number | undefined {
  if (text === undefined || !/^[0-9]{1,9}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

/** The options, or what is wrong with them. */
function parse(argv: readonly string[]): Options | string {
  let file: string | undefined;
  let json = false;
  const values = new Map<string, string>();
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (word === '--json') json = true;
    else if (
      word === '--bits' ||
      word === '--sequences' ||
      word === '--format' ||
      word === '--workers'
    ) {
      const value = argv[++i];
      if (value === undefined || values.has(word)) return `${word} wants one value`;
      values.set(word, value);
    } else if (word.startsWith('--')) return `no option ${JSON.stringify(word)}`;
    else if (file === undefined) file = word;
    else return 'one FILE is wanted';
  }
  if (file === undefined) return 'one FILE is wanted';
  const bits = whole(values.get('--bits'), BITS_MAX, BITS_MIN);
  if (bits === undefined) return `--bits wants a number from ${BITS_MIN} to ${BITS_MAX}`;
  const sequences = whole(values.get('--sequences') ?? '1', SEQUENCES_MAX, 1);
  if (sequences === undefined) return `--sequences wants a number from 1 to ${SEQUENCES_MAX}`;
  const format = values.get('--format') ?? 'raw';
  if (format !== 'raw' && format !== 'ascii') return '--format is raw or ascii';
  const most = Math.min(WORKERS_MAX, availableParallelism(), sequences);
  const workers = whole(values.get('--workers') ?? String(most > 1 ? most : 0), WORKERS_MAX, 0);
  if (workers === undefined) return `--workers wants a number from 0 to ${WORKERS_MAX}`;
  return { file, bits, sequences, format, workers, json };
}

/**
 * Runs the battery on `sequences` sequences of `n` bits in `workers` threads (0: here). Throws
 * BitFileError when bits are missing.
 */
export async function runSts(
  source: BitSource,
  n: number,
  sequences: number,
  workers: number,
): Promise<StsReport> {
  const results = new Array<SequenceResult>(sequences);
  const jobs = (function* (): Generator<SequenceJob> {
    for (let index = 0; index < sequences; index++) yield { index, bytes: source.next(n), bits: n };
  })();
  const statistics = workers === 0 ? createStatistics() : null;
  const inline = ({ index, bytes, bits }: SequenceJob): SequenceDone => {
    if (statistics === null) throw new Error('assertion: the threads have instances of their own');
    return { index, outcomes: runSequence(statistics, bytes, bits) };
  };
  await runPool('sts-worker', jobs, workers, inline, ({ index, outcomes }) => {
    results[index] = outcomes;
  });
  return {
    n,
    sequences,
    bitOrder: 'msb-first',
    tests: BATTERY.map((test, j) =>
      summarise(
        test,
        n,
        results.flatMap((result) => result[j] ?? []),
      ),
    ),
  };
}

/** Lowest and highest p of all sequences, or why there is none. */
function range(rows: readonly (readonly number[] | null)[]): string {
  const all = rows.flatMap((row) => row ?? []);
  if (all.length === 0) return '-'.padStart(23);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const text = (p: number) => (p < 1e-6 ? p.toExponential(2) : p.toFixed(6));
  return (all.length === 1 ? text(low) : `${text(low)} … ${text(high)}`).padStart(23);
}

/** log10 of the lowest corrected p. */
function lowest(rows: readonly (readonly number[] | null)[]): string {
  const all = rows.flatMap((row) => row ?? []);
  if (all.length === 0) return '-'.padStart(12);
  const p = Math.min(...all);
  return (p === 0 ? 'below -323' : Math.log10(p).toFixed(4)).padStart(12);
}

function table(report: StsReport): string {
  const head = `${report.sequences} × ${report.n} bits, most significant bit first\n`;
  const title = `${'test'.padEnd(26)}${'p as NIST'.padStart(23)}${'p corrected'.padStart(23)}${'log10 p'.padStart(12)}\n`;
  const rows = report.tests.map((test) => {
    const left = `${test.id.padEnd(26)}${range(test.pValues.nist)}${range(test.pValues.corrected)}${lowest(test.pValues.corrected)}`;
    return test.reason === undefined ? `${left}\n` : `${left}  not applicable: ${test.reason}\n`;
  });
  const params = report.tests.map(
    (test) => `${test.id}: ${JSON.stringify(test.params)}, from ${test.minimum} bits\n`,
  );
  return `${head}\n${title}${rows.join('')}\nparameters and shortest sequence\n${params.join('')}`;
}

export async function main(argv: string[], io: StsIo): Promise<number> {
  if (argv.includes('--help')) {
    io.stdout.write(HELP);
    return 0;
  }
  const options = parse(argv);
  if (typeof options === 'string') {
    io.stderr.write(`chemmy sts: ${options}\n`);
    return 2;
  }
  const { file, bits, sequences, format, workers, json } = options;
  let source: BitSource | undefined;
  try {
    source = openBits(file, format, bits, sequences);
    if (source.warning !== undefined) io.stderr.write(`chemmy sts: ${source.warning}\n`);
    const report = await runSts(source, bits, sequences, workers);
    io.stdout.write(json ? `${JSON.stringify(report)}\n` : table(report));
    return 0;
  } catch (error) {
    if (!(error instanceof BitFileError)) throw error;
    io.stderr.write(`chemmy sts: ${error.message}\n`);
    return 2;
  } finally {
    source?.close();
  }
}
