/**
 * One JSON line a request and an event, by pino. Bodies, cards, seeds, keys and query strings are
 * never logged; the redaction list is the second lock on that door.
 */

import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';

const SECRETS = ['seed', 'sealed', 'deck', 'deckKey', 'clientSeed', 'authorization', 'SEED_KEY'];

export function createLog(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
    },
    destination,
  );
}
