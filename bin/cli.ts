/**
 * The command line: one executable, subcommands imported only when called (design §6). A command is
 * a function of its arguments and its Io that gives an exit code. Wrong use: one line on stderr,
 * exit 2.
 */

import type { Io } from './io.ts';
import { processIo } from './io.ts';

type Command = (argv: string[], io: Io) => Promise<number>;

interface Subcommand {
  readonly usage: string;
  readonly does: string;
  readonly load: () => Promise<Command>;
}

const COMMANDS: { readonly [name: string]: Subcommand } = {
  serve: {
    usage: 'serve',
    does: 'the service (npm start)',
    load: async () => (await import('../server/main.ts')).main,
  },
  certify: {
    usage: 'certify --profile P --out DIR',
    does: 'the certification run, of the production path or of a file',
    load: async () => (await import('../certification/certify.ts')).main,
  },
  rng: {
    usage: 'rng --stage S --count N',
    does: 'bytes, words or decks of the production path, to stdout',
    load: async () => (await import('../certification/rng.ts')).main,
  },
  sts: {
    usage: 'sts FILE --bits N --sequences M',
    does: 'the fifteen tests of SP 800-22 on anyone’s file',
    load: async () => (await import('../certification/sts.ts')).main,
  },
  audit: {
    usage: 'audit verify',
    does: 'the audit chain: edited, deleted, moved records',
    load: async () => (await import('../server/audit-verify.ts')).main,
  },
  verify: {
    usage: 'verify FILE',
    does: 'a round’s revealed record, offline (see verify --help)',
    load: async () => (await import('./verify.ts')).main,
  },
  bench: {
    usage: 'bench [NAME] --json',
    does: 'measures beside peers, in one interleaved run',
    load: async () => (await import('../bench/index.ts')).main,
  },
  replay: {
    usage: 'replay FILE|-',
    does: 'round scripts, one JSON a line -> results, one a line, same order',
    load: async () => (await import('./replay.ts')).main,
  },
  par: {
    usage: 'par RULESET|FILE.json --json | --out DIR',
    does: 'exact game math: the PAR sheet of a ruleset',
    load: async () => (await import('../math/par.ts')).main,
  },
  advise: {
    usage: 'advise RULESET|FILE.json --cards … --up …',
    does: 'optimal decision: the value of every action, for labs and operators',
    load: async () => (await import('../math/advise.ts')).main,
  },
};

function help(): string {
  const width = Math.max(...Object.values(COMMANDS).map((c) => c.usage.length));
  const rows = Object.values(COMMANDS).map((c) => `  chemmy ${c.usage.padEnd(width)}  ${c.does}`);
  return `chemmy: certifiable chance and game math for casino stud poker\n\n${rows.join('\n')}\n`;
}

/** Runs `chemmy ARGV…`; gives the exit code. */
export async function main(argv: string[], io: Io = processIo()): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? io.stderr : io.stdout).write(help());
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    io.stderr.write(`chemmy: no subcommand ${JSON.stringify(name)}; see chemmy --help\n`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    const long = await command.load().then((run) => run(['--help'], io));
    return long;
  }
  return (await command.load())(rest, io);
}
