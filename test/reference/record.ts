/**
 * A round's revealed record (design §4) checked slowly, from the text of design §2: node:crypto for
 * every hash, a library for canonical JSON, plain Fisher–Yates over OpenSSL's ChaCha20, the plain model
 * of a round. Shares nothing with engine/proof.ts but the shape of the record.
 */
import { createHash, createHmac } from 'node:crypto';
import { canonicalize } from 'json-canonicalize';
import type { ProofRecord } from '../../engine/proof.ts';
import type { Ruleset } from '../../engine/ruleset.ts';
import { combinationsOf } from './combination.ts';
import { drawDeck } from './draw.ts';
import { bestHand, fiveCards, qualifies } from './hand.ts';
import { playPlainly } from './round.ts';

const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';
const text = (card: number): string => `${RANKS[Math.floor(card / 4)]}${SUITS[card % 4]}`;
const card = (name: string): number =>
  4 * RANKS.indexOf(name.charAt(0)) + SUITS.indexOf(name.charAt(1));
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const octets = (hex: string): Buffer => Buffer.from(hex.replaceAll('-', ''), 'hex');

/** Design §2.4, read literally: count, then box, u16le length and UTF-8 of each, ascending. */
function clientBytes(record: ProofRecord): Buffer {
  const seeds = [...record.clientSeeds].sort((a, b) => a.box - b.box);
  const parts = seeds.map((seed) => {
    const utf8 = Buffer.from(seed.text, 'utf8');
    return Buffer.concat([Buffer.from([seed.box, utf8.length % 256, utf8.length >> 8]), utf8]);
  });
  return Buffer.concat([Buffer.from([seeds.length]), ...parts]);
}

/** Everything of a record that follows from the rest of it. */
export function recompute(record: ProofRecord): Pick<
  ProofRecord,
  'rulesetHash' | 'termsHash' | 'commitment' | 'deck' | 'result'
> & {
  readonly hex: string[];
} {
  const rulesetHash = sha256(canonicalize(record.ruleset));
  const termsHash = sha256(canonicalize(record.terms));
  const round = [octets(record.roundId), octets(rulesetHash)];
  const seed = octets(record.seed);
  const commitment = sha256(
    Buffer.concat([Buffer.from('chemmy/commit/v1'), ...round, octets(termsHash), seed]),
  );
  const key = createHmac('sha256', seed)
    .update(Buffer.concat([Buffer.from('chemmy/deck/v1'), ...round, clientBytes(record)]))
    .digest();
  const deck = drawDeck(key).deck;
  return {
    rulesetHash,
    termsHash,
    commitment,
    deck: deck.map(text),
    result: resultOf(record, deck),
    hex: record.clientSeeds.map((client) => Buffer.from(client.text, 'utf8').toString('hex')),
  };
}

function resultOf(record: ProofRecord, deck: readonly number[]): unknown {
  const rules = record.ruleset as Ruleset;
  const { maxPayout } = (record.terms as { limits: { maxPayout: number | null } }).limits;
  const decisions = record.decisions.map(({ cards, ...rest }) =>
    cards === undefined ? rest : { ...rest, cards: cards.map(card) },
  );
  const plain = playPlainly(rules, maxPayout, deck, record.boxes, decisions);
  const dealer = fiveCards(plain.dealer, rules.aceLowStraight);
  return {
    status: 'settled',
    dealer: {
      cards: plain.dealer.map(text),
      category: dealer.category,
      qualifies: qualifies(dealer),
      exchanged: plain.exchanged.map((e) => ({ out: text(e.out), in: text(e.in) })),
    },
    boxes: plain.boxes.map((box, i) => ({
      box: record.boxes[i]?.box,
      initial: box.initial.map(text),
      cards: box.cards.map(text),
      category: bestHand(box.cards, rules.aceLowStraight).category,
      second: combinationsOf(rules, box.cards).second,
      outcome: box.outcome,
      lines: Object.entries(box.lines)
        .map(([bet, line]) => ({
          bet,
          stake: Number(line.stake),
          returned: Number(line.returned),
        }))
        .filter((line) => line.stake !== 0 || line.returned !== 0),
      staked: Number(box.staked),
      returned: Number(box.returned),
      net: Number(box.returned - box.staked),
    })),
  };
}
