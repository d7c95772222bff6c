/**
 * The numbers that the core and its hosts share: un-annotated integer constants, read by asc and by
 * tsc alike. Nothing else may stand here. One section a half of the core; each ends with its banner.
 */

/** Raised at every change of an export's name, arguments or meaning. */
export const ABI_VERSION = 1;

/**
 * Size of the one input and output region in bytes. Offsets and lengths in calls are relative to it.
 * Twice the largest DRBG request, so that a request and its additional input fit side by side.
 */
export const IO_SIZE = 131072;

// ---- chance: hash, DRBG, stream, deck --------------------------------------------------------

/** SHA-256 output and block, bytes (FIPS 180-4 §1, figure 1). */
export const HASH_SIZE = 32;
export const HASH_BLOCK_SIZE = 64;

/** ChaCha20 key, nonce and block, bytes (RFC 8439 §2.3). */
export const CHACHA_KEY_SIZE = 32;
export const CHACHA_NONCE_SIZE = 12;
export const CHACHA_BLOCK_SIZE = 64;

/** Answers of the lawful kind; a broken precondition traps instead. */
export const OK = 0;
/** SP 800-90A §9.3.1, step 1: no instantiation to work on. */
export const ERROR_NOT_INSTANTIATED = 1;
/** A call was cut short by a trap: the state is wiped and stays unusable (§11.4). */
export const ERROR_DEAD = 2;
/** §9.3.1: the reseed counter has passed DRBG_RESEED_INTERVAL. */
export const ERROR_RESEED_REQUIRED = 3;
/** §9.3.1, step 2: more than DRBG_REQUEST_MAX bytes asked for. */
export const ERROR_REQUEST_TOO_LONG = 4;
/** §9.1, 9.2, 9.3: additional input or personalization beyond the limit. */
export const ERROR_INPUT_TOO_LONG = 5;
/** §8.6.3, 8.6.7: entropy input or nonce shorter than the strength asks for, or beyond the limit. */
export const ERROR_ENTROPY_LENGTH = 6;
/** §9.1: an instantiation exists already and was not uninstantiated. */
export const ERROR_ALREADY_INSTANTIATED = 7;
/** RFC 8439 §2.3: the 32-bit block counter would wrap (field log A9). */
export const ERROR_COUNTER_EXHAUSTED = 8;

/** Strength 256 (SP 800-57): 32 bytes of entropy, 16 of nonce (SP 800-90A §8.6.7). */
export const DRBG_ENTROPY_MIN = 32;
export const DRBG_NONCE_MIN = 16;
/** Own bounds, far below table 2's 2^35 bits, so that every buffer is finite. */
export const DRBG_ENTROPY_MAX = 4096;
export const DRBG_NONCE_MAX = 4096;
export const DRBG_PERSONALIZATION_MAX = 4096;
export const DRBG_ADDITIONAL_MAX = 4096;
/** Table 2: at most 2^19 bits a request. */
export const DRBG_REQUEST_MAX = 65536;
/** Own policy (table 2 allows 2^48): design §2.2, reseed every 2^16 generates. */
export const DRBG_RESEED_INTERVAL = 65536;

/** Cards, and the bytes of a deck (design §2.7). */
export const DECK_SIZE = 52;
/** A trace entry for each of the 51 draws: u16 words taken from the stream so far. */
export const TRACE_SIZE = 102;
/** Bits of a production word (design §2.5); the other sizes exist for proof by exhaustion. */
export const WORD_BITS = 32;
/** Most words that a proof may inject at once, each stored as u32. */
export const INJECTED_WORDS_MAX = 256;

/** Most deals of one batch call (batch.wasm). */
export const DEALS_MAX = 1024;

// ---- end of chance ---------------------------------------------------------------------------

// ---- hands: ranking, second combination, settlement ------------------------------------------

/** Category codes of C2, low to high; engine/category.ts lists the names in this order. */
export const NO_GAME = 0;
export const ACE_KING = 1;
export const PAIR = 2;
export const TWO_PAIR = 3;
export const THREE_OF_A_KIND = 4;
export const STRAIGHT = 5;
export const FLUSH = 6;
export const FULL_HOUSE = 7;
export const FOUR_OF_A_KIND = 8;
export const STRAIGHT_FLUSH = 9;
export const ROYAL_FLUSH = 10;
export const CATEGORY_COUNT = 11;

/** A rank value: category above bit 20, then five 4-bit ranks (0 = deuce, 12 = ace), best first. */
export const CATEGORY_SHIFT = 20;
export const RANK_SHIFT = 16;
/** All thirteen ranks as a bit set. */
export const RANKS_ALL = 8191;
/** "None" where a category could stand. */
export const NONE = 255;

/** Offsets of the ruleset record, in i32 fields. Amounts are i64 and take two. */
export const RULES_ACE_LOW = 0;
export const RULES_ANTE_PAYS = 1;
export const RULES_BLIND_ANTE_PAYS = 2;
export const RULES_SECOND = 3;
export const RULES_TWO_STRAIGHTS = 4;
export const RULES_EXCHANGE_FORFEITS = 5;
export const RULES_BUY_FEE = 6;
export const RULES_DEALER_EXCHANGE = 7;
export const RULES_FEE_OWN_ANTE = 8;
export const RULES_COMPARE = 9;
export const RULES_STILL_NO_GAME = 10;
export const RULES_DEALER_FORFEITS = 11;
export const RULES_BONUS = 12;
export const RULES_BONUS_STAKE_RETURNED = 13;
export const RULES_BONUS_SURVIVES_FOLD = 14;
export const RULES_BONUS_CAPPED = 15;
export const RULES_FEES_ON_PUSH = 16;
export const RULES_EXCHANGE_FEE = 17;
/** Odds on the bet, one i32 a category. */
export const RULES_PAY = 22;
/** Ranks with which a category of the bonus wins, one bit set a category. */
export const RULES_BONUS_RANKS = 33;
/** Odds or sums of the bonus, one i64 a category. */
export const RULES_BONUS_PAY = 44;
export const RULES_FIELDS = 66;
/** Rulesets that one core holds at a time. */
export const RULES_MAX = 256;

/** Values of RULES_STILL_NO_GAME: what comes back when the exchanged dealer has no game. */
export const STILL_PUSH = 0;
export const STILL_BET_BACK = 1;
export const STILL_LOSE = 2;
/** Values of RULES_BONUS. */
export const BONUS_NONE = 0;
export const BONUS_ODDS = 1;
export const BONUS_FIXED = 2;

/** Offsets of the box record, in i32 fields; amounts are i64. A cap of 0 means none. */
export const BOX_ANTE = 0;
export const BOX_BONUS = 2;
export const BOX_INSURANCE = 4;
export const BOX_MAX_PAYOUT = 6;
export const BOX_FOLDED = 8;
export const BOX_BLIND = 9;
export const BOX_EXCHANGED = 10;
export const BOX_BOUGHT = 11;
export const BOX_PAID_DEALER = 12;
/** What is known of the hands once they are ranked: values, and the odds that the box's hand pays. */
export const BOX_INITIAL = 13;
export const BOX_FINAL = 14;
export const BOX_ODDS = 15;
export const BOX_DEALER_FIRST = 16;
export const BOX_DEALER_FINAL = 17;
export const BOX_FIELDS = 18;

/** The payout record: outcome, then stakes and returns of seven lines as i64. */
export const PAYOUT_OUTCOME = 0;
export const PAYOUT_STAKES = 2;
export const PAYOUT_RETURNS = 16;
export const PAYOUT_FIELDS = 30;

export const OUTCOME_WIN = 0;
export const OUTCOME_LOSE = 1;
export const OUTCOME_PUSH = 2;
export const OUTCOME_NO_GAME = 3;
export const OUTCOME_FOLD = 4;

/** Lines, in the order in which results name them. */
export const LINE_ANTE = 0;
export const LINE_BET = 1;
export const LINE_EXCHANGE_FEE = 2;
export const LINE_BUY_FEE = 3;
export const LINE_DEALER_EXCHANGE_FEE = 4;
export const LINE_INSURANCE = 5;
export const LINE_BONUS = 6;
export const LINE_COUNT = 7;

/** Where a box's hands are written before they are ranked, one byte a card. */
export const CARDS_INITIAL = 0;
export const CARDS_FINAL = 5;
export const CARDS_DEALER_FIRST = 11;
export const CARDS_DEALER_FINAL = 16;
export const CARDS_SIZE = 21;

/** Classes of five-card hands (C3): places 1 … 7,462 of the batch evaluators, bigger is better. */
export const PLACE_COUNT = 7462;
/** Most hands, and most boxes, of one batch call. */
export const BATCH_HANDS_MAX = 65536;
export const BATCH_BOXES_MAX = 4096;
/** Hands that begin with two given cards: 50 choose 3. */
export const PREFIX_HANDS_MAX = 19600;

/** Five-card hands (52 choose 5), and those that differ when suits are renamed. */
export const HAND_COUNT = 2598960;
export const CANONICAL_HANDS = 134459;

/** A simulation's net results in antes: a count for each of NET_ZERO below and above nothing. */
export const NET_ZERO = 8192;
export const NET_COUNT = 16384;
/** What a final decision table says of a hand: besides fold (0) and bet (1), ask the host. */
export const FINAL_ASK = 2;
/** Places of a final decision table for one upcard rank. */
export const FINAL_ROW = 8192;
/** Most cards of a simulated round, and bytes of one that waits for the host: why, action, cards. */
export const SIMULATED_CARDS_MAX = 20;
export const WAITING_SIZE = 24;
export const WAITING_CARDS = 2;
/** Why it waits. */
export const WAITS_TO_BUY = 1;
export const WAITS_TO_DECIDE = 2;
export const WAITS_TO_INSURE = 3;
export const WAITS_FOR_DEALER = 4;

// ---- end of hands ----------------------------------------------------------------------------
