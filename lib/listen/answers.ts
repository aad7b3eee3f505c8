import type { Contract } from '../model/contract.ts';
import type { Call } from '../model/judging/wire.ts';
import type { Result } from '../model/result.ts';
import type { HttpReply } from '../reference/seams.ts';
import { refusal, writeFailure } from '../reference/write/replies.ts';
import { didYouMean } from '../text/nearest.ts';

/** What a call is answered instead of, or before, its ordinary answer. */
export interface AnswerRule {
  readonly applies: (call: number, operation: string) => boolean;
  /** The answer as it was written, such as `500`. */
  readonly what: string;
  readonly answer:
    | { readonly kind: 'delay'; readonly ms: number }
    | { readonly kind: 'status'; readonly status: number }
    | { readonly kind: 'fault' | 'ticket' | 'close' };
}

const ANSWERS = 'delay:MS, a status such as 500, fault, ticket (a refused ticket) or close (no response)';

/** Reads `WHEN=ANSWER`, WHEN being `all`, the number of a call from 1, a range such as 2-4, or an operation. */
export function readAnswer(text: string, { operations }: Contract): Result<AnswerRule, string> {
  const [when = '', what = ''] = text.split('=', 2);
  const names = operations.map(({ name }) => name);
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(when) ?? [];
  const isRange = Number(first) >= 1 && Number(first) <= Number(last);
  if (!isRange && when !== 'all' && !names.includes(when)) {
    const hint = didYouMean(when, ['all', ...names]);
    return {
      ok: false,
      error: `--answer "${text}": expected WHEN=ANSWER, WHEN being all, a number from 1, a range such as 2-4, or one of ${names.join(', ')}${hint}`,
    };
  }
  const applies = (call: number, operation: string) =>
    first === undefined
      ? when === 'all' || when === operation
      : call >= Number(first) && call <= Number(last);
  const ms = /^delay:(\d{1,6})$/.exec(what)?.[1];
  if (ms !== undefined)
    return { ok: true, value: { applies, what, answer: { kind: 'delay', ms: Number(ms) } } };
  if (/^[2-5]\d\d$/.test(what)) {
    return { ok: true, value: { applies, what, answer: { kind: 'status', status: Number(what) } } };
  }
  if (what === 'fault' || what === 'ticket' || what === 'close') {
    return { ok: true, value: { applies, what, answer: { kind: what } } };
  }
  const hint = didYouMean(what, ['fault', 'ticket', 'close']);
  return { ok: false, error: `--answer "${text}": expected ${ANSWERS} behind the =${hint}` };
}

/**
 * What rules make of a call: how long its answer waits, in milliseconds, the answer where they give one, and those of the
 * rules that decided it, as they were written.
 */
export function scripted(
  rules: readonly AnswerRule[],
  number: number,
  { operation, binding }: Call,
): { readonly delayMs: number; readonly reply: HttpReply | null; readonly whats: readonly string[] } {
  const applying = rules.filter(({ applies }) => applies(number, operation.name));
  const first = applying.find(({ answer }) => answer.kind !== 'delay');
  const delayMs = applying.reduce((sum, { answer }) => sum + (answer.kind === 'delay' ? answer.ms : 0), 0);
  const whats = applying
    .filter((one) => one === first || one.answer.kind === 'delay')
    .map(({ what }) => what);
  const answer = first?.answer;
  const fault = (text: string) => writeFailure({ code: 'receiver', text }, binding);
  switch (answer?.kind) {
    case 'status':
      return { delayMs, whats, reply: refusal(answer.status, 'A scripted answer.') };
    case 'fault':
      return { delayMs, whats, reply: fault('A scripted fault.') };
    case 'ticket':
      return { delayMs, whats, reply: fault('The ServiceTicket is not valid.') };
    case 'close':
      return { delayMs, whats, reply: { ...refusal(500), hangUp: true } };
    default:
      return { delayMs, whats, reply: null };
  }
}
