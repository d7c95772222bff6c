/**
 * Faults planted in ranking, second combination and settlement, as data: what a tired author could
 * have written. The compact check must find every one of them (test/slow).
 */
import type { Fault } from '../core-build.ts';

export interface PlantedFault extends Fault {
  readonly mistake: string;
}

const rank = (mistake: string, from: string, to: string): PlantedFault => ({
  file: 'assembly/rank.ts',
  mistake,
  from,
  to,
});
const second = (mistake: string, from: string, to: string): PlantedFault => ({
  file: 'assembly/second.ts',
  mistake,
  from,
  to,
});
const settle = (mistake: string, from: string, to: string): PlantedFault => ({
  file: 'assembly/settle.ts',
  mistake,
  from,
  to,
});

export const HANDS_FAULTS: readonly PlantedFault[] = [
  rank(
    'the ace never counts low (B1)',
    'return aceLow && (set & wheel)',
    'return false && (set & wheel)',
  ),
  rank('the ace counts low although the ruleset says no', 'return aceLow && (set', 'return (set'),
  rank('the lowest straight counts as ace-high', 'const FIVE: u32 = 3;', 'const FIVE: u32 = 12;'),
  rank('a run of four is a straight (B2)', ' & (set << 3) & (set << 4)', ' & (set << 3)'),
  rank('every straight flush is royal (B3)', 'if (high === ACE) return', 'if (high !== 0) return'),
  rank('no royal flush', 'if (high === ACE) return', 'if (high > ACE) return'),
  rank('a flush of four', 'popcnt(set) >= 5', 'popcnt(set) >= 4'),
  rank(
    'a flush compares four cards (B7)',
    'ranks(flush, RANK_SHIFT, 5)',
    'ranks(flush, RANK_SHIFT, 4)',
  ),
  rank(
    'one kicker of a pair is not looked at (B5)',
    'group(twice, once, 3)',
    'group(twice, once, 2)',
  ),
  rank('no kicker of three of a kind', 'group(thrice, once, 2)', 'group(thrice, once, 0)'),
  rank('no kicker of four of a kind', 'group(four, once, 1)', 'group(four, once, 0)'),
  rank('two pair without kicker (B6)', '(lower << 12) | (kicker << 8)', '(lower << 12)'),
  rank(
    'two pair by the lower pair first (B6)',
    '(upper << RANK_SHIFT) | (lower << 12)',
    '(lower << RANK_SHIFT) | (upper << 12)',
  ),
  rank(
    'a full house by its pair alone',
    '(set << RANK_SHIFT) | (top(pair) << 12)',
    '(top(pair) << RANK_SHIFT)',
  ),
  rank(
    'ace or king is enough',
    '(once & ACE_KING_BITS) === ACE_KING_BITS',
    '(once & ACE_KING_BITS) !== 0',
  ),
  rank('a card twice passes (B8)', 'assert((suited & place) === 0);', ''),
  rank('a card out of range passes', 'assert(card < <u32>DECK_SIZE);', ''),
  rank('any number of cards passes', 'assert(count === 5 || count === 6);', ''),
  second('a second inside the first counts', '(other & ~first) === 0', 'false'),
  second('a second must share no card', '(other & ~first) === 0', '(other & first) !== 0'),
  second('the lowest pay is chosen', 'return difference > 0 ||', 'return difference < 0 ||'),
  second('the category breaks no tie', '(difference === 0 && a > b)', 'false'),
  second('the ruleset’s list is not read', '(second & ((<u32>1) << category)) === 0', 'false'),
  second(
    'a doubled straight never counts (B10)',
    'if (twin && !twoStraights) continue;',
    'if (twin) continue;',
  ),
  second('a doubled straight always counts', 'if (twin && !twoStraights) continue;', ''),
  second(
    'any straight is a doubled one',
    'fiveValue(other) === fiveValue(first);',
    'first !== other;',
  ),
  second(
    'two pair may be first with any pairs',
    'if (category === <u32>TWO_PAIR) {',
    'if (false) {',
  ),
  second(
    'ace-king cannot be second',
    'max(a, b) === ACE && min(a, b) === KING ? ACE_KING',
    'false ? ACE_KING',
  ),
  second(
    'a pair of kings is ace-king',
    'if (a === b) return PAIR;',
    'if (a === b) return a === KING ? ACE_KING : PAIR;',
  ),
  second(
    'four cards are two pair only when dealt in order',
    '(a === b && c === d) || (a === c && b === d) || (a === d && b === c)',
    '(a === b && c === d)',
  ),
  second(
    'four of a kind with its kicker counts',
    'category >= <u32>STRAIGHT && category !== <u32>FOUR_OF_A_KIND',
    'category >= <u32>STRAIGHT',
  ),
  settle('a push wins', 'own > dealer ? OUTCOME_WIN', 'own >= dealer ? OUTCOME_WIN'),
  settle('a push loses (C10)', 'own < dealer ? OUTCOME_LOSE', 'own <= dealer ? OUTCOME_LOSE'),
  settle(
    'the bet is one ante (C6)',
    'cap: i64, outcome: i32): void {\n  const bet = 2 * ante;\n  if',
    'cap: i64, outcome: i32): void {\n  const bet = ante;\n  if',
  ),
  settle(
    'the bet beside a dealer’s exchange is one ante (C6)',
    'const bet = 2 * ante;\n  let',
    'const bet = ante;\n  let',
  ),
  settle(
    'the bet’s pay is counted on the ante',
    'capped(bet * <i64>field(box, BOX_ODDS), cap)',
    'capped((bet / 2) * <i64>field(box, BOX_ODDS), cap)',
  ),
  settle(
    'the bet is not capped (C9)',
    'capped(bet * <i64>field(box, BOX_ODDS), cap)',
    'bet * <i64>field(box, BOX_ODDS)',
  ),
  settle(
    'the cap holds what comes back, stake and all',
    'bet + capped(bet * <i64>field(box, BOX_ODDS), cap)',
    'capped(bet + bet * <i64>field(box, BOX_ODDS), cap)',
  ),
  settle('a cap is a cap only from one unit more', 'win > cap ? cap', 'win > cap + 1 ? cap'),
  settle('no cap means nothing is won', 'maxPayout === 0 ? i64.MAX_VALUE', 'false ? i64.MAX_VALUE'),
  settle(
    'the bet is computed in 32 bits',
    'bet * <i64>field(box, BOX_ODDS)',
    '<i64>(<i32>bet * field(box, BOX_ODDS))',
  ),
  settle(
    'insurance pays against a dealer with game (R8)',
    'const insured = hasGame(box',
    'const insured = !hasGame(box',
  ),
  settle('insurance is not capped', 'insurance + capped(insurance, cap)', 'insurance + insurance'),
  settle('blind boxes are open (R6)', 'field(box, BOX_BLIND) !== 0 ?', 'false ?'),
  settle(
    'the ante always pays on a win (R6)',
    'pays !== 0 ? ante + capped(ante, cap) : ante',
    'ante + capped(ante, cap)',
  ),
  settle(
    'the ante is not capped against no game (C9)',
    'line(out, LINE_ANTE, ante, ante + capped(ante, cap));',
    'line(out, LINE_ANTE, ante, ante + ante);',
  ),
  settle('a folded box has bet (O7)', 'outcome === OUTCOME_FOLD ? 0 : bet', 'bet'),
  settle(
    'the fee for the next number of cards',
    'RULES_EXCHANGE_FEE + exchanged - 1',
    'RULES_EXCHANGE_FEE + exchanged',
  ),
  settle('the sixth card is free (R5)', 'if (bought !== 0) buy', 'if (false) buy'),
  settle('fees come back on every push (C10)', ' && field(rules, RULES_FEES_ON_PUSH) !== 0', ''),
  settle(
    'an exchange alone has no fee',
    '(exchanged | bought | paidDealer)',
    '(bought | paidDealer)',
  ),
  settle(
    'the bonus looks at the final hand (O8)',
    'const value = <u32>field(box, BOX_INITIAL);',
    'const value = <u32>field(box, BOX_FINAL);',
  ),
  settle(
    'any three of a kind pays as aces (O8)',
    '(ranks & (1 << ((value >> RANK_SHIFT) & 15))) === 0',
    'ranks === 0',
  ),
  settle(
    'the bonus stake always comes back (Z5)',
    '(field(rules, RULES_BONUS_STAKE_RETURNED) !== 0 ? stake : 0)',
    'stake',
  ),
  settle('fixed sums are odds (Z5)', 'kind === BONUS_FIXED ? pay', 'false ? pay'),
  settle('the bonus is always capped', 'field(rules, RULES_BONUS_CAPPED) !== 0 ?', 'true ?'),
  settle(
    'an exchange forfeits no bonus (Z8)',
    'if (field(box, BOX_EXCHANGED) > 0 && field(rules, RULES_EXCHANGE_FORFEITS) !== 0) return 0;',
    '',
  ),
  settle(
    'a folded box keeps no bonus (O8)',
    'field(rules, RULES_BONUS_SURVIVES_FOLD) === 0) return',
    'true) return',
  ),
  settle('ace-king has no game (C4)', '>= <u32>ACE_KING', '> <u32>ACE_KING'),
  settle(
    'the own-ante fee leaves the ante on the box (R9)',
    'anteGone && !feesBack(rules, outcome) ? 0 : anteBack',
    'anteBack',
  ),
  settle(
    'the own-ante fee never comes back (C10)',
    'anteGone && !feesBack(rules, outcome) ? 0',
    'anteGone ? 0',
  ),
  settle(
    'the extra ante is not charged (Z10)',
    'if (paidDealer !== 0 && field(rules, RULES_FEE_OWN_ANTE) === 0) dealer',
    'if (false) dealer',
  ),
  settle(
    'still no game pays the ante (Z10)',
    'if (still !== STILL_BET_BACK && still !== STILL_LOSE) anteBack = ante;',
    'anteBack = 2 * ante;',
  ),
  settle('still no game never loses the bet', 'if (still !== STILL_LOSE) betBack', 'betBack'),
  settle(
    'the exchanged dealer is always compared (Z10)',
    'field(rules, RULES_COMPARE) === 0 ? OUTCOME_WIN : compared(box)',
    'compared(box)',
  ),
  settle(
    'an exchanged dealer without game is compared (R9)',
    'if (!hasGame(box, BOX_DEALER_FINAL)) return OUTCOME_NO_GAME;',
    '',
  ),
  settle(
    'a box that declined meets the new hand (R9)',
    'if (!hasGame(box, BOX_DEALER_FIRST)) return OUTCOME_NO_GAME;\n  // A',
    'if (!hasGame(box, BOX_DEALER_FINAL)) return OUTCOME_NO_GAME;\n  // A',
  ),
  settle(
    'a dealer with game may change his hand',
    'assert(field(box, BOX_DEALER_FINAL) === field(box, BOX_DEALER_FIRST));',
    '',
  ),
  settle('an ante of nothing passes', 'within(ante - 1, STAKE_MAX - 1)', 'within(ante, STAKE_MAX)'),
  settle('six cards are exchanged', 'assert(<u32>exchanged <= 5);', ''),
];
