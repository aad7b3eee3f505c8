import type { Exchange } from '../model/exchange.ts';
import type { JudgedRun } from '../model/running/handoff.ts';
import type { ExchangeRecord } from '../model/running/results.ts';
import { recipientsOf } from '../plan/recipients.ts';
import { readLedger, type SentMessages } from './send-ledger.ts';

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
