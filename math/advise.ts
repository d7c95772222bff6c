/**
 * `chemmy advise RULESET|FILE.json --cards "Ah Kd 7c 7s 2h" --up Td`: the value of every first action
 * of one hand against one upcard, exact, in antes. For labs and operators (Z11).
 */
import type { Writable } from 'node:stream';
import { cardText, parseCard } from '../engine/card.ts';
import { createKernel } from './kernel.ts';
import { loadSubject } from './subject.ts';
import { leftOut } from './term.ts';

const HELP = `chemmy advise RULESET|FILE.json --cards "Ah Kd 7c 7s 2h" --up Td [--sizes N]

Values in antes of fold, bet and every exchange of at most N cards (default 2), best first, as JSON.
`;

function option(argv: readonly string[], name: string): string | undefined {
  const at = argv.indexOf(name);
  return at < 0 ? undefined : argv[at + 1];
}

export async function main(
  argv: string[],
  io: { readonly stdout: Writable; readonly stderr: Writable },
): Promise<number> {
  if (argv.includes('--help')) {
    io.stdout.write(HELP);
    return 0;
  }
  try {
    const [name] = argv;
    if (name === undefined || name.startsWith('--')) throw new Error('a RULESET is wanted first');
    const texts = (option(argv, '--cards') ?? '').split(/[\s,]+/).filter((t) => t !== '');
    const cards = texts.map((t) => parseCard(t));
    const up = parseCard(option(argv, '--up') ?? '');
    const known = cards.filter((card) => card !== undefined);
    if (known.length !== 5 || up === undefined || new Set([...known, up]).size !== 6) {
      throw new Error('--cards wants five cards and --up one more, like "Ts", none twice');
    }
    const sizes = Number(option(argv, '--sizes') ?? 2);
    if (!(Number.isInteger(sizes) && sizes >= 0 && sizes <= 5)) {
      throw new Error('--sizes must be an integer from 0 to 5');
    }
    const subject = loadSubject(name);
    const most = Math.min(sizes, subject.ruleset.exchange?.fees.length ?? 0);
    const kernel = createKernel(subject.math, subject.ruleset, most);
    kernel.prepare(up >> 2);
    const sorted = [...known].sort((a, b) => a - b);
    const judged = kernel.judge(sorted, up);
    const actions = [
      { action: 'fold', cards: [] as string[], value: judged.fold },
      { action: 'bet', cards: [] as string[], value: judged.bet },
      ...[...judged.exchanges].map(([set, value]) => ({
        action: 'exchange',
        cards: sorted.filter((_, i) => (set >> i) & 1).map(cardText),
        value,
      })),
    ].sort((a, b) => b.value - a.value);
    const terms = leftOut(subject.ruleset, most);
    const answer = {
      ruleset: subject.ruleset.id,
      rulesetHash: subject.rulesetHash,
      cards: texts,
      up: cardText(up),
      method: terms.length === 0 ? 'exact' : 'estimate',
      terms,
      best: actions[0],
      actions,
    };
    io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return 0;
  } catch (error) {
    io.stderr.write(`chemmy advise: ${(error as Error).message}\n`);
    return 2;
  }
}
