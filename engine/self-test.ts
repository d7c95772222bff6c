/**
 * Known-answer self-test of the core (SP 800-90A §11.3; design §2.2): one CAVP vector of HMAC_DRBG and
 * one deck of draw specification v1 with a real rejection. Run at every start and on demand, on a core
 * of its own, so that the working DRBG is not disturbed. A wrong answer stops dealing.
 *
 * Sources: NIST CAVS 14.3, HMAC_DRBG SHA-256 without reseed, COUNT = 0; deal-v1.json, first entry with
 * a rejection (computed with an independent reading). Both stand in test/vectors too.
 */

import { cardText } from './card.ts';
import { clientPart, commitmentOf, deckKeyOf } from './chance.ts';
import type { Core } from './core.ts';
import { fromHex, toHex } from './octets.ts';
import { isRefusal } from './refusal.ts';

const ENTROPY = 'ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488';
const NONCE = '659ba96c601dc69fc902940805ec0ca8';
const RETURNED =
  'e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89d54fbb978a15b5c4' +
  '43c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc107694bb7547bb0995f70de25d6b29e2d' +
  '3011bb19d27676c07162c8b5ccde0668961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bd' +
  'aba806f48be9dcb8';
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const ROUND_ID = '018f3a5b7c2d7e8f9a0b1c2d3e4f5a6b';
const RULESET_HASH = 'af4136e0e3ecdd510a7fcd3214920d8d622f982fe7c71a6d764d5f84f85e9771';
const TERMS_HASH = '57196aa9469e27c98d4f7890fac5f1d4e03704e55455a9a646b7c05389740558';
const COMMITMENT = 'acef044de31c0e1f500e9cc4ee4c4b64349381ee8c1bedf41f2e1542b8ebce78';
const CLIENT_SEED = { box: 1, text: '6065690' };
const DECK =
  '8cKc8dAhJc3h3d2h7c9d7h4cKh9sJd6c5dTh2s8h9h3cTsAd5s2d7dKdJsQhJh5c7s6s4h3s6d4s9cAs' +
  'Qd4d6hTdAcTcQc2cKs8sQs5h';

const octets = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array(0);

/** Names of the tests that gave a wrong answer; empty when all is well. Uses up the core's DRBG. */
export function selfTest(core: Core): string[] {
  const wrong: string[] = [];
  core.drbg.instantiate(octets(ENTROPY), octets(NONCE), new Uint8Array(0));
  // CAVP: two generates, the second one is compared.
  core.drbg.generate(RETURNED.length / 2);
  if (toHex(core.drbg.generate(RETURNED.length / 2)) !== RETURNED) wrong.push('hmac-drbg');
  core.drbg.uninstantiate();
  const committed = {
    roundId: octets(ROUND_ID),
    rulesetHash: octets(RULESET_HASH),
    termsHash: octets(TERMS_HASH),
    seed: octets(SEED),
  };
  if (toHex(commitmentOf(core, committed)) !== COMMITMENT) wrong.push('commitment');
  const client = clientPart([CLIENT_SEED]);
  if (isRefusal(client)) return [...wrong, 'client-part'];
  const drawn = core.draw(deckKeyOf(core, committed, client));
  if (Array.from(drawn.deck, cardText).join('') !== DECK) wrong.push('deck');
  if (drawn.rejected.length !== 1) wrong.push('rejection');
  return wrong;
}
