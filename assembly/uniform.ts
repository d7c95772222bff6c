/**
 * below(n): from words to a range without bias (design §2.6). A word w of `bits` bits is multiplied
 * by n; the high part is the result, unless the low part is less than 2^bits mod n: then the word is
 * one of the few that would favour some results, and the next one is taken. Every result is left
 * with exactly floor(2^bits / n) words.
 *
 * `scale` judges one word; a draw repeats it until a word is accepted (deck.ts, the only reader).
 * Production draws with 32 bits; the size is an argument so that the same code can be counted over
 * every word of 8, 12 and 16 bits (field log A3). A modulo of the word and a product with a fraction
 * were rejected: both are biased.
 */

/** No result is this big. */
export const REJECTED: u32 = 0xffff_ffff;

/** One word: the result below `n`, or REJECTED. */
export function scale(word: u32, n: u32, bits: u32): u32 {
  const range = (<u64>1) << bits;
  const product = <u64>word * n;
  const low = product & (range - 1);
  // 2^bits mod n is less than n: most words are accepted without the division.
  if (low < n && low < range % n) return REJECTED;
  return <u32>(product >> bits);
}
