/**
 * The ABI of core.wasm: every export, imported from its file and exported again, nothing more.
 * (asc 0.28.20 does not find `export … from` with a `.ts` specifier; an import it does.)
 */
import {
  chacha20,
  deal,
  dealFromWords,
  dealWithTrace,
  drbgCounter,
  drbgFail,
  drbgGenerate,
  drbgInstantiate,
  drbgReseed,
  drbgUninstantiate,
  hmac,
  scaleWord,
  sha256,
  sha256Begin,
  sha256End,
  sha256Update,
  wipeChance,
} from './chance.ts';
import {
  BOX,
  CARDS,
  combinations,
  PAYOUT,
  RULES,
  rankCards,
  settleCards,
  settleValues,
} from './hands.ts';
import { ABI_VERSION } from './layout.ts';
import { IO } from './memory.ts';

// Identity: the version of this list, and the address of the region that offsets refer to.
// Chance.
export {
  ABI_VERSION,
  BOX,
  CARDS,
  chacha20,
  combinations,
  deal,
  dealFromWords,
  dealWithTrace,
  drbgCounter,
  drbgFail,
  drbgGenerate,
  drbgInstantiate,
  drbgReseed,
  drbgUninstantiate,
  hmac,
  IO,
  PAYOUT,
  RULES,
  rankCards,
  scaleWord,
  settleCards,
  settleValues,
  sha256,
  sha256Begin,
  sha256End,
  sha256Update,
  wipeChance,
};
