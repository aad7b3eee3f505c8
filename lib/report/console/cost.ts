import { printable } from '../../findings/finding-text.ts';
import type { NumberCost, PlanCost } from '../../plan/plan-cost.ts';

/** Messages that are about to be sent, and what may be said of them. */
export interface ToBeSent {
  readonly cost: PlanCost;
  /** Host and port of the target. */
  readonly host: string;
  /** Whether numbers are as secret as the ticket. */
  readonly maskNumbers: boolean;
}

/** What will be sent, with how many requests, and how much of it each number will get. */
export function announcement(sends: ToBeSent): readonly string[] {
  const { cost, maskNumbers } = sends;
  const sum = `sends         ${messagesText(sends)}, with ${counted(cost.requests, 'request')} in all`;
  const more = [...partsLine(cost), ...(maskNumbers ? [] : numberLines(cost))];
  return [sum, ...more.map((line) => `              ${line}`)];
}

/** How many messages to how many numbers through which host. */
export function messagesText({ cost, host }: ToBeSent): string {
  return `${counted(cost.messages, 'message')} to ${counted(cost.numbers.size, 'number')} through ${host}`;
}

/** What the messages may be billed as, where a text is longer than one short message. */
export function partsLine({ messages, parts }: PlanCost): readonly string[] {
  return parts > messages ? [`up to ${counted(parts, 'billed part')}, for long texts take several each`] : [];
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** How many messages each number would get, and which of them write it otherwise; one line for each. */
export function numberLines({ numbers }: PlanCost): readonly string[] {
  return [...numbers].map(
    ([number, { messages, national }]) =>
      `${number.padEnd(14)}${[counted(messages, 'message'), ...nationalTexts(national)].join(', ')}`,
  );
}

/** The ways to write a number that do not say its country, each with how many messages are written so. */
function nationalTexts(national: NumberCost['national']): readonly string[] {
  return [...national].map(([written, messages]) => `${messages} of them written ${printable(written)}`);
}
