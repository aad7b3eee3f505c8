import { existsSync, readFileSync, writeSync } from 'node:fs';
import type { Exchange } from '../model/exchange.ts';
import type { JudgedRun } from '../model/running/handoff.ts';
import type { ExchangeRecord } from '../model/running/results.ts';
import { recipientsOf } from '../plan/recipients.ts';

/**
 * The messages that a run asked for: as they were counted before they went out where there is a budget, else by the
 * steps that were made.
 */
export function sentMessages(
  run: Pick<JudgedRun, 'limits' | 'exchanges' | 'contract'>,
  records: readonly ExchangeRecord[],
): SentMessages {
  if (run.limits) return readLedger(run.limits.ledger);
  const planned = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const made = records.map(({ id, steps }) => messagesOf(planned.get(id), steps.length, run.contract));
  return { sent: made.reduce((sum, messages) => sum + messages, 0), refused: 0 };
}

/** Messages of the first steps of an exchange. */
function messagesOf(exchange: Exchange | undefined, steps: number, contract: JudgedRun['contract']): number {
  return (exchange?.steps ?? [])
    .slice(0, steps)
    .reduce((sum, step) => sum + recipientsOf(step, contract).length, 0);
}

/** Messages by what became of the requests for them. */
export interface SentMessages {
  /** Asked for: counted before the request went out, whether or not an answer came. */
  readonly sent: number;
  /** Not asked for, because they would have passed the budget. */
  readonly refused: number;
}

const KINDS = { sent: 's', refused: 'r' } as const;

/**
 * Adds to the count of messages in an open file, one character for each. Whoever calls it goes on only when the
 * system has taken them: they are there even if the process ends in the next moment.
 */
export function countMessages(file: number, kind: keyof SentMessages, messages: number): void {
  writeSync(file, KINDS[kind].repeat(messages));
}

/** The counts that a worker left; none where no worker came so far as to make the file. */
export function readLedger(path: string): SentMessages {
  const text = existsSync(path) ? readFileSync(path, 'latin1') : '';
  const count = (kind: keyof SentMessages) => text.split(KINDS[kind]).length - 1;
  return { sent: count('sent'), refused: count('refused') };
}
