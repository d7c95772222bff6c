/**
 * Round scripts (cases/README.md): a whole round as one JSON value and its result. `chemmy replay`
 * and `POST /v1/settle` both answer with this function, so that they give the same result and the
 * same code for every wrong script. The shape is checked by code compiled from script.schema.json.
 */
import check from '#build/script-check.js';
import type { Action, Decision } from './action.ts';
import { turnOf } from './action.ts';
import type { Card } from './card.ts';
import { parseCard } from './card.ts';
import type { Game } from './game.ts';
import type { Refusal, RefusalCode } from './refusal.ts';
import { isRefusal, refuse } from './refusal.ts';
import { replay } from './replay.ts';
import type { OpenResult, SettledResult } from './result.ts';
import { resultOf } from './result.ts';
import type { Stake } from './stake.ts';

/** A script as it is written; card texts are already checked by the schema. */
interface Script {
  readonly id: string;
  readonly ruleset: string;
  readonly cards: readonly string[];
  readonly limits?: { readonly maxPayout?: number };
  readonly boxes: readonly Stake[];
  readonly decisions: readonly {
    readonly box: number;
    readonly action: Action;
    readonly cards?: readonly string[];
    readonly insurance?: number;
  }[];
}

export type ScriptAnswer =
  | ({ readonly id: string } & (SettledResult | OpenResult))
  | {
      readonly id: string | null;
      readonly error: {
        readonly code: RefusalCode;
        readonly detail: string;
        readonly pointer?: string;
      };
    };

/** Answers one script. `gameOf` gives the game of a ruleset id, or undefined. */
export function settleScript(
  gameOf: (ruleset: string) => Game | undefined,
  value: unknown,
): ScriptAnswer {
  const id = idOf(value);
  const wrong = scriptFaults(value);
  if (wrong !== null) return answerOf(id, wrong);
  const script = value as Script;
  const game = gameOf(script.ruleset);
  if (game === undefined) {
    const detail = `there is no ruleset ${JSON.stringify(script.ruleset)}`;
    return answerOf(id, refuse('unknown-ruleset', detail, '/ruleset'));
  }
  const twice = script.cards.findIndex((card, i) => script.cards.indexOf(card) !== i);
  if (twice >= 0) {
    const detail = `${script.cards[twice]} stands twice`;
    return answerOf(id, refuse('duplicate-card', detail, `/cards/${twice}`));
  }
  const limits = { maxPayout: script.limits?.maxPayout ?? null };
  const cards = script.cards.map(cardOf);
  const decisions = script.decisions.map(decisionOf);
  const round = replay(game, limits, cards, script.boxes, decisions);
  if (isRefusal(round)) return answerOf(id, round);
  // A script may stop early, but nothing may be left when the round has ended.
  if (turnOf(round) === null && round.decisions.length < script.decisions.length) {
    throw new Error('assertion: replay refuses decisions after the end');
  }
  return { id: script.id, ...resultOf(round) };
}

/** Shape faults as one refusal that names the first place; null where the shape is right. */
export function scriptFaults(value: unknown): Refusal | null {
  if (check(value)) return null;
  const error = (check.errors ?? []).find((e) => e.keyword !== 'if') ?? check.errors?.[0];
  if (error === undefined) throw new Error('assertion: a failed check names no error');
  const extra = error.params['additionalProperty'];
  const pointer =
    typeof extra === 'string' ? `${error.instancePath}/${pointerToken(extra)}` : error.instancePath;
  const what = error.keyword === 'false schema' ? 'does not belong here' : error.message;
  return refuse('schema', `${pointer === '' ? 'the script' : pointer}: ${what}`, pointer);
}

/** JSON Pointer escapes (RFC 6901 §3). */
function pointerToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

function idOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return null;
  const { id } = value as { id: unknown };
  return typeof id === 'string' ? id : null;
}

function cardOf(text: string): Card {
  const card = parseCard(text);
  if (card === undefined) throw new Error(`assertion: the schema let the card ${text} through`);
  return card;
}

function decisionOf(decision: Script['decisions'][number]): Decision {
  const { box, action, cards, insurance } = decision;
  return {
    box,
    action,
    ...(cards === undefined ? {} : { cards: cards.map(cardOf) }),
    ...(insurance === undefined ? {} : { insurance }),
  };
}

function answerOf(id: string | null, refusal: Refusal): ScriptAnswer {
  const { refusal: code, detail, pointer } = refusal;
  return { id, error: pointer === undefined ? { code, detail } : { code, detail, pointer } };
}
