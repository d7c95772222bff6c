/**
 * Refusals: the lawful "no" (design §3). A refusal is a value with a stable code from this closed
 * list, one sentence and, where a request has such a place, a JSON Pointer. An Error is never used
 * for it: errors are our own faults.
 */
export const REFUSALS = {
  schema: 'The request does not have the right shape.',
  'unknown-ruleset': 'There is no such ruleset.',
  'box-range': 'The table has no such box.',
  'box-order': 'Boxes are not in ascending order, or one stands twice.',
  'too-many-boxes': 'More boxes than the ruleset allows.',
  'too-many-open-boxes': 'More open boxes than the ruleset allows.',
  'no-blind-boxes': 'The ruleset has no blind boxes, or not so many.',
  'no-bonus': 'The ruleset has no bonus bet.',
  'duplicate-card': 'A card stands twice.',
  'too-few-cards': 'The round needs more cards than were given.',
  'not-your-turn': 'Another box is to act.',
  'illegal-action': 'The box may not do that now.',
  'exchange-size': 'So many cards cannot be exchanged.',
  'card-not-held': 'The box does not hold that card.',
  'insurance-not-offered': 'The box cannot be insured.',
  'insurance-range': 'The insurance is outside its range.',
  'round-closed': 'The round has ended.',
  'client-seed': 'A client seed is not 1 to 64 bytes of UTF-8.',
} as const;

export type RefusalCode = keyof typeof REFUSALS;

export interface Refusal {
  readonly refusal: RefusalCode;
  /** One sentence that names the place and the values. */
  readonly detail: string;
  /** JSON Pointer into the request or script, where one exists. */
  readonly pointer?: string;
}

export function refuse(code: RefusalCode, detail: string, pointer?: string): Refusal {
  return pointer === undefined ? { refusal: code, detail } : { refusal: code, detail, pointer };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}
