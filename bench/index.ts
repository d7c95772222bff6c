/**
 * `chemmy bench [NAME] [--json]`: what is measured, against whom, one command. A NAME is a group
 * (`core`) or one contest of a group. Standard output holds nothing but the results.
 */
import type { Io } from '../bin/io.ts';
import { processIo } from '../bin/io.ts';
import { chanceContests } from './core-chance.ts';
import { handsContests } from './core-hands.ts';
import { START_NAMES, startResults } from './core-start.ts';
import type { Contest, Measured } from './measure.ts';
import { measure } from './measure.ts';
import { roundsContests } from './rounds.ts';

/** Groups of contests; each is built only when asked for. */
const GROUPS: { readonly [name: string]: () => Contest[] } = {
  core: () => [...chanceContests(), ...handsContests()],
  rounds: roundsContests,
};

const USAGE = `chemmy bench [NAME] [--json]

Measures beside peers in one interleaved run (CPU time, medians).
NAME is a group (${Object.keys(GROUPS).join(', ')}) or one contest of it; without it, every group.
Benches of their own: sts (the battery, CPU milliseconds a test) and service (below).
--json prints one JSON object a line: {name, ours, peer, ratio, goal, unit}; bigger ratio is better.
`;

/** The contests that `name` stands for; none when nothing has that name. */
function chosen(name: string | undefined): Contest[] {
  const group = name === undefined ? undefined : GROUPS[name];
  if (group !== undefined) return group();
  const all = Object.values(GROUPS).flatMap((contests) => contests());
  return name === undefined ? all : all.filter((contest) => contest.name === name);
}

function known(name: string | undefined): boolean {
  return chosen(name).length > 0 || START_NAMES.some((start) => start === name);
}

/** Measures what `name` stands for, one result after the other. */
export function* bench(name?: string): Generator<Measured> {
  for (const contest of chosen(name)) yield measure(contest);
  const everyStart = name === undefined || name === 'core';
  yield* startResults(START_NAMES.filter((start) => everyStart || start === name));
}

function row({ name, ours, peer, ratio, goal }: Measured): string {
  const speed = (value: number) =>
    (value < 1e4 ? `${value.toFixed(1)} /s` : `${(value / 1e6).toFixed(3)} M/s`).padStart(14);
  return `${name.padEnd(16)}${speed(ours)}${speed(peer)}${ratio.toFixed(2).padStart(9)}x  goal ${goal}x\n`;
}

export async function main(argv: string[], io: Io = processIo()): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    const { SERVICE_USAGE } = await import('./service.ts');
    io.stdout.write(`${USAGE}\n${SERVICE_USAGE}`);
    return 0;
  }
  // Milliseconds per test instead of contests: a bench of its own.
  if (argv[0] === 'sts') return (await import('./sts.ts')).main(argv.slice(1));
  // Services in child processes, wall clock for rounds: likewise.
  if (argv[0] === 'service') return (await import('./service.ts')).main(argv.slice(1), io);
  const json = argv.includes('--json');
  const names = argv.filter((word) => word !== '--json');
  const unknown = names.length > 1 || names.some((word) => word.startsWith('-'));
  if (unknown || (names.length === 1 && !known(names[0]))) {
    io.stderr.write(`chemmy bench: no such contest: ${names.join(' ')}\n`);
    return 2;
  }
  for (const result of bench(names[0])) {
    io.stdout.write(json ? `${JSON.stringify(result)}\n` : row(result));
  }
  return 0;
}
