import type { Call, Contract } from '../model/contract.ts';
import type { SendOutcome } from '../model/judging/wire.ts';
import type { HttpReply } from '../reference/seams.ts';
import { errorReply, writeFailure } from '../reference/write/replies.ts';
import { didYouMean } from '../text/nearest.ts';

/** An answer that replaces or delays the ordinary answer to calls; `reply` is undefined where it is a delay alone. */
export type AnswerRule = ReturnType<typeof readAnswer>;

type Reply = (call: Call) => HttpReply;

const ANSWERS = 'delay:MS, a status such as 500, fault, ticket (a refused ticket) or close (no response)';

const namedReplies = new Map<string, Reply>([
  ['fault', faultReply('A scripted fault.')],
  ['ticket', faultReply('The ServiceTicket is not valid.')],
  ['close', () => ({ ...errorReply(500), hangUp: true })],
]);

function faultReply(text: string): Reply {
  return ({ binding }) => writeFailure({ code: 'receiver', text }, binding);
}

/**
 * Reads `WHEN=ANSWER`, WHEN being `all`, the number of a call from 1, a range such as 2-4, or an operation.
 * @throws Error that says what was expected
 */
export function readAnswer(text: string, { operations }: Contract) {
  const [when = '', what = ''] = text.split('=', 2);
  const names = ['all', ...operations.map(({ name }) => name)];
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(when) ?? [];
  const isRange = Number(first) >= 1 && Number(first) <= Number(last);
  const wrong = (expected: string) => new Error(`--answer "${text}": expected ${expected}`);
  if (!isRange && !names.includes(when)) {
    const allowed = `all, a number from 1, a range such as 2-4, or one of ${names.slice(1).join(', ')}`;
    throw wrong(`WHEN=ANSWER, WHEN being ${allowed}${didYouMean(when, names)}`);
  }
  const delay = /^delay:(\d{1,6})$/.exec(what)?.[1];
  const isStatus = /^[2-5]\d\d$/.test(what);
  const reply = isStatus ? () => errorReply(Number(what), 'A scripted answer.') : namedReplies.get(what);
  if (delay === undefined && !reply)
    throw wrong(`${ANSWERS} behind the =${didYouMean(what, [...namedReplies.keys()])}`);
  const applies = (call: number, operation: string) =>
    isRange ? call >= Number(first) && call <= Number(last) : when === 'all' || when === operation;
  return { applies, what, delayMs: Number(delay ?? 0), reply };
}

/** Returns how long the answer to a call waits, the answer where a rule gives one, and the rules that decided it. */
export function scripted(rules: readonly AnswerRule[], number: number, call: Call) {
  const applying = rules.filter(({ applies }) => applies(number, call.operation.name));
  const first = applying.find(({ reply }) => reply);
  const deciding = applying.filter((rule) => rule === first || !rule.reply);
  return {
    delayMs: deciding.reduce((sum, rule) => sum + rule.delayMs, 0),
    reply: first?.reply?.(call),
    whats: deciding.map(({ what }) => what),
  };
}

/** The outcome of a call, and the response that its client gets. */
export interface Answered {
  readonly reply: HttpReply;
  readonly outcome: SendOutcome;
  /** The part of the outcome that could not be passed on. */
  readonly changed?: string;
}

export function answered(reply: HttpReply): Answered {
  const failure = { code: 'CLOSED', message: 'the connection ended', durationMs: 0 };
  if (reply.hangUp) return { reply, outcome: { kind: 'failure', failure } };
  const { status, reason, headers, body } = reply;
  const response = { status, reason, headers, body, durationMs: 0 };
  return { reply, outcome: { kind: 'response', response } };
}
