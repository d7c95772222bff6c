/**
 * Octets and their texts: lower-case hex, the 16 octets of a UUID, UUID version 7 from given time and
 * bytes (RFC 9562 §5.7), exact UTF-8. Written here because the engine takes no packages and no clock.
 */

/** The two digits of every octet. */
const HEX: readonly string[] = Array.from({ length: 256 }, (_, octet) =>
  octet.toString(16).padStart(2, '0'),
);

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** The value of a lower-case hex digit's character code, or 16 and more. */
function nibble(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : 16;
}

/** Octets of lower-case hex, or undefined where the text is not that. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0) return undefined;
  const octets = new Uint8Array(text.length / 2);
  for (let i = 0; i < octets.length; i++) {
    const high = nibble(text.charCodeAt(2 * i));
    const low = nibble(text.charCodeAt(2 * i + 1));
    if (high > 15 || low > 15) return undefined;
    octets[i] = 16 * high + low;
  }
  return octets;
}

/** UTF-8 of a string, or undefined where it holds an unpaired surrogate (it has no UTF-8). */
export function toUtf8(text: string): Uint8Array | undefined {
  return text.isWellFormed() ? new TextEncoder().encode(text) : undefined;
}

/** A UUID as text, 8-4-4-4-12, from its 16 octets. */
export function uuidText(octets: Uint8Array): string {
  if (octets.length !== 16) throw new RangeError('a UUID has 16 octets');
  const hex = toHex(octets);
  return [0, 8, 12, 16, 20].map((at, i, all) => hex.slice(at, all[i + 1] ?? 32)).join('-');
}

/** The 16 octets of a UUID's text, or undefined. Lower case only: one id has one spelling. */
export function uuidOctets(text: string): Uint8Array | undefined {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text))
    return undefined;
  return fromHex(text.replaceAll('-', ''));
}

/** UUID version 7 of a time (ms since 1970, below 2^48) and 10 random octets. */
export function uuidV7(time: number, random: Uint8Array): Uint8Array {
  if (!(Number.isSafeInteger(time) && time >= 0 && time < 2 ** 48)) {
    throw new RangeError(`time ${time} does not fit a UUID`);
  }
  if (random.length !== 10) throw new RangeError('a UUID version 7 takes 10 random octets');
  const octets = new Uint8Array(16);
  for (let i = 0; i < 6; i++) octets[i] = Math.floor(time / 2 ** (8 * (5 - i))) % 256;
  octets.set(random, 6);
  octets[6] = ((octets[6] ?? 0) & 0x0f) | 0x70;
  octets[8] = ((octets[8] ?? 0) & 0x3f) | 0x80;
  return octets;
}

/** Joins byte strings. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
