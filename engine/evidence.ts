/**
 * What a verifier holds besides the record (design §2, "what is proven"): the signed receipt of the
 * commitment, the commitment alone, the client seed he gave. Each becomes a check that names the
 * member that does not fit (field log D4). The signature algorithm comes in as a function: the engine
 * takes no packages and no node:*; Ed25519 is not part of the core.
 */
import { canonicalJson } from './canonical.ts';
import { fromHex } from './octets.ts';

/** Members that a receipt's signature covers (design §4), and their kind. */
const SIGNED = {
  id: 'string',
  commitment: 'string',
  rulesetHash: 'string',
  termsHash: 'string',
  table: 'string',
  player: 'string',
  sequence: 'number',
  issuedAt: 'string',
  expiresAt: 'string',
} as const;

/** Checks 64 octets of Ed25519 over a message with the service's public key. */
export type VerifySignature = (message: Uint8Array, signature: Uint8Array) => boolean;

export interface Evidence {
  /** The receipt as it was issued, before the round. */
  readonly receipt?: { readonly [member: string]: unknown };
  /** With the public key that signed the receipt; without it the signature stays unchecked. */
  readonly verifySignature?: VerifySignature;
  /** The commitment alone, 64 hex digits. */
  readonly commitment?: string;
  /** The client seed that the player knows he gave. */
  readonly clientSeed?: string;
}

/** What of a record the evidence speaks of. */
export interface Proven {
  readonly roundId: string;
  readonly commitment: string;
  readonly rulesetHash: string;
  readonly termsHash: string;
  readonly clientSeeds: readonly { readonly text: string }[];
}

/** Notes a check: item, whether it fits, the sentence for either case. Gives `ok` back. */
export type Note = (item: string, ok: boolean, good: string, bad: string) => boolean;

export function evidenceChecks(record: Proven, evidence: Evidence, note: Note): void {
  const { receipt, commitment, clientSeed } = evidence;
  if (receipt !== undefined) receiptChecks(record, receipt, evidence.verifySignature, note);
  if (commitment !== undefined) {
    const bad = 'the given commitment is not the one of this record';
    note('given-commitment', commitment === record.commitment, 'it is the given commitment', bad);
  }
  if (clientSeed !== undefined) {
    const found = record.clientSeeds.some((seed) => seed.text === clientSeed);
    const bad = 'the given client seed is missing';
    note('given-client-seed', found, 'the given client seed is in it', bad);
  }
  if (receipt === undefined && commitment === undefined) {
    const detail = 'self-consistent at most: not shown that the commitment came first';
    note('commitment-first', true, detail, '');
  }
}

function receiptChecks(
  record: Proven,
  receipt: { readonly [member: string]: unknown },
  verifySignature: VerifySignature | undefined,
  note: Note,
): void {
  const lacking = Object.entries(SIGNED)
    .filter(([member, kind]) => typeof receipt[member] !== kind)
    .map(([member]) => member);
  const { roundId: id, commitment, rulesetHash, termsHash } = record;
  const wrong = Object.entries({ id, commitment, rulesetHash, termsHash })
    .filter(([member, value]) => !lacking.includes(member) && receipt[member] !== value)
    .map(([member]) => member);
  const faults = [
    ...(lacking.length > 0 ? [`lacks ${lacking.join(', ')}`] : []),
    ...(wrong.length > 0 ? [`differs in ${wrong.join(', ')}`] : []),
  ];
  note('receipt', faults.length === 0, 'the receipt is of this round', faults.join('; '));
  if (verifySignature === undefined) {
    note('receipt-signature', true, 'not checked: no public key was given', '');
    return;
  }
  const { signature } = receipt;
  const octets = typeof signature === 'string' ? fromHex(signature) : undefined;
  if (octets?.length !== 64) {
    note('receipt-signature', false, '', 'signature is not 128 lower-case hex digits');
    return;
  }
  const signed = Object.fromEntries(Object.keys(SIGNED).map((name) => [name, receipt[name]]));
  const ok = lacking.length === 0 && fits(signed, octets, verifySignature);
  note(
    'receipt-signature',
    ok,
    'the receipt is signed by the given key',
    'the signature is not of this receipt by the given key',
  );
}

/** A text without UTF-8 (an unpaired surrogate) was signed by nobody. */
function fits(signed: object, signature: Uint8Array, verify: VerifySignature): boolean {
  let text: string;
  try {
    text = canonicalJson(signed);
  } catch {
    return false;
  }
  return verify(new TextEncoder().encode(text), signature);
}
