/** `chemmy rng`: the stages are those of one round; any count works (A8); wrong use is one line. */
import { describe, expect, it } from 'vitest';
import { main } from '../../certification/rng.ts';
import { createHouse } from '../../certification/stream.ts';
import { cardText } from '../../engine/card.ts';
import { deckOf } from '../../engine/chance.ts';
import { casino, keptIo, SEED } from './fixtures.ts';

async function rng(...argv: string[]): Promise<{ code: number; out: Buffer; err: string }> {
  const kept = keptIo();
  const code = await main(argv, kept.io);
  return { code, out: kept.stdout(), err: kept.stderr() };
}

const seeded = ['--seed', SEED];

function house() {
  return createHouse({
    system: casino.freshCore(),
    core: casino.freshCore(),
    coreHash: casino.coreHash,
    rulesets: casino.hashes,
    seed: Buffer.from(SEED, 'hex'),
  });
}

describe('chemmy rng', () => {
  it('A8: 65,536, 65,537 and 1,048,576 bytes, each the beginning of the next', async () => {
    const sizes = [65_536, 65_537, 1_048_576];
    const outs: Buffer[] = [];
    for (const size of sizes) {
      const { code, out } = await rng('--stage', 'drbg', '--count', `${size}`, ...seeded);
      expect(code).toBe(0);
      expect(out.length).toBe(size);
      outs.push(out);
    }
    expect(outs[1]?.subarray(0, 65_536).equals(outs[0]!)).toBe(true);
    expect(outs[2]?.subarray(0, 65_537).equals(outs[1]!)).toBe(true);
  });

  it('shows the same rounds at every stage: seed, words, deck', async () => {
    const rounds = 40;
    const drbg = (await rng('--stage', 'drbg', '--count', `${32 * rounds}`, ...seeded)).out;
    const words = (await rng('--stage', 'words', '--count', `${rounds}`, ...seeded)).out;
    const decks = (await rng('--stage', 'decks', '--count', `${rounds}`, ...seeded)).out;
    const csv = (
      await rng('--stage', 'decks', '--count', `${rounds}`, '--format', 'csv', ...seeded)
    ).out;
    expect(words.length).toBe(256 * rounds);
    expect(decks.length).toBe(52 * rounds);
    const lines = csv.toString().trimEnd().split('\n');
    const made = house();
    for (let t = 0; t < rounds; t++) {
      const drawn = made.next();
      const seed = drbg.subarray(32 * t, 32 * t + 32);
      expect(Buffer.from(drawn.seed).equals(seed)).toBe(true);
      // The engine's own way from the seed to the deck, by the draw specification.
      const rulesetHash = Buffer.from(casino.hashes[drawn.ruleset] ?? '', 'hex');
      const deck = deckOf(casino.core, { roundId: drawn.id, rulesetHash, seed }, Uint8Array.of(0));
      expect(Buffer.from(deck).equals(decks.subarray(52 * t, 52 * t + 52))).toBe(true);
      expect(lines[t]).toBe([t, ...Array.from(deck, cardText)].join(','));
      // The first card by hand: the first word times 52, its high half (no rejection: low half >= 2^32 mod 52).
      const word = words.readUInt32LE(256 * t);
      if ((word * 52) % 2 ** 32 >= 2 ** 32 % 52) {
        expect(deck[0]).toBe(Math.floor((word * 52) / 2 ** 32));
      }
    }
    expect(lines.length).toBe(rounds);
  });

  it('ids are version 7 and carry the round’s number as time', () => {
    const made = house();
    for (let t = 0; t < 20; t++) {
      const { id } = made.next();
      expect(Buffer.from(id).readUIntBE(0, 6)).toBe(t);
      expect(id[6]! >> 4).toBe(7);
      expect(id[8]! >> 6).toBe(2);
    }
  });

  it('another seed gives other bytes; without one the operating system is asked and named', async () => {
    const one = await rng('--stage', 'drbg', '--count', '64', ...seeded);
    const other = await rng('--stage', 'drbg', '--count', '64', '--seed', 'ff'.repeat(48));
    expect(one.out.equals(other.out)).toBe(false);
    const fresh = await rng('--stage', 'drbg', '--count', '64');
    const named = /seed ([0-9a-f]{96})/.exec(fresh.err)?.[1] ?? '';
    const again = await rng('--stage', 'drbg', '--count', '64', '--seed', named);
    expect(again.out.equals(fresh.out)).toBe(true);
  });

  it.each([
    [[]],
    [['--stage', 'cards', '--count', '1']],
    [['--stage', 'drbg']],
    [['--stage', 'drbg', '--count', '-1']],
    [['--stage', 'drbg', '--count', '1.5']],
    [['--stage', 'words', '--count', '1', '--format', 'csv']],
    [['--stage', 'decks', '--count', '1', '--seed', 'abc']],
    [['--stage', 'decks', '--count', '999999999999']],
    [['--stage', 'decks', '--count', '1', '--bogus']],
  ])('wrong use %j: one line, exit 2', async (argv) => {
    const { code, out, err } = await rng(...argv);
    expect(code).toBe(2);
    expect(out.length).toBe(0);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});
