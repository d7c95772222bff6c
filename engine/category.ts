/**
 * Hand categories (C2), low to high. The index is the code that the core uses, so that the order of
 * this list is part of the ABI; names are those of cases/README.md.
 */
export const CATEGORIES = [
  'no-game',
  'ace-king',
  'pair',
  'two-pair',
  'three-of-a-kind',
  'straight',
  'flush',
  'full-house',
  'four-of-a-kind',
  'straight-flush',
  'royal-flush',
] as const;

export type Category = (typeof CATEGORIES)[number];
/** A category that a paytable can list: all but `no-game`. */
export type PaidCategory = Exclude<Category, 'no-game'>;

/** Code 0…10 of a category; bigger is better. */
export function categoryCode(category: Category): number {
  return CATEGORIES.indexOf(category);
}

/** Category of a code 0…10. Throws RangeError on any other number. */
export function categoryOf(code: number): Category {
  const category = CATEGORIES[code];
  if (category === undefined) throw new RangeError(`category code ${code} is not in 0…10`);
  return category;
}
