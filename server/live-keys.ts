/**
 * The live API keys and their reload without a restart: SIGHUP reads the file again. A file that is
 * refused changes nothing: the keys that were good stay good, and the refusal is logged and recorded.
 */
import type { Change } from './configuration.ts';
import type { Keys } from './keys.ts';
import { KeysError, readKeys } from './keys.ts';

export interface LiveKeys {
  now(): Keys;
  /** Reads the file again. Gives what no other member of the configuration shows: replaced secrets. */
  reload(): { readonly replaced: readonly Change[] } | { readonly refused: string };
}

/** Throws KeysError where the file is refused at the start. */
export function liveKeys(path: string): LiveKeys {
  let keys = readKeys(path);
  return {
    now: () => keys,
    reload() {
      let next: Keys;
      try {
        next = readKeys(path);
      } catch (error) {
        if (!(error instanceof KeysError)) throw error;
        return { refused: error.message };
      }
      const replaced = [...next.values()].filter(({ id, secret }) => {
        const before = keys.get(id)?.secret;
        return before !== undefined && Buffer.compare(before, secret) !== 0;
      });
      keys = next;
      return {
        replaced: replaced.map(({ id }) => ({
          member: `secret of key ${id}`,
          before: 'one',
          after: 'another',
        })),
      };
    },
  };
}
