/**
 * `chemmy advise RULESET|FILE.json --cards "Ah Kd 7c 7s 2h" --up Td [--json]`: the value of every
 * first action of one hand against one upcard. For labs and operators (Z11).
 */
import type { Writable } from 'node:stream';
import { parseCard } from '../engine/card.ts';
import type { Advice } from './advice.ts';
import { createAdviser } from './advice.ts';
import { loadSubject } from './subject.ts';

const HELP = `chemmy advise RULESET|FILE.json --cards "Ah Kd 7c 7s 2h" --up Td [--json] [--sizes N]

Values in antes of every first action, best first: expected net of the round, later decisions at
their best, exact. Exchanges of at most N cards are weighed (default: all).
  --json   as JSON: ruleset, rulesetHash, cards, up, method, terms,
           actions: [{action, cards, value, best}]
`;
/** All that a ruleset can have, as the sheet (par --sizes). */
const SIZES_DEFAULT = 5;
/** Actions that the text lists; the JSON has all. */
const SHOWN = 12;

interface Question {
  readonly name: string;
  readonly cards: readonly number[];
  readonly up: number;
  readonly sizes: number;
  readonly json: boolean;
}

/** Reads the arguments. Throws an Error whose message is one line. */
function readQuestion(argv: readonly string[]): Question {
  const words: string[] = [];
  const given = new Map<string, string>();
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (word === '--json') given.set(word, '');
    else if (['--cards', '--up', '--sizes'].includes(word)) {
      const value = argv[++i];
      if (value === undefined) throw new Error(`${word} wants a value`);
      if (given.has(word)) throw new Error(`${word} stands twice`);
      given.set(word, value);
    } else if (word.startsWith('--')) throw new Error(`unknown option ${word}`);
    else words.push(word);
  }
  const [name, ...rest] = words;
  if (name === undefined || rest.length > 0) throw new Error('one RULESET or FILE.json is wanted');
  const card = (option: string, text: string): number => {
    const found = parseCard(text);
    if (found === undefined) throw new Error(`${option}: no card ${JSON.stringify(text)}`);
    return found;
  };
  const texts = (given.get('--cards') ?? '').split(/[\s,]+/).filter((text) => text !== '');
  const cards = texts.map((text) => card('--cards', text));
  if (cards.length !== 5) throw new Error(`--cards wants five cards, not ${cards.length}`);
  const up = given.get('--up');
  if (up === undefined) throw new Error('--up wants the dealer’s open card');
  const open = card('--up', up);
  if (new Set([...cards, open]).size !== 6)
    throw new Error('--cards and --up: a card stands twice');
  const sizes = Number(given.get('--sizes') ?? SIZES_DEFAULT);
  if (!(Number.isInteger(sizes) && sizes >= 0 && sizes <= 5)) {
    throw new Error('--sizes must be an integer from 0 to 5');
  }
  return { name, cards, up: open, sizes, json: given.has('--json') };
}

function textOf(advice: Advice): string {
  const lines = advice.actions
    .slice(0, SHOWN)
    .map(({ action, cards, value, best }) =>
      `${best ? '*' : ' '} ${value.toFixed(6).padStart(10)}  ${action} ${cards.join(' ')}`.trimEnd(),
    );
  const more = advice.actions.length - SHOWN;
  if (more > 0) lines.push(`  and ${more} exchanges more (--json)`);
  const terms = advice.terms.map((term) => `  not weighed: ${term}`);
  return `${advice.ruleset}: ${advice.cards.join(' ')} against ${advice.up}, antes, ${advice.method}\n${[...lines, ...terms].join('\n')}\n`;
}

/** Runs the command; 0, or 2 with one line on stderr. */
export async function main(
  argv: string[],
  io: { readonly stdout: Writable; readonly stderr: Writable },
): Promise<number> {
  if (argv.includes('--help')) {
    io.stdout.write(HELP);
    return 0;
  }
  try {
    const { name, cards, up, sizes, json } = readQuestion(argv);
    const advice = createAdviser(loadSubject(name), sizes).advise(cards, up);
    io.stdout.write(json ? `${JSON.stringify(advice, null, 2)}\n` : textOf(advice));
    return 0;
  } catch (error) {
    io.stderr.write(`chemmy advise: ${(error as Error).message.replaceAll('\n', ' ')}\n`);
    return 2;
  }
}
