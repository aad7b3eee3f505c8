import { existsSync, readFileSync, writeSync } from 'node:fs';
import { recipientsOf } from '../cases/plan/recipients.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type { Judged } from '../model/running/results.ts';

/** Messages that were requested, answered or not, and those beyond the budget; in the ledger the first letter for each. */
type SentMessages = Readonly<Record<'sent' | 'refused', number>>;

/** Returns the messages that a run requested: those that its worker counted, or in recordings by the steps that were made. */
export function sentMessages(
  { limits, ledger = limits?.ledger, contract }: Pick<PreparedRun, 'limits' | 'ledger' | 'contract'>,
  judged: readonly Judged[],
): SentMessages {
  if (ledger !== undefined) return readLedger(ledger);
  const made = judged.flatMap(({ exchange, record }) => exchange.steps.slice(0, record.steps.length));
  return { sent: made.flatMap((step) => recipientsOf(step, contract)).length, refused: 0 };
}

/** Adds a character for each message to an open file. They stay even if the process ends right after. */
export function countMessages(file: number, kind: keyof SentMessages, messages: number): void {
  writeSync(file, kind.charAt(0).repeat(messages));
}

/** Reads the counts that a worker left; 0 where no worker made the file. */
export function readLedger(path: string): SentMessages {
  const text = existsSync(path) ? readFileSync(path, 'latin1') : '';
  const count = (kind: keyof SentMessages) => text.split(kind.charAt(0)).length - 1;
  return { sent: count('sent'), refused: count('refused') };
}
