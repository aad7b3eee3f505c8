import type { PlanCost } from '../../cases/plan/plan-cost.ts';
import type { PreparedRun } from '../../model/running/prepared-run.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';

/** Messages that are about to be sent, and what may be said of them. */
export interface ToBeSent {
  readonly cost: PlanCost;
  /** Host and port of the target. */
  readonly host: string;
  /** Whether numbers are as secret as the ticket. */
  readonly maskNumbers: boolean;
  /** How many more may go out with smaller inputs. */
  readonly more?: number;
  /** Whether it is clients that send them, no more than these. */
  readonly byClients?: true;
}

/** Returns lines that say how many messages will be sent, with how many requests, and how many each number gets. */
export function announcement(sends: ToBeSent): readonly string[] {
  const { cost, maskNumbers } = sends;
  const how = sends.byClients ? 'as clients call' : `with ${counted(cost.requests, 'request')} in all`;
  const sum = `sends         ${messagesText(sends)}, ${how}`;
  const more = [
    ...(sends.more ? [shrinkText(sends.more)] : []),
    ...partsLine(cost),
    ...(maskNumbers ? [] : sends.byClients ? [...cost.numbers.keys()] : numberLines(cost)),
  ];
  return [sum, ...more.map((line) => `              ${line}`)];
}

/** Returns how many messages go to how many numbers through which host. */
export function messagesText({ cost, host, byClients }: ToBeSent): string {
  return `${byClients ? 'up to ' : ''}${counted(cost.messages, 'message')} to ${counted(cost.numbers.size, 'number')} through ${host}`;
}

/** Returns how many messages the search for the smallest inputs may send. */
export function shrinkText(messages: number): string {
  return `--shrink sends up to ${counted(messages, 'more message')}, to find out what findings depend on; --max-messages is the limit`;
}

/** Returns how many parts may be billed, where a text is longer than one short message. */
function partsLine({ messages, parts }: PlanCost): readonly string[] {
  return parts > messages ? [`up to ${counted(parts, 'billed part')}, for long texts take several each`] : [];
}

/** Returns a line for each number: how many messages it would get, and how many of them write it in another way. */
function numberLines({ numbers }: PlanCost): readonly string[] {
  return [...numbers].map(([number, { messages, national }]) => {
    // Ways to write it that do not say its country.
    const ways = [...national].map(([written, count]) => `${count} of them written ${printable(written)}`);
    return `${number.padEnd(14)}${[counted(messages, 'message'), ...ways].join(', ')}`;
  });
}

/** Returns a plan as lines. A refused plan shows only its sums: the reason says more than a thousand exchanges. */
export function dryRunText(
  plan: Pick<PreparedRun, 'exchanges' | 'notRun' | 'notes' | 'scope'> & {
    readonly allowed: { readonly ok: boolean };
  },
  cost: PlanCost,
  numbersShown: boolean,
): string {
  const { exchanges, notRun, notes, allowed } = plan;
  const lines = [
    ...exchanges.map(
      ({ id, messages, steps }) =>
        `${id}  ${counted(steps.length, 'request')}, ${counted(messages, 'message')}`,
    ),
    ...notRun.map(({ id, reason }) => `${id}  not run: ${reason}`),
  ];
  const total = [
    counted(cost.exchanges, 'exchange'),
    counted(cost.requests, 'request'),
    counted(cost.messages, 'message'),
    ...(notRun.length === 0 ? [] : [`${notRun.length} not run`]),
  ];
  const numbers = numbersShown ? numberLines(cost) : [];
  const planned = `planned       ${total.join(', ')}; nothing was sent`;
  const parts = partsLine(cost).map((line) => `              ${line}`);
  const noted = [plan.scope ?? [], ...notes].flat().map((note) => `note          ${note}`);
  return [...(allowed.ok ? lines : []), '', ...numbers, planned, ...parts, ...noted, ''].join('\n');
}
